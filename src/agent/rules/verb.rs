//! English verb forms, as far as turning "I" and "you" into a third person needs them.

/// Past forms that do not end in `ed`.
const PAST: &[&str] = &[
    "was",
    "were",
    "had",
    "did",
    "went",
    "got",
    "bought",
    "paid",
    "met",
    "made",
    "took",
    "gave",
    "came",
    "saw",
    "said",
    "told",
    "thought",
    "knew",
    "found",
    "left",
    "felt",
    "kept",
    "sent",
    "spent",
    "built",
    "brought",
    "caught",
    "chose",
    "drove",
    "ate",
    "fell",
    "forgot",
    "froze",
    "grew",
    "heard",
    "held",
    "hid",
    "hit",
    "hurt",
    "lost",
    "led",
    "lent",
    "let",
    "meant",
    "put",
    "read",
    "ran",
    "rode",
    "rose",
    "sat",
    "set",
    "shot",
    "slept",
    "sold",
    "spoke",
    "stood",
    "stole",
    "swam",
    "taught",
    "threw",
    "understood",
    "woke",
    "won",
    "wore",
    "wrote",
    "began",
    "broke",
    "became",
    "cut",
    "cost",
    "dealt",
    "quit",
    "shut",
    "split",
    "withdrew",
    "signed",
    "switched",
    "lived",
];

/// Words that stand between a subject and its verb.
const ADVERBS: &[&str] = &[
    "first",
    "just",
    "also",
    "really",
    "usually",
    "currently",
    "never",
    "always",
    "still",
    "already",
    "only",
    "actually",
    "probably",
    "definitely",
    "recently",
    "often",
    "sometimes",
    "normally",
    "generally",
    "mostly",
    "even",
    "typically",
    "basically",
    "certainly",
    "absolutely",
    "both",
    "simply",
    "originally",
    "specifically",
    "strongly",
    "highly",
    "previously",
    "then",
    "rarely",
    "regularly",
    "officially",
    "now",
    "all",
    "personally",
    "mainly",
    "primarily",
    "not",
    "thus",
];

/// Verbs that change no form with the person.
const MODALS: &[&str] = &[
    "can",
    "could",
    "will",
    "would",
    "should",
    "may",
    "might",
    "must",
    "shall",
    "can't",
    "cannot",
    "couldn't",
    "won't",
    "wouldn't",
    "shouldn't",
    "mustn't",
    "didn't",
    "hadn't",
    "ought",
];

/// Words after "you" or "I" that are no verbs of it: "owe you about $60,000".
const NO_VERBS: &[&str] = &[
    "about",
    "around",
    "the",
    "a",
    "an",
    "for",
    "with",
    "to",
    "in",
    "on",
    "at",
    "of",
    "from",
    "and",
    "or",
    "if",
    "as",
    "by",
    "but",
    "that",
    "this",
    "up",
    "out",
    "over",
    "who",
    "what",
    "when",
    "how",
    "is",
    "has",
    "directly",
    "two",
    "three",
    "some",
    "any",
    "more",
    "another",
    "information",
    "both",
];

/// Whether `lower` may stand between a subject and its verb.
pub(super) fn is_adverb(lower: &str) -> bool {
    ADVERBS.contains(&lower)
        || lower.len() > 5
            && lower.ends_with("ly")
            && !["apply", "supply", "reply", "rely", "multiply"].contains(&lower)
}

/// Whether `lower` is a verb without forms for persons.
pub(super) fn is_modal(lower: &str) -> bool {
    MODALS.contains(&lower)
}

/// Whether `lower` looks like a past form.
pub(super) fn is_past(lower: &str) -> bool {
    PAST.contains(&lower)
        || lower.len() > 3
            && lower.ends_with("ed")
            && !["need", "feed", "proceed", "exceed", "speed", "seed"].contains(&lower)
}

/// The form of `verb` after a third person singular; `verb` is what stands after "I", "you" or "we".
pub(super) fn third_person(verb: &str) -> String {
    let form = match verb {
        "am" | "are" => "is",
        "were" => "was",
        "have" => "has",
        "do" => "does",
        "go" => "goes",
        "aren't" => "isn't",
        "weren't" => "wasn't",
        "haven't" => "hasn't",
        "don't" => "doesn't",
        verb if is_modal(verb) || is_past(verb) => verb,
        verb if verb.ends_with("ing") || NO_VERBS.contains(&verb) => verb,
        verb => return inflect(verb),
    };
    form.to_owned()
}

fn inflect(verb: &str) -> String {
    let before_y = verb.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u']));
    match before_y {
        Some(stem) => format!("{stem}ies"),
        None if ["s", "x", "z", "ch", "sh"].iter().any(|end| verb.ends_with(end)) => format!("{verb}es"),
        None => format!("{verb}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_follow_the_person() {
        for (verb, form) in [
            ("am", "is"),
            ("have", "has"),
            ("prefer", "prefers"),
            ("carry", "carries"),
            ("pay", "pays"),
            ("wish", "wishes"),
            ("would", "would"),
            ("bought", "bought"),
            ("signed", "signed"),
            ("need", "needs"),
            ("don't", "doesn't"),
        ] {
            assert_eq!(third_person(verb), form);
        }
        assert!(is_adverb("usually") && is_adverb("carefully") && !is_adverb("apply"));
    }
}

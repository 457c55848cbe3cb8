//! Reads a question: what it asks for, and how an answer to it can be said as a statement. It knows no answers.

use super::talk::without_openers;
use super::token::{lower_words, tokens};

/// What a question asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// A thing that has a name in the question: "your email address", as the question words it.
    Thing(String),
    /// Whether something is so of the listener: the auxiliary, and what follows "you".
    OfListener {
        /// `are`, `do`, `have`, `did` and the like, in lower case.
        auxiliary: String,
        /// Such as `a member of the program`.
        rest: String,
    },
    /// A measure of what was said before: "how much", "when", in lower case.
    Measure(String),
    /// Anything else.
    Open,
}

/// Beginnings before the thing that is asked for, longest first within a group.
const REQUESTS: &[&str] = &[
    "may i have",
    "can i have",
    "could i have",
    "may i get",
    "can i get",
    "could i get",
    "can you give me",
    "could you give me",
    "can you provide me with",
    "can you provide",
    "could you provide",
    "can you confirm",
    "could you confirm",
    "can you verify",
    "could you verify",
    "can you please provide",
    "can you please confirm",
    "can you tell me",
    "could you tell me",
    "may i know",
    "can i ask",
    "do you know",
    "do you have",
    "what about",
    "how about",
    "what is",
    "what's",
    "what are",
    "what was",
    "what were",
    "what're",
    "which is",
    "who is",
    "who's",
    "how much is",
    "how much are",
    "how much was",
    "how's",
    "how is",
    "when is",
    "when's",
    "where is",
    "where's",
    "can i also get",
    "could i also get",
    "may i also have",
];

/// Questions that measure what was said before.
const MEASURES: &[&str] = &[
    "how much",
    "how many",
    "how long",
    "how often",
    "how old",
    "how far",
    "how soon",
    "when",
    "where",
    "who",
    "why",
    "which one",
    "what kind",
    "what type",
    "since when",
    "until when",
    "what size",
    "what color",
    "what colour",
    "what time",
    "by when",
    "which",
    "how so",
];

/// Auxiliaries that open a question to the listener.
const AUXILIARIES: &[&str] = &["are", "do", "have", "did", "were", "will", "don't", "aren't", "haven't"];

/// Words that show that what follows is a clause rather than a thing.
const CLAUSES: &[&str] = &[
    "i", "you", "we", "they", "it", "that", "this", "there", "he", "she", "to", "what", "how", "when",
    "where", "why", "if", "whether", "happened",
];

/// Verbs that show that a short question is no bare thing.
const FINITE: &[&str] = &[
    "is", "are", "was", "were", "do", "does", "did", "can", "could", "will", "would", "should", "have",
    "has", "am", "may", "shall", "any",
];

/// Reads `question`, a sentence that ends in a question mark.
pub(super) fn read(question: &str) -> Asked {
    let bare = without_openers(question.trim().trim_end_matches(['?', '!', '.', ' ']));
    let lower = bare.to_lowercase().replace('\u{2019}', "'");
    if MEASURES.contains(&lower.as_str()) {
        return Asked::Measure(lower);
    }
    if let Some(cost) = lower.strip_prefix("how much does ").or_else(|| lower.strip_prefix("how much do ")) {
        if cost.ends_with(" cost") {
            let start = bare.len() - cost.len();
            return thing(&bare[start..bare.len() - " cost".len()]);
        }
        return Asked::Open;
    }
    let request = REQUESTS.iter().filter(|start| follows(&lower, start)).max_by_key(|start| start.len());
    match request {
        Some(&"do you have") => of_listener(bare),
        Some(start) => thing(bare.get(start.len()..).unwrap_or_default()),
        None if is_bare_thing(bare) => Asked::Thing(bare.to_owned()),
        None => of_listener(bare),
    }
}

fn follows(lower: &str, start: &str) -> bool {
    lower.strip_prefix(start).is_some_and(|rest| rest.starts_with([' ', ',']))
}

/// A thing that is asked for, unless what stands there is a clause.
fn thing(text: &str) -> Asked {
    let text = text.trim().trim_start_matches(',').trim();
    let text = ["also ", "please "].iter().fold(text, |text, word| text.strip_prefix(word).unwrap_or(text));
    let text = [" again", ", please", " please", " exactly", " for you", " currently", " today"]
        .iter()
        .fold(text, |text, end| text.strip_suffix(end).unwrap_or(text));
    let words = lower_words(text);
    let clause = words.first().is_none_or(|first| CLAUSES.contains(&first.as_str()));
    if clause || words.len() > 12 { Asked::Open } else { Asked::Thing(text.to_owned()) }
}

/// Whether `text` names a thing and holds no verb: "date of birth".
fn is_bare_thing(text: &str) -> bool {
    let words = lower_words(text);
    let starts = words
        .first()
        .is_some_and(|first| !CLAUSES.contains(&first.as_str()) && !FINITE.contains(&first.as_str()));
    starts
        && words.len() <= 7
        && !words.iter().any(|word| FINITE.contains(&word.as_str()) || CLAUSES[..6].contains(&word.as_str()))
}

fn of_listener(bare: &str) -> Asked {
    let words = tokens(bare);
    let [first, second, ..] = words.as_slice() else { return Asked::Open };
    let auxiliary = first.lower();
    let alternatives = words.iter().any(|word| word.core == "or");
    let fits = AUXILIARIES.contains(&auxiliary.as_str())
        && second.lower() == "you"
        && words.len() > 2
        && words.len() <= 16;
    if !fits || alternatives {
        return Asked::Open;
    }
    Asked::OfListener { auxiliary: auxiliary.replace("n't", ""), rest: bare[words[2].start..].to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_name_things_measures_and_facts_of_the_listener() {
        let thing = |text: &str| Asked::Thing(text.to_owned());
        for (question, asked) in [
            (
                "May I have your full name as it appears on your ID?",
                thing("your full name as it appears on your ID"),
            ),
            ("And your email address?", thing("your email address")),
            ("Date of birth?", thing("Date of birth")),
            ("What's the price difference exactly?", thing("the price difference")),
            ("How much does a hospital bed cost?", thing("a hospital bed")),
            ("How much?", Asked::Measure("how much".into())),
            ("Can you tell me what happened?", Asked::Open),
            ("How long is the layover in Dallas?", Asked::Open),
            (
                "Are you a member of our program?",
                Asked::OfListener { auxiliary: "are".into(), rest: "a member of our program".into() },
            ),
            ("Do you have TSA PreCheck or Global Entry?", Asked::Open),
        ] {
            assert_eq!(read(question), asked, "{question}");
        }
    }
}

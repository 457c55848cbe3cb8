//! Negations and what they deny. Bounds such as "no more than" are no negations.

use crate::verify::lex::{Kind, Token};
use crate::verify::qualifier::opens_in_doubt;
use crate::verify::sentence::Content;

/// A negation and the content words it denies.
#[derive(Clone, Debug)]
pub(super) struct Negation {
    /// The token of the negating word.
    pub token: usize,
    /// The content words it denies, nearest first, as indices into `Sentence::words`.
    pub scope: Vec<usize>,
}

/// How many content words a negation reaches.
const REACH: usize = 4;

/// Words that deny by their own meaning; they answer for a negation on the other side.
const SOFT: &[&str] = &[
    "lack",
    "refus",
    "forbid",
    "forbidden",
    "prohibit",
    "den",
    "deni",
    "declin",
    "fail",
    "unabl",
    "impossibl",
    "unavail",
    "unavailabl",
    "exclud",
    "miss",
    "avoid",
    "stop",
    "ceas",
    "zero",
    "reject",
    "cancel",
    "nonrefund",
    "waiv",
    "invalid",
    "non",
    "unlik",
    "ineligibl",
    "inelig",
    "unpaid",
    "instead",
    "disabl",
    "exempt",
    "absent",
];

/// Whether the stem denies by its own meaning.
pub(super) fn is_soft(stem: &str) -> bool {
    SOFT.contains(&stem)
}

/// Words after a "no" that opens a sentence and answers what was asked before.
const ANSWERS_ON: [&str; 10] = ["i", "it", "we", "thank", "thanks", "that's", "it's", "you", "they", "i'm"];

/// Whether the token at `at` negates.
fn is_cue(tokens: &[Token], at: usize) -> bool {
    let token = &tokens[at];
    if token.kind != Kind::Word {
        return false;
    }
    let word = token.lower.as_str();
    let next = tokens.get(at + 1);
    let next_word = next.map_or("", |t| t.lower.as_str());
    let after = tokens.get(at + 2).map_or("", |t| t.lower.as_str());
    let before = at.checked_sub(1).map_or("", |at| tokens[at].lower.as_str());
    match word {
        "no" => {
            let number = next_word == "."
                && tokens
                    .get(at + 2)
                    .is_some_and(|t| matches!(t.kind, Kind::Number | Kind::Digits | Kind::Code));
            let bound = matches!(next_word, "more" | "less" | "fewer" | "later" | "earlier" | "sooner")
                && (after == "than" || next_word != "more");
            let idiom = matches!(
                next_word,
                "problem" | "problems" | "worries" | "doubt" | "matter" | "idea" | "wonder"
            );
            let answer = next.is_none_or(|t| t.kind == Kind::Symbol && !t.is('-'));
            let opens = at == 0 && ANSWERS_ON.contains(&next_word);
            !(number || bound || idiom || answer || opens)
        }
        "not" => {
            let bound = matches!(next_word, "exceed" | "exceeding")
                || (matches!(next_word, "more" | "less" | "fewer" | "later") && after == "than");
            !(bound || matches!(next_word, "only" | "just" | "until") || matches!(before, "why" | "or"))
        }
        "nicht" | "nem" if matches!(next_word, "ausnahmsweise" | "kivételesen") => false,
        "never" | "none" | "neither" | "nor" | "without" | "cannot" | "nobody" | "nothing" | "nem"
        | "nincs" | "nincsen" | "nincsenek" | "sem" | "soha" | "nélkül" | "ne" | "nicht" | "kein"
        | "keine" | "keinen" | "keiner" | "keinem" | "keines" | "niemand" | "niemanden" | "niemandem"
        | "nichts" | "nie" | "niemals" | "ohne" => true,
        _ if word.ends_with("n't") => {
            let idiom = matches!(next_word, "worry" | "forget" | "hesitate" | "mind" | "wait");
            let tag = matches!(next_word, "i" | "it" | "you" | "we" | "they" | "he" | "she")
                && (after == "?" || after.is_empty());
            !(idiom || tag)
        }
        _ => false,
    }
}

/// Finds the negations of a sentence.
pub(super) fn find(tokens: &[Token], segments: &[usize], words: &[Content]) -> Vec<Negation> {
    // "Amíg el nem készül" is "until it is ready": the negation belongs to the word for until.
    let is_until = |at: usize| {
        let mut own = (0..at).rev().take_while(|&before| segments[before] == segments[at]);
        own.any(|before| matches!(tokens[before].lower.as_str(), "amíg" | "míg" | "ameddig"))
    };
    let denies = |at: usize| is_cue(tokens, at) && !(tokens[at].lower == "nem" && is_until(at));
    let first = usize::from(opens_in_doubt(tokens));
    let cues: Vec<usize> = (first..tokens.len()).filter(|&at| denies(at)).collect();
    cues.iter()
        .map(|&at| {
            let next = cues.iter().copied().find(|&cue| cue > at).unwrap_or(tokens.len());
            let here = |word: &&(usize, &Content)| segments[word.1.token] == segments[at];
            let listed: Vec<(usize, &Content)> = words.iter().enumerate().collect();
            let mut scope: Vec<usize> = listed
                .iter()
                .filter(|(_, word)| word.token > at && word.token < next)
                .filter(here)
                .take(REACH)
                .map(|&(index, _)| index)
                .collect();
            if scope.is_empty() {
                // "Pets are not." denies what stands before it.
                scope = listed
                    .iter()
                    .rev()
                    .filter(|(_, word)| word.token < at)
                    .filter(here)
                    .take(2)
                    .map(|&(i, _)| i)
                    .collect();
            }
            Negation { token: at, scope }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::verify::sentence::Sentence;

    fn denied(text: &str) -> Vec<String> {
        let sentence = Sentence::new(text);
        let scope = sentence.negations.iter().filter_map(|negation| negation.scope.first().copied());
        scope.map(|index| sentence.words[index].stem.clone()).collect()
    }

    #[test]
    fn negations_deny_the_words_that_follow() {
        assert_eq!(denied("The contract does not renew automatically."), ["renew"]);
        assert_eq!(denied("It doesn't include shipping and needs no backups."), ["includ", "backup"]);
    }

    #[test]
    fn bounds_answers_and_idioms_are_no_negations() {
        for text in [
            "No more than 5 nodes",
            "No, I paid it",
            "no problem",
            "Not only pears",
            "No. 5 is it",
            "don't worry",
        ] {
            assert_eq!(denied(text), Vec::<String>::new(), "{text}");
        }
    }
}

//! Makes golden questions of claims: some of a claim's own words, below the title and heading that it stands under.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use unicode_segmentation::UnicodeSegmentation as _;

use super::question::Question;
use crate::digest::Sha256Hex;
use crate::path::RepoPath;

/// The tag of questions that were made and not written by hand.
pub const DERIVED: &str = "derived";

/// How many words of a claim are asked for.
const WORDS: usize = 5;

/// How many characters of a claim must come back; more would only test how a long text is cut.
const LONGEST: usize = 160;

/// A claim that a question may be made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derived {
    /// The note that it stands in.
    pub note: RepoPath,
    /// The title of the note.
    pub title: String,
    /// The heading right above, where there is one.
    pub heading: Option<String>,
    /// What it says.
    pub text: String,
}

/// Makes a question of each of `claims`, at most `most`, in their order.
///
/// Which claims are taken depends on what they say and not on their number, so that a new claim changes few questions.
pub fn derive(claims: &[Derived], most: usize) -> Vec<Question> {
    let mut frequency: HashMap<String, usize> = HashMap::new();
    let mut twins: HashMap<&str, usize> = HashMap::new();
    for claim in claims {
        let words: BTreeSet<String> = words(&claim.text).map(str::to_lowercase).collect();
        words.into_iter().for_each(|word| *frequency.entry(word).or_default() += 1);
        *twins.entry(&claim.text).or_default() += 1;
    }
    let mut seen = BTreeSet::new();
    let questions: Vec<(Sha256Hex, Question)> = claims
        .iter()
        .filter(|claim| seen.insert(claim.text.as_str()))
        .filter_map(|claim| {
            let is_twin = twins.get(claim.text.as_str()).is_some_and(|&count| count > 1);
            let name = Sha256Hex::of(format!("{}\n{}", claim.note, claim.text).as_bytes());
            Some((name, question(claim, &frequency, is_twin)?))
        })
        .collect();
    let chosen: BTreeMap<&Sha256Hex, ()> = questions.iter().map(|(name, _)| (name, ())).collect();
    let chosen: BTreeSet<&Sha256Hex> = chosen.into_keys().take(most).collect();
    let kept = questions.iter().filter(|(name, _)| chosen.contains(name));
    kept.map(|(_, question)| question.clone()).collect()
}

/// Makes a question of the words of each of `claims` themselves, in their order; the claim may stand in whatever note. Signs are
/// left out: a query would take some of them for its own.
pub fn verbatim(claims: &[Derived]) -> Vec<Question> {
    let mut seen = BTreeSet::new();
    let bare = |text: &str| -> String {
        let words: String = text.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
        words.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let asked = claims.iter().filter(|claim| seen.insert(claim.text.as_str())).map(|claim| Question {
        question: bare(&claim.text),
        claims: vec![beginning(&claim.text)],
        tags: vec![DERIVED.to_owned()],
        ..Question::default()
    });
    asked.filter(|question| !question.question.is_empty()).collect()
}

fn question(claim: &Derived, frequency: &HashMap<String, usize>, is_twin: bool) -> Option<Question> {
    let heading = claim.heading.as_ref().filter(|heading| **heading != claim.title);
    let above: Vec<&str> = std::iter::once(&claim.title).chain(heading).map(String::as_str).collect();
    let above = above.join(", ");
    let known: BTreeSet<String> = words(&above).map(str::to_lowercase).collect();
    let mut salient: Vec<(usize, &str)> = Vec::new();
    for (place, word) in words(&claim.text).enumerate() {
        let lower = word.to_lowercase();
        let is_new = salient.iter().all(|(_, other)| other.to_lowercase() != lower);
        if is_new && says_something(word) && !known.contains(&lower) {
            salient.push((place, word));
        }
    }
    let rare = |word: &str| frequency.get(&word.to_lowercase()).copied().unwrap_or_default();
    salient.sort_by_key(|&(place, word)| (rare(word), std::cmp::Reverse(word.chars().count()), place));
    salient.truncate(WORDS);
    salient.sort_by_key(|&(place, _)| place);
    let own: Vec<&str> = salient.into_iter().map(|(_, word)| word).collect();
    let own = match own.len() {
        0 if !is_unspaced(&claim.text) => return None,
        // Such a script has no words to choose from; a piece of the claim will do.
        0 => claim.text.chars().take(2 * WORDS).collect(),
        _ => own.join(" "),
    };
    Some(Question {
        question: format!("{above}: {own}"),
        notes: if is_twin { Vec::new() } else { vec![claim.note.to_string()] },
        claims: vec![beginning(&claim.text)],
        tags: vec![DERIVED.to_owned()],
        ..Question::default()
    })
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.unicode_words()
}

/// Whether a word is one to ask for: not a number, which is what one asks about, and not a short word.
fn says_something(word: &str) -> bool {
    word.chars().count() > 3 && !word.contains(|c: char| c.is_numeric())
}

/// Whether `text` is written without spaces, as Chinese and Japanese are.
fn is_unspaced(text: &str) -> bool {
    text.chars()
        .any(|c| matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}'))
}

/// As much of `text` as must come back, whole words.
fn beginning(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let cut: String = text.chars().take(LONGEST).collect();
    cut.rsplit_once(char::is_whitespace).map_or(cut.clone(), |(kept, _)| kept.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(note: &str, heading: Option<&str>, text: &str) -> Derived {
        Derived {
            note: RepoPath::new(note).expect("a path"),
            title: "Refund policy".to_owned(),
            heading: heading.map(str::to_owned),
            text: text.to_owned(),
        }
    }

    #[test]
    fn a_question_has_the_context_and_the_rare_words_and_not_the_answer() {
        let claims = [
            claim("k/a.md", Some("Deadline"), "A full refund can be requested within 7 days of receipt."),
            claim("k/a.md", None, "A refund within reach can be declined."),
            claim("k/b.md", None, "同一项索赔需要审批"),
        ];
        let made = derive(&claims, 10);
        assert_eq!(made[0].question, "Refund policy, Deadline: full requested within days receipt");
        assert_eq!(
            (made[0].notes.as_slice(), made[0].claims.as_slice()),
            (&["k/a.md".to_owned()][..], &[claims[0].text.clone()][..])
        );
        assert_eq!(made[2].question, "Refund policy: 同一项索赔需要审批");
        assert!(made.iter().all(|question| question.fault().is_none() && question.tags == [DERIVED]));
    }

    #[test]
    fn the_cap_takes_the_same_claims_whatever_is_added() {
        let of = |count: usize| {
            let claims: Vec<Derived> =
                (0..count).map(|n| claim("k/a.md", None, &format!("Statement about thing{n}x"))).collect();
            derive(&claims, 5)
        };
        let (few, many) = (of(20), of(21));
        assert_eq!(few.len(), 5);
        assert!(few.iter().filter(|question| many.contains(question)).count() >= 4);
    }

    #[test]
    fn what_two_notes_say_may_come_from_either() {
        let made = derive(
            &[claim("k/a.md", None, "Shipping costs extra"), claim("k/b.md", None, "Shipping costs extra")],
            9,
        );
        assert_eq!((made.len(), made[0].notes.len()), (1, 0));
    }
}

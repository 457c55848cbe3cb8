//! Says in one line why an answer is empty, or what was left out of it.

use crate::search::{Admission, Query, Ranking};

/// What is said of an answer beside its results.
pub(super) struct Told<'a> {
    pub query: &'a Query,
    pub ranking: &'a Ranking,
    pub admission: &'a Admission,
    /// How many notes the caller sees.
    pub notes: u64,
    /// How many results are shown.
    pub shown: usize,
    /// How many hits a threshold took away, and which.
    pub below_minimum: (usize, &'static str),
}

/// Why there is nothing, or what was left out; `None` where everything is there.
pub(super) fn reason(told: &Told<'_>) -> Option<String> {
    let &Told { query, ranking, admission, notes, shown, below_minimum } = told;
    let mut said = Vec::new();
    let counted = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    if query.is_empty() {
        said.push("the query holds no word to look for".to_owned());
    } else if shown == 0 {
        said.push(format!(
            "nothing relevant found in {}",
            if notes == 1 { "1 note".to_owned() } else { format!("{} notes", grouped(notes)) }
        ));
    }
    if shown == 0 && !query.phrases.is_empty() && query.exclusions.is_empty() && ranking.refused > 0 {
        said.push(format!(
            "no text has the words in quotes as they stand, {} has them apart",
            counted(ranking.found, "passage")
        ));
    }
    if ranking.refused > 0 && !query.exclusions.is_empty() {
        let left: Vec<String> = query.exclusions.iter().map(|one| format!("`{}`", one.shown)).collect();
        said.push(format!(
            "{} left out: their notes have {}",
            counted(ranking.refused, "passage"),
            left.join(" or ")
        ));
    }
    if !query.unmet.is_empty() {
        let unmet: Vec<String> = query.unmet.iter().map(|filter| format!("`{filter}`")).collect();
        said.push(format!("no note meets {}: read as words", unmet.join(", ")));
    }
    if shown == 0 && ranking.filtered > 0 {
        said.push(format!("{} left out by the filters", counted(ranking.filtered, "passage")));
    }
    if !ranking.absent.is_empty() && !query.is_empty() {
        let words: Vec<String> = ranking.absent.iter().take(5).map(|word| format!("`{word}`")).collect();
        said.push(format!("no note has {}", words.join(", ")));
    }
    if ranking.below_threshold > 0 && shown == 0 {
        said.push(format!(
            "{} dropped: too little of the question in them",
            counted(ranking.below_threshold, "passage")
        ));
    }
    let (dropped, why) = below_minimum;
    if dropped > 0 {
        said.push(format!("{} dropped: {why}", counted(dropped, "passage")));
    }
    if ranking.retired > 0 {
        said.push(format!(
            "{} left out: deprecated or superseded, `--include-deprecated` shows them",
            counted(ranking.retired, "passage")
        ));
    }
    if ranking.not_valid > 0 {
        said.push(format!(
            "{} left out: not valid on {}, `--as-of` asks for another day",
            counted(ranking.not_valid, "passage"),
            admission.on
        ));
    }
    if query.shortened {
        said.push("the query was long; its last question counted".to_owned());
    }
    (!said.is_empty()).then(|| said.join("; "))
}

/// A number with its thousands set apart by commas.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

//! Says in one line why an answer is empty, or what was left out of it.

use super::minimum::BelowMinimum;
use crate::search::{Admission, Query, Ranking};
use crate::text::thousands;

/// What is said of an answer beside its results.
pub(super) struct Told<'a> {
    pub query: &'a Query,
    pub ranking: &'a Ranking,
    pub admission: &'a Admission,
    /// How many notes the caller sees.
    pub notes: u64,
    /// How many results are shown.
    pub shown: usize,
    /// What a threshold took away.
    pub below_minimum: BelowMinimum,
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
            if notes == 1 { "1 note".to_owned() } else { format!("{} notes", thousands(notes)) }
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
    if below_minimum.count > 0 {
        let dropped = counted(below_minimum.count, "passage");
        said.push(format!("{dropped} dropped: {}", below_minimum.which));
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

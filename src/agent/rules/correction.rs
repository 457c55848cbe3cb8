//! Words by which a source says that something changed or was wrong before. It compares no claims.

/// Words and phrases of change and correction.
const CUES: &[&str] = &[
    "actually",
    "correction",
    "i misspoke",
    "i meant",
    "instead of",
    "changed to",
    "change to",
    "changed from",
    "moved to",
    "rescheduled",
    "no longer",
    "updated to",
    "has been updated",
    "is now",
    "are now",
    "will now be",
    "new total",
    "new price",
    "new date",
    "increased to",
    "reduced to",
    "decreased to",
    "raised to",
    "lowered to",
    "replaced by",
    "replaced with",
    "switched to",
    "corrected",
    "postponed",
    "pushed back",
    "pushed to",
    "not anymore",
    "as of now",
    "supersedes",
    "superseded",
    "revised",
    "went up to",
    "went down to",
    "dropped to",
    "rose to",
    "amended",
    "my mistake",
];

/// Whether `sentence` marks what it says as a correction or a change.
pub(super) fn corrects(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    CUES.iter().any(|cue| {
        lower.match_indices(cue).any(|(at, _)| {
            let joins = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
            !joins(lower[..at].chars().next_back()) && !joins(lower[at + cue.len()..].chars().next())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_told_from_plain_statements() {
        assert!(corrects("Actually, the total is $60."));
        assert!(corrects("The appointment was rescheduled to Friday."));
        assert!(!corrects("The factually correct total is $60."));
    }
}

//! The marks that stand before a claim that is not simply true: it was replaced, or another contradicts it.

/// Stands before a claim that a later one replaced.
pub const FORMERLY: &str = "Formerly: ";

/// Stands before claims that cannot all be true, until evidence decides.
pub const DISPUTED: &str = "Disputed: ";

/// What the claim `text` asserts, without its mark.
pub fn unmarked(text: &str) -> &str {
    text.strip_prefix(FORMERLY).or_else(|| text.strip_prefix(DISPUTED)).unwrap_or(text)
}

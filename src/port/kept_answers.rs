//! Answers that a language model gave before: derived, deletable at any time, never relied on.

use crate::digest::Sha256Hex;

/// Keeps answers by the hash of everything that they depend on, so that nothing is paid for twice.
///
/// Whoever reads one judges it as if the model had just given it.
pub trait KeptAnswers: Sync {
    /// The answer that was kept under `key`, if there is one.
    fn of(&self, key: &Sha256Hex) -> Option<String>;

    /// Keeps `answer` under `key`; nothing changes where that fails.
    fn keep(&self, key: &Sha256Hex, answer: &str);
}

//! Vectors that were made before: derived, deletable at any time, never relied on.

use super::Vector;

/// Keeps vectors by model and by what they were made of, so that nothing is embedded twice.
pub trait KeptVectors: Sync {
    /// The vector that the model named `model` gave for the passage `text`, if it was kept.
    fn of(&self, model: &str, dimension: usize, text: &str) -> Option<Vector>;

    /// Keeps what a model gave for passages; nothing changes where that fails.
    fn keep(&self, model: &str, vectors: &[(&str, &Vector)]);
}

//! The labels of kb's pull requests, as GitHub shows them.

use serde::Serialize;

use crate::ops::pulls;

/// A label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct KbLabel {
    /// Its name.
    pub name: &'static str,
    /// Its colour, six hexadecimal digits.
    pub color: &'static str,
    /// What it means.
    pub description: &'static str,
}

/// All of them, in the order of [`pulls::LABELS`].
pub const LABELS: [KbLabel; 4] = [
    label(0, "1d76db", "A proposal of kb's"),
    label(1, "fbca04", "Proposer and reviewer came to no agreement: a person decides"),
    label(2, "d93f0b", "A change that a person must approve, whatever the reviewer says"),
    label(3, "c5def5", "Somebody pushed to its branch; it is judged afresh"),
];

const fn label(at: usize, color: &'static str, description: &'static str) -> KbLabel {
    KbLabel { name: pulls::LABELS[at], color, description }
}

//! Renderers of a report, one file a format, each a pure function: report and vault in, text out.

mod github;
mod human;
mod json;
mod sarif;

pub use github::github;
pub use human::human;
pub use json::{JsonReport, json};
pub use sarif::sarif;

use crate::text::LineIndex;
use crate::vault::Vault;

/// The text of the file at `path` that places point into, where the vault holds it.
fn text_of<'v>(vault: &'v Vault, path: &str) -> Option<(&'v str, &'v LineIndex)> {
    vault.note(path).map(|note| (note.text.as_str(), &note.lines))
}

#[cfg(test)]
mod tests;

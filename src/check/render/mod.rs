//! Renderers of a report, one file a format, each a pure function: report and lines in, text out.

mod color;
mod concise;
mod full;
mod github;
mod json;
mod jsonl;
mod junit;
mod markdown;
mod mended;
mod sarif;
mod source;
mod summary;

pub use concise::concise;
pub use full::full;
pub use github::github;
pub use json::{JsonReport, json};
pub use jsonl::{JsonLine, jsonl};
pub use junit::junit;
pub use markdown::markdown;
pub use mended::{JsonMended, mended};
pub use sarif::sarif;
pub(super) use source::Pages;
pub use source::Source;
pub use summary::plain_summary;

#[cfg(test)]
mod tests;

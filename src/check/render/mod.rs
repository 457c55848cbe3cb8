//! Renderers of a report, one file a format, each a pure function: report and lines in, text out.

mod full;
mod github;
mod json;
mod sarif;
mod source;

pub use full::full;
pub use github::github;
pub use json::{JsonReport, json};
pub use sarif::sarif;
pub use source::Source;

#[cfg(test)]
mod tests;

//! A plan as text: Markdown for people, and one line a fault for grep and editors.

mod concise;
mod markdown;

pub use concise::concise;
pub use markdown::markdown;

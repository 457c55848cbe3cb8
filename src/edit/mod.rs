//! Edits of a vault, as change sets, and of other programs' settings, as bytes; nothing is written and nothing judged.

pub mod rename;
pub mod settings;
mod slug;
mod splice;

pub use slug::slug;
pub use splice::{SpliceError, splice};

//! Edits of a vault, as change sets: a vault goes in, a change set comes out; nothing is written and nothing judged.

pub mod rename;
mod slug;
mod splice;

pub use slug::slug;
pub use splice::{SpliceError, splice};

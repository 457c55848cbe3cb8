//! An evidence item as a person reads it: turns of a conversation, paragraphs of a document.

use crate::text::LineRange;

/// The blocks of one evidence item, in order, each tied to the lines it stands in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// What the source says of itself: business, department, ticket number; name and value.
    pub context: Vec<(String, String)>,
    /// The blocks.
    pub blocks: Vec<Block>,
}

/// One turn, paragraph, list item, table row, message or ticket field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Who speaks, as the source writes it: `user`, `assistant`, a name, an address; `None` in a document.
    pub speaker: Option<String>,
    /// When, as the source writes it.
    pub time: Option<String>,
    /// The headings above it, outermost first.
    pub headings: Vec<String>,
    /// What is said, decoded, white space folded.
    pub text: String,
    /// The lines of the item's text that it stands in.
    pub lines: LineRange,
}

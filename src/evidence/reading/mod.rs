//! An evidence item as a person reads it: turns of a conversation, paragraphs of a document. One file a format;
//! what the words mean is for others.

mod code_fence;
mod extracted;
mod jsonl;
mod list_marker;
mod markdown;
mod plain;
mod run;
mod transcript;

pub(in crate::evidence) use extracted::read as extracted;
pub(in crate::evidence) use jsonl::read as json_lines;
pub(in crate::evidence) use markdown::{first_heading, read as markdown};

use std::ops::Range;

use crate::evidence::Item;
use crate::text::LineRange;

/// The blocks of one evidence item, in order, each tied to the lines it stands in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// What the source says of itself: business, department, ticket number; name and value.
    pub context: Vec<(String, String)>,
    /// The blocks.
    pub blocks: Vec<Block>,
    /// The parts of a source that holds several conversations, messages or tickets, each with what it says
    /// of itself; empty for a source of one piece, whose say is all in `context`.
    pub parts: Vec<Part>,
}

/// One conversation or ticket of a source that holds several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What the part says of itself, name and value.
    pub context: Vec<(String, String)>,
    /// Its blocks, as indices into `Reading::blocks`.
    pub blocks: Range<usize>,
}

/// What a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// What one speaker says in one go, or one paragraph of it.
    Turn,
    /// A paragraph.
    Paragraph,
    /// An item of a list.
    ListItem,
    /// A row of a table: its cells as the source separates them. The header's cells, joined by ` | `, are
    /// the innermost of its headings.
    Row,
    /// A field of a ticket; its name is the innermost of its headings.
    Field,
    /// Code, kept whole with its line ends.
    Code,
}

/// One turn, paragraph, list item, table row, message or ticket field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// What it is.
    pub form: Form,
    /// Who speaks, as the source writes it: `user`, `assistant`, a name, an address; `None` in a document.
    pub speaker: Option<String>,
    /// When, as the source writes it: the block's own time, else that of its conversation or message.
    pub time: Option<String>,
    /// The headings above it, outermost first.
    pub headings: Vec<String>,
    /// What is said, decoded, white space folded (but in code). It stands word for word in `lines`.
    pub text: String,
    /// The lines of the item's text that it stands in.
    pub lines: LineRange,
}

impl Reading {
    /// Reads `item`. Never fails: what is not understood is a block without speaker.
    pub fn of(item: &Item) -> Reading {
        let text = item.text();
        let source = item.meta.source.to_ascii_lowercase();
        if item.is_extracted() {
            extracted::read(text)
        } else if source.ends_with(".md") || source.ends_with(".markdown") {
            markdown::read(text)
        } else if source.ends_with(".jsonl") || source.ends_with(".ndjson") {
            jsonl::read(text)
        } else {
            plain::read(text, 0)
        }
    }

    /// What the source, and then the part that holds the block at `index`, say of themselves.
    pub fn context_of(&self, index: usize) -> impl Iterator<Item = (&str, &str)> {
        let part = self.parts.iter().find(|part| part.blocks.contains(&index));
        let of_part = part.map_or(&[][..], |part| &part.context);
        self.context.iter().chain(of_part).map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// Reads plain text.
pub(in crate::evidence) fn plain(text: &str) -> Reading {
    plain::read(text, 0)
}

//! Claims: the sentences of a note that assert something.

use std::ops::Range;
use std::sync::Arc;

use crate::digest::Sha256Hex;
use crate::text::{LineRange, fold_space};

/// In which kind of block a claim stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BlockKind {
    /// A paragraph.
    Paragraph,
    /// A list item.
    ListItem,
    /// A row of a table.
    TableRow,
}

/// A sentence that asserts something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The bytes of the sentence, its footnote marks included.
    pub span: Range<usize>,
    /// The lines of the note it stands in.
    pub lines: LineRange,
    /// The sentence without markup and marks, white space folded.
    pub text: String,
    /// The block it stands in.
    pub block: BlockKind,
    /// The texts of the headings above it, outermost first.
    pub headings: Arc<[String]>,
    /// The citations that cover it, as indices into [`Note::citations`](crate::note::Note::citations); empty for an uncited claim.
    pub citations: Vec<usize>,
}

impl Claim {
    /// The hash that ties a verdict to this very claim: of its folded text.
    pub fn hash(&self) -> Sha256Hex {
        Sha256Hex::of(fold_space(&self.text).as_bytes())
    }
}

//! Citations: footnotes whose definition links into the evidence.

use std::ops::Range;

use crate::text::LineRange;

/// One use of a footnote that cites evidence.
///
/// A footnote with several links into evidence gives several citations with the same mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Citation {
    /// The footnote's label, without `[^` and `]`.
    pub label: String,
    /// The bytes of the mark in the text.
    pub mark: Range<usize>,
    /// The bytes of the definition.
    pub definition: Range<usize>,
    /// The link's target without its fragment, decoded, as written.
    pub target: String,
    /// The bytes of the target, fragment included.
    pub target_span: Range<usize>,
    /// The lines of the fragment, `#L12-L14`; `None` when there is no fragment or it is not lines.
    pub lines: Option<LineRange>,
    /// The quoted words that follow the link, without their quotation marks.
    pub quote: Option<String>,
    /// The bytes of the quoted words, in the note.
    pub quote_span: Option<Range<usize>>,
}

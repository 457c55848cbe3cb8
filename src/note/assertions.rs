//! The claims of a note, in a walk of their own: only who asks for claims pays for reading them.

use std::ops::Range;
use std::sync::Arc;

use pulldown_cmark::RefDefs;

use crate::note::blocks::{self, Block, Spanned, TextKind, Visit, trimmed};
use crate::note::claims::claims;
use crate::note::inline::{self, Wanted};
use crate::note::{BlockKind, Claim, Note};
use crate::text::LineRange;

/// Reads the claims of `note`, in order.
pub(super) fn read(note: &Note) -> Vec<Claim> {
    if note.is_index() {
        return Vec::new();
    }
    let source = note.body();
    let mut reader = Reader {
        note,
        source,
        start: note.front.end,
        claims: Vec::new(),
        headings: 0,
        levels: Vec::new(),
        above: Arc::default(),
    };
    blocks::walk(source, &mut reader);
    reader.claims
}

struct Reader<'t> {
    note: &'t Note,
    source: &'t str,
    /// Where the body starts in the file.
    start: usize,
    claims: Vec<Claim>,
    /// How many headings went by.
    headings: usize,
    /// The levels of the headings above.
    levels: Vec<u8>,
    /// The texts of the headings above.
    above: Arc<[String]>,
}

impl<'t> Visit<'t> for Reader<'t> {
    fn text(&mut self, block: &Block, events: &[Spanned<'t>], definitions: &RefDefs<'_>) {
        let kind = match block.kind {
            TextKind::Heading(_) => return self.heading(),
            TextKind::TableHead => return,
            TextKind::TableRow => BlockKind::TableRow,
            TextKind::Paragraph | TextKind::Tight if block.in_item => BlockKind::ListItem,
            TextKind::Paragraph | TextKind::Tight => BlockKind::Paragraph,
        };
        let (Some(first), Some(last)) = (block.stretches.first(), block.stretches.last()) else { return };
        if block.in_footnote {
            return;
        }
        let inline = inline::read(self.source, block, events, definitions, Wanted::Words);
        let span = trimmed(self.source, first.start..last.end);
        for claim in claims(self.source, &span, &inline, kind) {
            let span = claim.span.start + self.start..claim.span.end + self.start;
            let lines = &self.note.lines;
            let (first, last) = (lines.line(span.start), lines.line(span.end.max(span.start + 1) - 1));
            let marks = inline.marks.get(claim.marks).unwrap_or_default();
            self.claims.push(Claim {
                lines: LineRange::new(first, last.max(first)).unwrap_or(LineRange::single(first)),
                span,
                text: claim.text,
                block: kind,
                headings: Arc::clone(&self.above),
                citations: marks.iter().flat_map(|mark| self.cited(mark.span.start)).collect(),
            });
        }
    }
}

impl Reader<'_> {
    /// Takes the next heading of the note.
    fn heading(&mut self) {
        let Some(heading) = self.note.headings.get(self.headings) else { return };
        self.headings += 1;
        let kept = self.levels.partition_point(|&level| level < heading.level);
        self.levels.truncate(kept);
        self.levels.push(heading.level);
        self.above = self.above[..kept].iter().cloned().chain([heading.text.clone()]).collect();
    }

    /// The citations of the mark at `at` of the body, as indices.
    fn cited(&self, at: usize) -> Range<usize> {
        let citations = self.note.citations();
        let at = at + self.start;
        let first = citations.partition_point(|citation| citation.mark.start < at);
        let count = citations[first..].iter().take_while(|citation| citation.mark.start == at).count();
        first..first + count
    }
}

//! What a note holds: headings, block ids, anchors, links, and the citations of its footnotes. What it claims is
//! read when somebody asks.

use std::collections::HashMap;
use std::ops::Range;

use pulldown_cmark::RefDefs;

use crate::note::blocks::{self, Block, Spanned, TextKind, Visit, trimmed};
use crate::note::footnote::{self, Definition};
use crate::note::inline::{self, Wanted};
use crate::note::{Citation, Heading, Link, Problem, duplicates, heading, split_link};

/// The most citations that are read of one note: a footnote of many links that is used many times makes one for
/// each pair.
const MOST_CITATIONS: usize = 10_000;

/// What the body of a note holds. Ranges are bytes of the whole text.
#[derive(Debug, Default)]
pub(super) struct Contents {
    pub headings: Vec<Heading>,
    pub block_ids: Vec<String>,
    pub anchors: Vec<String>,
    pub links: Vec<Link>,
    pub citations: Vec<Citation>,
    pub problems: Vec<Problem>,
    /// The blocks of code, in order.
    pub code: Vec<Range<usize>>,
}

/// Reads `text` from `start`.
pub(super) fn read(text: &str, start: usize) -> Contents {
    let source = &text[start..];
    let defines = memchr::memmem::find(source.as_bytes(), b"]:").is_some();
    let mut reader = Reader { source, defines, ..Reader::default() };
    blocks::walk(source, &mut reader);
    reader.finish(start)
}

/// A use of a footnote.
struct Use {
    label: String,
    span: Range<usize>,
}

#[derive(Default)]
struct Reader<'t> {
    source: &'t str,
    contents: Contents,
    slugs: HashMap<String, u32>,
    footnotes: Vec<Definition>,
    /// The definitions that are open, as indices.
    open: Vec<usize>,
    marks: Vec<Use>,
    /// Where `%%` stands, outside of code.
    comments: Vec<usize>,
    /// Whether there may be definitions of reference links.
    defines: bool,
    /// The blocks of text, where there may be such definitions.
    blocks: Vec<Range<usize>>,
}

impl<'t> Visit<'t> for Reader<'t> {
    fn text(&mut self, block: &Block, events: &[Spanned<'t>], definitions: &RefDefs<'_>) {
        if self.defines {
            self.blocks.push(block.span.clone());
        }
        if matches!(block.kind, TextKind::TableHead | TextKind::TableRow) {
            split_link::find(self.source, &block.span, &mut self.contents.problems);
        }
        let wanted = match block.kind {
            TextKind::Heading(_) => Wanted::LinksAndWords,
            _ => Wanted::Links,
        };
        let mut inline = inline::read(self.source, block, events, definitions, wanted);
        inline.links.iter_mut().for_each(|link| link.in_footnote = block.in_footnote);
        self.contents.links.append(&mut inline.links);
        self.contents.anchors.append(&mut inline.anchors);
        self.contents.problems.append(&mut inline.problems);
        self.contents.block_ids.extend(inline.block_id.take());
        self.comments.append(&mut inline.comments);
        self.marks.extend(inline.marks.into_iter().map(|mark| Use { label: mark.label, span: mark.span }));
        if let TextKind::Heading(level) = block.kind {
            let text = inline.plain.text.split_whitespace().collect::<Vec<_>>().join(" ");
            let slug = heading::unique(&mut self.slugs, heading::slug(&text));
            let span = trimmed(self.source, block.span.clone());
            self.contents.headings.push(Heading { level, text, slug, span });
        }
    }

    fn end(&mut self, definitions: &RefDefs<'_>) {
        if self.defines {
            let taken = [self.blocks.as_slice(), &self.contents.code];
            duplicates::find(self.source, definitions, taken, &mut self.contents.problems);
        }
    }

    fn code(&mut self, span: &Range<usize>) {
        self.contents.code.push(span.clone());
    }

    fn html(&mut self, html: &str) {
        inline::anchors(html, &mut self.contents.anchors);
    }

    fn footnote_start(&mut self, label: &str, span: &Range<usize>) {
        let links = self.contents.links.len()..self.contents.links.len();
        self.open.push(self.footnotes.len());
        self.footnotes.push(Definition { key: footnote::key(label), span: span.clone(), links });
    }

    fn footnote_end(&mut self) {
        if let Some(index) = self.open.pop() {
            self.footnotes[index].links.end = self.contents.links.len();
        }
    }
}

impl Reader<'_> {
    /// Marks meet their definitions, and every range moves by `start`, where the body starts in the file.
    fn finish(mut self, start: usize) -> Contents {
        self.cite();
        let comments: Vec<Range<usize>> =
            self.comments.chunks_exact(2).map(|pair| pair[0]..pair[1] + 2).collect();
        let mut contents = self.contents;
        if !comments.is_empty() {
            contents.links.retain(|link| !within(&comments, link.span.start));
        }
        contents.links.iter_mut().for_each(|link| {
            shift(&mut link.span, start);
            shift(&mut link.target_span, start);
        });
        contents.headings.iter_mut().for_each(|heading| shift(&mut heading.span, start));
        contents.problems.iter_mut().for_each(|problem| problem.shift(start));
        contents.code.iter_mut().for_each(|code| shift(code, start));
        for citation in &mut contents.citations {
            shift(&mut citation.mark, start);
            shift(&mut citation.definition, start);
            shift(&mut citation.target_span, start);
            citation.quote_span.iter_mut().for_each(|span| shift(span, start));
        }
        contents
    }

    fn cite(&mut self) {
        if self.footnotes.is_empty() {
            return;
        }
        // The first definition of a label counts.
        let mut defined: HashMap<&str, (&Definition, Option<Vec<Citation>>)> = HashMap::new();
        for definition in self.footnotes.iter().rev() {
            if let Some((later, _)) = defined.insert(&definition.key, (definition, None)) {
                self.contents.problems.extend(duplicates::problem(self.source, later.span.start));
            }
        }
        for mark in &self.marks {
            let Some((definition, read)) = defined.get_mut(footnote::key(&mark.label).as_str()) else {
                continue;
            };
            let links = &self.contents.links[definition.links.clone()];
            let citations = read.get_or_insert_with(|| footnote::citations(self.source, definition, links));
            if self.contents.citations.len() + citations.len() > MOST_CITATIONS {
                let message =
                    format!("more than {MOST_CITATIONS} citations in one note; the rest is not read");
                self.contents.problems.push(Problem::new("broken-citation", mark.span.clone(), message));
                return;
            }
            self.contents.citations.extend(citations.iter().map(|citation| Citation {
                label: mark.label.clone(),
                mark: mark.span.clone(),
                ..citation.clone()
            }));
        }
    }
}

fn within(ranges: &[Range<usize>], at: usize) -> bool {
    let index = ranges.partition_point(|range| range.end <= at);
    ranges.get(index).is_some_and(|range| range.start <= at)
}

fn shift(range: &mut Range<usize>, by: usize) {
    *range = range.start + by..range.end + by;
}

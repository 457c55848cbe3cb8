//! The one pass over a note's Markdown: blocks in, headings, links, claims and citations out.

mod finish;

use std::collections::HashMap;
use std::ops::Range;

use pulldown_cmark::{Event, OffsetIter, Options, Parser, RefDefs, Tag, TagEnd};

use crate::note::claims::{RawClaim, claims};
use crate::note::footnote::{self, Definition};
use crate::note::inline;
use crate::note::{BlockKind, Citation, Claim, Heading, Link, Problem, heading};
use crate::text::LineIndex;

/// What the body of a note says. Ranges are bytes of the whole text.
#[derive(Debug, Default)]
pub(super) struct Body {
    pub headings: Vec<Heading>,
    pub block_ids: Vec<String>,
    pub anchors: Vec<String>,
    pub links: Vec<Link>,
    pub claims: Vec<Claim>,
    pub citations: Vec<Citation>,
    pub problems: Vec<Problem>,
    /// The blocks of code, in order.
    pub code: Vec<Range<usize>>,
}

/// Reads `text` from `start`; `claiming` says whether the note makes claims at all.
pub(super) fn read(text: &str, start: usize, lines: &LineIndex, claiming: bool) -> Body {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS;
    let source = &text[start..];
    let parser = Parser::new_ext(source, options);
    let mut walk = Walk {
        source,
        claiming,
        body: Body::default(),
        leaf: None,
        events: Vec::new(),
        containers: Vec::new(),
        above: Vec::new(),
        slugs: HashMap::new(),
        footnotes: Vec::new(),
        marks: Vec::new(),
        claims: Vec::new(),
        comments: Vec::new(),
    };
    walk.run(parser.into_offset_iter());
    walk.finish(start, lines)
}

/// A block that holds other blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Container {
    Item,
    /// A block quote that starts with `[!kind]`.
    Callout,
    /// The definition of a footnote, as an index.
    Footnote(usize),
    Other,
}

/// What kind of block of text is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LeafKind {
    Paragraph,
    /// The text of an item of a tight list, which has no paragraph around it.
    Tight,
    Heading(u8),
    TableHead,
    TableRow,
}

/// A block of text that is open.
struct Leaf {
    kind: LeafKind,
    /// The whole block.
    span: Range<usize>,
    /// Its text: the block, or the cells of a row.
    stretches: Vec<Range<usize>>,
}

/// A claim of which block, with which of the note's marks.
struct Pending {
    claim: RawClaim,
    kind: BlockKind,
    headings: Vec<String>,
    /// The index of the block's first mark among the note's.
    first_mark: usize,
}

/// A use of a footnote.
struct Use {
    label: String,
    span: Range<usize>,
}

struct Walk<'t> {
    source: &'t str,
    claiming: bool,
    body: Body,
    leaf: Option<Leaf>,
    /// The events of the open block.
    events: Vec<(Event<'t>, Range<usize>)>,
    containers: Vec<Container>,
    /// The headings above, with their levels.
    above: Vec<(u8, String)>,
    slugs: HashMap<String, u32>,
    footnotes: Vec<Definition>,
    marks: Vec<Use>,
    claims: Vec<Pending>,
    /// Where `%%` stands, outside of code.
    comments: Vec<usize>,
}

impl<'t> Walk<'t> {
    fn run(&mut self, mut events: OffsetIter<'t>) {
        while let Some((event, range)) = events.next() {
            let definitions = events.reference_definitions();
            match &event {
                Event::Start(tag) => self.start(tag, &range, definitions),
                Event::End(tag) => self.end(*tag, definitions),
                Event::Rule => self.close(definitions),
                Event::Html(html) => inline::anchors(html, &mut self.body.anchors),
                _ if self.body.code.last().is_some_and(|code| code.end > range.start) => {}
                _ => self.open_tight(&range),
            }
            if self.leaf.is_some() && is_inline(&event) {
                self.events.push((event, range));
            }
        }
        self.close(events.reference_definitions());
    }

    fn start(&mut self, tag: &Tag<'t>, range: &Range<usize>, definitions: &RefDefs<'_>) {
        let kind = match tag {
            Tag::Paragraph => LeafKind::Paragraph,
            Tag::Heading { level, .. } => LeafKind::Heading(*level as u8),
            Tag::TableHead => LeafKind::TableHead,
            Tag::TableRow => LeafKind::TableRow,
            Tag::TableCell => {
                if let Some(leaf) = &mut self.leaf {
                    leaf.stretches.push(range.clone());
                }
                return;
            }
            Tag::CodeBlock(_) => {
                self.close(definitions);
                self.body.code.push(range.clone());
                return;
            }
            Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. } | Tag::Image { .. } => {
                return self.open_tight(range);
            }
            container => {
                self.close(definitions);
                let container = self.container(container, range);
                self.containers.push(container);
                return;
            }
        };
        self.close(definitions);
        let cells = matches!(kind, LeafKind::TableHead | LeafKind::TableRow);
        let stretches = if cells { Vec::new() } else { vec![range.clone()] };
        self.leaf = Some(Leaf { kind, span: range.clone(), stretches });
    }

    fn container(&mut self, tag: &Tag<'t>, range: &Range<usize>) -> Container {
        match tag {
            Tag::Item => Container::Item,
            Tag::BlockQuote(_) if is_callout(&self.source[range.clone()]) => Container::Callout,
            Tag::FootnoteDefinition(label) => {
                let links = self.body.links.len()..self.body.links.len();
                let end = range.start + self.source[range.clone()].trim_end().len();
                self.footnotes.push(Definition { key: footnote::key(label), span: range.start..end, links });
                Container::Footnote(self.footnotes.len() - 1)
            }
            _ => Container::Other,
        }
    }

    fn end(&mut self, tag: TagEnd, definitions: &RefDefs<'_>) {
        match tag {
            TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::TableHead | TagEnd::TableRow => {
                self.close(definitions)
            }
            TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image => {}
            TagEnd::TableCell | TagEnd::CodeBlock => {}
            _ => {
                self.close(definitions);
                if let Some(Container::Footnote(index)) = self.containers.pop() {
                    self.footnotes[index].links.end = self.body.links.len();
                }
            }
        }
    }

    /// Takes inline text that no block announced: it stands in an item of a tight list.
    fn open_tight(&mut self, range: &Range<usize>) {
        match &mut self.leaf {
            None => {
                let stretches = vec![range.clone()];
                self.leaf = Some(Leaf { kind: LeafKind::Tight, span: range.clone(), stretches });
            }
            Some(leaf) if leaf.kind == LeafKind::Tight => {
                leaf.span.end = leaf.span.end.max(range.end);
                leaf.stretches[0].end = leaf.span.end;
            }
            Some(_) => {}
        }
    }

    /// Closes the open block of text and takes out what it says.
    fn close(&mut self, definitions: &RefDefs<'_>) {
        let Some(leaf) = self.leaf.take() else { return };
        let mut inline = inline::read(self.source, &leaf.stretches, &self.events, definitions);
        self.events.clear();
        let footnote = self.containers.iter().any(|container| matches!(container, Container::Footnote(_)));
        for link in &mut inline.links {
            link.in_footnote = footnote;
        }
        self.body.links.append(&mut inline.links);
        self.body.anchors.append(&mut inline.anchors);
        self.body.problems.append(&mut inline.problems);
        self.body.block_ids.extend(inline.block_id.take());
        self.comments.append(&mut inline.comments);
        let first_mark = self.marks.len();
        let uses = inline.marks.iter().map(|mark| Use { label: mark.label.clone(), span: mark.span.clone() });
        self.marks.extend(uses);
        let kind = match leaf.kind {
            LeafKind::Heading(level) => return self.heading(level, &inline.plain.text, leaf.span),
            LeafKind::TableHead => return,
            LeafKind::TableRow => BlockKind::TableRow,
            LeafKind::Paragraph | LeafKind::Tight if self.containers.contains(&Container::Item) => {
                BlockKind::ListItem
            }
            LeafKind::Paragraph | LeafKind::Tight => BlockKind::Paragraph,
        };
        if !self.claiming || footnote || self.containers.contains(&Container::Callout) {
            return;
        }
        let (Some(first), Some(last)) = (leaf.stretches.first(), leaf.stretches.last()) else { return };
        let block = trimmed(self.source, first.start..last.end);
        for claim in claims(self.source, &block, &inline, kind) {
            let headings = self.above.iter().map(|(_, text)| text.clone()).collect();
            self.claims.push(Pending { claim, kind, headings, first_mark });
        }
    }

    fn heading(&mut self, level: u8, plain: &str, span: Range<usize>) {
        let text = plain.split_whitespace().collect::<Vec<_>>().join(" ");
        let slug = heading::unique(&mut self.slugs, heading::slug(&text));
        self.above.retain(|(above, _)| *above < level);
        self.above.push((level, text.clone()));
        self.body.headings.push(Heading { level, text, slug, span: trimmed(self.source, span) });
    }
}

fn is_inline(event: &Event<'_>) -> bool {
    match event {
        Event::Start(tag) => matches!(
            tag,
            Tag::TableCell
                | Tag::Emphasis
                | Tag::Strong
                | Tag::Strikethrough
                | Tag::Link { .. }
                | Tag::Image { .. }
        ),
        Event::End(tag) => matches!(
            tag,
            TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image | TagEnd::Strong | TagEnd::Emphasis
        ),
        Event::Html(_) | Event::Rule => false,
        _ => true,
    }
}

/// Whether a block quote is a callout (`> [!note]`), of GitHub or Obsidian.
fn is_callout(quote: &str) -> bool {
    let first = quote.trim_start_matches(|c: char| c == '>' || c.is_whitespace());
    first.strip_prefix("[!").and_then(|rest| rest.split_once(']')).is_some_and(|(kind, _)| {
        !kind.is_empty() && kind.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '|' | ' '))
    })
}

fn trimmed(source: &str, range: Range<usize>) -> Range<usize> {
    let text = &source[range.clone()];
    let start = range.start + text.len() - text.trim_start().len();
    start..start + text.trim().len()
}

//! The walk over a note's Markdown: which blocks of text stand where, with the events inside them. What they say is
//! for those that take them, the contents and the claims.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, RefDefs, Tag, TagEnd};

/// What kind of block of text it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextKind {
    Paragraph,
    /// The text of an item of a tight list, which has no paragraph around it.
    Tight,
    Heading(u8),
    TableHead,
    TableRow,
}

/// A block of text. Ranges are bytes of the source that is walked.
#[derive(Debug)]
pub(super) struct Block {
    pub kind: TextKind,
    /// The whole block.
    pub span: Range<usize>,
    /// Its text: the block, or the cells of a row.
    pub stretches: Vec<Range<usize>>,
    /// Whether it stands in an item of a list.
    pub in_item: bool,
    /// Whether it stands in the definition of a footnote.
    pub in_footnote: bool,
    /// Whether it is the first in a block quote that starts with `[!kind]`, a callout of GitHub or Obsidian: then
    /// its first line is the callout's title.
    pub opens_callout: bool,
}

/// An event with its bytes.
pub(super) type Spanned<'t> = (Event<'t>, Range<usize>);

/// Takes what the walk meets, in order.
pub(super) trait Visit<'t> {
    /// A block of text, with the events inside it.
    fn text(&mut self, block: &Block, events: &[Spanned<'t>], definitions: &RefDefs<'_>);
    /// The end, with all definitions of reference links.
    fn end(&mut self, _definitions: &RefDefs<'_>) {}
    /// A block of code.
    fn code(&mut self, _span: &Range<usize>) {}
    /// A piece of a block of HTML.
    fn html(&mut self, _html: &str) {}
    /// The start of the definition of a footnote, whose bytes are `span`.
    fn footnote_start(&mut self, _label: &str, _span: &Range<usize>) {}
    /// The end of the definition that was started last and has not ended yet.
    fn footnote_end(&mut self) {}
}

/// Walks over `source` and hands `visitor` what is there.
pub(super) fn walk<'t>(source: &'t str, visitor: &mut impl Visit<'t>) {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS;
    let mut events = Parser::new_ext(source, options).into_offset_iter();
    let mut walk = Walk {
        source,
        visitor,
        block: None,
        events: Vec::new(),
        containers: Vec::new(),
        items: 0,
        footnotes: 0,
        callout: false,
        in_code: false,
    };
    while let Some((event, range)) = events.next() {
        let definitions = events.reference_definitions();
        match &event {
            Event::Start(tag) => walk.start(tag, &range, definitions),
            Event::End(tag) => walk.end(*tag, definitions),
            Event::Rule => walk.close(definitions),
            Event::Html(html) => walk.visitor.html(html),
            _ if walk.in_code => {}
            _ => walk.open_tight(&range),
        }
        if walk.block.is_some() && is_inline(&event) {
            walk.events.push((event, range));
        }
    }
    walk.close(events.reference_definitions());
    visitor.end(events.reference_definitions());
}

/// A block that holds other blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Container {
    Item,
    Footnote,
    Other,
}

struct Walk<'t, 'v, V> {
    source: &'t str,
    visitor: &'v mut V,
    block: Option<Block>,
    /// The events of the open block.
    events: Vec<Spanned<'t>>,
    containers: Vec<Container>,
    /// How many of the containers are items, and definitions of footnotes.
    items: usize,
    footnotes: usize,
    /// Whether a callout started and none of its text was met yet.
    callout: bool,
    in_code: bool,
}

impl<'t, V: Visit<'t>> Walk<'t, '_, V> {
    fn start(&mut self, tag: &Tag<'t>, range: &Range<usize>, definitions: &RefDefs<'_>) {
        let kind = match tag {
            Tag::Paragraph => TextKind::Paragraph,
            Tag::Heading { level, .. } => TextKind::Heading(*level as u8),
            Tag::TableHead => TextKind::TableHead,
            Tag::TableRow => TextKind::TableRow,
            Tag::TableCell => {
                if let Some(block) = &mut self.block {
                    block.stretches.push(range.clone());
                }
                return;
            }
            Tag::CodeBlock(_) => {
                self.close(definitions);
                self.callout = false;
                self.in_code = true;
                return self.visitor.code(range);
            }
            Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. } | Tag::Image { .. } => {
                return self.open_tight(range);
            }
            container => {
                self.close(definitions);
                return self.enter(container, range);
            }
        };
        self.close(definitions);
        let cells = matches!(kind, TextKind::TableHead | TextKind::TableRow);
        self.open(kind, range.clone(), if cells { Vec::new() } else { vec![range.clone()] });
    }

    fn enter(&mut self, tag: &Tag<'t>, range: &Range<usize>) {
        self.callout = false;
        self.containers.push(match tag {
            Tag::Item => {
                self.items += 1;
                Container::Item
            }
            Tag::BlockQuote(_) => {
                self.callout = is_callout(&self.source[range.clone()]);
                Container::Other
            }
            Tag::FootnoteDefinition(label) => {
                self.footnotes += 1;
                let end = range.start + self.source[range.clone()].trim_end().len();
                self.visitor.footnote_start(label, &(range.start..end));
                Container::Footnote
            }
            _ => Container::Other,
        });
    }

    fn end(&mut self, tag: TagEnd, definitions: &RefDefs<'_>) {
        match tag {
            TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::TableHead | TagEnd::TableRow => {
                self.close(definitions);
            }
            TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image => {}
            TagEnd::TableCell => {}
            TagEnd::CodeBlock => self.in_code = false,
            _ => {
                self.close(definitions);
                self.callout = false;
                match self.containers.pop() {
                    Some(Container::Item) => self.items -= 1,
                    Some(Container::Footnote) => {
                        self.footnotes -= 1;
                        self.visitor.footnote_end();
                    }
                    Some(Container::Other) | None => {}
                }
            }
        }
    }

    fn open(&mut self, kind: TextKind, span: Range<usize>, stretches: Vec<Range<usize>>) {
        self.block = Some(Block {
            kind,
            span,
            stretches,
            in_item: self.items > 0,
            in_footnote: self.footnotes > 0,
            opens_callout: std::mem::take(&mut self.callout),
        });
    }

    /// Takes inline text that no block announced: it stands in an item of a tight list.
    fn open_tight(&mut self, range: &Range<usize>) {
        match &mut self.block {
            None => self.open(TextKind::Tight, range.clone(), vec![range.clone()]),
            Some(block) if block.kind == TextKind::Tight => {
                block.span.end = block.span.end.max(range.end);
                block.stretches[0].end = block.span.end;
            }
            Some(_) => {}
        }
    }

    /// Closes the open block of text and hands it on.
    fn close(&mut self, definitions: &RefDefs<'_>) {
        if let Some(block) = self.block.take() {
            self.visitor.text(&block, &self.events, definitions);
            self.events.clear();
        }
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
    let first = quote.trim_start_matches([' ', '\t']);
    let Some(first) = first.strip_prefix('>') else { return false };
    let first = first.trim_start_matches([' ', '\t']);
    first.strip_prefix("[!").and_then(|rest| rest.split_once(']')).is_some_and(|(kind, _)| {
        !kind.is_empty() && kind.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '|' | ' '))
    })
}

/// `range` without the white space at its ends.
pub(super) fn trimmed(source: &str, range: Range<usize>) -> Range<usize> {
    let text = &source[range.clone()];
    let start = range.start + text.len() - text.trim_start().len();
    start..start + text.trim().len()
}

//! What kb reads in a block's source in place of the Markdown parser: wiki-links, math, block ids, and marks of
//! footnotes that are defined nowhere.

use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Tag};

use crate::note::inline::Plain;
use crate::note::wiki::Found;
use crate::note::{Link, Problem, malformed, math, wiki};

/// One stretch that is read here.
struct Patch {
    span: Range<usize>,
    what: What,
}

enum What {
    Wiki(Found),
    Math,
    /// `^id` at the end of the block.
    BlockId,
    /// A mark without a definition.
    Dangling,
}

/// Where there are links of the parser's: their bytes, ordered by start, and those that go before wiki-links.
#[derive(Default)]
struct Parsed {
    links: Vec<Range<usize>>,
    first: Vec<usize>,
    marks: Vec<usize>,
}

/// The stretches of one block that are read here, in order and apart.
pub(super) struct Cover {
    patches: Vec<Patch>,
    /// What looks like a link and is none.
    malformed: Vec<Problem>,
    /// How many have gone into the plain text.
    next: usize,
}

impl Cover {
    /// Finds them, and with `hints` what looks like a link and is none.
    pub fn find(
        source: &str,
        stretches: &[Range<usize>],
        events: &[(Event<'_>, Range<usize>)],
        hints: bool,
    ) -> Cover {
        let whole = match (stretches.first(), stretches.last()) {
            (Some(first), Some(last)) => &source[first.start..last.end],
            _ => "",
        };
        let mut patches = Vec::new();
        let mut malformed = Vec::new();
        // Most blocks have none of it.
        if memchr::memchr3(b'[', b'$', b'^', whole.as_bytes()).is_some() {
            let mut opaque: Vec<Range<usize>> = Vec::new();
            let mut parsed = Parsed::default();
            for (event, range) in events {
                match event {
                    Event::Code(_) | Event::InlineHtml(_) => opaque.push(range.clone()),
                    Event::Start(Tag::Link { link_type: kind, .. } | Tag::Image { link_type: kind, .. }) => {
                        parsed.links.push(range.clone());
                        // `[x]` inside `[[x]]` is no link of its own; everything else goes first.
                        if !matches!(kind, LinkType::Shortcut | LinkType::Collapsed) {
                            parsed.first.push(range.start);
                        }
                        if *kind == LinkType::Autolink {
                            opaque.push(range.clone());
                        }
                    }
                    Event::FootnoteReference(_) => parsed.marks.push(range.start),
                    _ => {}
                }
            }
            for stretch in stretches {
                find_in(source, stretch, &mut opaque, &parsed, &mut patches, hints.then_some(&mut malformed));
            }
            if let [stretch] = stretches {
                patches.extend(block_id(source, stretch));
            }
            patches.sort_by_key(|patch| patch.span.start);
            let mut end = 0;
            patches.retain(|patch| {
                let apart = patch.span.start >= end;
                end = end.max(patch.span.end);
                apart
            });
        }
        Cover { patches, malformed, next: 0 }
    }

    /// Whether `span` lies inside a stretch that is read here.
    pub fn hides(&self, span: &Range<usize>) -> bool {
        let index = self.patches.partition_point(|patch| patch.span.end <= span.start);
        self.patches
            .get(index)
            .is_some_and(|patch| patch.span.start <= span.start && span.end <= patch.span.end)
    }

    /// Adds `text`, which the parser found at `range`, to `plain`, with the stretches read here in its place.
    pub fn push(&mut self, plain: &mut Plain, source: &str, text: &str, range: &Range<usize>, masked: bool) {
        let exact = source.get(range.clone()) == Some(text);
        let mut at = range.start.max(self.covered());
        while let Some(patch) = self.patches.get(self.next).filter(|patch| patch.span.start < range.end) {
            if patch.span.start > at && exact {
                plain.push(source, &source[at..patch.span.start], at..patch.span.start, masked);
            }
            patch.say(plain, source);
            at = at.max(patch.span.end);
            self.next += 1;
        }
        if at <= range.start {
            plain.push(source, text, range.clone(), masked);
        } else if at < range.end && exact {
            plain.push(source, &source[at..range.end], at..range.end, masked);
        }
    }

    /// Passes over what stands before `end` without a word.
    pub fn skip(&mut self, end: usize) {
        while self.patches.get(self.next).is_some_and(|patch| patch.span.start < end) {
            self.next += 1;
        }
    }

    /// Where the last stretch that was said ends.
    fn covered(&self) -> usize {
        self.next.checked_sub(1).map_or(0, |last| self.patches[last].span.end)
    }

    /// The id at the end of the block.
    pub fn block_id(&self, source: &str) -> Option<String> {
        let last = self.patches.last().filter(|patch| matches!(patch.what, What::BlockId))?;
        Some(source[last.span.start + 1..last.span.end].to_owned())
    }

    /// The marks that are defined nowhere, and what looks like a link and is none.
    pub fn problems(&mut self) -> Vec<Problem> {
        let dangling = self.patches.iter().filter(|patch| matches!(patch.what, What::Dangling));
        let dangling = dangling.map(|patch| {
            Problem::new("broken-citation", patch.span.clone(), "this footnote is defined nowhere")
        });
        let mut problems: Vec<Problem> = dangling.collect();
        problems.append(&mut self.malformed);
        problems
    }

    /// The wiki-links and embeds.
    pub fn links(&self, source: &str) -> impl Iterator<Item = Link> {
        self.patches.iter().filter_map(|patch| match &patch.what {
            What::Wiki(found) => Some(found.link(source)),
            _ => None,
        })
    }
}

impl Patch {
    fn say(&self, plain: &mut Plain, source: &str) {
        match &self.what {
            What::Wiki(found) if !found.embed => {
                let start = plain.len();
                plain.push(source, found.words(source), self.span.clone(), true);
                plain.mark_linked(start);
            }
            What::Math => plain.push(source, &source[self.span.clone()], self.span.clone(), true),
            What::Wiki(_) | What::BlockId | What::Dangling => {}
        }
    }
}

fn find_in(
    source: &str,
    stretch: &Range<usize>,
    opaque: &mut Vec<Range<usize>>,
    parsed: &Parsed,
    patches: &mut Vec<Patch>,
    malformed: Option<&mut Vec<Problem>>,
) {
    let math = math::scan(source, stretch.clone(), opaque);
    if !math.is_empty() {
        opaque.extend_from_slice(&math);
        opaque.sort_by_key(|range| range.start);
        patches.extend(math.into_iter().map(|span| Patch { span, what: What::Math }));
    }
    let wiki = |found: Found| {
        if parsed.first.binary_search(&found.span.start).is_err() {
            patches.push(Patch { span: found.span.clone(), what: What::Wiki(found) });
        }
    };
    let mut hollow = Vec::new();
    wiki::scan(source, stretch.clone(), opaque, wiki, |span| hollow.push(span));
    if let Some(malformed) = malformed {
        malformed.extend(hollow.into_iter().filter_map(|span| malformed::hollow(source, span)));
        malformed::spaced(source, stretch, opaque, &parsed.links, malformed);
    }
    for at in memchr::memmem::find_iter(&source.as_bytes()[stretch.clone()], "[^") {
        let start = stretch.start + at;
        let index = opaque.partition_point(|range| range.end <= start);
        let hidden = opaque.get(index).is_some_and(|range| range.start <= start);
        if hidden || parsed.marks.binary_search(&start).is_ok() || wiki::escaped(source.as_bytes(), start) {
            continue;
        }
        let rest = &source[start + 2..stretch.end];
        let label =
            rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '.'))).unwrap_or(rest.len());
        let close = start + 2 + label;
        let after = source.as_bytes().get(close + 1);
        if label > 0 && source[close..].starts_with(']') && !matches!(after, Some(b'(' | b'[' | b':' | b']'))
        {
            patches.push(Patch { span: start..close + 1, what: What::Dangling });
        }
    }
}

/// `^id` at the end of the block, after white space or alone.
fn block_id(source: &str, stretch: &Range<usize>) -> Option<Patch> {
    let block = source[stretch.clone()].trim_end();
    let start = block.len() - block.rsplit(char::is_whitespace).next().unwrap_or_default().len();
    let id = block[start..].strip_prefix('^')?;
    let valid = !id.is_empty() && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let span = stretch.start + start..stretch.start + block.len();
    valid.then_some(Patch { span, what: What::BlockId })
}

/// Where `%%` stands in a block, outside of its code.
pub(super) fn comments(
    source: &str,
    stretches: &[Range<usize>],
    events: &[(Event<'_>, Range<usize>)],
) -> Vec<usize> {
    let mut found = Vec::new();
    let mut code = events.iter().filter(|(event, _)| matches!(event, Event::Code(_))).peekable();
    for stretch in stretches {
        for at in memchr::memmem::find_iter(&source.as_bytes()[stretch.clone()], "%%") {
            let at = stretch.start + at;
            while code.next_if(|(_, range)| range.end <= at).is_some() {}
            if code.peek().is_none_or(|(_, range)| at < range.start) {
                found.push(at);
            }
        }
    }
    found
}

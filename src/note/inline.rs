//! The inline content of one block: its plain text with a map back to the source, its links and its marks.

mod cover;
mod plain;

use std::ops::Range;

use memchr::{memchr, memchr3};
use pulldown_cmark::{Event, LinkType, RefDefs, Tag, TagEnd};

use crate::note::blocks::{Block, Spanned, TextKind};
use crate::note::{Link, LinkKind, Problem, destination};

use cover::Cover;
pub(super) use plain::Plain;

/// The mark of a footnote.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    /// Where it stands in the plain text.
    pub at: usize,
    /// Its bytes in the source.
    pub span: Range<usize>,
    /// Its label.
    pub label: String,
}

/// What the inline content of one block says.
#[derive(Debug, Default)]
pub(super) struct Inline {
    pub plain: Plain,
    pub links: Vec<Link>,
    pub marks: Vec<Mark>,
    pub anchors: Vec<String>,
    pub problems: Vec<Problem>,
    pub block_id: Option<String>,
    /// Where `%%` stands, outside of code and math: Obsidian's comments.
    pub comments: Vec<usize>,
}

/// A link that is open while events go by.
struct OpenLink<'e> {
    image: bool,
    kind: LinkType,
    destination: &'e str,
    id: &'e str,
    span: Range<usize>,
    plain_start: usize,
    /// Where the source of its words ends.
    text_end: usize,
}

/// What is wanted of a block. Words are dear, and only claims and headings are made of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Everything but the words outside of links.
    Links,
    /// Everything.
    LinksAndWords,
    /// The words and the marks among them; of a callout, those after its title.
    Words,
}

/// Reads the events of `block`, which stands in `source`.
pub(super) fn read(
    source: &str,
    block: &Block,
    events: &[Spanned<'_>],
    definitions: &RefDefs<'_>,
    wanted: Wanted,
) -> Inline {
    let mut inline = Inline::default();
    let (links, words) = (wanted != Wanted::Words, wanted != Wanted::Links);
    if !words && !may_hold_links(&source.as_bytes()[block.span.clone()]) {
        return inline;
    }
    let mut cover = Cover::find(source, &block.stretches, events, links);
    if links {
        inline.problems = cover.problems();
        inline.block_id = cover.block_id(source);
        inline.comments = cover::comments(source, &block.stretches, events);
    }
    let mut open: Vec<OpenLink<'_>> = Vec::new();
    let mut title = block.opens_callout && block.kind == TextKind::Paragraph && !links;
    let mut struck = 0_u32;
    let mut cells = 0;
    let plain = &mut inline.plain;
    for (event, range) in events {
        if let Some(link) =
            open.last_mut().filter(|_| !matches!(event, Event::End(TagEnd::Link | TagEnd::Image)))
        {
            link.text_end = link.text_end.max(range.end.min(link.span.end));
        }
        let seen = struck == 0
            && !title
            && (words || !open.is_empty())
            && !open.iter().rev().take(MOST_NESTED).any(|link| link.image);
        match event {
            Event::Start(Tag::TableCell) => {
                if cells > 0 && words {
                    plain.push_separator(" | ");
                }
                cells += 1;
            }
            Event::Start(
                tag
                @ (Tag::Link { link_type, dest_url, id, .. } | Tag::Image { link_type, dest_url, id, .. }),
            ) => open.push(OpenLink {
                image: matches!(tag, Tag::Image { .. }),
                kind: *link_type,
                destination: dest_url,
                id,
                span: range.clone(),
                plain_start: plain.len(),
                text_end: range.start + 1,
            }),
            Event::End(TagEnd::Link | TagEnd::Image) => {
                let Some(link) = open.pop() else { continue };
                let end = link.span.end;
                if !cover.hides(&link.span) {
                    if !link.image && words {
                        plain.mark_linked(link.plain_start);
                    }
                    if links {
                        inline.links.extend(finish(source, &link, plain, definitions));
                    }
                }
                if let Some(outer) = open.last_mut() {
                    outer.text_end = outer.text_end.max(end);
                }
            }
            Event::Start(Tag::Strikethrough) => struck += 1,
            Event::End(TagEnd::Strikethrough) => struck = struck.saturating_sub(1),
            Event::Text(_) | Event::Code(_) if !seen => cover.skip(range.end),
            Event::Text(text) => {
                let address =
                    open.last().is_some_and(|l| matches!(l.kind, LinkType::Autolink | LinkType::Email));
                cover.push(plain, source, text, range, address);
            }
            Event::Code(code) => cover.push(plain, source, code, range, true),
            Event::SoftBreak | Event::HardBreak => {
                title = false;
                if seen {
                    cover.push(plain, source, " ", range, false);
                }
            }
            Event::InlineHtml(html) => {
                if links {
                    anchors(html, &mut inline.anchors);
                }
                if seen && html.get(..3).is_some_and(|tag| tag.eq_ignore_ascii_case("<br")) {
                    cover.push(plain, source, " ", range, false);
                }
            }
            Event::FootnoteReference(label) => {
                inline.marks.push(Mark { at: plain.len(), span: range.clone(), label: label.to_string() });
            }
            _ => {}
        }
    }
    if links {
        inline.links.extend(cover.links(source));
        inline.links.sort_by_key(|link| link.span.start);
    }
    inline
}

/// How deep images are looked for around a text.
const MOST_NESTED: usize = 64;

/// Whether a block may hold a link, a mark, an anchor, a comment or a block id.
fn may_hold_links(block: &[u8]) -> bool {
    memchr3(b'[', b'<', b'^', block).is_some() || memchr(b'%', block).is_some()
}

fn finish(source: &str, link: &OpenLink<'_>, plain: &Plain, definitions: &RefDefs<'_>) -> Option<Link> {
    let target_span = match link.kind {
        LinkType::Inline => destination::inline(source, link.text_end, link.span.end)?,
        LinkType::Autolink | LinkType::Email => link.span.start + 1..link.span.end.saturating_sub(1),
        LinkType::Reference | LinkType::Collapsed | LinkType::Shortcut => {
            definitions.get(link.id).and_then(|found| destination::definition(source, &found.span))?
        }
        _ => return None,
    };
    let (target, fragment) = destination::split(link.destination);
    let target = if link.kind == LinkType::Email { format!("mailto:{target}") } else { target };
    let label = plain.text[link.plain_start.min(plain.len())..].trim();
    Some(Link {
        kind: if link.image { LinkKind::Image } else { LinkKind::Markdown },
        span: link.span.clone(),
        target_span,
        target,
        fragment,
        label: Some(label).filter(|label| !label.is_empty()).map(str::to_owned),
        in_footnote: false,
    })
}

/// Adds the values of `id` and `name` in the tags of `html`: fragments may name them.
pub(super) fn anchors(html: &str, found: &mut Vec<String>) {
    for key in ["id", "name"] {
        for (at, _) in html.match_indices(key) {
            let before = html[..at].chars().next_back();
            let Some(value) = html[at + key.len()..].trim_start().strip_prefix('=') else { continue };
            if !before.is_some_and(|c| c.is_ascii_whitespace()) {
                continue;
            }
            let value = value.trim_start();
            let value = match value.chars().next() {
                Some(quote @ ('"' | '\'')) => value[1..].split(quote).next(),
                _ => value.split(|c: char| c.is_whitespace() || c == '>').next(),
            };
            found.extend(value.filter(|value| !value.is_empty()).map(str::to_owned));
        }
    }
}

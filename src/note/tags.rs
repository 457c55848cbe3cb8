//! The tags of a note: those of its front matter, and `#tag` in its text.

use pulldown_cmark::RefDefs;

use crate::note::Note;
use crate::note::blocks::{self, Block, Spanned, Visit};
use crate::note::inline::{self, Wanted};

/// Reads the tags of `note`, without `#`, each once, in order.
pub(super) fn read(note: &Note) -> Vec<String> {
    let mut reader = Reader { source: note.body(), tags: Vec::new() };
    reader
        .tags
        .extend(note.front.texts("tags").into_iter().map(|tag| tag.trim_start_matches('#').to_owned()));
    if may_hold_tag(note.body()) {
        blocks::walk(note.body(), &mut reader);
    }
    let mut seen = std::collections::HashSet::new();
    reader.tags.retain(|tag| !tag.is_empty() && seen.insert(tag.clone()));
    reader.tags
}

/// Whether a `#` stands in `text` with something behind it; that of a heading has a space.
fn may_hold_tag(text: &str) -> bool {
    text.match_indices('#').any(|(at, _)| {
        text[at + 1..].starts_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '/'))
    })
}

struct Reader<'t> {
    source: &'t str,
    tags: Vec<String>,
}

impl<'t> Visit<'t> for Reader<'t> {
    fn text(&mut self, block: &Block, events: &[Spanned<'t>], definitions: &RefDefs<'_>) {
        if !may_hold_tag(&self.source[block.span.clone()]) {
            return;
        }
        let inline = inline::read(self.source, block, events, definitions, Wanted::Words);
        // Code, math and links are opaque in the shadow.
        let text = inline.plain.shadow();
        for (at, _) in text.match_indices('#') {
            if !text[..at].chars().next_back().is_none_or(char::is_whitespace) {
                continue;
            }
            let rest = &text[at + 1..];
            let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '/');
            let tag = rest.split(|c| !is_part(c)).next().unwrap_or_default();
            // As in Obsidian, a number alone is none: `#12` is an issue.
            if tag.contains(|c: char| is_part(c) && !c.is_numeric() && c != '/') {
                self.tags.push(tag.to_owned());
            }
        }
    }
}

//! Whether a fragment names something in a note: a heading, a block, an anchor, or lines.

use std::collections::HashMap;

use crate::note::{LinkKind, slug, unique_slug};
use crate::text::LineRange;
use crate::vault::Entry;
use crate::vault::form::composed;

/// Whether `fragment` of a link of `kind` is there in the note of `entry`.
///
/// Wiki-links compare the heading's text, Markdown links its slug; each takes the other's form too, as
/// Obsidian and people do.
pub(super) fn is_found(entry: &Entry, kind: LinkKind, fragment: &str) -> bool {
    if let Some(id) = fragment.strip_prefix('^') {
        return entry.block_ids.iter().any(|block| block.eq_ignore_ascii_case(id));
    }
    let wiki = matches!(kind, LinkKind::Wiki | LinkKind::Embed);
    // `[[note#Chapter#Section]]` names the section.
    let last = if wiki { fragment.rsplit('#').next().unwrap_or(fragment) } else { fragment };
    if !wiki {
        if fragment.eq_ignore_ascii_case("top") || fragment.is_empty() {
            return true;
        }
        if fragment.starts_with('L')
            && let Ok(lines) = fragment.parse::<LineRange>()
        {
            return lines.last() <= entry.line_count;
        }
    }
    // The commonest case needs no other form.
    if wiki && entry.headings().any(|heading| heading == last) {
        return true;
    }
    let by_slug = composed(last).to_lowercase();
    let by_text = bare(last);
    let slug_of_text = wiki.then(|| slug(last));
    let mut seen = HashMap::new();
    entry.headings().any(|heading| {
        let own = unique_slug(&mut seen, slug(heading));
        composed(&own) == by_slug
            || bare(heading) == by_text
            || slug_without_marks(&own) == by_slug
            || slug_of_text.as_ref() == Some(&own)
    }) || entry.anchors.iter().any(|anchor| anchor == last)
}

/// A heading's text as Obsidian compares it: words only, in lower case.
fn bare(text: &str) -> String {
    let words: Vec<String> = composed(text)
        .split(|c: char| {
            c.is_whitespace() || matches!(c, '#' | '^' | '[' | ']' | '|' | ':' | '\\' | '*' | '`')
        })
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    words.join(" ")
}

/// The slug without the selectors that some emoji carry: GitHub keeps them and people do not type them.
fn slug_without_marks(slug: &str) -> String {
    slug.chars().filter(|c| !matches!(c, '\u{fe0e}' | '\u{fe0f}')).collect()
}

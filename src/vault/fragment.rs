//! Whether a fragment names something in a note: a heading, a block, an anchor, or lines.

use crate::note::{LinkKind, Note, slug};
use crate::text::LineRange;
use crate::vault::names::composed;

/// Whether `fragment` of a link of `kind` is there in `note`.
///
/// Wiki-links compare the heading's text, Markdown links its slug; each takes the other's form too, as
/// Obsidian and people do.
pub(super) fn is_found(note: &Note, kind: LinkKind, fragment: &str) -> bool {
    if let Some(id) = fragment.strip_prefix('^') {
        return note.block_ids.iter().any(|block| block.eq_ignore_ascii_case(id));
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
            return lines.last() <= note.lines.line_count();
        }
    }
    let by_slug = composed(last).to_lowercase();
    let by_text = bare(last);
    note.headings.iter().any(|heading| {
        composed(&heading.slug) == by_slug
            || bare(&heading.text) == by_text
            || slug_without_marks(&heading.slug) == by_slug
    }) || note.anchors.iter().any(|anchor| anchor == last)
        || (wiki && note.headings.iter().any(|heading| heading.slug == slug(last)))
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

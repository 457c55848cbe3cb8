//! The body of a note in pieces: sections and blocks, as bytes; and pieces carried into another note, with links and
//! footnotes that lead where they led.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::note::{LinkKind, Note, encode_destination};
use crate::path::RepoPath;
use crate::vault::Vault;

/// One section: what stands under one heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Section {
    /// Which heading of the note it is; `None` for what stands before the second.
    pub(super) heading: Option<usize>,
    /// Its bytes, without the heading.
    pub(super) range: Range<usize>,
}

/// The sections of the note, by headings of every level below the title.
pub(super) fn sections(note: &Note) -> Vec<Section> {
    let end = note.text.len();
    let titled = note.headings.first().is_some_and(|heading| heading.level == 1);
    let start = if titled { note.headings[0].span.end } else { note.front.end };
    let below = usize::from(titled);
    let next = |at: usize| note.headings.get(at).map_or(end, |heading| heading.span.start);
    let mut sections = vec![Section { heading: None, range: start..next(below).max(start) }];
    for (at, heading) in note.headings.iter().enumerate().skip(below) {
        sections.push(Section { heading: Some(at), range: heading.span.end..next(at + 1) });
    }
    sections
}

/// The blocks in `range`, items of lists apart; definitions of footnotes are none.
pub(super) fn blocks(note: &Note, range: &Range<usize>) -> Vec<Range<usize>> {
    let mut blocks: Vec<Range<usize>> = Vec::new();
    let (mut fence, mut open): (Option<String>, Option<Range<usize>>) = (None, None);
    let mut at = range.start;
    for line in note.text[range.clone()].split_inclusive('\n') {
        let (start, end) = (at, at + line.len());
        at = end;
        let words = line.trim();
        if let Some(mark) = &fence {
            if let Some(block) = &mut open {
                block.end = end;
            }
            if words.starts_with(mark.as_str()) && words.trim_start_matches(['`', '~']).is_empty() {
                fence = None;
            }
            continue;
        }
        let ticks: String = words.chars().take_while(|c| matches!(c, '`' | '~')).collect();
        let starts_item = ["- ", "* ", "+ "].iter().any(|mark| line.starts_with(mark)) || is_numbered(line);
        if words.is_empty() {
            // What is indented after a blank line still belongs to an item, or to a footnote.
            let rest = &note.text[end..range.end.max(end)];
            let goes_on = rest.starts_with("    ") || rest.starts_with('\t') || rest.starts_with("  ");
            match &mut open {
                Some(block) if goes_on => block.end = end,
                _ => blocks.extend(open.take()),
            }
            continue;
        }
        if starts_item {
            blocks.extend(open.take());
        }
        if ticks.len() >= 3 {
            fence = Some(ticks);
        }
        match &mut open {
            Some(block) => block.end = end,
            None => open = Some(start..end),
        }
    }
    blocks.extend(open);
    let is_definition = |block: &Range<usize>| {
        let text = note.text[block.clone()].trim_start();
        text.starts_with("[^") && text.split_once(']').is_some_and(|(_, rest)| rest.starts_with(':'))
    };
    blocks.retain(|block| !is_definition(block));
    blocks
}

fn is_numbered(line: &str) -> bool {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    digits > 0 && digits < 4 && line[digits..].starts_with(". ")
}

/// Definitions of footnotes that go into another note, with the labels that they have there.
#[derive(Debug, Default)]
pub(super) struct Footnotes {
    /// The label there of each label here.
    labels: BTreeMap<String, String>,
    /// The definitions there, in order.
    pub(super) definitions: Vec<String>,
}

/// The bytes `range` of `from` as they are written in a note at `to`, whose text so far is `there`. Line ends are `\n`.
pub(super) fn carried(
    vault: &Vault,
    from: &Note,
    range: &Range<usize>,
    to: &RepoPath,
    there: &str,
    footnotes: &mut Footnotes,
) -> Result<String, String> {
    let mut edits = relinked(vault, from, range, to)?;
    for (label, span) in marks(from, range) {
        let known = footnotes.labels.get(&label).cloned();
        let new = match known {
            Some(new) => new,
            None => {
                let definition = definition(vault, from, &label, to)?;
                let new = free_label(&label, &definition, there, footnotes);
                if !there.contains(&format!("[^{new}]:")) {
                    footnotes.definitions.push(format!("[^{new}]:{definition}"));
                }
                footnotes.labels.insert(label.clone(), new.clone());
                new
            }
        };
        edits.push((span, format!("[^{new}]")));
    }
    Ok(spliced(&from.text, range, edits))
}

/// A label for `definition` in the note whose text is `there`: the same one where it is free, or defined the same.
fn free_label(label: &str, definition: &str, there: &str, footnotes: &Footnotes) -> String {
    let unix = there.replace("\r\n", "\n");
    let is_free = |wanted: &str| {
        let start = format!("[^{wanted}]:");
        let taken =
            footnotes.definitions.iter().any(|other| other.to_lowercase().starts_with(&start.to_lowercase()));
        let defined = unix.to_lowercase().contains(&start.to_lowercase());
        let same = unix.contains(&format!("{start}{definition}"));
        !taken && (!defined || same)
    };
    let others = (2..1_000).map(|number| format!("{label}-{number}"));
    std::iter::once(label.to_owned())
        .chain(others)
        .find(|one| is_free(one))
        .unwrap_or_else(|| label.to_owned())
}

/// What stands behind `[^label]:` in `from`, as it is written in a note at `to`.
fn definition(vault: &Vault, from: &Note, label: &str, to: &RepoPath) -> Result<String, String> {
    let start = format!("[^{label}]:");
    let cited =
        from.citations().iter().find(|citation| citation.label == label).map(|one| one.definition.clone());
    let range = match cited {
        Some(range) => range,
        None => {
            let at = from
                .text
                .match_indices(&start)
                .map(|(at, _)| at)
                .find(|&at| at == 0 || from.text[..at].ends_with('\n'))
                .ok_or_else(|| format!("the footnote `[^{label}]` has no definition"))?;
            let mut end = at;
            for (index, line) in from.text[at..].split_inclusive('\n').enumerate() {
                if index > 0 && (line.trim().is_empty() || !line.starts_with([' ', '\t'])) {
                    break;
                }
                end += line.len();
            }
            at..at + from.text[at..end].trim_end().len()
        }
    };
    let edits = relinked(vault, from, &range, to)?;
    let text = spliced(&from.text, &range, edits);
    let body = text.trim_start().strip_prefix(&start).ok_or("a footnote is not where it was read")?;
    Ok(body.trim_end().to_owned())
}

/// The labels of the footnotes in `range`.
pub(super) fn labels(note: &Note, range: &Range<usize>) -> Vec<String> {
    marks(note, range).into_iter().map(|(label, _)| label).collect()
}

/// The marks of footnotes in `range`, code left out.
fn marks(note: &Note, range: &Range<usize>) -> Vec<(String, Range<usize>)> {
    let literal = note.literal();
    let text = &note.text[range.clone()];
    let mut found = Vec::new();
    for (at, _) in text.match_indices("[^") {
        let Some(end) = text[at..].find(']').map(|end| at + end + 1) else { continue };
        let label = &text[at + 2..end - 1];
        let span = range.start + at..range.start + end;
        let is_code = literal.iter().any(|code| code.start <= span.start && span.end <= code.end);
        let is_mark = !label.is_empty() && !label.contains([' ', '\n', '[']) && !text[end..].starts_with(':');
        let is_escaped = text[..at].ends_with('\\');
        if is_mark && !is_code && !is_escaped {
            found.push((label.to_owned(), span));
        }
    }
    found
}

/// The edits by which the links in `range` lead from a note at `to` where they lead now.
fn relinked(
    vault: &Vault,
    from: &Note,
    range: &Range<usize>,
    to: &RepoPath,
) -> Result<Vec<(Range<usize>, String)>, String> {
    let mut edits = Vec::new();
    let inside = |span: &Range<usize>| range.start <= span.start && span.end <= range.end;
    for link in from.links.iter().filter(|link| inside(&link.span) && !link.is_external()) {
        let written = || from.text[link.span.clone()].to_owned();
        match link.kind {
            LinkKind::Markdown | LinkKind::Image
                if link.target.is_empty() || link.target.starts_with('/') => {}
            LinkKind::Markdown | LinkKind::Image => {
                if !inside(&link.target_span) {
                    return Err(format!("`{}` gets its address from elsewhere in the note", written()));
                }
                let target = RepoPath::resolve(from.path.parent().as_ref(), &link.target)
                    .map_err(|_| format!("`{}` leads out of the repository", written()))?;
                let raw = &from.text[link.target_span.clone()];
                let path = raw.find(['#', '?']).unwrap_or(raw.len());
                let way = to.relative_to(&target);
                if way != link.target {
                    let start = link.target_span.start;
                    edits.push((start..start + path, encode_destination(&way)));
                }
            }
            LinkKind::Wiki | LinkKind::Embed => {
                let there = vault.catalogue().resolve(to, link.into());
                if !link.target.is_empty() && there != vault.resolve(from, link) {
                    return Err(format!("`{}` would lead elsewhere", written()));
                }
            }
        }
    }
    Ok(edits)
}

/// The bytes `range` of `text` with `edits`, lines ending in `\n`.
fn spliced(text: &str, range: &Range<usize>, mut edits: Vec<(Range<usize>, String)>) -> String {
    edits.sort_by_key(|(span, _)| span.start);
    let mut new = String::with_capacity(range.len());
    let mut at = range.start;
    for (span, words) in edits.iter().filter(|(span, _)| span.start >= range.start && span.end <= range.end) {
        if span.start < at {
            continue;
        }
        new.push_str(&text[at..span.start]);
        new.push_str(words);
        at = span.end;
    }
    new.push_str(&text[at..range.end]);
    new.replace("\r\n", "\n")
}

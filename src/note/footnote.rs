//! Footnotes that cite evidence: how a definition is read, and how one is written.

use std::ops::Range;

use crate::evidence::EvidenceId;
use crate::note::{Citation, Link, LinkKind, destination};
use crate::path::RepoPath;
use crate::text::{LineRange, fold_space};

/// The definition of one footnote.
#[derive(Debug)]
pub(super) struct Definition {
    /// Its label, case folded.
    pub key: String,
    /// Its bytes.
    pub span: Range<usize>,
    /// Its links, as indices.
    pub links: Range<usize>,
}

/// The form in which labels are compared.
pub(super) fn key(label: &str) -> String {
    label.to_lowercase()
}

/// The citations of `definition`, one for each of its `links` that cites; where it is used is not known yet.
pub(super) fn citations(source: &str, definition: &Definition, links: &[Link]) -> Vec<Citation> {
    let mut found = Vec::new();
    for (index, link) in links.iter().enumerate() {
        if link.kind != LinkKind::Markdown || link.is_external() {
            continue;
        }
        let next = links[index + 1..].partition_point(|next| next.span.start < link.span.end);
        let end = links.get(index + 1 + next).map_or(definition.span.end, |next| next.span.start);
        let quote = quote(source, link.span.end..end);
        let lines = link.fragment.as_deref().and_then(lines);
        if lines.is_none() && quote.is_none() && !names_evidence(&link.target) {
            continue;
        }
        found.push(Citation {
            label: String::new(),
            mark: 0..0,
            definition: definition.span.clone(),
            target: link.target.clone(),
            target_span: link.target_span.clone(),
            lines,
            quote: quote.as_ref().map(|span| words(&source[span.clone()])),
            quote_span: quote,
        });
    }
    found
}

/// The lines that a fragment names; GitHub's columns (`L12C3`) are left aside.
fn lines(fragment: &str) -> Option<LineRange> {
    if !fragment.starts_with('L') {
        return None;
    }
    let parts: Vec<&str> = fragment.split('-').map(|part| part.split('C').next().unwrap_or(part)).collect();
    parts.join("-").parse().ok()
}

/// Whether a path has a part that looks like an evidence item, or is named `evidence`.
fn names_evidence(target: &str) -> bool {
    target.split('/').any(|part| part == "evidence" || part.parse::<EvidenceId>().is_ok())
}

/// The bytes between the quotation marks in `range`.
///
/// Where the text after the link starts and ends with one, all between is the quote, whatever stands in it.
fn quote(source: &str, range: Range<usize>) -> Option<Range<usize>> {
    let text = source.get(range.clone())?;
    let start = text
        .char_indices()
        .find(|&(at, c)| is_open(c) && !escaped(text, at))
        .map(|(at, c)| at + c.len_utf8())?;
    let closes = |&(at, c): &(usize, char)| at >= start && is_close(c) && !escaped(text, at);
    let bare = |c: char| c.is_whitespace() || matches!(c, '.' | ',' | ';' | ':' | ')' | '(');
    let leads = text[..start].trim_matches(bare).chars().all(is_open);
    let last = text.char_indices().rev().find(|place| closes(place))?;
    let ends = text[last.0..].trim_matches(bare).chars().count() == 1;
    let end = if leads && ends { last.0 } else { text.char_indices().find(|place| closes(place))?.0 };
    Some(range.start + start..range.start + end)
}

fn is_open(c: char) -> bool {
    matches!(c, '"' | '“' | '„')
}

fn is_close(c: char) -> bool {
    matches!(c, '"' | '”' | '“')
}

fn escaped(text: &str, at: usize) -> bool {
    text[..at].bytes().rev().take_while(|&byte| byte == b'\\').count() % 2 == 1
}

/// The words of a quote as written in a note: white space folded, backslashes before punctuation taken away.
fn words(raw: &str) -> String {
    let folded = fold_space(raw);
    let mut words = String::with_capacity(folded.len());
    let mut chars = folded.chars().peekable();
    while let Some(c) = chars.next() {
        match chars.peek() {
            Some(next) if c == '\\' && next.is_ascii_punctuation() => words.extend(chars.next()),
            _ => words.push(c),
        }
    }
    words
}

/// Writes the definition of the footnote `label` in the note `from`: a link with `title` to `lines` of the evidence
/// file `target`, and the quoted words on the next line. Ends with a line end.
///
/// What it writes, [`Note::parse`](crate::note::Note::parse) reads back: same path, same lines, same words.
pub fn footnote(
    from: &RepoPath,
    label: &str,
    title: &str,
    target: &RepoPath,
    lines: LineRange,
    quote: Option<&str>,
) -> String {
    let path = destination::encode(&from.relative_to(target));
    let mut text = format!("[^{label}]: [{}]({path}#{lines})\n", escape(&fold_space(title)));
    if let Some(quote) = quote {
        text += &format!("    \"{}\"\n", escape(&fold_space(quote)));
    }
    text
}

/// Puts a backslash before what would be read as markup inside a quote or a link's words.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let entity = c == '&' && chars.peek().is_some_and(|next| next.is_alphanumeric() || *next == '#');
        let literal = c == '\\' && chars.peek().is_none_or(char::is_ascii_punctuation);
        if matches!(c, '"' | '[' | ']' | '<' | '`' | '$' | '“' | '”' | '„') && c.is_ascii()
            || entity
            || literal
        {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

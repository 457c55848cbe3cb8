//! The plain mappings that nearly all front matter is made of, read without the YAML reader: ten times as fast, and
//! with the same outcome. What it does not know to read alike, it leaves to the reader.

use std::ops::Range;

use serde_json::Value;

use crate::yaml::Entry;
use crate::yaml::positioned::plain;

/// The longest text that is read here.
const LONGEST: usize = 16 << 10;

/// The longest key that is read here; YAML allows 1,024 characters on a line with its colon.
const LONGEST_KEY: usize = 128;

/// Reads the mapping in `text`, or nothing where it holds more than lines of `key: value`, whose values are plain
/// or quoted texts on one line, lists in brackets, or items below.
pub(super) fn read(text: &str) -> Option<Vec<Entry>> {
    if text.len() > LONGEST || !text.chars().all(is_usual) {
        return None;
    }
    let mut entries: Vec<Entry> = Vec::new();
    let mut lines = Lines { text, at: 0 };
    while let Some(line) = lines.next() {
        let words = &text[line.clone()];
        if words.is_empty() || words.starts_with('#') {
            continue;
        }
        let end = words.bytes().position(|b| !(b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-')))?;
        if !words.starts_with(|c: char| c.is_ascii_alphabetic())
            || words.as_bytes()[end] != b':'
            || end > LONGEST_KEY
        {
            return None;
        }
        let key = &words[..end];
        if entries.iter().any(|entry| entry.key == key) {
            return None;
        }
        let key_span = line.start..line.start + end;
        let after = &words[end + 1..];
        let (value, value_span, literal) = if after.trim_start_matches(' ').is_empty() {
            match items(&mut lines)? {
                (items, _) if items.is_empty() => {
                    (Value::Null, line.start + end + 1..line.start + end + 1, None)
                }
                (items, span) => (Value::Array(items), span, None),
            }
        } else {
            let start = line.end - after.trim_start_matches(' ').len();
            let span = start..start + text[start..line.end].trim_end_matches(' ').len();
            if !after.starts_with(' ') {
                return None;
            }
            let (value, literal) = one_line(&text[span.clone()])?;
            (value, span, literal)
        };
        entries.push(Entry { key: key.to_owned(), key_span, value_span, value, literal });
    }
    Some(entries)
}

/// The lines of a text, without their ends.
struct Lines<'t> {
    text: &'t str,
    at: usize,
}

impl Iterator for Lines<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let start = self.at;
        let rest = self.text.get(start..).filter(|rest| !rest.is_empty())?;
        let end = memchr::memchr(b'\n', rest.as_bytes()).map_or(self.text.len(), |at| start + at);
        self.at = end + 1;
        Some(start..end)
    }
}

/// The items of a list below its key, one a line, all as far indented.
fn items(lines: &mut Lines<'_>) -> Option<(Vec<Value>, Range<usize>)> {
    let mut found = Vec::new();
    let mut span = 0..0;
    let mut indent = 0;
    loop {
        let before = lines.at;
        let Some(line) = lines.next() else { break };
        let words = lines.text[line.clone()].trim_start_matches(' ');
        let Some(item) = words.strip_prefix("- ") else {
            lines.at = before;
            break;
        };
        let start = line.end - words.len();
        if found.is_empty() {
            indent = start - line.start;
            span.start = start;
        } else if indent != start - line.start {
            return None;
        }
        let item = item.trim_matches(' ');
        // A list or a colon inside an item is the reader's.
        if item.starts_with('[') {
            return None;
        }
        found.push(one_line(item)?.0);
        span.end = start + words.trim_end_matches(' ').len();
    }
    Some((found, span))
}

/// The value `text`, and how it is written where it is no text.
fn one_line(text: &str) -> Option<(Value, Option<String>)> {
    if let Some(inner) = quoted(text) {
        return Some((Value::String(inner.to_owned()), None));
    }
    if let Some(inner) = text.strip_prefix('[') {
        let inner = inner.strip_suffix(']')?.trim_matches(' ');
        if inner.is_empty() {
            return Some((Value::Array(Vec::new()), None));
        }
        let items: Option<Vec<Value>> =
            inner.split(',').map(|item| in_brackets(item.trim_matches(' '))).collect();
        return Some((Value::Array(items?), None));
    }
    let bytes = text.as_bytes();
    let starts = text.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '/' | '('));
    let breaks = memchr::memchr2_iter(b':', b'#', bytes).any(|at| match bytes[at] {
        b':' => matches!(bytes.get(at + 1), None | Some(b' ')),
        _ => at == 0 || bytes[at - 1] == b' ',
    });
    if !starts || breaks {
        return None;
    }
    let value = plain(text);
    let literal = (value.is_number() || value.is_boolean()).then(|| text.to_owned());
    Some((value, literal))
}

/// An item of a list in brackets.
fn in_brackets(item: &str) -> Option<Value> {
    if let Some(inner) = quoted(item) {
        return Some(Value::String(inner.to_owned()));
    }
    let usual = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.' | '/');
    (item.starts_with(char::is_alphanumeric) && item.chars().all(usual)).then(|| plain(item))
}

/// What stands between two quotation marks that are all there is of them, without a backslash.
fn quoted(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let inner = text.strip_prefix(quote)?.strip_suffix(quote)?;
    (!inner.contains(['\\', quote])).then_some(inner)
}

/// Characters that mean nothing to YAML beyond what is looked for here.
fn is_usual(c: char) -> bool {
    matches!(c, ' '..='~' | '\n')
        || c.is_alphanumeric()
        || matches!(c, '–' | '—' | '’' | '“' | '”' | '„' | '…' | '€')
}

#[cfg(test)]
mod tests;

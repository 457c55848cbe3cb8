//! Finds the front matter of a note and reads it; says what is wrong with it and never fails.

use std::ops::Range;

use serde_json::Value;

use crate::note::{Field, FrontMatter, Problem, wiki};
use crate::yaml::{self, YamlError};

/// The rule that reports front matter.
const RULE: &str = "front-matter";
/// The largest block that is read.
const MOST_BYTES: usize = 64 << 10;
/// Keys whose values are texts, however they look: a title `1.10` is not a number.
const TEXT_KEYS: &[&str] = &[
    "type",
    "title",
    "description",
    "status",
    "version",
    "standing",
    "tenant",
    "labels",
    "aliases",
    "tags",
    "resource",
    "valid_from",
    "valid_until",
    "stale_after",
    "supersedes",
    "superseded_by",
];

/// Reads the front matter of `text`, which starts at the byte `start` (after a byte-order mark).
pub(in crate::note) fn read(text: &str, start: usize) -> (FrontMatter, Vec<Problem>) {
    let mut problems = Vec::new();
    let mut front = FrontMatter { span: start..start, end: start, ..FrontMatter::default() };
    let body = &text[start..];
    if is_fence(first_line(body), "+++") {
        if let Some((block, end)) = block(text, start, "+++") {
            let message = "front matter in TOML is not supported; write YAML between `---` lines";
            problems.push(Problem::new(RULE, start..block.start, message));
            front = FrontMatter { span: start..end, end, broken: true, fields: Vec::new() };
        }
    } else if is_fence(first_line(body), "---") {
        match block(text, start, "---") {
            None => {
                let message = "an opening `---` without a closing one; what follows is read as text";
                problems.push(Problem::new(RULE, start..start + 3, message));
            }
            Some((inner, end)) => {
                front.span = start..end;
                front.end = end;
                match fields(text, &inner) {
                    Ok(fields) => {
                        problems.extend(fields.iter().flat_map(|field| unquoted(text, field)));
                        front.fields = fields;
                    }
                    Err(problem) => {
                        front.broken = true;
                        problems.push(problem);
                    }
                }
                problems.extend(stacked(text, end));
            }
        }
    } else {
        problems.extend(late(text, start));
    }
    (front, problems)
}

fn first_line(text: &str) -> &str {
    text.split('\n').next().unwrap_or_default()
}

/// Whether `line` is `fence` and nothing but blanks after it.
fn is_fence(line: &str, fence: &str) -> bool {
    line.strip_prefix(fence).is_some_and(|rest| rest.trim_end().is_empty())
}

/// The bytes between the fence at `start` and the next, and the end of the closing line.
fn block(text: &str, start: usize, fence: &str) -> Option<(Range<usize>, usize)> {
    let inner = start + first_line(&text[start..]).len() + 1;
    let mut at = inner;
    while at < text.len() {
        let line = first_line(&text[at..]);
        if is_fence(line, fence) {
            return Some((inner..at, (at + line.len() + 1).min(text.len())));
        }
        at += line.len() + 1;
    }
    None
}

fn fields(text: &str, inner: &Range<usize>) -> Result<Vec<Field>, Problem> {
    if inner.len() > MOST_BYTES {
        let message = format!("front matter of {} bytes; more than {MOST_BYTES} are not read", inner.len());
        return Err(Problem::new(RULE, inner.start..inner.start, message));
    }
    let block = &text[inner.clone()];
    let entries = yaml::read_mapping(block).map_err(|error| problem(block, inner.start, &error))?;
    let field = |entry: yaml::Entry| {
        let value = match entry.literal {
            Some(literal) if TEXT_KEYS.contains(&entry.key.as_str()) => Value::String(literal),
            _ => entry.value,
        };
        Field {
            key: entry.key,
            key_span: entry.key_span.start + inner.start..entry.key_span.end + inner.start,
            value_span: entry.value_span.start + inner.start..entry.value_span.end + inner.start,
            value,
        }
    };
    Ok(entries.into_iter().map(field).collect())
}

/// The links in the value of `field` that no quotation marks make a text: YAML reads `[[a]]` as a list in a list.
fn unquoted(text: &str, field: &Field) -> Vec<Problem> {
    let mut found = Vec::new();
    if !holds_lists(&field.value) {
        return found;
    }
    let take = |link: wiki::Found| {
        let before = text[field.value_span.start..link.span.start].trim_end().chars().next_back();
        let raw = &text[link.span.clone()];
        if matches!(before, None | Some(':' | '-' | ',' | '[')) && !raw.contains(['"', '\\']) {
            let message = format!("`{raw}` is no link here: YAML reads it as a list in a list");
            let problem = Problem::new(RULE, link.span.clone(), message)
                .helped("put quotation marks around it, so that it is a text")
                .mended(format!("write `\"{raw}\"`"), link.span.clone(), format!("\"{raw}\""), false);
            found.push(problem);
        }
    };
    wiki::scan(text, field.value_span.clone(), &[], take, |_| {});
    found
}

/// Whether a list of one list stands in `value`, as `[[a]]` reads.
fn holds_lists(value: &Value) -> bool {
    match value {
        Value::Array(items) => matches!(items.as_slice(), [Value::Array(_)]) || items.iter().any(holds_lists),
        Value::Object(map) => map.values().any(holds_lists),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// The problem of `error`, whose line and column are of `block`, which starts at `offset`.
fn problem(block: &str, offset: usize, error: &YamlError) -> Problem {
    let lines: usize = block.split_inclusive('\n').take(error.line.max(1) as usize - 1).map(str::len).sum();
    let line = first_line(&block[lines..]);
    let column = line.char_indices().nth(error.column.max(1) as usize - 1).map_or(line.len(), |(at, _)| at);
    let start = offset + lines + column;
    let width = line[column..].chars().next().map_or(0, char::len_utf8);
    let hint =
        if line[..column + width].contains('\t') { "; YAML is indented with spaces, not tabs" } else { "" };
    Problem::new(
        RULE,
        start..start + width,
        format!("the front matter does not parse: {}{hint}", error.message),
    )
}

/// Whether the block between fences reads as a mapping with at least one key, and so was meant as one.
fn is_mapping(text: &str, inner: Range<usize>) -> bool {
    inner.len() <= MOST_BYTES && yaml::read_mapping(&text[inner]).is_ok_and(|entries| !entries.is_empty())
}

/// A second block straight after the first.
fn stacked(text: &str, end: usize) -> Option<Problem> {
    let at = end + leading_blank_lines(&text[end..]);
    if !is_fence(first_line(&text[at..]), "---") {
        return None;
    }
    let (inner, _) = block(text, at, "---")?;
    is_mapping(text, inner).then(|| {
        let message = "a second block of front matter; only the first counts, so join them";
        Problem::new(RULE, at..at + 3, message)
    })
}

/// A block that was meant as front matter and does not start at the first byte.
fn late(text: &str, start: usize) -> Option<Problem> {
    let blank = start + leading_blank_lines(&text[start..]);
    let line = first_line(&text[blank..]);
    let at = blank + line.len() - line.trim_start().len();
    if at == start || !is_fence(line.trim_start(), "---") {
        return None;
    }
    let (inner, _) = block(text, at, "---")?;
    is_mapping(text, inner).then(|| {
        let message =
            "front matter must start with `---` at the first byte of the file; this block is read as text";
        Problem::new(RULE, at..at + 3, message)
    })
}

fn leading_blank_lines(text: &str) -> usize {
    text.split_inclusive('\n')
        .take_while(|line| line.ends_with('\n') && line.trim().is_empty())
        .map(str::len)
        .sum()
}

#[cfg(test)]
mod tests;

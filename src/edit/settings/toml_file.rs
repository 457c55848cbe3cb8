//! TOML: finds a table by its header and splices keys into it. What is written in another form is left alone, and said.

use serde_json::Value;

use super::{Fields, SettingsError, line_end, text};
use crate::config::read_toml;

/// Sets `fields` of the table at `path`, which is added at the end where it is missing; gives the bytes of the whole file.
pub fn set_in_toml(
    bytes: Option<&[u8]>,
    path: &[&str],
    fields: &Fields<'_>,
) -> Result<Vec<u8>, SettingsError> {
    let (before, mark) = text(bytes.unwrap_or_default())?;
    let mut wanted = parsed(before)?;
    let is_there = at(&wanted, path).is_some();
    let after = match table(before, path) {
        Some(start) => {
            fields.iter().fold(before.to_owned(), |text, (key, value)| set(&text, start, key, value))
        }
        None if is_there => return Err(SettingsError::Form(path.join("."))),
        None => appended(before, path, fields),
    };
    // What was read and what was written must differ by the fields and by nothing else.
    let mut entry = &mut wanted;
    for key in path {
        if entry.get(key).is_none() {
            entry[*key] = Value::Object(serde_json::Map::new());
        }
        entry = &mut entry[*key];
        if !entry.is_object() {
            return Err(SettingsError::NotATable(path.join(".")));
        }
    }
    fields.iter().for_each(|(key, value)| entry[*key] = value.clone());
    match parsed(&after) {
        Ok(read) if read == wanted => Ok(format!("{mark}{after}").into_bytes()),
        _ => Err(SettingsError::Form(path.join("."))),
    }
}

/// The value at `path`; `None` where nothing stands there.
pub fn in_toml(bytes: &[u8], path: &[&str]) -> Result<Option<Value>, SettingsError> {
    Ok(at(&parsed(text(bytes)?.0)?, path).cloned())
}

fn parsed(text: &str) -> Result<Value, SettingsError> {
    read_toml(text).map_err(|(line, message)| SettingsError::Broken { line: line as usize, message })
}

fn at<'v>(value: &'v Value, path: &[&str]) -> Option<&'v Value> {
    path.iter().try_fold(value, |value, key| value.get(key))
}

/// `text` with the table at its end.
fn appended(text: &str, path: &[&str], fields: &Fields<'_>) -> String {
    let end = line_end(text);
    let mut after = text.trim_end_matches(['\r', '\n']).to_owned();
    if !after.is_empty() {
        after.push_str(end);
        after.push_str(end);
    }
    let header: Vec<String> = path.iter().map(|key| key_of(key)).collect();
    after.push_str(&format!("[{}]{end}", header.join(".")));
    for (key, value) in fields {
        after.push_str(&format!("{} = {}{end}", key_of(key), shown(value)));
    }
    after
}

/// Where the lines of the table at `path` begin: behind its header.
fn table(text: &str, path: &[&str]) -> Option<usize> {
    statements(text)
        .into_iter()
        .filter(|(start, _)| text[*start..].starts_with('['))
        .find(|&(start, end)| header(&text[start..end]).is_some_and(|keys| keys == path))
        .map(|(_, end)| text[end..].find('\n').map_or(text.len(), |line| end + line + 1))
}

/// `text` with `key` of the table whose lines begin at `start` set to `value`.
fn set(text: &str, start: usize, key: &str, value: &Value) -> String {
    let of_table = statements(&text[start..]);
    let of_table = of_table.into_iter().map(|(from, to)| (start + from, start + to));
    let mut end = start;
    for (from, to) in of_table.take_while(|(from, _)| !text[*from..].starts_with('[')) {
        let (name, old) = text[from..to].split_once('=').unwrap_or((&text[from..to], ""));
        if keys(name).is_some_and(|keys| keys == [key]) {
            let old = old.trim();
            let is_same = parsed(&format!("v = {old}")).is_ok_and(|read| read["v"] == *value);
            if is_same {
                return text.to_owned();
            }
            return format!("{}{} = {}{}", &text[..from], name.trim_end(), shown(value), &text[to..]);
        }
        end = text[to..].find('\n').map_or(text.len(), |line| to + line + 1);
    }
    let line = line_end(text);
    let gap = if text[..end].ends_with('\n') || end == 0 { "" } else { line };
    format!("{}{gap}{} = {}{line}{}", &text[..end], key_of(key), shown(value), &text[end..])
}

/// Where each header and each key with its value begins and ends, comments and white space around it left out.
fn statements(text: &str) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b' ' | b'\t' | b'\r' | b'\n' => at += 1,
            b'#' => at = line_after(bytes, at),
            _ => {
                let end = statement_end(bytes, at);
                found.push((at, at + text[at..end].trim_end().len()));
                at = end;
            }
        }
    }
    found
}

/// The end of the statement that begins at `at`: the end of its line, unless a string or a bracket goes on.
fn statement_end(bytes: &[u8], mut at: usize) -> usize {
    let mut depth = 0_usize;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' | b'\'' => at = string_end(bytes, at),
            b'#' if depth == 0 => return at,
            b'#' => at = line_after(bytes, at),
            b'\n' if depth == 0 => return at,
            b'[' | b'{' => (depth, at) = (depth + 1, at + 1),
            b']' | b'}' => (depth, at) = (depth.saturating_sub(1), at + 1),
            _ => at += 1,
        }
    }
    at.min(bytes.len())
}

fn line_after(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |to| at + to)
}

/// The end of the string whose quote stands at `start`: one line, or several between three quotes.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let quote = bytes[start];
    let is_long = bytes[start..].starts_with(&[quote; 3]);
    let mut at = start + if is_long { 3 } else { 1 };
    while let Some(&byte) = bytes.get(at) {
        if byte == b'\\' && quote == b'"' {
            at += 2;
        } else if is_long && bytes[at..].starts_with(&[quote; 3]) {
            // Up to two quotes may stand right before the three that end it.
            return at + bytes[at..].iter().take(5).take_while(|&&byte| byte == quote).count();
        } else if byte == quote && !is_long {
            return at + 1;
        } else {
            at += 1;
        }
    }
    bytes.len()
}

/// The keys of a header; `None` of an array of tables.
fn header(text: &str) -> Option<Vec<String>> {
    let inner = text.strip_prefix('[')?.strip_suffix(']')?;
    if inner.starts_with('[') { None } else { keys(inner) }
}

/// The keys of `text`, dots between them.
fn keys(text: &str) -> Option<Vec<String>> {
    let read = parsed(&format!("{text} = 0")).ok()?;
    let mut keys = Vec::new();
    let mut value = &read;
    while let Some((key, inner)) = value.as_object().and_then(|table| table.iter().next()) {
        keys.push(key.clone());
        value = inner;
    }
    Some(keys)
}

/// A key as TOML writes it.
fn key_of(key: &str) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if !key.is_empty() && key.chars().all(is_bare) { key.to_owned() } else { shown(&Value::from(key)) }
}

/// A value as TOML writes it: texts, numbers, truth, and lists of these.
fn shown(value: &Value) -> String {
    match value {
        // What JSON escapes, TOML escapes alike; the one control character that JSON leaves is escaped here.
        Value::String(_) => value.to_string().replace('\u{7f}', "\\u007F"),
        Value::Array(items) => format!("[{}]", items.iter().map(shown).collect::<Vec<_>>().join(", ")),
        value => value.to_string(),
    }
}

//! JSON, with the comments and trailing commas that editors allow: finds an object by its path and splices members into it.

use std::ops::Range;

use serde_json::{Map, Value};

use super::{Fields, SettingsError, line_end, text};

/// The unit of indentation of a file that has none.
const INDENT: &str = "  ";

/// Sets `fields` of the object at `path`, which is made where it is missing; gives the bytes of the whole file.
pub fn set_in_json(
    bytes: Option<&[u8]>,
    path: &[&str],
    fields: &Fields<'_>,
) -> Result<Vec<u8>, SettingsError> {
    let (before, mark) = text(bytes.unwrap_or_default())?;
    let mut after = if before.trim().is_empty() { "{}\n".to_owned() } else { before.to_owned() };
    let is_there = Document::read(&after)?.object(path)?.is_some();
    if is_there {
        for (key, value) in fields {
            let document = Document::read(&after)?;
            let place = document.object(path)?.unwrap_or(0);
            after = document.set(place, key, value)?;
        }
    } else {
        let whole: Map<String, Value> =
            fields.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect();
        // The deepest object that is there takes in the rest of the path.
        let document = Document::read(&after)?;
        let mut depth = 0;
        let mut place = document.top()?;
        while let Some(inner) = document.object(&path[..=depth])? {
            (place, depth) = (inner, depth + 1);
        }
        let value = path[depth + 1..].iter().rev().fold(Value::Object(whole), |inner, key| {
            Value::Object(Map::from_iter([((*key).to_owned(), inner)]))
        });
        after = document.set(place, path[depth], &value)?;
    }
    Ok(format!("{mark}{after}").into_bytes())
}

/// The value at `path`; `None` where nothing stands there.
pub fn in_json(bytes: &[u8], path: &[&str]) -> Result<Option<Value>, SettingsError> {
    let (text, _) = text(bytes)?;
    if text.trim().is_empty() {
        return Ok(None);
    }
    let Document { plain, .. } = Document::read(text)?;
    let whole: Value = serde_json::from_slice(&plain).unwrap_or_default();
    Ok(path.iter().try_fold(&whole, |value, key| value.get(key)).cloned())
}

/// A text with its comments and trailing commas blanked: every offset means the same in both.
struct Document<'t> {
    text: &'t str,
    plain: Vec<u8>,
}

/// A member of an object: its key, and where its value stands.
struct Member {
    key: String,
    value: Range<usize>,
}

impl<'t> Document<'t> {
    fn read(text: &'t str) -> Result<Document<'t>, SettingsError> {
        let plain = blanked(text);
        match serde_json::from_slice::<Value>(&plain) {
            Ok(_) => Ok(Document { text, plain }),
            Err(error) => Err(SettingsError::Broken { line: error.line(), message: error.to_string() }),
        }
    }

    /// Where the outermost object begins.
    fn top(&self) -> Result<usize, SettingsError> {
        let start = self.skip(0);
        if self.plain.get(start) == Some(&b'{') {
            Ok(start)
        } else {
            Err(SettingsError::NotATable("the file".to_owned()))
        }
    }

    /// Where the object at `path` begins; `None` where nothing stands there.
    fn object(&self, path: &[&str]) -> Result<Option<usize>, SettingsError> {
        let mut place = self.top()?;
        for (depth, key) in path.iter().enumerate() {
            // Of two members of one name, readers take the last.
            let Some(member) = self.members(place).0.into_iter().rfind(|member| member.key == *key) else {
                return Ok(None);
            };
            place = member.value.start;
            if self.plain[place] != b'{' {
                return Err(SettingsError::NotATable(path[..=depth].join(".")));
            }
        }
        Ok(Some(place))
    }

    /// The members of the object that begins at `start`, and where its brace closes.
    fn members(&self, start: usize) -> (Vec<Member>, usize) {
        let mut members = Vec::new();
        let mut at = self.skip(start + 1);
        while self.plain.get(at) == Some(&b'"') {
            let end = self.end(at);
            let key = serde_json::from_slice(&self.plain[at..end]).unwrap_or_default();
            let value = self.skip(self.skip(end) + 1);
            let value = value..self.end(value);
            at = self.skip(value.end);
            if self.plain.get(at) == Some(&b',') {
                at = self.skip(at + 1);
            }
            members.push(Member { key, value });
        }
        (members, at)
    }

    /// The text with `key` of the object at `start` set to `value`.
    fn set(&self, start: usize, key: &str, value: &Value) -> Result<String, SettingsError> {
        let (members, close) = self.members(start);
        let line = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let outer: String = self.text[line..].chars().take_while(|c| matches!(c, ' ' | '\t')).collect();
        let inner = format!("{outer}{}", self.unit());
        if let Some(member) = members.iter().rfind(|member| member.key == key) {
            let old: Option<Value> = serde_json::from_slice(&self.plain[member.value.clone()]).ok();
            let new = if old.as_ref() == Some(value) {
                self.text[member.value.clone()].to_owned()
            } else {
                self.pretty(value, &inner)
            };
            return Ok(format!(
                "{}{new}{}",
                &self.text[..member.value.start],
                &self.text[member.value.end..]
            ));
        }
        let end = line_end(self.text);
        let is_one_line = !self.text[start..close].contains('\n');
        if let Some(last) = members.last().filter(|_| is_one_line) {
            let at = last.value.end;
            let new = format!(", {}: {value}", Value::from(key));
            return Ok(format!("{}{new}{}", &self.text[..at], &self.text[at..]));
        }
        // Comments before the closing brace stay where they are, above what is new.
        let tail = self.text[..close].trim_end_matches([' ', '\t', '\r', '\n']).len();
        let comma =
            members.last().filter(|last| !self.has_comma(last.value.end, close)).map(|last| last.value.end);
        let (head, between) = match comma {
            Some(at) => (format!("{},", &self.text[..at]), &self.text[at..tail]),
            None => (self.text[..tail].to_owned(), ""),
        };
        let closing = if is_one_line { format!("{end}{outer}") } else { self.text[tail..close].to_owned() };
        let new = format!("{end}{inner}{}: {}", Value::from(key), self.pretty(value, &inner));
        Ok(format!("{head}{between}{new}{closing}{}", &self.text[close..]))
    }

    /// Whether a trailing comma stands between the last member and the closing brace.
    fn has_comma(&self, from: usize, to: usize) -> bool {
        let comments = without_comments(self.text);
        comments[from..to].contains(&b',')
    }

    /// `value` over several lines, each but the first after `indent`.
    fn pretty(&self, value: &Value, indent: &str) -> String {
        let text = serde_json::to_string_pretty(value).unwrap_or_else(|_| value.to_string());
        let unit = self.unit();
        let mut lines = text.lines().map(|line| {
            let words = line.trim_start();
            format!("{}{words}", unit.repeat((line.len() - words.len()) / 2))
        });
        let first = lines.next().unwrap_or_default();
        lines.fold(first, |text, line| format!("{text}{}{indent}{line}", line_end(self.text)))
    }

    /// One step of indentation, as the first line that has one shows it.
    fn unit(&self) -> &str {
        let indented =
            self.text.lines().find(|line| line.starts_with([' ', '\t']) && !line.trim().is_empty());
        indented.map_or(INDENT, |line| &line[..line.len() - line.trim_start_matches([' ', '\t']).len()])
    }

    /// The first place from `at` that is no white space.
    fn skip(&self, at: usize) -> usize {
        let white = |byte: &&u8| byte.is_ascii_whitespace();
        at + self.plain.get(at..).unwrap_or_default().iter().take_while(white).count()
    }

    /// The end of the value that begins at `start`.
    fn end(&self, start: usize) -> usize {
        let (mut depth, mut at) = (0_usize, start);
        while let Some(&byte) = self.plain.get(at) {
            match byte {
                b'"' => at = string_end(&self.plain, at),
                b'{' | b'[' => (depth, at) = (depth + 1, at + 1),
                b'}' | b']' if depth == 0 => return at,
                b'}' | b']' => (depth, at) = (depth - 1, at + 1),
                byte if depth == 0 && (byte == b',' || byte == b':' || byte.is_ascii_whitespace()) => {
                    return at;
                }
                _ => {
                    at += 1;
                    continue;
                }
            }
            if depth == 0 {
                return at;
            }
        }
        at
    }
}

/// The end of the string whose quote stands at `start`.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The bytes of `text` with spaces in place of comments and of commas that nothing follows.
fn blanked(text: &str) -> Vec<u8> {
    let mut bytes = without_comments(text);
    let mut comma = None;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => {
                comma = None;
                at = string_end(&bytes, at);
                continue;
            }
            b',' => comma = Some(at),
            b'}' | b']' => {
                if let Some(comma) = comma.take() {
                    bytes[comma] = b' ';
                }
            }
            byte if byte.is_ascii_whitespace() => {}
            _ => comma = None,
        }
        at += 1;
    }
    bytes
}

/// The bytes of `text` with spaces in place of comments; line ends stay.
fn without_comments(text: &str) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    let mut at = 0;
    while at < bytes.len() {
        let end = match (bytes[at], bytes.get(at + 1)) {
            (b'"', _) => {
                at = string_end(&bytes, at);
                continue;
            }
            (b'/', Some(b'/')) => {
                bytes[at..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |to| at + to)
            }
            (b'/', Some(b'*')) => text[at + 2..].find("*/").map_or(bytes.len(), |to| at + 2 + to + 2),
            _ => {
                at += 1;
                continue;
            }
        };
        bytes[at..end].iter_mut().filter(|byte| !matches!(byte, b'\n' | b'\r')).for_each(|byte| *byte = b' ');
        at = end;
    }
    bytes
}

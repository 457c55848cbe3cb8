//! YAML with positions: the top-level mapping of a front matter, each key and value with its bytes.

use std::collections::HashMap;
use std::ops::Range;

use granit_parser::{Event, Parser, ScalarStyle, Span};
use serde_json::{Map, Number, Value};

use crate::yaml::{YamlError, simple};

/// How many values one text may unfold to; aliases of aliases (a "bomb") end here.
const MOST_VALUES: usize = 10_000;
/// How deep values may nest.
const DEEPEST: usize = 64;

/// One key of the top-level mapping. Ranges are bytes of the text that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The key.
    pub key: String,
    /// The bytes of the key.
    pub key_span: Range<usize>,
    /// The bytes of the value, quotation marks included; empty for an absent value.
    pub value_span: Range<usize>,
    /// The value. Only `true`, `false`, `null` and plain decimal numbers are not texts.
    pub value: Value,
    /// For a plain scalar that became a number or a boolean: the text as written.
    pub literal: Option<String>,
}

/// Reads the mapping in `text`; an empty text or one of comments only is an empty mapping.
///
/// A key that comes twice, two documents, a value that is no mapping, and more than 10,000 values are errors.
pub fn read_mapping(text: &str) -> Result<Vec<Entry>, YamlError> {
    simple::read(text).map_or_else(|| read_all(text), Ok)
}

/// Reads the mapping in `text`, whatever it holds.
pub(super) fn read_all(text: &str) -> Result<Vec<Entry>, YamlError> {
    let mut reader = Reader { text, events: Parser::new_from_str(text), anchors: HashMap::new(), count: 0 };
    let mut entries = Vec::new();
    let mut documents = 0;
    loop {
        let (event, span) = reader.next()?;
        match event {
            Event::StreamEnd => return Ok(entries),
            Event::DocumentStart(..) => {
                documents += 1;
                if documents > 1 {
                    return Err(reader.error(&span, "a second YAML document; only one is read"));
                }
            }
            Event::MappingStart(_, anchor, _) => {
                if anchor != 0 {
                    return Err(reader.error(&span, "an anchor on the whole block; name single values"));
                }
                reader.entries(&mut entries)?;
            }
            Event::Scalar(value, ScalarStyle::Plain, ..) if value.is_empty() || value == "~" => {}
            Event::Scalar(..) | Event::SequenceStart(..) | Event::Alias(_) => {
                return Err(reader.error(&span, "not a mapping; write `key: value` lines"));
            }
            _ => {}
        }
    }
}

struct Reader<'t> {
    text: &'t str,
    events: Parser<'t, granit_parser::StrInput<'t>>,
    /// What each anchor stands for, and of how many values it is made.
    anchors: HashMap<usize, (Value, usize)>,
    count: usize,
}

impl<'t> Reader<'t> {
    fn next(&mut self) -> Result<(Event<'t>, Span), YamlError> {
        loop {
            match self.events.next() {
                None => return Ok((Event::StreamEnd, Span::empty(granit_parser::Marker::new(0, 1, 0)))),
                Some(Ok((Event::Comment(..), _))) => {}
                Some(Ok(event)) => return Ok(event),
                Some(Err(error)) => {
                    return Err(self.error(&Span::empty(*error.marker()), &error.info()));
                }
            }
        }
    }

    fn error(&self, span: &Span, message: &str) -> YamlError {
        let line = u32::try_from(span.start.line()).unwrap_or(u32::MAX);
        let column = u32::try_from(span.start.col() + 1).unwrap_or(u32::MAX);
        let message = message.lines().next().unwrap_or_default().to_owned();
        YamlError { line, column, message }
    }

    fn bytes(&self, span: &Span) -> Range<usize> {
        let range = span.byte_range().unwrap_or(0..0);
        let end = range.end.min(self.text.len());
        range.start.min(end)..end
    }

    /// Reads keys and values up to the end of the top-level mapping.
    fn entries(&mut self, entries: &mut Vec<Entry>) -> Result<(), YamlError> {
        loop {
            let (event, key_span) = self.next()?;
            let key = match event {
                Event::MappingEnd => return Ok(()),
                Event::Scalar(key, ..) => key.into_owned(),
                _ => return Err(self.error(&key_span, "a key that is not a text")),
            };
            if entries.iter().any(|entry: &Entry| entry.key == key) {
                return Err(self.error(&key_span, &format!("the key `{key}` comes twice")));
            }
            let (event, span) = self.next()?;
            let literal = match &event {
                Event::Scalar(text, ScalarStyle::Plain, ..) => Some(text.to_string()),
                _ => None,
            };
            let mut value_span = self.bytes(&span);
            let (value, end) = self.value(event, &span, 0)?;
            value_span.end = value_span.end.max(end);
            let trimmed = self.text[value_span.clone()].trim_end().len();
            value_span.end = value_span.start + trimmed;
            // Of a list that is not indented, the reader leaves out the first dash.
            let before = self.text[..value_span.start].trim_end_matches(' ');
            if value.is_array() && before.ends_with("\n-") {
                value_span.start = before.len() - 1;
            }
            // The reader puts an absent value before the colon; what is written there must stand after it.
            if value_span.is_empty() && self.text[value_span.start..].starts_with(':') {
                value_span = value_span.start + 1..value_span.start + 1;
            }
            let literal = literal.filter(|_| value.is_number() || value.is_boolean());
            entries.push(Entry { key, key_span: self.bytes(&key_span), value_span, value, literal });
        }
    }

    /// The value that `event` starts, and the byte where it ends.
    fn value(&mut self, event: Event<'t>, span: &Span, depth: usize) -> Result<(Value, usize), YamlError> {
        self.count += 1;
        if self.count > MOST_VALUES || depth > DEEPEST {
            let message = format!("unfolds to more than {MOST_VALUES} values or {DEEPEST} levels");
            return Err(self.error(span, &message));
        }
        let before = self.count;
        let (anchor, value, end) = match event {
            Event::Scalar(text, style, anchor, _) => {
                let value = match style {
                    ScalarStyle::Plain => plain(&text),
                    _ => Value::String(text.into_owned()),
                };
                (anchor, value, self.bytes(span).end)
            }
            Event::Alias(anchor) => {
                let Some((value, size)) = self.anchors.get(&anchor) else {
                    return Err(self.error(span, "an alias of nothing, or of the value it stands in"));
                };
                self.count += size;
                let value = if self.count > MOST_VALUES { Value::Null } else { value.clone() };
                (0, value, self.bytes(span).end)
            }
            Event::SequenceStart(_, anchor, _) => {
                let mut items = Vec::new();
                let end = loop {
                    let (event, span) = self.next()?;
                    if matches!(event, Event::SequenceEnd) {
                        break self.bytes(&span).end;
                    }
                    items.push(self.value(event, &span, depth + 1)?.0);
                };
                (anchor, Value::Array(items), end)
            }
            Event::MappingStart(_, anchor, _) => {
                let (map, end) = self.mapping(depth)?;
                (anchor, Value::Object(map), end)
            }
            _ => return Err(self.error(span, "a value is missing")),
        };
        if anchor != 0 {
            self.anchors.insert(anchor, (value.clone(), self.count - before + 1));
        }
        Ok((value, end))
    }

    fn mapping(&mut self, depth: usize) -> Result<(Map<String, Value>, usize), YamlError> {
        let mut map = Map::new();
        loop {
            let (event, span) = self.next()?;
            let key = match event {
                Event::MappingEnd => return Ok((map, self.bytes(&span).end)),
                Event::Scalar(key, ..) => key.into_owned(),
                _ => return Err(self.error(&span, "a key that is not a text")),
            };
            let (event, value_span) = self.next()?;
            let value = self.value(event, &value_span, depth + 1)?.0;
            if map.insert(key.clone(), value).is_some() {
                return Err(self.error(&span, &format!("the key `{key}` comes twice")));
            }
        }
    }
}

/// A plain scalar: the null and booleans of YAML 1.2's core schema and decimal numbers that are written as they
/// would be printed. Dates, `1.10`, `007`, `0x1F`, `12e4567`, `yes` and `10:00` stay texts.
pub(super) fn plain(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Value::Null,
        "true" | "True" | "TRUE" => return Value::Bool(true),
        "false" | "False" | "FALSE" => return Value::Bool(false),
        _ => {}
    }
    if let Ok(number) = text.parse::<i64>()
        && number.to_string() == text
    {
        return Value::Number(number.into());
    }
    if text.contains('.')
        && let Ok(number) = text.parse::<f64>()
        && number.to_string() == text
        && let Some(number) = Number::from_f64(number)
    {
        return Value::Number(number);
    }
    Value::String(text.to_owned())
}

#[cfg(test)]
mod tests;

//! A range of lines as GitHub writes it in a fragment: `L12` or `L12-L14`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Lines `first` to `last` of a text, both counted from 1 and both included; `first <= last`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineRange {
    first: u32,
    last: u32,
}

/// Says why a text is not a range of lines.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a range of lines; write `L12` or `L12-L14`, counted from 1")]
pub struct ParseLineRangeError(String);

impl LineRange {
    /// Makes the range of `first` to `last`; `None` when a line is 0 or the order is wrong.
    pub fn new(first: u32, last: u32) -> Option<LineRange> {
        (first >= 1 && first <= last).then_some(LineRange { first, last })
    }

    /// Makes the range of one line; line 0 is read as line 1.
    pub fn single(line: u32) -> LineRange {
        let line = line.max(1);
        LineRange { first: line, last: line }
    }

    /// The first line, from 1.
    pub fn first(self) -> u32 {
        self.first
    }

    /// The last line, included.
    pub fn last(self) -> u32 {
        self.last
    }

    /// Whether `line` lies in the range.
    pub fn contains(self, line: u32) -> bool {
        (self.first..=self.last).contains(&line)
    }

    /// The smallest range that holds both.
    #[must_use]
    pub fn union(self, other: LineRange) -> LineRange {
        LineRange { first: self.first.min(other.first), last: self.last.max(other.last) }
    }
}

impl fmt::Display for LineRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last {
            write!(f, "L{}", self.first)
        } else {
            write!(f, "L{}-L{}", self.first, self.last)
        }
    }
}

impl FromStr for LineRange {
    type Err = ParseLineRangeError;

    /// Reads `L12`, `L12-L14`, and what people type: `12`, `12-14`, `L12-14`.
    fn from_str(text: &str) -> Result<LineRange, ParseLineRangeError> {
        let number = |part: &str| part.strip_prefix(['L', 'l']).unwrap_or(part).parse::<u32>().ok();
        let (first, last) = match text.split_once('-') {
            Some((first, last)) => (number(first), number(last)),
            None => (number(text), number(text)),
        };
        first
            .zip(last)
            .and_then(|(first, last)| LineRange::new(first, last))
            .ok_or_else(|| ParseLineRangeError(text.to_owned()))
    }
}

impl serde::Serialize for LineRange {
    /// Writes `[first, last]`, the shape of every `lines` field.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.first, self.last].serialize(serializer)
    }
}

impl<'de> serde::Deserialize<'de> for LineRange {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<LineRange, D::Error> {
        let [first, last] = <[u32; 2]>::deserialize(deserializer)?;
        LineRange::new(first, last)
            .ok_or_else(|| serde::de::Error::custom(format!("[{first}, {last}] is not a range of lines")))
    }
}

impl schemars::JsonSchema for LineRange {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "LineRange".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "The first and the last line, both counted from 1 and both included",
            "type": "array",
            "items": {"type": "integer", "minimum": 1},
            "minItems": 2,
            "maxItems": 2,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes_and_what_people_type() {
        for (text, shown) in [("L12", "L12"), ("L12-L14", "L12-L14"), ("12-14", "L12-L14"), ("L3-3", "L3")] {
            assert_eq!(text.parse::<LineRange>().map(|range| range.to_string()), Ok(shown.to_owned()));
        }
        for text in ["", "L0", "L4-L2", "L-1", "x", "L1-L2-L3"] {
            assert!(text.parse::<LineRange>().is_err(), "{text}");
        }
    }
}

//! Chunks: pieces of notes that are indexed and read as one. Cutting them is the business of `outline`.

use serde::{Deserialize, Serialize};

use crate::path::RepoPath;
use crate::port::Validity;
use crate::text::LineRange;

/// A piece of a note: consecutive units below one heading.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chunk {
    /// The note.
    pub note: RepoPath,
    /// Which piece of the note it is, from 0.
    pub ordinal: u32,
    /// The title of the note.
    pub title: String,
    /// The headings above, outermost first, without one that repeats the title.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub headings: Vec<String>,
    /// `draft`, `stable`, `deprecated`, as the note says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// `unconfirmed` or `disputed`, as the note says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standing: Option<String>,
    /// When it holds.
    #[serde(default)]
    pub validity: Validity,
    /// Whether the note is the entry page of its folder.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub index_page: bool,
    /// Where the links of the note lead; the first chunk of a note carries them for all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<Outgoing>,
    /// The text, in the smallest pieces that can be given back alone.
    pub units: Vec<Unit>,
}

/// A link to another note, as it is written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outgoing {
    /// The target, without fragment.
    pub target: String,
    /// Whether it is a name, as in a wiki-link, and not a path.
    pub by_name: bool,
    /// How much it counts: 1, or the weight that a typed relation states, from 0 to 1.
    pub weight: f32,
}

/// The smallest piece that can be given back alone: a claim, a table row, a block of code, a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// The lines of the note it stands in.
    pub lines: LineRange,
    /// The text as a person reads it, without footnote marks.
    pub text: String,
    /// What it cites.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub citations: Vec<CitedLines>,
    /// The quoted words of its citations: searched, not given back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub quotes: Vec<String>,
}

/// Lines of an evidence item that a unit cites.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
pub struct CitedLines {
    /// The evidence id.
    pub evidence: String,
    /// The lines; `None` where the citation names none.
    pub lines: Option<LineRange>,
}

impl Chunk {
    /// The form that an index stores.
    pub fn encode(&self) -> Vec<u8> {
        // A chunk is texts and numbers; there is nothing in it that JSON refuses.
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// Reads what [`Chunk::encode`] wrote; `None` for anything else.
    pub fn decode(bytes: &[u8]) -> Option<Chunk> {
        serde_json::from_slice(bytes).ok()
    }

    /// The text as a person reads it.
    pub fn text(&self) -> String {
        self.units.iter().map(|unit| unit.text.as_str()).collect::<Vec<_>>().join("\n")
    }

    /// The lines from the first unit to the last.
    pub fn lines(&self) -> LineRange {
        self.units
            .iter()
            .map(|unit| unit.lines)
            .reduce(LineRange::union)
            .unwrap_or_else(|| LineRange::single(1))
    }
}

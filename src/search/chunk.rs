//! Chunks: pieces of notes that are indexed and read as one. Cutting them is the business of `outline`, writing them down
//! that of `encoding`.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::encoding;
use crate::digest::Sha256Hex;
use crate::path::RepoPath;
use crate::port::Validity;
use crate::text::LineRange;

/// A piece of a note: consecutive units below one heading.
#[derive(Clone, Debug, PartialEq)]
pub struct Chunk {
    /// The note.
    pub note: RepoPath,
    /// Which piece of the note it is, from 0.
    pub ordinal: u32,
    /// The title of the note.
    pub title: String,
    /// The headings above, outermost first, without one that repeats the title.
    pub headings: Vec<String>,
    /// `draft`, `stable`, `deprecated`, as the note says.
    pub status: Option<String>,
    /// `unconfirmed` or `disputed`, as the note says.
    pub standing: Option<String>,
    /// When it holds.
    pub validity: Validity,
    /// Whether the note is the entry page of its folder.
    pub index_page: bool,
    /// What links may call the note beside its file name, the aliases; the first chunk of a note carries them for all.
    pub aliases: Vec<String>,
    /// Where the links of the note lead; the first chunk of a note carries them for all.
    pub links: Vec<Outgoing>,
    /// The text, in the smallest pieces that can be given back alone.
    pub units: Vec<Unit>,
}

/// A link to another note, as it is written.
#[derive(Clone, Debug, PartialEq)]
pub struct Outgoing {
    /// The target, without fragment.
    pub target: String,
    /// Whether it is a name, as in a wiki-link, and not a path.
    pub by_name: bool,
    /// How much it counts: 1, or the weight that a typed relation states, from 0 to 1.
    pub weight: f32,
}

/// The smallest piece that can be given back alone: a claim, a table row, a block of code, a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The lines of the note it stands in.
    pub lines: LineRange,
    /// The text as a person reads it, without footnote marks.
    pub text: String,
    /// Whether it belongs to the chunk before and stands here again because this one is not understood without it: the head
    /// of a table. It is searched, not given back.
    pub again: bool,
    /// What it cites.
    pub citations: Vec<CitedLines>,
    /// The quoted words of its citations: searched, not given back.
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

impl fmt::Display for CitedLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.lines {
            Some(lines) => write!(f, "{}#{lines}", self.evidence),
            None => f.write_str(&self.evidence),
        }
    }
}

/// How many hexadecimal digits name a chunk.
const ID_LENGTH: usize = 16;

impl Chunk {
    /// A name that depends on the note, the headings above and the text only; a chunk that moves within its note keeps it.
    pub fn id(&self) -> String {
        let mut named = self.note.as_str().to_owned();
        for text in self.headings.iter().chain(self.units.iter().map(|unit| &unit.text)) {
            // No heading and no unit holds the sign.
            named.push('\0');
            named.push_str(text);
        }
        Sha256Hex::of(named.as_bytes()).as_str()[..ID_LENGTH].to_owned()
    }

    /// The form that an index stores.
    pub fn encode(&self) -> Vec<u8> {
        encoding::encode(self)
    }

    /// Reads what [`Chunk::encode`] wrote; `None` for anything else.
    pub fn decode(bytes: &[u8]) -> Option<Chunk> {
        encoding::decode(bytes)
    }

    /// The text as a person reads it.
    pub fn text(&self) -> String {
        self.units.iter().map(|unit| unit.text.as_str()).collect::<Vec<_>>().join("\n")
    }

    /// The lines from the first unit to the last.
    pub fn lines(&self) -> LineRange {
        self.units
            .iter()
            .filter(|unit| !unit.again)
            .map(|unit| unit.lines)
            .reduce(LineRange::union)
            .unwrap_or_else(|| LineRange::single(1))
    }
}

//! What a search gives back, as data.

use jiff::civil::Date;
use serde::Serialize;

use super::expand::Expansion;
use super::minimum::Thresholds;
use crate::digest::CommitId;
use crate::ops::folders::RankedFolder;
use crate::redact::{Redact, Redaction};
use crate::search::{CitedLines, Via};
use crate::text::LineRange;

/// An answer.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
pub struct SearchReport {
    /// What was asked.
    pub query: String,
    /// The commit that the answer comes from; `None`: the working tree, which has no commit.
    pub commit: Option<CommitId>,
    /// Whether that is what was asked for, and not an older one.
    pub fresh: bool,
    /// How many notes count as the working tree has them, and not as the commit does.
    pub overlaid: usize,
    /// How many notes the caller may see.
    pub examined: u64,
    /// The folders whose summaries answer, best first, where they were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub folders: Vec<RankedFolder>,
    /// The results, best first.
    pub results: Vec<SearchResult>,
    /// What was asked beside the words typed, where `kb.toml` names who finds other words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expansion: Option<Expansion>,
    /// Why there is nothing, or what was left out.
    pub reason: Option<String>,
}

/// One result: lines of one note.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
pub struct SearchResult {
    /// The name of the note that holds everywhere.
    pub uri: String,
    /// The note.
    pub path: String,
    /// The commit that the text stands in; `None`: a file of the working tree that is not committed.
    pub commit: Option<CommitId>,
    /// The lines that the text comes from, first and last.
    pub lines: LineRange,
    /// The title of the note.
    pub title: String,
    /// The headings above, outermost first.
    pub headings: Vec<String>,
    /// How well it answers; comparable within one answer only.
    pub score: f32,
    /// The score by origin.
    pub scores: Scores,
    /// How it was found.
    pub via: Via,
    /// The text, without footnote marks.
    pub text: String,
    /// The evidence that the text rests on.
    pub citations: Vec<CitedLines>,
    /// What the note says of its status, where it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// `unconfirmed` or `disputed`, where the note says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<String>,
    /// The first day on which it holds, where the note names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub valid_from: Option<Date>,
    /// The last day on which it holds, where the note names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub valid_until: Option<Date>,
    /// How it came to its place, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<Explanation>,
}

impl Redact for SearchResult {
    fn redact(&mut self, redaction: &Redaction) {
        self.title.redact(redaction);
        self.headings.redact(redaction);
        self.text.redact(redaction);
        self.status.redact(redaction);
        self.standing.redact(redaction);
    }
}

/// A score by origin.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Scores {
    /// Of the words, by BM25 over the piece of the note.
    pub text: f32,
    /// Of the meaning, the cosine by the model that embeds at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vector: Option<f32>,
    /// Of the meaning, the cosine by the model that takes its time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deep: Option<f32>,
}

/// How a result came to its place.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Explanation {
    /// What each word of the query adds to the score of the words.
    pub terms: Vec<TermShare>,
    /// The share of the query's weight that stands in the text, from 0 to 1.
    pub coverage: f32,
    /// How well the note answers as a whole, beside the best one, from 0 to 1.
    pub whole: f32,
    /// How much the words and the meaning count, in this order.
    pub weights: [f32; 2],
    /// Its rank in each leg, from 1.
    pub ranks: Ranks,
    /// What `kb.toml` demands of a result, where it demands something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thresholds: Option<Thresholds>,
    /// The model that reordered the best.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reranked_by: Option<String>,
}

/// What one word of a query adds.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
pub struct TermShare {
    /// The word as typed.
    pub term: String,
    /// How much it says: the rarer, the more.
    pub idf: f32,
    /// What it adds to the score of the words.
    pub score: f32,
}

/// Ranks from 1; absent where a leg does not know the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Ranks {
    /// By the words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<usize>,
    /// By the model that embeds at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vector: Option<usize>,
    /// By the model that takes its time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deep: Option<usize>,
    /// By both together, before links and a reordering model moved it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fused: Option<usize>,
}

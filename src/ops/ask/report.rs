//! What asking gives back: sentences with their place and their evidence, or that the knowledge has none.

use jiff::civil::Date;
use serde::Serialize;

use crate::digest::CommitId;
use crate::search::CitedLines;
use crate::text::LineRange;

/// An answer made of what the knowledge says.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
pub struct AskReport {
    /// The version of this format: 1.
    pub version: u32,
    /// What was asked.
    pub question: String,
    /// The commit that the answer comes from; `None`: the working tree, which has no commit.
    pub commit: Option<CommitId>,
    /// Whether that is what was asked for, and not an older one.
    pub fresh: bool,
    /// Who put the answer together: `rules` gives back the claims themselves.
    pub family: &'static str,
    /// How many notes the caller may see.
    pub examined: u64,
    /// Whether the knowledge answers the question.
    pub is_answered: bool,
    /// The share of the question's weight that the answer takes up, from 0 to 1.
    pub coverage: f32,
    /// The sentences, in the order in which they read.
    pub sentences: Vec<Sentence>,
    /// The words of the question that nothing in the answer takes up.
    pub open: Vec<String>,
    /// Why there is no answer, or what was left out.
    pub reason: Option<String>,
}

/// One sentence of an answer.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Sentence {
    /// What it says, without footnote marks.
    pub text: String,
    /// The note that says it.
    pub path: String,
    /// The lines that it stands in.
    pub lines: LineRange,
    /// The commit that they stand in; `None`: a file of the working tree that is not committed.
    pub commit: Option<CommitId>,
    /// The title of the note.
    pub title: String,
    /// The headings above, outermost first.
    pub headings: Vec<String>,
    /// The evidence that it rests on; nothing for a claim that cites none.
    pub citations: Vec<CitedLines>,
    /// What a reader must know before believing it: `draft`, `unconfirmed`, `disputed`, `deprecated`, `superseded`, `expired`,
    /// `not yet valid`, `formerly`, `uncited`.
    pub marks: Vec<&'static str>,
    /// The last day on which it holds, where the note names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub valid_until: Option<Date>,
}

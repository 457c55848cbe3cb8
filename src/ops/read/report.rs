//! What a reading gives, as data.

use jiff::civil::Date;
use serde::Serialize;

use super::Level;
use crate::digest::CommitId;
use crate::note::{Note, day, is_deprecated};
use crate::redact::{Redact, Redaction};
use crate::search::CitedLines;
use crate::text::LineRange;

/// What was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReadKind {
    /// A note, or a part of one.
    Note,
    /// A folder.
    Folder,
    /// An evidence item, or lines of one.
    Evidence,
}

/// What a reading gives.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
pub struct ReadReport {
    /// Its name that holds everywhere.
    pub uri: String,
    /// Its path.
    pub path: String,
    /// What it is.
    pub kind: ReadKind,
    /// How much was read: 0 abstract, 1 overview, 2 text.
    pub level: Level,
    /// The title.
    pub title: String,
    /// The commit that it was read from; `None`: the working tree, which has no commit.
    pub commit: Option<CommitId>,
    /// Whether main has the same now.
    pub fresh: bool,
    /// The text.
    pub text: String,
    /// Of a note or evidence: the lines that were read, first and last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<LineRange>,
    /// The heading that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heading: Option<String>,
    /// Of a folder: how many notes lie in it and below it, those that the caller sees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<u64>,
    /// What the note says of its status.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// `unconfirmed` or `disputed`, where the note says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<String>,
    /// The first day on which it holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub valid_from: Option<Date>,
    /// The last day on which it holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub valid_until: Option<Date>,
    /// Whether it holds today: in its time, neither deprecated nor superseded.
    pub holds: bool,
    /// The evidence that what was read rests on, as far as the caller may see it.
    pub citations: Vec<CitedLines>,
}

impl ReadReport {
    pub(super) fn new(kind: ReadKind, level: Level, commit: Option<&CommitId>) -> ReadReport {
        ReadReport {
            uri: String::new(),
            path: String::new(),
            kind,
            level,
            title: String::new(),
            commit: commit.cloned(),
            fresh: true,
            text: String::new(),
            lines: None,
            heading: None,
            notes: None,
            status: None,
            standing: None,
            valid_from: None,
            valid_until: None,
            holds: true,
            citations: Vec::new(),
        }
    }

    /// Fills in what `note` says of its validity, seen from `today`.
    pub(super) fn tell(&mut self, note: &Note, today: Date) {
        let text = |key: &str| note.front.text(key).map(str::to_owned);
        let is_superseded = note.front.get("superseded_by").is_some_and(|field| !field.value.is_null());
        self.status = text("status");
        self.standing = text("standing");
        self.valid_from = note.front.text("valid_from").and_then(day);
        self.valid_until = note.front.text("valid_until").and_then(day);
        self.holds = !is_superseded
            && !is_deprecated(note)
            && self.valid_from.is_none_or(|from| from <= today)
            && self.valid_until.is_none_or(|until| today <= until);
    }
}

impl Redact for ReadReport {
    fn redact(&mut self, redaction: &Redaction) {
        self.title.redact(redaction);
        self.text.redact(redaction);
        self.heading.redact(redaction);
        self.status.redact(redaction);
        self.standing.redact(redaction);
    }
}

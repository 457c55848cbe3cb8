//! What stands around a note, as data.

use crate::digest::CommitId;
use crate::redact::{Redact, Redaction};

/// What stands around a note or an evidence item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NeighboursReport {
    /// Its name that holds everywhere.
    pub uri: String,
    /// Its title.
    pub title: String,
    /// The commit that it was read from; `None`: the working tree, which has no commit.
    pub commit: Option<CommitId>,
    /// Whether main has the same links now.
    pub fresh: bool,
    /// The notes that it links, the heaviest link first.
    pub links: Vec<Near>,
    /// The notes that link it and that it does not link; of evidence, those that cite it.
    pub backlinks: Vec<Near>,
    /// The notes that say something near to it and that no link joins with it, the nearest first.
    pub related: Vec<Near>,
}

/// A note around another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Near {
    /// Its name that holds everywhere.
    pub uri: String,
    /// Its title.
    pub title: String,
    /// What it says first.
    pub about: String,
    /// What it says of its status, where it does.
    pub status: Option<String>,
    /// `unconfirmed` or `disputed`, where it says so.
    pub standing: Option<String>,
}

impl Redact for NeighboursReport {
    fn redact(&mut self, redaction: &Redaction) {
        self.title.redact(redaction);
        self.links.redact(redaction);
        self.backlinks.redact(redaction);
        self.related.redact(redaction);
    }
}

impl Redact for Near {
    fn redact(&mut self, redaction: &Redaction) {
        self.title.redact(redaction);
        self.about.redact(redaction);
        self.status.redact(redaction);
        self.standing.redact(redaction);
    }
}

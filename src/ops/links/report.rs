//! What `kb links` tells, as data.

use serde::Serialize;

use crate::note::{Link, LinkKind, Note};
use crate::path::RepoPath;
use crate::redact::{Redact, Redaction};
use crate::vault::Resolution;

/// The links that were asked for, ordered by path and place.
#[derive(Clone, Debug, Default, Serialize, schemars::JsonSchema)]
pub struct LinksReport {
    /// The links.
    pub links: Vec<FoundLink>,
    /// What was looked at.
    #[serde(skip)]
    pub examined: Examined,
}

/// What was looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Examined {
    /// How many notes.
    pub notes: usize,
    /// How many links stand in them.
    pub links: usize,
}

/// What a link is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FoundLinkKind {
    /// It leads somewhere.
    Link,
    /// It shows what it leads to.
    Embed,
    /// It stands in a footnote and cites evidence.
    Citation,
    /// It leads out of the repository: it has a scheme.
    External,
}

/// One link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct FoundLink {
    /// The note that it stands in.
    pub path: RepoPath,
    /// Its line, from 1.
    pub line: u32,
    /// The column at which it starts, in Unicode characters from 1.
    pub column: u32,
    /// Its source text, byte for byte.
    pub raw: String,
    /// What it is for.
    pub kind: FoundLinkKind,
    /// What it names, without fragment, decoded once; empty for a fragment of its own note.
    pub target: String,
    /// What follows `#`, decoded once: a heading, `^block`, or lines.
    pub fragment: Option<String>,
    /// The words shown.
    pub label: Option<String>,
    /// The file or folder that it leads to; null where it leads to nothing, to several, or out of the repository.
    pub resolved: Option<RepoPath>,
}

impl Redact for FoundLink {
    fn redact(&mut self, redaction: &Redaction) {
        self.raw.redact(redaction);
        self.target.redact(redaction);
        self.fragment.redact(redaction);
        self.label.redact(redaction);
    }
}

impl FoundLink {
    /// What `link` of `note` says, which leads to `resolution`. `is_cited` says whether a footnote cites with it, `has`
    /// whether a file stands at a path that the vault does not hold.
    pub(super) fn new(
        note: &Note,
        link: &Link,
        resolution: &Resolution,
        is_cited: bool,
        has: impl Fn(&RepoPath) -> bool,
    ) -> FoundLink {
        let position = note.lines.position(&note.text, link.span.start);
        let kind = match (resolution, link.kind) {
            (Resolution::External, _) => FoundLinkKind::External,
            (_, LinkKind::Embed | LinkKind::Image) => FoundLinkKind::Embed,
            (Resolution::Evidence { .. }, _) if link.in_footnote => FoundLinkKind::Citation,
            _ if is_cited => FoundLinkKind::Citation,
            _ => FoundLinkKind::Link,
        };
        let resolved = match resolution {
            Resolution::Note { path, .. } | Resolution::Evidence { path, .. } | Resolution::File(path) => {
                Some(path.clone())
            }
            Resolution::Elsewhere(path) => Some(path.clone()).filter(has),
            Resolution::External | Resolution::Ambiguous(_) | Resolution::Missing => None,
        };
        FoundLink {
            path: note.path.clone(),
            line: position.line,
            column: position.column,
            raw: note.text[link.span.clone()].to_owned(),
            kind,
            target: link.target.clone(),
            fragment: link.fragment.clone(),
            label: link.label.clone(),
            resolved,
        }
    }
}

//! From a citation to the span of evidence that it cites, or why there is none.

use thiserror::Error;

use crate::evidence::{EvidenceId, Span};
use crate::note::{Citation, Note};
use crate::path::RepoPath;
use crate::vault::{Archive, Vault, evidence};

/// Says why a citation leads to no span of evidence. Each message completes "the citation …".
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CitationError {
    /// The target is not a file of the evidence folder.
    #[error("links to `{0}`, which is no evidence")]
    NotEvidence(String),
    /// No item lies there.
    #[error("names the evidence `{0}`, which does not exist")]
    Missing(String),
    /// The item is there and cannot be relied on.
    #[error("rests on `{evidence}`, which cannot be relied on: {why}")]
    Damaged {
        /// The name of the item's folder.
        evidence: String,
        /// The rule that reports the item.
        rule: &'static str,
        /// What is wrong with it.
        why: String,
    },
    /// The file is not the one that lines are counted in.
    #[error("links to `{path}`, but lines of this evidence are counted in `{expected}`")]
    OtherFile {
        /// The file linked to.
        path: RepoPath,
        /// The file to link to.
        expected: RepoPath,
    },
    /// The link has no lines.
    #[error("names no lines; add `#L12` or `#L12-L14`")]
    NoLines,
    /// The lines reach past the end.
    #[error("names {lines}, but `{evidence}` has {count} lines")]
    PastEnd {
        /// The item.
        evidence: EvidenceId,
        /// The lines.
        lines: crate::text::LineRange,
        /// How many lines there are.
        count: u32,
    },
}

impl Archive {
    /// The span that `citation`, which stands in `note`, cites.
    pub fn span(&self, note: &Note, citation: &Citation) -> Result<Span, CitationError> {
        let not_evidence = || CitationError::NotEvidence(citation.target.clone());
        let (base, target) = match citation.target.strip_prefix('/') {
            Some(rooted) => (None, rooted),
            None => (note.path.parent(), citation.target.as_str()),
        };
        let path = RepoPath::resolve(base.as_ref(), target).map_err(|_| not_evidence())?;
        if !self.layout().is_evidence(&path) {
            return Err(not_evidence());
        }
        let folder = evidence::folder_of(self.layout(), &path).unwrap_or_else(|| path.clone());
        if let Some(oddity) = self.damage(&folder) {
            return Err(CitationError::Damaged {
                evidence: folder.file_name().to_owned(),
                rule: oddity.rule,
                why: oddity.message.clone(),
            });
        }
        let item = folder.file_name().parse::<EvidenceId>().ok().and_then(|id| self.item(&id));
        let Some(item) = item.filter(|item| item.folder == folder) else {
            return Err(CitationError::Missing(folder.file_name().to_owned()));
        };
        let expected = item.text_path();
        if path != expected && path != folder {
            return Err(CitationError::OtherFile { path, expected });
        }
        let lines = citation.lines.ok_or(CitationError::NoLines)?;
        let count = item.line_count();
        if lines.last() > count {
            return Err(CitationError::PastEnd { evidence: item.meta.id.clone(), lines, count });
        }
        Ok(Span { evidence: item.meta.id.clone(), lines })
    }
}

impl Vault {
    /// The span that `citation`, which stands in `note`, cites.
    pub fn citation_span(&self, note: &Note, citation: &Citation) -> Result<Span, CitationError> {
        self.archive.span(note, citation)
    }
}

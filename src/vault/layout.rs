//! Where in the repository knowledge and evidence lie.

use crate::path::RepoPath;

/// Where knowledge and evidence lie.
///
/// In a plain folder of Markdown, without `kb.toml` and without `knowledge/`, the whole folder is the
/// knowledge: kb works on any vault as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The folder of the notes; `None`: the root.
    pub knowledge: Option<RepoPath>,
    /// The folder of the evidence.
    pub evidence: RepoPath,
}

impl Layout {
    /// Whether `path` belongs to the knowledge.
    pub fn is_knowledge(&self, path: &RepoPath) -> bool {
        !self.is_evidence(path)
            && !path.as_str().starts_with(".kb/")
            && self.knowledge.as_ref().is_none_or(|folder| path.is_in(folder))
    }

    /// Whether `path` belongs to the evidence.
    pub fn is_evidence(&self, path: &RepoPath) -> bool {
        path.is_in(&self.evidence)
    }

    /// `path` relative to the knowledge folder, for people and root-relative links.
    pub fn in_knowledge<'p>(&self, path: &'p RepoPath) -> &'p str {
        match &self.knowledge {
            Some(folder) if path.is_in(folder) => &path.as_str()[folder.as_str().len() + 1..],
            _ => path.as_str(),
        }
    }
}

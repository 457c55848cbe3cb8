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

/// How much of a file is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// A note is read up to so many bytes; what follows is left out and reported.
    pub note: u64,
    /// Evidence above so many bytes is not read at all, only reported: half of it would hash to something else.
    pub evidence: u64,
}

impl Layout {
    /// Whether a vault takes the file `path` in: knowledge or evidence, and in no folder whose name starts with a dot.
    ///
    /// Files with such a name are taken, `.abstract` is one; folders are other programs' own.
    pub fn takes(&self, path: &RepoPath) -> bool {
        let folder = match &self.knowledge {
            _ if self.is_evidence(path) => Some(&self.evidence),
            _ if !self.is_knowledge(path) => return false,
            knowledge => knowledge.as_ref(),
        };
        let inside = folder.map_or(path.as_str(), |folder| &path.as_str()[folder.as_str().len() + 1..]);
        let folders = inside.rsplit_once('/').map_or("", |(folders, _)| folders);
        !folders.split('/').any(|name| name.starts_with('.'))
    }

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

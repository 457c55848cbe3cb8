//! What a proposal may touch: notes below the knowledge folder, and new evidence. Blobs and kinds are compared,
//! never diff text, and the reference is the base.

use std::collections::BTreeMap;

use crate::change::{Change, ChangeSet};
use crate::digest::{BlobId, CommitId, Sha256Hex};
use crate::ops::gate::Refusal;
use crate::path::RepoPath;
use crate::port::{GitError, GitRead, TreeEntryKind};
use crate::vault::{Layout, Vault};

/// Keys of the front matter by which a note would vouch for itself.
const TRUST_KEYS: [&str; 3] = ["sources", "generated", "verified"];

/// One path that differs between two commits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The path, as bytes.
    pub path: Vec<u8>,
    /// What stood there.
    pub before: Option<(TreeEntryKind, BlobId)>,
    /// What stands there.
    pub after: Option<(TreeEntryKind, BlobId)>,
}

impl Difference {
    /// The path for people.
    pub fn shown(&self) -> String {
        String::from_utf8_lossy(&self.path).into_owned()
    }

    /// The path, where it is one that kb can name.
    pub fn repo_path(&self) -> Option<RepoPath> {
        RepoPath::new(std::str::from_utf8(&self.path).ok()?).ok()
    }
}

/// Every path that differs between `from` and `to`, ordered.
pub fn differences(
    git: &dyn GitRead,
    from: &CommitId,
    to: &CommitId,
) -> Result<Vec<Difference>, GitError> {
    let listed = |commit| -> Result<BTreeMap<Vec<u8>, (TreeEntryKind, BlobId)>, GitError> {
        let entries = git.entries(commit, None)?;
        Ok(entries.into_iter().map(|entry| (entry.path, (entry.kind, entry.blob))).collect())
    };
    let (mut before, after) = (listed(from)?, listed(to)?);
    let mut differences = Vec::new();
    for (path, after) in after {
        let before = before.remove(&path);
        if before.as_ref() != Some(&after) {
            differences.push(Difference { path, before, after: Some(after) });
        }
    }
    let removed = before.into_iter().map(|(path, gone)| Difference { path, before: Some(gone), after: None });
    differences.extend(removed);
    differences.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(differences)
}

/// What of `differences` a proposal may not do.
pub fn fence(differences: &[Difference], layout: &Layout) -> Vec<Refusal> {
    differences.iter().filter_map(|difference| fence_one(difference, layout)).collect()
}

fn fence_one(difference: &Difference, layout: &Layout) -> Option<Refusal> {
    let shown = difference.shown();
    let Some(path) = difference.repo_path() else { return Some(Refusal::BadPath(shown)) };
    if layout.is_evidence(&path) && difference.before.is_some() {
        return Some(Refusal::EvidenceChanged(shown));
    }
    if !layout.is_evidence(&path) && (!layout.is_knowledge(&path) || is_policy(&path)) {
        return Some(Refusal::OutsideKnowledge(shown));
    }
    match difference.after.as_ref().map(|(kind, _)| *kind) {
        Some(TreeEntryKind::Symlink) => Some(Refusal::Symlink(shown)),
        Some(TreeEntryKind::Submodule) => Some(Refusal::Submodule(shown)),
        Some(TreeEntryKind::Executable) => Some(Refusal::Executable(shown)),
        _ if matches!(path.file_name(), ".abstract" | ".overview") => Some(Refusal::DerivedFile(shown)),
        _ => None,
    }
}

/// Whether `path` decides how kb, git or the forge behave; it matters where the whole repository is the knowledge.
fn is_policy(path: &RepoPath) -> bool {
    let text = path.as_str();
    text == crate::config::FILE_NAME
        || text.starts_with(".github/")
        || text.starts_with("ci/")
        || text.starts_with(".kb/")
        || matches!(path.file_name(), ".gitattributes" | ".gitmodules" | ".gitignore" | "CODEOWNERS")
}

/// Notes of `head` that write a trust key which they have not in `base`, or with another value.
pub fn self_asserted(base: &Vault, head: &Vault) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    for note in head.notes() {
        let before = base.note(note.path.as_str());
        if before.is_some_and(|before| before.text == note.text) {
            continue;
        }
        for key in TRUST_KEYS {
            let value = note.front.get(key).map(|field| &field.value);
            let known = before.and_then(|before| before.front.get(key)).map(|field| &field.value);
            if value.is_some() && value != known {
                refusals.push(Refusal::SelfAssertedTrust { path: note.path.to_string(), key: key.to_owned() });
            }
        }
    }
    refusals
}

/// The `differences` as a change set: of plain files only, the fence has refused the rest.
pub fn change_set(git: &dyn GitRead, differences: &[Difference]) -> Result<ChangeSet, GitError> {
    let mut changes = ChangeSet::new();
    let bytes = |side: &Option<(TreeEntryKind, BlobId)>| side.as_ref().map(|(_, blob)| git.blob(blob)).transpose();
    for difference in differences {
        let Some(path) = difference.repo_path() else { continue };
        let before = bytes(&difference.before)?.map(|bytes| Sha256Hex::of(&bytes));
        let after = bytes(&difference.after)?;
        changes.insert(path, Change { before, after, moved_from: None });
    }
    Ok(changes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout() -> Layout {
        let path = |text| RepoPath::new(text).expect("a path");
        Layout { knowledge: Some(path("knowledge")), evidence: path("evidence") }
    }

    fn refused(path: &str, before: Option<TreeEntryKind>, after: Option<TreeEntryKind>) -> Option<&'static str> {
        let side = |kind: Option<TreeEntryKind>| kind.map(|kind| (kind, BlobId("0".repeat(40))));
        let difference =
            Difference { path: path.as_bytes().to_vec(), before: side(before), after: side(after) };
        fence(&[difference], &layout()).first().map(Refusal::name)
    }

    #[test]
    fn notes_and_new_evidence_pass_and_nothing_else() {
        use TreeEntryKind::{Executable, File, Submodule, Symlink};
        let new = Some(File);
        assert_eq!(refused("knowledge/a.md", None, new), None);
        assert_eq!(refused("knowledge/a.md", new, None), None);
        assert_eq!(refused("evidence/2026/11/x/source.md", None, new), None);
        for (path, before, after, name) in [
            ("evidence/2026/11/x/source.md", new, new, "evidence-changed"),
            ("evidence/2026/11/x/source.md", new, None, "evidence-changed"),
            ("evidence/2026/11/x/source.md", new, Some(Symlink), "evidence-changed"),
            ("evidence/2026/11/x/source.md", None, Some(Symlink), "symlink"),
            ("kb.toml", new, new, "outside-knowledge"),
            (".github/workflows/x.yml", None, new, "outside-knowledge"),
            ("knowledgeable.md", None, new, "outside-knowledge"),
            ("README.md", new, new, "outside-knowledge"),
            ("knowledge/.gitattributes", None, new, "outside-knowledge"),
            ("knowledge/a.md", new, Some(Symlink), "symlink"),
            ("knowledge/a.md", None, Some(Submodule), "submodule"),
            ("knowledge/a.md", None, Some(Executable), "executable"),
            ("knowledge/.abstract", None, new, "derived-file"),
            ("knowledge/.git/config", None, new, "bad-path"),
        ] {
            assert_eq!(refused(path, before, after), Some(name), "{path}");
        }
    }
}

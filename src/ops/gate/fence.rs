//! What a proposal may touch: notes below the knowledge folder, and new evidence. Blobs and kinds are compared,
//! never diff text, and the reference is the base.

use std::collections::BTreeMap;

use crate::change::{Change, ChangeSet};
use crate::digest::{BlobId, CommitId, Sha256Hex};
use crate::evidence::append_only::violations;
use crate::ops::gate::Refusal;
use crate::path::RepoPath;
use crate::port::{Difference, GitError, GitRead, TreeEntry, TreeEntryKind};
use crate::vault::{Layout, Vault};

/// Keys of the front matter by which a note would vouch for itself.
const TRUST_KEYS: [&str; 3] = ["sources", "generated", "verified"];

/// The files of a base and of the head that stands on it, or that merging gives.
#[derive(Clone, Debug)]
pub struct Trees {
    base: Vec<TreeEntry>,
    head: Vec<TreeEntry>,
}

impl Trees {
    /// Lists both commits.
    pub fn read(git: &dyn GitRead, base: &CommitId, head: &CommitId) -> Result<Trees, GitError> {
        Ok(Trees { base: git.entries(base, None)?, head: git.entries(head, None)? })
    }

    /// The same as far as the two differ, with the work of that: the fence and the differences come out alike. All of the
    /// evidence is listed where some of it changes, because a new file may stand in the way of an old one.
    pub fn changed(
        git: &dyn GitRead,
        base: &CommitId,
        head: &CommitId,
        layout: &Layout,
    ) -> Result<Trees, GitError> {
        let differences = git.differences(Some(base), head)?;
        let folder = format!("{}/", layout.evidence);
        let (evidence, others): (Vec<Difference>, Vec<Difference>) =
            differences.into_iter().partition(|difference| difference.path.starts_with(folder.as_bytes()));
        let mut trees = Trees { base: Vec::new(), head: Vec::new() };
        for Difference { path, before, after } in others {
            let entry = |(kind, blob)| TreeEntry { path: path.clone(), blob, kind };
            trees.base.extend(before.map(entry));
            trees.head.extend(after.map(entry));
        }
        if !evidence.is_empty() {
            trees.base.extend(git.entries(base, Some(&layout.evidence))?);
            trees.head.extend(git.entries(head, Some(&layout.evidence))?);
        }
        Ok(trees)
    }

    /// Every path that differs, ordered.
    pub fn differences(&self) -> Vec<Difference> {
        let mut before: BTreeMap<&[u8], &TreeEntry> =
            self.base.iter().map(|entry| (entry.path.as_slice(), entry)).collect();
        let side = |entry: &TreeEntry| (entry.kind, entry.blob.clone());
        let mut differences = Vec::new();
        for entry in &self.head {
            let before = before.remove(entry.path.as_slice());
            if before.is_none_or(|before| before.blob != entry.blob || before.kind != entry.kind) {
                differences.push(Difference {
                    path: entry.path.clone(),
                    before: before.map(side),
                    after: Some(side(entry)),
                });
            }
        }
        differences.extend(before.into_values().map(|entry| Difference {
            path: entry.path.clone(),
            before: Some(side(entry)),
            after: None,
        }));
        differences.sort_by(|a, b| a.path.cmp(&b.path));
        differences
    }

    /// What a proposal may not do.
    pub fn fence(&self, layout: &Layout) -> Vec<Refusal> {
        let evidence = violations(&layout.evidence, &[&self.base], &self.head);
        let mut refusals: Vec<Refusal> =
            evidence.iter().map(|violation| Refusal::EvidenceChanged(violation.to_string())).collect();
        refusals.extend(self.differences().iter().filter_map(|difference| fence_one(difference, layout)));
        refusals
    }
}

/// What of a draft's `changes`, which are plain files, a proposer may not do: it writes notes, no evidence.
pub fn fence_draft(changes: &ChangeSet, layout: &Layout) -> Vec<Refusal> {
    let refused = |path: &RepoPath| {
        if layout.is_evidence(path) || !layout.is_knowledge(path) || is_policy(path) {
            return Some(Refusal::OutsideKnowledge(path.to_string()));
        }
        is_derived(path).then(|| Refusal::DerivedFile(path.to_string()))
    };
    changes.iter().filter_map(|(path, _)| refused(path)).collect()
}

fn is_derived(path: &RepoPath) -> bool {
    matches!(path.file_name(), ".abstract" | ".overview")
}

/// What a proposal may not do at one path; what happens to evidence is not looked at.
pub fn fence_one(difference: &Difference, layout: &Layout) -> Option<Refusal> {
    let shown = difference.shown();
    let Some(path) = difference.repo_path() else { return Some(Refusal::BadPath(shown)) };
    if layout.is_evidence(&path) {
        // What may happen to evidence is for the append-only check to say.
        return None;
    }
    if !layout.is_knowledge(&path) || is_policy(&path) {
        return Some(Refusal::OutsideKnowledge(shown));
    }
    match difference.after.as_ref().map(|(kind, _)| *kind) {
        Some(TreeEntryKind::Symlink) => Some(Refusal::Symlink(shown)),
        Some(TreeEntryKind::Submodule) => Some(Refusal::Submodule(shown)),
        Some(TreeEntryKind::Executable) => Some(Refusal::Executable(shown)),
        _ if is_derived(&path) => Some(Refusal::DerivedFile(shown)),
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
                refusals
                    .push(Refusal::SelfAssertedTrust { path: note.path.to_string(), key: key.to_owned() });
            }
        }
    }
    refusals
}

/// The `differences` as a change set: of plain files only, the fence has refused the rest.
pub fn change_set(git: &dyn GitRead, differences: &[Difference]) -> Result<ChangeSet, GitError> {
    let mut changes = ChangeSet::new();
    let bytes =
        |side: &Option<(TreeEntryKind, BlobId)>| side.as_ref().map(|(_, blob)| git.blob(blob)).transpose();
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

    fn refused(
        path: &str,
        before: Option<TreeEntryKind>,
        after: Option<TreeEntryKind>,
    ) -> Option<&'static str> {
        let side = |kind: Option<TreeEntryKind>, digit: &str| {
            let entry = |kind| TreeEntry { path: path.into(), blob: BlobId(digit.repeat(40)), kind };
            kind.map(entry).into_iter().collect()
        };
        let trees = Trees { base: side(before, "0"), head: side(after, "1") };
        trees.fence(&layout()).first().map(Refusal::name)
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
            ("evidence/2026/11/x/source.md", None, Some(Symlink), "evidence-changed"),
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

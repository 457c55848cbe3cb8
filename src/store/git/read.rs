//! The reading half of the port, for every handle, and the two that add to it.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::errors::{commit_id, commit_oid, other, told};
use super::{Gate, Handle, Opened, Writer};
use crate::digest::{BlobId, CommitId, TreeId};
use crate::path::RepoPath;
use crate::port::{
    Advance, Blame, CommitInfo, Difference, GitError, GitGate, GitRead, GitWrite, LastChange, Merge,
    NewCommit, Person, RefUpdate, TreeEntry,
};

impl<H: Handle> GitRead for H {
    fn resolve(&self, revision: &str) -> Result<CommitId, GitError> {
        self.opened().resolve(revision)
    }

    fn head_branch(&self) -> Result<String, GitError> {
        self.opened().head_branch()
    }

    fn reference(&self, name: &str) -> Result<Option<CommitId>, GitError> {
        self.opened().reference(name)
    }

    fn references(&self, prefix: &str) -> Result<Vec<(String, CommitId)>, GitError> {
        self.opened().references(prefix)
    }

    fn tree(&self, commit: &CommitId) -> Result<TreeId, GitError> {
        Ok(TreeId(self.opened().tree_of(commit)?.id().to_string()))
    }

    fn entries(&self, commit: &CommitId, folder: Option<&RepoPath>) -> Result<Vec<TreeEntry>, GitError> {
        self.opened().entries(commit, folder)
    }

    fn has_folder(&self, commit: &CommitId, folder: &RepoPath) -> Result<bool, GitError> {
        self.opened().has_folder(commit, folder)
    }

    fn name_of(&self, bytes: &[u8]) -> Result<BlobId, GitError> {
        let name = git2::Oid::hash_object(git2::ObjectType::Blob, bytes).map_err(told("naming a blob"))?;
        Ok(BlobId(name.to_string()))
    }

    fn is_sparse(&self) -> bool {
        let config = self.opened().raw.config().and_then(|config| config.get_bool("core.sparseCheckout"));
        config.unwrap_or_default()
    }

    fn blob(&self, blob: &BlobId) -> Result<Vec<u8>, GitError> {
        self.opened().blob(blob)
    }

    fn entry(&self, commit: &CommitId, path: &RepoPath) -> Result<Option<TreeEntry>, GitError> {
        self.opened().entry(commit, path)
    }

    fn file(&self, commit: &CommitId, path: &RepoPath) -> Result<Option<Vec<u8>>, GitError> {
        self.opened().file(commit, path)
    }

    fn changed_paths(&self, from: &CommitId, to: &CommitId) -> Result<Vec<Vec<u8>>, GitError> {
        self.opened().changed_paths(from, to)
    }

    fn differences(&self, from: Option<&CommitId>, to: &CommitId) -> Result<Vec<Difference>, GitError> {
        self.opened().differences(from, to)
    }

    fn new_commits(&self, head: &CommitId, known: &[CommitId]) -> Result<Vec<CommitId>, GitError> {
        self.opened().new_commits(head, known)
    }

    fn working_changes(&self, from: &CommitId) -> Result<Vec<Vec<u8>>, GitError> {
        self.opened().working_changes(from)
    }

    fn merge_base(&self, one: &CommitId, two: &CommitId) -> Result<Option<CommitId>, GitError> {
        self.opened().merge_base(one, two)
    }

    fn merge(&self, ours: &CommitId, theirs: &CommitId) -> Result<Merge, GitError> {
        self.opened().merge(ours, theirs)
    }

    fn commit(&self, commit: &CommitId) -> Result<CommitInfo, GitError> {
        self.opened().commit(commit)
    }

    fn is_ancestor(&self, ancestor: &CommitId, commit: &CommitId) -> Result<bool, GitError> {
        self.opened().is_ancestor(ancestor, commit)
    }

    fn last_changes(
        &self,
        commit: &CommitId,
        folder: Option<&RepoPath>,
    ) -> Result<BTreeMap<Vec<u8>, LastChange>, GitError> {
        self.opened().last_changes(commit, folder)
    }

    fn blame(&self, commit: &CommitId, path: &RepoPath, line: u32) -> Result<Blame, GitError> {
        self.opened().blame(commit, path, line)
    }

    fn first_parents(
        &self,
        head: &CommitId,
        until: Option<&CommitId>,
    ) -> Result<(Vec<CommitId>, bool), GitError> {
        self.opened().first_parents(head, until)
    }

    fn is_shallow(&self) -> bool {
        !self.opened().shallow.is_empty()
    }

    fn as_stored(&self, path: &RepoPath, bytes: Vec<u8>) -> Result<Vec<u8>, GitError> {
        self.opened().as_stored(path.as_str(), bytes)
    }

    fn is_ignored(&self, path: &RepoPath) -> Result<bool, GitError> {
        let ignored = self.opened().raw.is_path_ignored(path.as_str());
        ignored.map_err(told("asking whether a file is ignored"))
    }

    fn interrupted(&self) -> Result<Option<Advance>, GitError> {
        Ok(self.opened().read_journal())
    }

    fn user(&self) -> Result<Person, GitError> {
        self.opened().user()
    }
}

impl GitWrite for Writer {
    fn write_commit(&self, commit: &NewCommit<'_>) -> Result<CommitId, GitError> {
        self.0.write_commit(commit)
    }

    fn update_refs(&self, updates: &[RefUpdate<'_>]) -> Result<(), GitError> {
        self.0.update_refs(updates)
    }

    fn commit_paths(
        &self,
        paths: &[RepoPath],
        message: &str,
        person: &Person,
        time: Timestamp,
    ) -> Result<CommitId, GitError> {
        self.0.commit_paths(paths, message, person, time)
    }
}

impl GitGate for Gate {
    fn write_merge(
        &self,
        tree: &TreeId,
        parents: &[CommitId],
        message: &str,
        person: &Person,
        time: Timestamp,
    ) -> Result<CommitId, GitError> {
        self.0.write_merge(tree, parents, message, person, time)
    }

    fn advance(&self, target: &str, expected: &CommitId, new: &CommitId, log: &str) -> Result<(), GitError> {
        self.0.advance(target, expected, new, log)
    }

    fn finish_advance(&self) -> Result<Option<Advance>, GitError> {
        self.0.finish_advance()
    }
}

impl Opened {
    /// What a commit says of itself.
    fn commit(&self, id: &CommitId) -> Result<CommitInfo, GitError> {
        let commit = self.raw.find_commit(commit_oid(id)?).map_err(told("reading a commit"))?;
        let author = commit.author();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let time = Timestamp::from_second(commit.time().seconds())
            .map_err(|_| other("reading a commit", format!("the time of {id} is out of range")))?;
        Ok(CommitInfo {
            message: text(commit.message_bytes()),
            parents: commit.parent_ids().map(commit_id).collect(),
            author: Person { name: text(author.name_bytes()), email: text(author.email_bytes()) },
            time,
            tree: TreeId(commit.tree_id().to_string()),
        })
    }
}

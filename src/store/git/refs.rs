//! Refs: read, and moved by compare and swap.

use std::path::PathBuf;

use git2::{ErrorCode, ObjectType, Oid, Signature};

use super::Opened;
use super::errors::{commit_id, commit_oid, other, told};
use super::lock::patiently;
use crate::digest::CommitId;
use crate::port::{GitError, RefUpdate};

const MOVING: &str = "moving a ref";

impl Opened {
    /// The commit that `revision` names.
    pub(super) fn resolve(&self, revision: &str) -> Result<CommitId, GitError> {
        let none = || GitError::NoRevision(revision.to_owned());
        let object = self.raw.revparse_single(revision).map_err(|error| match error.code() {
            _ if revision == "HEAD" && self.is_unborn() => GitError::NoCommits,
            ErrorCode::NotFound | ErrorCode::InvalidSpec | ErrorCode::Ambiguous | ErrorCode::UnbornBranch => {
                none()
            }
            _ => told("resolving a revision")(error),
        })?;
        let commit = object.peel(ObjectType::Commit).map_err(|_| none())?;
        Ok(commit_id(commit.id()))
    }

    /// Whether HEAD is on a branch that has no commit yet.
    pub(super) fn is_unborn(&self) -> bool {
        matches!(self.raw.head(), Err(error) if error.code() == ErrorCode::UnbornBranch)
    }

    /// The branch that HEAD is on, full name.
    pub(super) fn head_branch(&self) -> Result<String, GitError> {
        let head = self.raw.find_reference("HEAD").map_err(told("reading HEAD"))?;
        match head.symbolic_target_bytes() {
            Some(target) => String::from_utf8(target.to_vec())
                .map_err(|_| other("reading HEAD", "the name of the branch is not UTF-8")),
            None => Err(GitError::DetachedHead),
        }
    }

    /// The commit that a ref points to.
    pub(super) fn reference(&self, name: &str) -> Result<Option<CommitId>, GitError> {
        Ok(self.reference_oid(name)?.map(commit_id))
    }

    fn reference_oid(&self, name: &str) -> Result<Option<Oid>, GitError> {
        let doing = "reading a ref";
        let found = match self.raw.find_reference(name) {
            Ok(found) => found,
            Err(error) if matches!(error.code(), ErrorCode::NotFound | ErrorCode::InvalidSpec) => {
                return Ok(None);
            }
            Err(error) => return Err(told(doing)(error)),
        };
        match found.peel(ObjectType::Commit) {
            Ok(commit) => Ok(Some(commit.id())),
            // A symbolic ref to a branch without a commit.
            Err(error) if error.code() == ErrorCode::NotFound && found.target().is_none() => Ok(None),
            Err(error) => Err(told(doing)(error)),
        }
    }

    /// The refs whose full names start with `prefix`, ordered by name.
    pub(super) fn references(&self, prefix: &str) -> Result<Vec<(String, CommitId)>, GitError> {
        let doing = "listing refs";
        let mut found = Vec::new();
        for reference in self.raw.references().map_err(told(doing))? {
            let reference = reference.map_err(told(doing))?;
            let Some(name) =
                std::str::from_utf8(reference.name_bytes()).ok().filter(|n| n.starts_with(prefix))
            else {
                continue;
            };
            if let Ok(commit) = reference.peel(ObjectType::Commit) {
                found.push((name.to_owned(), commit_id(commit.id())));
            }
        }
        found.sort_unstable();
        Ok(found)
    }

    /// Moves refs below `refs/heads/kb/`, all or none.
    pub(super) fn update_refs(&self, updates: &[RefUpdate<'_>]) -> Result<(), GitError> {
        for update in updates {
            let name = update.name;
            if !name.starts_with("refs/heads/kb/") || !git2::Reference::is_valid_name(name) {
                return Err(other(MOVING, format!("`{name}` is not below refs/heads/kb/")));
            }
        }
        self.swap(updates)
    }

    /// Moves refs of any name: locks all, compares all, then moves all.
    pub(super) fn swap(&self, updates: &[RefUpdate<'_>]) -> Result<(), GitError> {
        let common = self.raw.commondir();
        let mut locks: Vec<PathBuf> =
            updates.iter().map(|update| common.join(format!("{}.lock", update.name))).collect();
        locks.push(common.join("packed-refs.lock"));
        let mut transaction = patiently(MOVING, &locks, || {
            let mut transaction = self.raw.transaction()?;
            updates.iter().try_for_each(|update| transaction.lock_ref(update.name))?;
            Ok(transaction)
        })?;
        let who = self.reflog_signature()?;
        for update in updates {
            let now = self.reference_oid(update.name)?;
            let expected = update.expected.map(commit_oid).transpose()?;
            if now != expected {
                return Err(GitError::RefMoved(update.name.to_owned()));
            }
            match update.new {
                Some(new) => transaction.set_target(update.name, commit_oid(new)?, Some(&who), update.log),
                None => transaction.remove(update.name),
            }
            .map_err(told(MOVING))?;
        }
        transaction.commit().map_err(told(MOVING))
    }

    /// Whom the reflog names. Moving a ref needs no identity.
    fn reflog_signature(&self) -> Result<Signature<'static>, GitError> {
        let signature = match self.user() {
            Ok(person) => Signature::now(&person.name, &person.email),
            Err(_) => Signature::now("kb", "kb@localhost"),
        };
        signature.map_err(told(MOVING))
    }
}

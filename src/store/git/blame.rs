//! Who last touched one line.
//!
//! Not libgit2's blame, which works on whole files and takes a shallow boundary for an author. This follows the
//! one line, as `git blame` does: into the first parent that has the file unchanged, else into the first parent
//! that has the line unchanged; a line that no parent has is the commit's own, a merge's included.

use std::path::{Path, PathBuf};

use git2::{Commit, Delta, DiffOptions, Oid, Patch, Tree};

use super::Opened;
use super::errors::{commit_id, commit_oid, told};
use super::likeness::{RENAME, likeness};
use crate::digest::CommitId;
use crate::path::RepoPath;
use crate::port::{Blame, GitError};

const DOING: &str = "looking for who wrote a line";

/// More removed files than this are not searched for the former name of an added one.
const RENAME_CANDIDATES: usize = 1_000;

/// Where the line stands in one commit.
struct Spot<'r> {
    commit: Commit<'r>,
    path: PathBuf,
    blob: Oid,
    line: u32,
}

impl Opened {
    /// Who last touched line `line` of `path`, seen from `commit`.
    pub(super) fn blame(&self, commit: &CommitId, path: &RepoPath, line: u32) -> Result<Blame, GitError> {
        let commit = self.raw.find_commit(commit_oid(commit)?).map_err(told(DOING))?;
        let path = PathBuf::from(path.as_str());
        let Some((blob, _)) = self.blob_at(&commit.tree().map_err(told(DOING))?, &path)? else {
            return Ok(Blame::Uncommitted);
        };
        let lines = self.bytes(blob)?.split_inclusive(|&byte| byte == b'\n').count();
        if line == 0 || line as usize > lines {
            return Ok(Blame::Uncommitted);
        }
        let mut spot = Spot { commit, path, blob, line };
        loop {
            let id = spot.commit.id();
            if self.shallow.contains(&id) {
                return Ok(Blame::Shallow(commit_id(id)));
            }
            match self.earlier(&spot)? {
                Some(earlier) => spot = earlier,
                None => return Ok(Blame::Commit(commit_id(id))),
            }
        }
    }

    /// Where the line stood in a parent; `None` when no parent has it.
    fn earlier<'r>(&'r self, spot: &Spot<'r>) -> Result<Option<Spot<'r>>, GitError> {
        let mut parents = Vec::new();
        for parent in spot.commit.parent_ids() {
            let commit = self.raw.find_commit(parent).map_err(told(DOING))?;
            let tree = commit.tree().map_err(told(DOING))?;
            let blob = self.blob_at(&tree, &spot.path)?.map(|(blob, _)| blob);
            if blob == Some(spot.blob) {
                return Ok(Some(Spot { commit, path: spot.path.clone(), ..*spot }));
            }
            parents.push((commit, tree, blob));
        }
        let bytes = if parents.is_empty() { Vec::new() } else { self.bytes(spot.blob)? };
        for (commit, tree, blob) in parents {
            let origin = match blob {
                Some(blob) => Some((spot.path.clone(), blob)),
                None => self.former_name(&tree, spot, &bytes)?,
            };
            let Some((path, blob)) = origin else { continue };
            if let Some(line) = line_before(&self.bytes(blob)?, &bytes, spot.line)? {
                return Ok(Some(Spot { commit, path, blob, line }));
            }
        }
        Ok(None)
    }

    /// The file of `parent` that the spot's file was renamed from: gone since, and alike enough.
    fn former_name(
        &self,
        parent: &Tree<'_>,
        spot: &Spot<'_>,
        bytes: &[u8],
    ) -> Result<Option<(PathBuf, Oid)>, GitError> {
        let tree = spot.commit.tree().map_err(told(DOING))?;
        let diff = self.raw.diff_tree_to_tree(Some(parent), Some(&tree), None).map_err(told(DOING))?;
        let mut best: Option<(u8, PathBuf, Oid)> = None;
        for delta in diff.deltas().filter(|delta| delta.status() == Delta::Deleted).take(RENAME_CANDIDATES) {
            let old = delta.old_file();
            let Some(path) = old.path().map(Path::to_path_buf) else { continue };
            if old.id() == spot.blob {
                return Ok(Some((path, old.id())));
            }
            let percent = likeness(&self.bytes(old.id()).unwrap_or_default(), bytes);
            if percent >= RENAME && best.as_ref().is_none_or(|(best, ..)| percent > *best) {
                best = Some((percent, path, old.id()));
            }
        }
        Ok(best.map(|(_, path, blob)| (path, blob)))
    }
}

/// The number that line `line` of `new` has in `old`; `None` when `old` has it not.
fn line_before(old: &[u8], new: &[u8], line: u32) -> Result<Option<u32>, GitError> {
    let mut options = DiffOptions::new();
    options.context_lines(0).force_text(true);
    let patch = Patch::from_buffers(old, None, new, None, Some(&mut options)).map_err(told(DOING))?;
    let mut before = i64::from(line);
    for number in 0..patch.num_hunks() {
        let (hunk, _) = patch.hunk(number).map_err(told(DOING))?;
        // Without new lines the hunk stands after line `new_start`.
        let first = hunk.new_start() + u32::from(hunk.new_lines() == 0);
        if line < first {
            break;
        }
        if line < first + hunk.new_lines() {
            return Ok(None);
        }
        before += i64::from(hunk.old_lines()) - i64::from(hunk.new_lines());
    }
    Ok(u32::try_from(before).ok())
}

#[cfg(test)]
mod tests {
    use super::line_before;

    #[test]
    fn lines_are_counted_back_through_insertions_and_removals() {
        let (old, new) = (b"a\nb\nc\nd\n", b"x\na\nc\ny\nd\nz\n");
        let before: Vec<Option<u32>> =
            (1..=6).map(|line| line_before(old, new, line).expect("a diff")).collect();
        assert_eq!(before, [None, Some(1), Some(3), None, Some(4), None]);
    }
}

//! Whether main moved on the same notes as a proposal since both parted.

use std::collections::BTreeSet;

use crate::digest::{CommitId, TreeId};
use crate::ops::gate::Refusal;
use crate::port::{GitError, GitRead, Merge};

/// The tree that merging `head` into `main` gives, or why the proposal must be made and judged again; `base` is
/// where the two parted.
///
/// Index pages make no claims: where git merges their lines, that is no reason.
pub fn merged_tree(
    git: &dyn GitRead,
    base: &CommitId,
    main: &CommitId,
    head: &CommitId,
) -> Result<Result<TreeId, Refusal>, GitError> {
    if base == main {
        return Ok(Ok(git.tree(head)?));
    }
    let ours: BTreeSet<Vec<u8>> = git.changed_paths(base, main)?.into_iter().collect();
    let is_index = |path: &[u8]| path == b"index.md" || path.ends_with(b"/index.md");
    let both: Vec<String> = git
        .changed_paths(base, head)?
        .iter()
        .filter(|path| ours.contains(*path) && !is_index(path))
        .map(|path| String::from_utf8_lossy(path).into_owned())
        .collect();
    if !both.is_empty() {
        return Ok(Err(Refusal::StaleBase(both.join(", "))));
    }
    Ok(match git.merge(main, head)? {
        Merge::Clean(tree) => Ok(tree),
        Merge::Conflict(paths) => Err(Refusal::StaleBase(paths.join(", "))),
    })
}

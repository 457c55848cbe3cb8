//! Finds the notes that the working tree has otherwise than a commit. Most are told by their stamps and never read.

use rayon::prelude::*;

use super::SMALL;
use super::tracked::{Copy, Tracked};
use crate::digest::{BlobId, CommitId};
use crate::ops::Workspace;
use crate::ops::build::{BuildError, Source};
use crate::path::RepoPath;
use crate::port::{GitRead, Sighted};
use crate::vault::{Layout, Limits};

/// How many files are read at a time.
const BATCH: usize = 1_024;

/// What the working tree has otherwise.
#[derive(Default)]
pub(super) struct Differences {
    /// New and edited notes: path, name of the content, bytes.
    pub changed: Vec<(RepoPath, String, Vec<u8>)>,
    /// Notes that the commit has under the same path, edited or gone.
    pub covered: Vec<RepoPath>,
    /// How many there are of both, each once.
    pub count: usize,
}

impl Differences {
    /// Takes in one more; of those that are too many to be read at every search the bytes are not held.
    fn change(&mut self, path: &RepoPath, name: &BlobId, bytes: Vec<u8>) {
        let bytes = if self.changed.len() < SMALL { bytes } else { Vec::new() };
        self.changed.push((path.clone(), name.to_string(), bytes));
    }
}

/// A file that has to be read to tell whether it differs, and its place among the notes of the commit.
struct Doubtful {
    seen: Sighted,
    at: Option<usize>,
}

/// How the working tree differs from `commit`, whose settings `source` has read.
pub(super) fn differences(
    workspace: &Workspace<'_>,
    source: &Source<'_, '_>,
    commit: &CommitId,
) -> Result<Differences, BuildError> {
    let git = workspace.git()?;
    let (layout, max_bytes) = source.bounds();
    let mut found = Differences::default();
    // No working files, or a folder that cannot be read: there is nothing to lay over.
    let Ok(sight) = workspace.files.stamps(layout) else { return Ok(found) };
    let mut tracked = Tracked::of(workspace.cache, git, source, commit)?;
    let (doubtful, missing) = compare(sight.files, &tracked.copies);
    if !git.is_sparse() {
        found.covered.extend(missing.iter().filter_map(|&at| RepoPath::new(&*tracked.copies[at].path).ok()));
    }
    let (mut settled, mut new) = (0, 0);
    for batch in doubtful.chunks(BATCH) {
        let limits = Limits { note: max_bytes, ..workspace.config.limits() };
        for (doubtful, bytes) in batch.iter().zip(read(workspace, layout, limits, batch)) {
            let Some(bytes) = bytes else { continue };
            let path = &doubtful.seen.path;
            let bytes = stored(git, path, bytes)?;
            let name = git.name_of(&bytes)?;
            let Some(at) = doubtful.at else {
                if !git.is_ignored(path)? {
                    new += 1;
                    found.change(path, &name, bytes);
                }
                continue;
            };
            if committed(git, &tracked, source, commit, path)?.as_ref() == Some(&name) {
                tracked.copies[at].stamp = doubtful.seen.stamp.filter(|stamp| stamp.is_settled(sight.moment));
                settled += usize::from(tracked.copies[at].stamp.is_some());
            } else {
                found.covered.push(path.clone());
                found.change(path, &name, bytes);
            }
        }
    }
    // A few files are sooner read again than the whole list is written.
    if !tracked.is_kept || settled > tracked.copies.len() / 64 {
        tracked.keep(workspace.cache, source, commit);
    }
    found.count = found.covered.len() + new;
    Ok(found)
}

/// The files that must be read, and the places of the notes that are not there; both lists are ordered by path.
fn compare(seen: Vec<Sighted>, copies: &[Copy]) -> (Vec<Doubtful>, Vec<usize>) {
    let (mut doubtful, mut missing) = (Vec::new(), Vec::new());
    let mut at = 0;
    for seen in seen {
        while copies.get(at).is_some_and(|copy| *copy.path < *seen.path.as_str()) {
            missing.push(at);
            at += 1;
        }
        match copies.get(at).filter(|copy| *copy.path == *seen.path.as_str()) {
            None => doubtful.push(Doubtful { seen, at: None }),
            Some(copy) => {
                if copy.stamp.is_none() || copy.stamp != seen.stamp {
                    doubtful.push(Doubtful { seen, at: Some(at) });
                }
                at += 1;
            }
        }
    }
    missing.extend(at..copies.len());
    (doubtful, missing)
}

/// The bytes of files; nothing for one that is gone, cannot be read or is too large to be compared.
fn read(
    workspace: &Workspace<'_>,
    layout: &Layout,
    limits: Limits,
    batch: &[Doubtful],
) -> Vec<Option<Vec<u8>>> {
    let files = workspace.files;
    let read = |doubtful: &Doubtful| match files.take(layout, limits, &doubtful.seen.path) {
        (Some(file), None) => file.bytes,
        _ => None,
    };
    if batch.len() < 32 { batch.iter().map(read).collect() } else { batch.par_iter().map(read).collect() }
}

/// The bytes as git would store them; only line ends make a difference.
fn stored(git: &dyn GitRead, path: &RepoPath, bytes: Vec<u8>) -> Result<Vec<u8>, BuildError> {
    let converts = bytes.windows(2).any(|pair| pair == b"\r\n");
    if converts { Ok(git.as_stored(path, bytes)?) } else { Ok(bytes) }
}

/// The name of the content of `path` in `commit`.
fn committed(
    git: &dyn GitRead,
    tracked: &Tracked,
    source: &Source<'_, '_>,
    commit: &CommitId,
    path: &RepoPath,
) -> Result<Option<BlobId>, BuildError> {
    match tracked.blobs.get(path.as_str()) {
        Some(blob) => Ok(Some(blob.clone())),
        None => source.note_at(git, commit, path.as_str()),
    }
}

//! What is known of the working copies of a commit's notes, kept from one search to the next: which of them are what the
//! commit has, by their stamps. It judges nothing.

use std::collections::{HashMap, HashSet};
use std::io::{self, BufRead, Read as _};

use crate::digest::{BlobId, CommitId};
use crate::ops::build::{BuildError, Source};
use crate::port::{Cache, FileStamp, GitRead};
use crate::vault::{read_number, read_text, write_number, write_text};

/// The name under which it is kept.
const NAME: &str = "working-copies";
/// The first bytes; the number counts the forms it had.
const MAGIC: &str = "kb working copies 1";

/// One note of the commit.
pub(super) struct Copy {
    pub path: Box<str>,
    /// The stamp of a working copy that is what the commit has; `None` where it is not, or where nobody looked yet.
    pub stamp: Option<FileStamp>,
}

/// The notes of one commit, ordered by path.
pub(super) struct Tracked {
    pub copies: Vec<Copy>,
    /// The contents of notes by path, as far as they were read together with the list.
    pub blobs: HashMap<Box<str>, BlobId>,
    /// Whether it is as it was kept.
    pub is_kept: bool,
}

impl Tracked {
    /// The notes of `commit`: as kept, brought up to date from another commit, or listed anew.
    pub fn of(
        cache: Option<&dyn Cache>,
        git: &dyn GitRead,
        source: &Source<'_, '_>,
        commit: &CommitId,
    ) -> Result<Tracked, BuildError> {
        let settings = source.settings();
        let kept = cache.and_then(|cache| cache.read(NAME)).and_then(|mut from| read(&mut *from, &settings));
        if let Some((old, copies)) = kept {
            if old == *commit {
                return Ok(Tracked { copies, blobs: HashMap::new(), is_kept: true });
            }
            // Where the old commit is gone, everything is listed again.
            if let Ok(paths) = git.changed_paths(&old, commit) {
                return Tracked::moved(copies, paths, git, source, commit);
            }
        }
        let notes = source.notes_at(git, commit)?;
        let mut blobs = HashMap::with_capacity(notes.len());
        let mut copies = Vec::with_capacity(notes.len());
        for (path, blob) in notes {
            copies.push(Copy { path: path.as_str().into(), stamp: None });
            blobs.insert(path.as_str().into(), blob);
        }
        Ok(Tracked { copies, blobs, is_kept: false })
    }

    /// `copies` of another commit, from which `paths` differ.
    fn moved(
        mut copies: Vec<Copy>,
        paths: Vec<Vec<u8>>,
        git: &dyn GitRead,
        source: &Source<'_, '_>,
        commit: &CommitId,
    ) -> Result<Tracked, BuildError> {
        let differing: HashSet<String> =
            paths.into_iter().filter_map(|path| String::from_utf8(path).ok()).collect();
        copies.retain(|copy| !differing.contains(&*copy.path));
        let mut blobs = HashMap::new();
        for path in differing {
            let Some(blob) = source.note_at(git, commit, &path)? else { continue };
            copies.push(Copy { path: path.as_str().into(), stamp: None });
            blobs.insert(path.into(), blob);
        }
        copies.sort_by(|one, two| one.path.cmp(&two.path));
        Ok(Tracked { copies, blobs, is_kept: false })
    }

    /// Keeps what is known of `commit`.
    pub fn keep(&self, cache: Option<&dyn Cache>, source: &Source<'_, '_>, commit: &CommitId) {
        let Some(cache) = cache else { return };
        let settings = source.settings();
        cache.keep(NAME, &mut |out| {
            write_text(out, MAGIC)?;
            write_text(out, &settings)?;
            write_text(out, commit.as_str())?;
            write_number(out, self.copies.len() as u64)?;
            for copy in &self.copies {
                write_text(out, &copy.path)?;
                out.write_all(&[u8::from(copy.stamp.is_some())])?;
                if let Some(stamp) = &copy.stamp {
                    let times = [stamp.modified.cast_unsigned(), stamp.changed.cast_unsigned()];
                    for number in [stamp.length, times[0], times[1], stamp.inode] {
                        write_number(out, number)?;
                    }
                }
            }
            Ok(())
        });
    }
}

/// Reads what was kept with `settings`.
fn read(from: &mut dyn BufRead, settings: &str) -> Option<(CommitId, Vec<Copy>)> {
    let mut bytes = Vec::new();
    from.read_to_end(&mut bytes).ok()?;
    let from = &mut bytes.as_slice();
    let is_ours = *read_text(from).ok()? == *MAGIC && *read_text(from).ok()? == *settings;
    if !is_ours {
        return None;
    }
    let commit = CommitId(read_text(from).ok()?.into());
    let count = read_number(from).ok()?;
    let copies = (0..count).map(|_| copy(from)).collect::<io::Result<Vec<Copy>>>();
    Some((commit, copies.ok()?))
}

fn copy(from: &mut &[u8]) -> io::Result<Copy> {
    let path = read_text(from)?;
    let mut has_stamp = [0];
    from.read_exact(&mut has_stamp)?;
    let mut number = || read_number(from);
    let stamp = match has_stamp {
        [0] => None,
        _ => Some(FileStamp {
            length: number()?,
            modified: number()?.cast_signed(),
            changed: number()?.cast_signed(),
            inode: number()?,
        }),
    };
    Ok(Copy { path, stamp })
}

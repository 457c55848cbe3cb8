//! The entries of the notes of the commit that was looked at last, kept by blob for the next look. An entry is a function of
//! the blob alone, so nothing kept is ever an old one.

use std::io::{self, BufRead};

use crate::digest::BlobId;
use crate::path::RepoPath;
use crate::port::Cache;
use crate::vault::{Entry, Limits, read_number, read_text, write_number, write_text};

/// The name under which it is kept.
const NAME: &str = "entries";
/// The first bytes; the number counts the forms it had.
const MAGIC: &str = "kb entries 1";

/// What was kept, read in the order of paths.
pub(super) struct Kept {
    from: Option<Box<dyn BufRead>>,
    next: Option<Record>,
    limit: u64,
    count: usize,
}

struct Record {
    path: Box<str>,
    blob: Box<str>,
    entry: Entry,
}

impl Kept {
    /// Opens what `cache` keeps of notes that were read as far as `limits` says.
    pub fn open(cache: Option<&dyn Cache>, limits: Limits) -> Kept {
        let mut from = cache.and_then(|cache| cache.read(NAME));
        if !from.as_deref_mut().is_some_and(|from| is_ours(from, limits.note)) {
            from = None;
        }
        let mut kept = Kept { from, next: None, limit: limits.note, count: 0 };
        kept.advance();
        kept
    }

    /// The entry of the note at `path`, if its blob is the same. Notes are asked for in the order of their paths.
    pub fn take(&mut self, path: &RepoPath, blob: &BlobId) -> Option<Entry> {
        while self.next.as_ref().is_some_and(|next| *next.path < *path.as_str()) {
            self.advance();
        }
        let next = self.next.take_if(|next| *next.path == *path.as_str())?;
        self.advance();
        (*next.blob == *blob.0).then_some(next.entry)
    }

    fn advance(&mut self) {
        self.next = self.from.as_deref_mut().and_then(|from| record(from).ok().flatten());
        match self.next {
            Some(_) => self.count += 1,
            None => self.from = None,
        }
    }

    /// Keeps `notes`, of which so many were `read`. A few are sooner read again than all of them written.
    pub fn keep<'n>(
        self,
        cache: Option<&dyn Cache>,
        read: usize,
        notes: impl Iterator<Item = (&'n RepoPath, &'n BlobId, &'n Entry)> + Clone,
    ) {
        let Some(cache) = cache.filter(|_| read > self.count / 64) else { return };
        cache.keep(NAME, &mut |out| {
            write_text(out, MAGIC)?;
            write_number(out, self.limit)?;
            for (path, blob, entry) in notes.clone() {
                out.write_all(&[1])?;
                write_text(out, path.as_str())?;
                write_text(out, &blob.0)?;
                entry.write(out)?;
            }
            out.write_all(&[0])
        });
    }
}

fn is_ours(from: &mut dyn BufRead, limit: u64) -> bool {
    read_text(from).is_ok_and(|magic| *magic == *MAGIC) && read_number(from).is_ok_and(|known| known == limit)
}

fn record(from: &mut dyn BufRead) -> io::Result<Option<Record>> {
    let mut more = [0];
    from.read_exact(&mut more)?;
    if more[0] == 0 {
        return Ok(None);
    }
    let (path, blob) = (read_text(from)?, read_text(from)?);
    Ok(Some(Record { path, blob, entry: Entry::read(from)? }))
}

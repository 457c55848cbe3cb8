//! What is kept of a survey for the next: the entries of the notes in which nothing was found. A note with findings is
//! read again, so that no finding is ever an old one.

use std::fmt::Write as _;
use std::io::{self, BufRead};

use jiff::civil::Date;

use crate::check::Setting;
use crate::config::Config;
use crate::digest::Sha256Hex;
use crate::path::RepoPath;
use crate::port::{Cache, FileStamp, Sighted};
use crate::vault::{Archive, Entry, read_number, read_text, write_number, write_text};

/// The name under which it is kept.
const NAME: &str = "check";
/// The first bytes; the number counts the forms it had.
const MAGIC: &str = "kb check 1";
/// How much older than the survey a file must be for its stamp to tell whether it changed, in nanoseconds: the clock of
/// a file system moves in steps of up to ten milliseconds, that of some in steps of two seconds.
const SETTLED: i64 = 20_000_000;
const SETTLED_COARSE: i64 = 2_000_000_000;

/// All that the findings of a note depend on beside its bytes.
pub(super) struct Key(Sha256Hex);

impl Key {
    /// The key of a check by these.
    pub fn new(config: &Config, setting: Setting, today: Date, archive: &Archive) -> Key {
        let mut text = format!("{}\n{setting:?}\n{today}\n{config:?}\n", env!("CARGO_PKG_VERSION"));
        for item in archive.items() {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{} {:?}", item.folder, item.meta);
        }
        for (folder, oddity) in archive.damages() {
            let _ = writeln!(text, "{folder} {oddity:?}");
        }
        Key(Sha256Hex::of(text.as_bytes()))
    }
}

/// What an earlier survey kept, read in the order of paths beside the walk.
pub(super) struct Kept {
    from: Option<Box<dyn BufRead>>,
    next: Option<Record>,
    count: usize,
}

struct Record {
    path: Box<str>,
    stamp: FileStamp,
    entry: Entry,
}

impl Kept {
    /// Opens what `cache` keeps under `key`.
    pub fn open(cache: Option<&dyn Cache>, key: &Key) -> Kept {
        let mut kept = Kept { from: cache.and_then(|cache| cache.read(NAME)), next: None, count: 0 };
        let fits = kept.from.as_deref_mut().is_some_and(|from| is_head(from, key));
        if !fits {
            kept.from = None;
        }
        kept.advance();
        kept
    }

    /// The entry of the file that was `seen`, if it was kept and its bytes are the same. Files are asked for in the order
    /// of their paths.
    pub fn take(&mut self, seen: &Sighted) -> Option<Entry> {
        while self.next.as_ref().is_some_and(|next| *next.path < *seen.path.as_str()) {
            self.advance();
        }
        let next = self.next.take_if(|next| *next.path == *seen.path.as_str())?;
        self.advance();
        (Some(next.stamp) == seen.stamp).then_some(next.entry)
    }

    fn advance(&mut self) {
        self.next = self.from.as_deref_mut().and_then(|from| record(from).ok().flatten());
        match self.next {
            Some(_) => self.count += 1,
            None => self.from = None,
        }
    }

    /// Keeps the entries of notes in which nothing was found, ordered by path, of a survey that `started` at this moment; `read`
    /// of its notes had to be read. A few notes are sooner read again than all of them written.
    pub fn keep<'n>(
        self,
        cache: Option<&dyn Cache>,
        key: &Key,
        started: i64,
        read: usize,
        clean: impl Iterator<Item = (&'n FileStamp, &'n RepoPath, &'n Entry)> + Clone,
    ) {
        let Some(cache) = cache else { return };
        if read <= self.count / 64 {
            return;
        }
        cache.keep(NAME, &mut |out| {
            write_text(out, MAGIC)?;
            write_text(out, key.0.as_str())?;
            for (stamp, path, entry) in clean.clone() {
                if !is_settled(stamp, started) {
                    continue;
                }
                out.write_all(&[1])?;
                write_text(out, path.as_str())?;
                for number in
                    [stamp.length, stamp.modified.cast_unsigned(), stamp.changed.cast_unsigned(), stamp.inode]
                {
                    write_number(out, number)?;
                }
                entry.write(out)?;
            }
            out.write_all(&[0])
        });
    }
}

/// Whether a change after the moment `started` would show in `stamp`.
fn is_settled(stamp: &FileStamp, started: i64) -> bool {
    let last = stamp.changed.max(stamp.modified);
    let steps = if last % 1_000_000_000 == 0 { SETTLED_COARSE } else { SETTLED };
    last < started.saturating_sub(steps)
}

fn is_head(from: &mut dyn BufRead, key: &Key) -> bool {
    read_text(from).is_ok_and(|magic| *magic == *MAGIC)
        && read_text(from).is_ok_and(|kept| *kept == *key.0.as_str())
}

fn record(from: &mut dyn BufRead) -> io::Result<Option<Record>> {
    let mut more = [0];
    from.read_exact(&mut more)?;
    if more[0] == 0 {
        return Ok(None);
    }
    let path = read_text(from)?;
    let mut number = || read_number(from);
    let stamp = FileStamp {
        length: number()?,
        modified: number()?.cast_signed(),
        changed: number()?.cast_signed(),
        inode: number()?,
    };
    Ok(Some(Record { path, stamp, entry: Entry::read(from)? }))
}

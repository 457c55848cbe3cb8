//! What is kept of a survey for the next: the entries of the notes in which nothing was found. A note with findings is
//! read again, so that no finding is ever an old one.

use std::fmt::Write as _;
use std::io::{self, BufRead};

use jiff::civil::Date;

use crate::check::{Setting, Targets};
use crate::config::Config;
use crate::digest::Sha256Hex;
use crate::path::RepoPath;
use crate::port::{Cache, FileStamp, Sighted};
use crate::vault::{Archive, Entry, read_number, read_text, write_number, write_text};

/// The name under which it is kept.
const NAME: &str = "check";
/// The first bytes; the number counts the forms it had.
const MAGIC: &str = "kb check 4";

/// All that the findings of a note depend on beside its bytes and the build of kb, which the cache tells apart.
pub(super) struct Key(Sha256Hex);

impl Key {
    /// The key of a check by these.
    pub fn new(config: &Config, setting: Setting, today: Date, archive: &Archive) -> Key {
        let mut text = format!("{setting:?}\n{today}\n{config:?}\n");
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
    /// The hash of the names to which the links led.
    names: u64,
}

struct Record {
    path: Box<str>,
    stamp: FileStamp,
    note: KeptNote,
}

/// What is kept of one note.
pub(super) struct KeptNote {
    /// Its entry.
    pub entry: Entry,
    /// What its links led to, as long as the names stay what they were.
    pub targets: Targets,
}

/// One note to keep.
pub(super) struct Keeping<'n> {
    pub stamp: FileStamp,
    pub path: &'n RepoPath,
    pub entry: &'n Entry,
    pub targets: &'n [u32],
    pub is_troubled: bool,
}

impl Kept {
    /// Opens what `cache` keeps under `key`.
    pub fn open(cache: Option<&dyn Cache>, key: &Key) -> Kept {
        let mut kept =
            Kept { from: cache.and_then(|cache| cache.read(NAME)), next: None, count: 0, names: 0 };
        match kept.from.as_deref_mut().and_then(|from| head(from, key)) {
            Some(names) => kept.names = names,
            None => kept.from = None,
        }
        kept.advance();
        kept
    }

    /// The hash of the names to which the kept links led.
    pub fn names(&self) -> u64 {
        self.names
    }

    /// What was kept of the file that was `seen`, if its bytes are the same. Files are asked for in the order of their
    /// paths.
    pub fn take(&mut self, seen: &Sighted) -> Option<KeptNote> {
        while self.next.as_ref().is_some_and(|next| *next.path < *seen.path.as_str()) {
            self.advance();
        }
        let next = self.next.take_if(|next| *next.path == *seen.path.as_str())?;
        self.advance();
        (Some(next.stamp) == seen.stamp).then_some(next.note)
    }

    fn advance(&mut self) {
        self.next = self.from.as_deref_mut().and_then(|from| record(from).ok().flatten());
        match self.next {
            Some(_) => self.count += 1,
            None => self.from = None,
        }
    }

    /// Keeps `notes`, in which nothing was found, ordered by path, of a survey that `started` at this moment; `names` is
    /// the hash of its names, and `read` of its notes had to be read. A few notes are sooner read again than all of them
    /// written.
    pub fn keep<'n>(
        self,
        cache: Option<&dyn Cache>,
        key: &Key,
        started: i64,
        names: u64,
        read: usize,
        notes: impl Iterator<Item = Keeping<'n>> + Clone,
    ) {
        let Some(cache) = cache else { return };
        if read <= self.count / 64 && names == self.names {
            return;
        }
        cache.keep(NAME, &mut |out| {
            write_text(out, MAGIC)?;
            write_text(out, key.0.as_str())?;
            write_number(out, names)?;
            for Keeping { stamp, path, entry, targets, is_troubled } in notes.clone() {
                if !stamp.is_settled(started) {
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
                out.write_all(&[u8::from(is_troubled)])?;
                for &file in targets {
                    write_number(out, file.into())?;
                }
            }
            out.write_all(&[0])
        });
    }
}

/// The hash of the names, where the head is ours and of `key`.
fn head(from: &mut dyn BufRead, key: &Key) -> Option<u64> {
    let is_ours = *read_text(from).ok()? == *MAGIC && *read_text(from).ok()? == *key.0.as_str();
    is_ours.then(|| read_number(from).ok()).flatten()
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
    let entry = Entry::read(from)?;
    let mut is_troubled = [0];
    from.read_exact(&mut is_troubled)?;
    let files = (0..entry.links().len()).map(|_| {
        let file = read_number(from)?;
        u32::try_from(file).map_err(|_| io::ErrorKind::InvalidData.into())
    });
    let files = files.collect::<io::Result<Box<[u32]>>>()?;
    let targets = Targets { files, is_troubled: is_troubled[0] != 0 };
    Ok(Some(Record { path, stamp, note: KeptNote { entry, targets } }))
}

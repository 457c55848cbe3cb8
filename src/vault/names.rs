//! The names that notes and files answer to. It finds who may be meant; whether one answers is for others to compare.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use rustc_hash::FxHasher;

use crate::path::RepoPath;
use crate::vault::catalogue::Filed;
use crate::vault::form::fold;

/// Every name, and the files that may answer to it, as indices.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// By the whole path, as it is.
    paths: Chains,
    /// By the last part of the path, folded: whole for every file, for Markdown also without its ending.
    last_parts: Chains,
    /// By alias of the front matter, folded.
    aliases: Chains,
    /// By title of the front matter, folded.
    titles: Chains,
}

impl Names {
    /// The names of `files`; those that `named` leaves out answer to their path only.
    pub fn new(files: &[Filed], named: impl Fn(&RepoPath) -> bool) -> Names {
        let mut names = Names::default();
        names.paths.reserve(files.len());
        names.last_parts.reserve(2 * files.len());
        // Backwards, since a chain gives the last one first.
        for (index, file) in files.iter().enumerate().rev() {
            let Ok(index) = u32::try_from(index) else { continue };
            let path = &file.path;
            names.paths.insert(hash(path.as_str()), index);
            if !named(path) {
                continue;
            }
            names.last_parts.insert(hash(&fold(path.file_name())), index);
            if path.is_markdown() {
                names.last_parts.insert(hash(&fold(path.file_stem())), index);
            }
            let Some(entry) = &file.entry else { continue };
            for alias in entry.aliases() {
                names.aliases.insert(hash(&fold(alias)), index);
            }
            if let Some(title) = entry.stated_title() {
                names.titles.insert(hash(&fold(title)), index);
            }
        }
        names
    }

    /// The files that may stand at `path`.
    pub fn at(&self, path: &str) -> impl Iterator<Item = u32> {
        self.paths.get(hash(path))
    }

    /// The files whose last part may be `name` but for case, Markdown also without its ending; in order of path.
    pub fn named(&self, name: &str) -> impl Iterator<Item = u32> {
        self.last_parts.get(hash(&fold(name)))
    }

    /// The notes that may have the alias `name`, in order of path.
    pub fn aliased(&self, name: &str) -> impl Iterator<Item = u32> {
        self.aliases.get(hash(&fold(name)))
    }

    /// The notes that may have the title `name`, in order of path.
    pub fn titled(&self, name: &str) -> impl Iterator<Item = u32> {
        self.titles.get(hash(&fold(name)))
    }
}

/// The hash of a name. Nothing that is shown depends on it: who may answer is compared, and keeps the order of paths.
fn hash(name: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(name.as_bytes());
    hasher.finish()
}

/// Files by hash; those of one hash in a chain. A map of lists would take several times the memory.
#[derive(Debug, Default)]
struct Chains {
    first: HashMap<u64, u32, BuildHasherDefault<Hashed>>,
    slots: Vec<Slot>,
}

#[derive(Debug)]
struct Slot {
    file: u32,
    next: u32,
}

/// The end of a chain.
const END: u32 = u32::MAX;

impl Chains {
    fn reserve(&mut self, count: usize) {
        self.first.reserve(count);
        self.slots.reserve_exact(count);
    }

    fn insert(&mut self, hash: u64, file: u32) {
        let Ok(slot) = u32::try_from(self.slots.len()) else { return };
        let next = self.first.insert(hash, slot).unwrap_or(END);
        // A note without an ending to drop has one name, not two.
        if self.slots.get(next as usize).is_none_or(|before| before.file != file) {
            self.slots.push(Slot { file, next });
        } else {
            self.first.insert(hash, next);
        }
    }

    fn get(&self, hash: u64) -> impl Iterator<Item = u32> {
        let mut at = self.first.get(&hash).copied().unwrap_or(END);
        std::iter::from_fn(move || {
            let slot = self.slots.get(at as usize)?;
            at = slot.next;
            Some(slot.file)
        })
    }
}

/// Takes a hash for what it is.
#[derive(Default)]
struct Hashed(u64);

impl Hasher for Hashed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        debug_assert!(false, "only hashes are keys");
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

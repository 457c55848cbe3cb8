//! The folder that a program works in: only what it may see, written out, and read back as a change set. It is no linked
//! worktree of the repository: from one, every object of the repository could be read.

#![expect(clippy::disallowed_methods, reason = "makes the folder of a program and reads what it left")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::change::ChangeSet;
use crate::path::RepoPath;
use crate::vault::Vault;

/// How many files a program may leave.
const FILES: usize = 20_000;

/// What a program may write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Writes {
    /// The notes.
    Notes,
    /// The folder `review`, and no note.
    Review,
}

/// A folder for one run; gone when it is dropped.
pub(super) struct Folder {
    root: PathBuf,
    writes: Writes,
    knowledge: RepoPath,
    /// What was written outside the knowledge: path and bytes.
    outside: BTreeMap<RepoPath, Vec<u8>>,
}

impl Folder {
    /// Writes out what `seen` holds, and `files` beside it, name and text.
    pub fn make(seen: &Vault, files: &[(&str, &str)], writes: Writes, mark: &[u8]) -> Result<Folder, String> {
        let Some(knowledge) = seen.layout().knowledge.clone() else {
            return Err(
                "`knowledge` of [layout] in kb.toml must be a folder of its own for a program to work in"
                    .to_owned(),
            );
        };
        let mark: String = mark.iter().map(|byte| format!("{byte:02x}")).collect();
        let root = std::env::temp_dir().join(format!("kb-agent-{mark}"));
        fs::create_dir(&root).map_err(|error| format!("making its folder {}: {error}", root.display()))?;
        let root = root.canonicalize().map_err(|error| format!("opening its folder: {error}"))?;
        let mut folder = Folder { root, writes, knowledge, outside: BTreeMap::new() };
        let parts = [folder.work(), folder.knowledge(), folder.writable(), folder.home(), folder.scratch()];
        for part in parts {
            fs::create_dir_all(&part).map_err(|error| format!("making {}: {error}", part.display()))?;
        }
        for note in seen.notes() {
            folder.write(&note.path, note.text.as_bytes())?;
        }
        for item in seen.evidence() {
            let path = item.text_path();
            folder.write(&path, item.text().as_bytes())?;
            folder.outside.insert(path, item.text().as_bytes().to_vec());
        }
        for (name, text) in files {
            let path = RepoPath::new(*name).map_err(|error| format!("naming {name}: {error}"))?;
            folder.write(&path, text.as_bytes())?;
            folder.outside.insert(path, text.as_bytes().to_vec());
        }
        Ok(folder)
    }

    /// Where it works.
    pub fn work(&self) -> PathBuf {
        self.root.join("work")
    }

    /// What it may write.
    pub fn writable(&self) -> PathBuf {
        match self.writes {
            Writes::Notes => self.knowledge(),
            Writes::Review => self.work().join("review"),
        }
    }

    fn knowledge(&self) -> PathBuf {
        self.work().join(self.knowledge.as_str())
    }

    /// The bytes of the plain file that it left at `path`; `None` where there is none, or one of more than `most` bytes.
    pub fn left(&self, path: &str, most: u64) -> Option<Vec<u8>> {
        let place = self.work().join(path);
        let folder = fs::symlink_metadata(place.parent()?).ok()?;
        let meta = fs::symlink_metadata(&place).ok()?;
        // A link could lead to what only kb can read.
        if !folder.is_dir() || !meta.is_file() || meta.len() > most {
            return None;
        }
        fs::read(&place).ok()
    }

    /// Its home, which is empty.
    pub fn home(&self) -> PathBuf {
        self.root.join("home")
    }

    /// Where it may leave what nobody reads.
    pub fn scratch(&self) -> PathBuf {
        self.root.join("tmp")
    }

    /// Where what it says is kept.
    pub fn log(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    fn write(&self, path: &RepoPath, bytes: &[u8]) -> Result<(), String> {
        let place = self.work().join(path.as_str());
        let told = |error: std::io::Error| format!("writing {path} for it: {error}");
        if let Some(parent) = place.parent() {
            fs::create_dir_all(parent).map_err(told)?;
        }
        fs::write(&place, bytes).map_err(told)
    }

    /// What it changed of what it saw; refused is what is no plain file, too large, or outside the knowledge. `whole` is the
    /// base with what it may not see.
    pub fn changes(&self, seen: &Vault, whole: &Vault, limit: u64) -> Result<ChangeSet, String> {
        let mut left = BTreeMap::new();
        walk(&self.work(), &self.work(), limit, &mut left)?;
        let mut changes = ChangeSet::new();
        let mut outside = self.outside.clone();
        for (path, bytes) in left {
            if !path.is_in(&self.knowledge) {
                match outside.remove(&path) {
                    Some(before) if before == bytes => continue,
                    _ => return Err(format!("it wrote `{path}`, which lies outside {}/", self.knowledge)),
                }
            }
            match seen.note(path.as_str()) {
                Some(note) => changes.edit(path, note.text.as_bytes(), bytes),
                None if whole.has_file(&path) => {
                    return Err(format!("it wrote `{path}`, which is another's already"));
                }
                None => changes.create(path, bytes),
            }
        }
        if let Some(path) = outside.keys().next() {
            return Err(format!("it removed `{path}`, which lies outside {}/", self.knowledge));
        }
        for note in seen.notes().filter(|note| !self.work().join(note.path.as_str()).exists()) {
            changes.remove(note.path.clone(), note.text.as_bytes());
        }
        Ok(changes)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed lies in the folder for temporary files, where the system clears up.
        let _ = fs::remove_dir_all(&self.root);
    }
}

/// Reads the plain files below `folder`.
fn walk(
    root: &Path,
    folder: &Path,
    limit: u64,
    left: &mut BTreeMap<RepoPath, Vec<u8>>,
) -> Result<(), String> {
    let told = |error: std::io::Error| format!("reading what it left: {error}");
    for entry in fs::read_dir(folder).map_err(told)? {
        let place = entry.map_err(told)?.path();
        let below = place.strip_prefix(root).unwrap_or(&place);
        let shown = below.to_string_lossy().replace('\\', "/");
        let meta = fs::symlink_metadata(&place).map_err(told)?;
        if meta.is_dir() {
            walk(root, &place, limit, left)?;
            continue;
        }
        if !meta.is_file() {
            return Err(format!("it left `{shown}`, which is no plain file"));
        }
        if is_executable(&meta) {
            return Err(format!("it left `{shown}` executable"));
        }
        if meta.len() > limit {
            return Err(format!("it left `{shown}` with {} bytes; {limit} is the most", meta.len()));
        }
        if left.len() >= FILES {
            return Err(format!("it left more than {FILES} files"));
        }
        let is_text = below.to_str().is_some();
        let path = RepoPath::new(shown.clone()).ok().filter(|_| is_text);
        let path = path.ok_or_else(|| format!("it left `{shown}`, a path that no other system can hold"))?;
        left.insert(path, fs::read(&place).map_err(told)?);
    }
    Ok(())
}

#[cfg(unix)]
fn is_executable(meta: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    meta.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable(_: &fs::Metadata) -> bool {
    false
}

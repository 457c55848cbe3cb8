//! Files that a person names, anywhere on the machine: found as git would see them, read up to a limit, never written.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use ignore::WalkBuilder;

use crate::path::RepoPath;
use crate::port::{Listing, SourceError, SourceFile, Sources};

/// What a person hands over, seen from one folder and one repository.
#[derive(Clone, Debug)]
pub struct Handed {
    /// What relative paths start from.
    directory: PathBuf,
    /// The real path of the repository's root.
    root: PathBuf,
}

impl Handed {
    /// Sees relative paths from `directory`, and knows what lies below `root`, a real path.
    pub fn new(directory: &Path, root: &Path) -> Handed {
        Handed { directory: directory.to_owned(), root: root.to_owned() }
    }

    fn file(&self, path: PathBuf, shown: String) -> SourceFile {
        let real = path.canonicalize().ok();
        let below =
            real.as_deref().and_then(|real| real.strip_prefix(&self.root).ok()).and_then(Path::to_str);
        let in_repository = below.and_then(|below| RepoPath::new(below).ok());
        SourceFile { path, shown, in_repository }
    }

    /// All files below the folder `full`, which was typed as `typed`.
    fn walk(&self, typed: &Path, full: &Path) -> Listing {
        let mut listing = Listing::default();
        let mut seen: HashMap<PathBuf, usize> = HashMap::new();
        let walk = WalkBuilder::new(full).follow_links(false).sort_by_file_path(Ord::cmp).build();
        for entry in walk {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    listing.errors.push(unreadable(full, error));
                    continue;
                }
            };
            let Some(kind) = entry.file_type() else { continue };
            if let Some(parent) = entry.path().parent().filter(|_| entry.depth() > 0) {
                *seen.entry(parent.to_owned()).or_default() += 1;
            }
            let shown = || {
                let below = entry.path().strip_prefix(full).unwrap_or(entry.path());
                typed.join(below).display().to_string()
            };
            if kind.is_dir() {
                seen.entry(entry.path().to_owned()).or_default();
            } else if kind.is_symlink() {
                listing.links += 1;
            } else if kind.is_file() {
                listing.files.push(self.file(entry.path().to_owned(), shown()));
            } else {
                listing.errors.push(SourceError::Special(shown()));
            }
        }
        // What stands in a folder that was gone into and was not met was hidden or ignored.
        listing.passed_over = seen
            .iter()
            .filter_map(|(folder, met)| Some(fs::read_dir(folder).ok()?.count().saturating_sub(*met)))
            .sum();
        listing
    }
}

impl Sources for Handed {
    fn list(&self, path: &Path) -> Result<Listing, SourceError> {
        let full = self.directory.join(path);
        let shown = || path.display().to_string();
        let metadata = fs::metadata(&full).map_err(|error| failed(&shown(), error))?;
        if metadata.is_dir() {
            return Ok(self.walk(path, &full));
        }
        if !metadata.is_file() {
            return Err(SourceError::Special(shown()));
        }
        Ok(Listing { files: vec![self.file(full, shown())], ..Listing::default() })
    }

    fn read(&self, file: &SourceFile, limit: u64) -> Result<Vec<u8>, SourceError> {
        let read = |error| failed(&file.shown, error);
        let metadata = fs::metadata(&file.path).map_err(read)?;
        if !metadata.is_file() {
            return Err(SourceError::Special(file.shown.clone()));
        }
        let too_large = |size| SourceError::TooLarge { path: file.shown.clone(), size };
        if metadata.len() > limit {
            return Err(too_large(metadata.len()));
        }
        let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or(0));
        let opened = File::open(&file.path).map_err(read)?;
        // The file may grow meanwhile.
        opened.take(limit + 1).read_to_end(&mut bytes).map_err(read)?;
        if bytes.len() as u64 > limit {
            return Err(too_large(bytes.len() as u64));
        }
        Ok(bytes)
    }
}

fn failed(path: &str, source: io::Error) -> SourceError {
    match source.kind() {
        io::ErrorKind::NotFound => SourceError::Missing(path.to_owned()),
        _ => SourceError::Io { path: path.to_owned(), source },
    }
}

fn unreadable(root: &Path, error: ignore::Error) -> SourceError {
    let path = match &error {
        ignore::Error::WithPath { path, .. } => path.display().to_string(),
        _ => root.display().to_string(),
    };
    let source = error.into_io_error().unwrap_or_else(|| io::Error::other("it cannot be looked into"));
    SourceError::Io { path, source }
}

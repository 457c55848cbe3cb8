//! Walks knowledge and evidence as git sees them: ignored files left out, symbolic links not followed, other
//! repositories not entered. What is odd is reported, never fatal.

use std::fs::{self, File as DiskFile};
use std::io::{self, Read as _};
use std::path::Path;

use ignore::{DirEntry, WalkBuilder};
use rayon::prelude::*;

use super::{Tree, failed};
use crate::path::RepoPath;
use crate::port::FilesError;
use crate::vault::{File, Layout, Limits, Oddity};

/// What the walk found: a file to take in, or something odd.
type Found = Result<File, Oddity>;

/// All files of knowledge and evidence, ordered by path, and what was odd.
pub(super) fn walk(
    tree: &Tree,
    layout: &Layout,
    limits: Limits,
) -> Result<(Vec<File>, Vec<Oddity>), FilesError> {
    fs::read_dir(&tree.root).map_err(failed("reading", &tree.root))?;
    let (root, wanted) = (tree.root.clone(), layout.clone());
    let walk = WalkBuilder::new(&tree.root)
        .hidden(false)
        .ignore(false)
        .follow_links(false)
        .sort_by_file_name(Ord::cmp)
        .filter_entry(move |entry| enters(&root, &wanted, entry))
        .build();
    let (mut entries, mut odd) = (Vec::new(), Vec::new());
    for entry in walk {
        match entry {
            Ok(entry) => entries.push(entry),
            Err(error) => odd.push(unreadable(&tree.root, &error)),
        }
    }
    let found: Vec<Vec<Found>> = entries.par_iter().map(|entry| look(tree, layout, limits, entry)).collect();
    let mut files = Vec::with_capacity(found.len());
    for one in found.into_iter().flatten() {
        match one {
            Ok(file) => files.push(file),
            Err(oddity) => odd.push(oddity),
        }
    }
    files.sort_unstable_by(|one, two| one.path.cmp(&two.path));
    odd.sort_unstable_by(|one, two| (&one.path, one.rule).cmp(&(&two.path, two.rule)));
    Ok((files, odd))
}

/// Whether the walk takes a file or goes into a folder: one inside knowledge or evidence, or on the way there, that is
/// neither hidden nor another repository.
fn enters(root: &Path, layout: &Layout, entry: &DirEntry) -> bool {
    let inside = entry.path().strip_prefix(root).unwrap_or(entry.path());
    if entry.depth() == 0 || !entry.file_type().is_some_and(|kind| kind.is_dir()) {
        return true;
    }
    let Some(text) = inside.to_str() else { return true };
    let Ok(path) = RepoPath::new(text) else { return false };
    let mut homes = layout.knowledge.iter().chain([&layout.evidence]);
    if homes.clone().any(|home| path == *home || home.is_in(&path)) {
        return true;
    }
    let inside = layout.knowledge.is_none() || homes.any(|home| path.is_in(home));
    inside && !path.file_name().starts_with('.') && !is_repository(entry.path())
}

/// Whether `folder` is the root of another repository: a submodule, a clone, a bare one.
fn is_repository(folder: &Path) -> bool {
    let has = |name: &str| folder.join(name).symlink_metadata().is_ok();
    has(".git") || (has("HEAD") && has("objects") && has("refs"))
}

/// Takes one entry in.
fn look(tree: &Tree, layout: &Layout, limits: Limits, entry: &DirEntry) -> Vec<Found> {
    let Ok(inside) = entry.path().strip_prefix(&tree.root) else { return Vec::new() };
    if inside.as_os_str().is_empty() {
        return Vec::new();
    }
    let odd = |rule, message: &str| {
        vec![Err(Oddity { rule, path: inside.to_string_lossy().into_owned(), message: message.to_owned() })]
    };
    let Ok(path) = RepoPath::new(inside.to_string_lossy()) else { return Vec::new() };
    let Some(kind) = entry.file_type().filter(|kind| !kind.is_dir()) else { return Vec::new() };
    if !layout.takes(&path) {
        return Vec::new();
    }
    if inside.to_str().is_none() {
        return odd("path-not-utf8", "the name is not UTF-8; rename it, no link can reach it");
    }
    if kind.is_symlink() {
        return match tree.real(&path) {
            Ok(Some(real)) if real.is_dir() => Vec::new(),
            // The file itself is taken in under its own name; the link only exists.
            Ok(Some(_)) => vec![Ok(File { path, bytes: None })],
            Ok(None) => odd("unreadable", "the symbolic link leads nowhere"),
            Err(FilesError::Outside { .. }) => {
                odd("symlink-outside", "the symbolic link leads out of the repository; it is not followed")
            }
            Err(FilesError::Io { source, .. }) => odd("unreadable", &source.to_string()),
            Err(error) => odd("unreadable", &error.to_string()),
        };
    }
    if !kind.is_file() {
        return odd("unreadable", "neither a file nor a folder");
    }
    read(layout, limits, entry.path(), path)
}

/// Reads a file as far as a vault needs it.
fn read(layout: &Layout, limits: Limits, disk: &Path, path: RepoPath) -> Vec<Found> {
    let is_evidence = layout.is_evidence(&path);
    if !is_evidence && !path.is_markdown() {
        return vec![Ok(File { path, bytes: None })];
    }
    let limit = if is_evidence { limits.evidence } else { limits.note };
    let odd = |rule, message: String| Err(Oddity { rule, path: path.to_string(), message });
    match read_up_to(disk, limit) {
        Ok((bytes, false)) => vec![Ok(File { path, bytes: Some(bytes) })],
        Ok((_, true)) if is_evidence => {
            let message = format!("larger than [evidence] max_bytes ({limit}); its hash was not checked");
            vec![odd("file-too-large", message), Ok(File { path, bytes: None })]
        }
        Ok((bytes, true)) => {
            let message = format!("larger than [check] max_bytes ({limit}); what follows was not read");
            vec![odd("file-too-large", message), Ok(File { path, bytes: Some(bytes) })]
        }
        Err(error) => vec![odd("unreadable", error.to_string())],
    }
}

/// The first `limit` bytes of a file, and whether there are more.
fn read_up_to(path: &Path, limit: u64) -> io::Result<(Vec<u8>, bool)> {
    let file = DiskFile::open(path)?;
    let length = file.metadata()?.len();
    let mut bytes = Vec::with_capacity(usize::try_from(length.min(limit)).unwrap_or_default());
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    let more = bytes.len() as u64 > limit;
    bytes.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    Ok((bytes, more))
}

/// What the walk could not enter.
fn unreadable(root: &Path, error: &ignore::Error) -> Oddity {
    let (path, message) = match error {
        ignore::Error::WithPath { path, err } => (path.strip_prefix(root).unwrap_or(path), err.to_string()),
        ignore::Error::WithDepth { err, .. } => return unreadable(root, err),
        error => (Path::new(""), error.to_string()),
    };
    Oddity { rule: "unreadable", path: path.to_string_lossy().into_owned(), message }
}

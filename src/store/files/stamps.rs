//! Looks at every Markdown file of the knowledge folder, as quickly as the system tells: no rules are read, no file is.

use std::fs::{self, DirEntry};
use std::io;
use std::path::Path;

use rayon::prelude::*;

use super::walk::{is_repository, moment, stamp};
use super::{Tree, failed};
use crate::path::RepoPath;
use crate::port::{FilesError, Sight, Sighted};
use crate::vault::Layout;

/// Every Markdown file below the knowledge folder, ordered by path.
pub(super) fn stamps(tree: &Tree, layout: &Layout) -> Result<Sight, FilesError> {
    let moment = moment();
    let start = match &layout.knowledge {
        Some(folder) => tree.root.join(folder.as_str()),
        None => tree.root.clone(),
    };
    // A knowledge folder that is a link is not what the commit has there.
    if !start.symlink_metadata().is_ok_and(|metadata| metadata.is_dir()) {
        return Ok(Sight { moment, ..Sight::default() });
    }
    let mut files = below(tree, &start).map_err(failed("reading", &start))?;
    files.retain(|seen| layout.takes(&seen.path) && layout.is_knowledge(&seen.path));
    files.sort_unstable_by(|one, two| one.path.cmp(&two.path));
    Ok(Sight { moment, files, oddities: Vec::new() })
}

/// What lies below `folder`; a folder that went away or is closed to the user holds nothing.
fn below(tree: &Tree, folder: &Path) -> io::Result<Vec<Sighted>> {
    let entries = fs::read_dir(folder)?.collect::<io::Result<Vec<DirEntry>>>()?;
    let looked: Vec<Vec<Sighted>> =
        entries.par_iter().with_min_len(64).map(|entry| look(tree, entry).unwrap_or_default()).collect();
    Ok(looked.into_iter().flatten().collect())
}

/// What `entry` is or holds.
fn look(tree: &Tree, entry: &DirEntry) -> io::Result<Vec<Sighted>> {
    let kind = entry.file_type()?;
    let name = entry.file_name();
    let bytes = name.as_encoded_bytes();
    if kind.is_dir() {
        let path = entry.path();
        let is_foreign = bytes.starts_with(b".") || is_repository(&path);
        return if is_foreign { Ok(Vec::new()) } else { below(tree, &path) };
    }
    let path = entry.path();
    let inside = path.strip_prefix(&tree.root).ok().and_then(Path::to_str);
    let path = inside.and_then(|inside| RepoPath::new(inside).ok()).filter(RepoPath::is_markdown);
    match path {
        Some(path) if kind.is_file() => Ok(vec![Sighted { path, stamp: Some(stamp(&entry.metadata()?)) }]),
        _ => Ok(Vec::new()),
    }
}

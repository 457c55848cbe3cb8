//! Looks at every Markdown file of the knowledge folder, as quickly as the system tells: no rules are read, no file is.

use std::fs::{self, DirEntry};
use std::io;
use std::path::Path;

use rayon::prelude::*;

use super::walk::{is_repository, moment, stamp};
use super::{Tree, failed};
use crate::path::{RepoPath, is_markdown};
use crate::port::{FilesError, Sight, Sighted};
use crate::vault::Layout;

/// How many entries of a folder one thread looks at in a go.
const ENTRIES: usize = 64;

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
    let inside = layout.knowledge.as_ref().map_or("", RepoPath::as_str);
    let runs = below(layout, &start, inside).map_err(failed("reading", &start))?;
    let mut files = Vec::with_capacity(runs.iter().map(Vec::len).sum());
    runs.into_iter().for_each(|run| files.extend(run));
    Ok(Sight { moment, files, oddities: Vec::new() })
}

/// An entry of a folder, and the name that it is ordered by: a folder stands where the paths of what it holds do.
struct Entry {
    name: String,
    is_folder: bool,
    entry: DirEntry,
}

impl Entry {
    /// `entry` where it is a folder to enter or a Markdown file. Names that are not UTF-8 name no note.
    fn of(entry: DirEntry) -> Option<Entry> {
        let kind = entry.file_type().ok()?;
        let mut name = entry.file_name().into_string().ok()?;
        if kind.is_dir() && !name.starts_with('.') {
            name.push('/');
            return Some(Entry { name, is_folder: true, entry });
        }
        (kind.is_file() && is_markdown(&name)).then_some(Entry { name, is_folder: false, entry })
    }
}

/// What lies below `folder`, whose path in the repository is `inside`, in runs, ordered by path.
///
/// A folder that went away or is closed to the user holds nothing.
fn below(layout: &Layout, folder: &Path, inside: &str) -> io::Result<Vec<Vec<Sighted>>> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder)? {
        entries.extend(Entry::of(entry?));
    }
    entries.sort_unstable_by(|one, two| one.name.cmp(&two.name));
    let looked: Vec<Vec<Vec<Sighted>>> = entries
        .par_chunks(ENTRIES)
        .map(|entries| {
            let mut runs = vec![Vec::new()];
            for entry in entries {
                look(layout, entry, inside, &mut runs);
            }
            runs
        })
        .collect();
    Ok(looked.into_iter().flatten().collect())
}

/// Adds what `entry` of the folder `inside` is or holds to `runs`.
fn look(layout: &Layout, entry: &Entry, inside: &str, runs: &mut Vec<Vec<Sighted>>) {
    let name = entry.name.trim_end_matches('/');
    let separator = if inside.is_empty() { "" } else { "/" };
    let Ok(path) = RepoPath::new([inside, separator, name].concat()) else { return };
    if entry.is_folder {
        let folder = entry.entry.path();
        if path != layout.evidence && !is_repository(&folder) {
            runs.extend(below(layout, &folder, path.as_str()).unwrap_or_default());
            runs.push(Vec::new());
        }
    } else if let (Ok(metadata), Some(run)) = (entry.entry.metadata(), runs.last_mut()) {
        run.push(Sighted { path, stamp: Some(stamp(&metadata)) });
    }
}

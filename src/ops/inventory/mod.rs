//! What a commit holds: its evidence, and each note by its entry. A note whose blob was seen before is not read again.
//! It judges nothing.

mod comparison;
mod kept;
mod reader;

pub(super) use comparison::{Comparison, Rules};
pub(super) use reader::{Reader, Texts};

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;

use crate::digest::{BlobId, CommitId};
use crate::note::Note;
use crate::ops::workspace::take;
use crate::ops::{Workspace, WorkspaceError};
use crate::path::RepoPath;
use crate::port::{GitError, GitRead, TreeEntry, TreeEntryKind};
use crate::vault::{Archive, Catalogue, Entry, Filed, Layout, Limits, Oddity, is_note};
use kept::Kept;

/// How many notes are read at a time.
const BATCH: usize = 512;

/// What a commit holds.
pub(super) struct Inventory {
    /// Where knowledge and evidence lie in it.
    pub layout: Layout,
    /// How much of a file is read.
    pub limits: Limits,
    /// Its evidence.
    pub archive: Archive,
    /// Every file, and the entry of every note.
    pub catalogue: Catalogue,
    /// What is wrong with the evidence.
    pub oddities: Vec<Oddity>,
    /// The blob of every note.
    blobs: HashMap<RepoPath, BlobId>,
}

/// A note of a commit, as git lists it.
struct Listed {
    path: RepoPath,
    blob: BlobId,
}

impl Inventory {
    /// Reads `commit`; `workspace` may keep what saves work the next time.
    pub fn of(workspace: &Workspace<'_>, commit: &CommitId) -> Result<Inventory, WorkspaceError> {
        let git = workspace.git()?;
        let (config, layout) = workspace.policy_at(commit)?;
        let limits = config.limits();
        let folders: Vec<Option<&RepoPath>> = match &layout.knowledge {
            None => vec![None],
            Some(knowledge) => vec![Some(knowledge), Some(&layout.evidence)],
        };
        let (mut notes, mut files, mut evidence) = (Vec::new(), Vec::new(), Vec::new());
        let mut oddities = Vec::new();
        for folder in folders {
            for entry in git.entries(commit, folder)? {
                match note_of(&layout, &entry) {
                    Some(path) => notes.push(Listed { path, blob: entry.blob }),
                    None => take(git, &layout, limits, &entry, &mut evidence, &mut oddities)?,
                }
            }
        }
        // What is odd about files that no note is, two commits have in common where the file is the same.
        oddities.clear();
        files.extend(evidence.iter().map(|file| Filed { path: file.path.clone(), entry: None }));
        let (archive, oddities) = Archive::build(layout.clone(), evidence);
        let entries = entries(workspace, git, limits, &notes)?;
        let filed = notes.iter().zip(entries);
        files.extend(filed.map(|(note, entry)| Filed { path: note.path.clone(), entry: Some(entry) }));
        let catalogue = Catalogue::new(&archive, files);
        let blobs = notes.into_iter().map(|note| (note.path, note.blob)).collect();
        Ok(Inventory { layout, limits, archive, catalogue, oddities, blobs })
    }
}

/// The path of a note that is a plain file; anything else is no note, or is for [`take`] to look at.
fn note_of(layout: &Layout, entry: &TreeEntry) -> Option<RepoPath> {
    let is_file = matches!(entry.kind, TreeEntryKind::File | TreeEntryKind::Executable);
    let path = RepoPath::new(std::str::from_utf8(&entry.path).ok()?).ok()?;
    (is_file && layout.takes(&path) && is_note(layout, &path)).then_some(path)
}

/// The entries of `notes`, in their order, which is that of their paths.
fn entries(
    workspace: &Workspace<'_>,
    git: &dyn GitRead,
    limits: Limits,
    notes: &[Listed],
) -> Result<Vec<Arc<Entry>>, GitError> {
    let mut kept = Kept::open(workspace.cache, limits);
    let mut entries: Vec<Option<Arc<Entry>>> =
        notes.iter().map(|note| kept.take(&note.path, &note.blob).map(Arc::new)).collect();
    let unknown: Vec<usize> = (0..notes.len()).filter(|&at| entries[at].is_none()).collect();
    for batch in unknown.chunks(BATCH) {
        let mut read = Vec::with_capacity(batch.len());
        for &at in batch {
            read.push((at, git.blob(&notes[at].blob)?));
        }
        let read = read.into_par_iter().map(|(at, bytes)| {
            let note = parsed(notes[at].path.clone(), bytes, limits);
            (at, Arc::new(Entry::of(&note)))
        });
        for (at, entry) in read.collect::<Vec<_>>() {
            entries[at] = Some(entry);
        }
    }
    let entries: Vec<Arc<Entry>> = entries.into_iter().flatten().collect();
    let keeping = notes.iter().zip(&entries).map(|(note, entry)| (&note.path, &note.blob, entry.as_ref()));
    kept.keep(workspace.cache, unknown.len(), keeping);
    Ok(entries)
}

/// A note as far as `limits` has it read.
fn parsed(path: RepoPath, mut bytes: Vec<u8>, limits: Limits) -> Note {
    bytes.truncate(usize::try_from(limits.note).unwrap_or(usize::MAX));
    Note::parse(path, &bytes)
}

//! Two commits side by side: what differs is read, the rest is known by its entries. What it finds out of a change costs what
//! changes, and is what a full check of both would find.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use jiff::civil::Date;
use rayon::prelude::*;

use super::{Inventory, Reader, parsed};
use crate::check::{Checker, Resolved, Scene, Setting};
use crate::config::Config;
use crate::digest::{BlobId, CommitId};
use crate::finding::Finding;
use crate::note::Note;
use crate::ops::workspace::take;
use crate::ops::{Workspace, WorkspaceError};
use crate::path::RepoPath;
use crate::port::{Difference, GitRead, TreeEntry};
use crate::summary::is_summary;
use crate::vault::{Archive, Entry, File, Filed, Oddity, is_note};

/// Two commits, one of which may have more evidence than the other and other notes.
pub(in crate::ops) struct Comparison {
    pub base: Rc<Inventory>,
    pub head: Rc<Inventory>,
    /// The summaries of folders that differ.
    pub summaries: Vec<RepoPath>,
    /// The notes that differ, and those that name evidence which is new.
    before: Vec<Arc<Note>>,
    after: Vec<Arc<Note>>,
}

/// What a check goes by, but for the evidence.
#[derive(Clone, Copy)]
pub(in crate::ops) struct Rules<'a> {
    pub config: &'a Config,
    pub setting: Setting,
    pub today: Option<Date>,
}

/// The findings of what differs between two commits: those that both have in notes which are the same are in neither.
pub(in crate::ops) struct Found {
    pub before: Vec<Finding>,
    pub after: Vec<Finding>,
}

/// One side of what differs.
#[derive(Default)]
struct Side {
    files: Vec<File>,
    oddities: Vec<Oddity>,
    blobs: Vec<(RepoPath, BlobId)>,
}

impl Comparison {
    /// Compares two commits; `None` where more differs than notes and evidence that was added, so that every note may.
    pub fn of(
        workspace: &Workspace<'_>,
        base: &CommitId,
        head: &CommitId,
    ) -> Result<Option<Comparison>, WorkspaceError> {
        let git = workspace.git()?;
        let of = |commit| workspace.policy_at(commit).map(|(config, layout)| (config.limits(), layout));
        if of(base)? != of(head)? {
            return Ok(None);
        }
        let differences = git.differences(Some(base), head)?;
        let base = Inventory::of(workspace, base)?;
        Comparison::with(git, base, &differences)
    }

    fn with(
        git: &dyn GitRead,
        mut base: Inventory,
        differences: &[Difference],
    ) -> Result<Option<Comparison>, WorkspaceError> {
        let (mut old, mut new) = (Side::default(), Side::default());
        for difference in differences {
            for (side, of) in [(&mut old, &difference.before), (&mut new, &difference.after)] {
                let Some((kind, blob)) = of.clone() else { continue };
                let entry = TreeEntry { path: difference.path.clone(), blob, kind };
                side.take(git, &base, entry)?;
            }
        }
        if old.files.iter().any(|file| base.layout.is_evidence(&file.path)) {
            return Ok(None);
        }
        let (added, files): (Vec<File>, Vec<File>) =
            std::mem::take(&mut new.files).into_iter().partition(|file| base.layout.is_evidence(&file.path));
        let mut changes: HashMap<RepoPath, Option<Filed>> =
            old.files.iter().map(|file| (file.path.clone(), None)).collect();
        changes.extend(
            added
                .iter()
                .map(|file| (file.path.clone(), Some(Filed { path: file.path.clone(), entry: None }))),
        );
        let (added, mut odd) = Archive::build(base.layout.clone(), added);
        let folders: BTreeSet<RepoPath> = added.folders().cloned().collect();
        let Some(archive) = base.archive.joined(&added) else { return Ok(None) };
        let after = notes(&base, files, &mut changes);
        let before = notes(&base, std::mem::take(&mut old.files), &mut HashMap::new());
        let catalogue = base.catalogue.with(&archive, &changes);
        let mut blobs = base.blobs.clone();
        for (path, _) in &old.blobs {
            blobs.remove(path);
        }
        blobs.extend(new.blobs);
        let mut oddities = base.oddities.clone();
        oddities.append(&mut odd);
        oddities.append(&mut new.oddities);
        base.oddities.append(&mut old.oddities);
        let (layout, limits) = (base.layout.clone(), base.limits);
        let head = Inventory { layout, limits, archive, catalogue, oddities, blobs };
        let summaries = differences.iter().filter_map(Difference::repo_path).filter(is_summary).collect();
        let (base, head) = (Rc::new(base), Rc::new(head));
        let mut comparison = Comparison { base, head, summaries, before, after };
        comparison.touch(git, &folders);
        Ok(Some(comparison))
    }

    /// Takes the notes along that are the same and name evidence in `folders`, which is new.
    fn touch(&mut self, git: &dyn GitRead, folders: &BTreeSet<RepoPath>) {
        if folders.is_empty() {
            return;
        }
        let known: BTreeSet<&RepoPath> =
            self.before.iter().chain(&self.after).map(|note| &note.path).collect();
        let names: Vec<&str> = folders.iter().map(RepoPath::file_name).collect();
        let names_one =
            |entry: &Entry| entry.links().any(|link| names.iter().any(|name| link.target.contains(name)));
        let touched =
            self.base.catalogue.notes().filter(|(_, path, entry)| names_one(entry) && !known.contains(path));
        let reader = Reader::new(git);
        let touched: Vec<Arc<Note>> =
            touched.filter_map(|(_, path, _)| reader.note(&self.base, path)).collect();
        self.before.extend(touched.iter().cloned());
        self.after.extend(touched);
    }

    /// What a check by `rules` finds of the two, and of summaries of the head that are `stale`; of rules that report errors
    /// alone, where `only_errors`.
    pub fn found(&self, reader: &Reader<'_>, rules: Rules<'_>, stale: &[Oddity], only_errors: bool) -> Found {
        let oddities = [self.head.oddities.as_slice(), stale].concat();
        let after = side(reader, &self.head, (&self.after, &oddities), rules, only_errors);
        // Nothing is new where nothing is found.
        let before = if after.is_empty() {
            Vec::new()
        } else {
            let what = (self.before.as_slice(), self.base.oddities.as_slice());
            side(reader, &self.base, what, rules, only_errors)
        };
        Found { before, after }
    }
}

fn side(
    reader: &Reader<'_>,
    inventory: &Inventory,
    (notes, oddities): (&[Arc<Note>], &[Oddity]),
    rules: Rules<'_>,
    only_errors: bool,
) -> Vec<Finding> {
    let Rules { config, setting, today } = rules;
    let scene = Scene { archive: &inventory.archive, config, setting, today };
    let checker = if only_errors { Checker::of_errors(scene) } else { Checker::new(scene) };
    let mut findings: Vec<Finding> = notes.par_iter().flat_map_iter(|note| checker.note(note)).collect();
    let resolved = Resolved::of(&inventory.catalogue);
    let whole =
        reader.serve(inventory, |pages| checker.whole(&inventory.catalogue, &resolved, oddities, pages));
    findings.extend(whole);
    findings.sort_unstable();
    findings.dedup();
    findings
}

impl Side {
    fn take(&mut self, git: &dyn GitRead, base: &Inventory, entry: TreeEntry) -> Result<(), WorkspaceError> {
        let known = self.files.len();
        take(git, &base.layout, base.limits, &entry, &mut self.files, &mut self.oddities)?;
        if let Some(file) =
            self.files.get(known).filter(|file| is_note(&base.layout, &file.path) && file.bytes.is_some())
        {
            self.blobs.push((file.path.clone(), entry.blob));
        }
        Ok(())
    }
}

/// The notes among `files`, whose entries go into `changes` with what is no note.
fn notes(
    base: &Inventory,
    files: Vec<File>,
    changes: &mut HashMap<RepoPath, Option<Filed>>,
) -> Vec<Arc<Note>> {
    let read = files.into_par_iter().map(|File { path, bytes }| {
        let bytes = bytes.filter(|_| is_note(&base.layout, &path));
        let note = bytes.map(|bytes| Arc::new(parsed(path.clone(), bytes, base.limits)));
        let entry = note.as_deref().map(|note| Arc::new(Entry::of(note)));
        (Filed { path, entry }, note)
    });
    let mut found = BTreeMap::new();
    for (filed, note) in read.collect::<Vec<_>>() {
        found.extend(note.map(|note| (filed.path.clone(), note)));
        changes.insert(filed.path.clone(), Some(filed));
    }
    found.into_values().collect()
}

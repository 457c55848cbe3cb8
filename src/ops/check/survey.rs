//! The working tree, surveyed: each note read by itself, checked by itself, and left again. It holds entries, no texts.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::civil::Date;
use rayon::prelude::*;

use super::kept::{Keeping, Kept, KeptNote, Key};
use crate::check::render::Source;
use crate::check::{CheckReport, Checker, Examined, Notes, Resolved, Scene, Setting, Targets};
use crate::config::Config;
use crate::finding::Finding;
use crate::note::Note;
use crate::ops::{Workspace, WorkspaceError};
use crate::path::RepoPath;
use crate::port::{Cache, Files, Sight, Sighted};
use crate::vault::{Archive, Catalogue, Entry, File, Filed, Layout, Limits, Oddity, is_note};

/// What is kept of the working tree.
pub(super) struct Survey<'a> {
    pub setting: Setting,
    pub today: Date,
    pub archive: Archive,
    pub catalogue: Catalogue,
    /// What every link leads to.
    pub resolved: Resolved,
    /// What is wrong in notes by themselves.
    pub findings: Vec<Finding>,
    /// What was met on the way.
    pub oddities: Vec<Oddity>,
    /// Gives the notes again.
    pub pages: Pages<'a>,
}

/// Gives notes of the working tree, read again when they are asked for.
pub(super) struct Pages<'a> {
    files: &'a dyn Files,
    layout: Layout,
    limits: Limits,
    /// The notes whose line endings git would store differently, as they are stored.
    held: BTreeMap<RepoPath, Arc<Note>>,
}

/// How many files are looked at before what was seen of them is put together.
const BATCH: usize = 4_096;

/// What a look at one note gave.
enum Looked {
    Known(Filed, Option<Targets>),
    Read {
        filed: Filed,
        findings: Vec<Finding>,
        oddity: Option<Oddity>,
    },
    /// Its line endings are for git to convert.
    Deferred(File, Option<Oddity>),
    Gone(Option<Oddity>),
}

/// A note in which nothing was found.
struct Clean {
    /// Its place among the files that were seen.
    at: u32,
    /// What was known of its links.
    targets: Option<Targets>,
}

impl<'a> Survey<'a> {
    /// Surveys the working tree of `workspace`; what `cache` keeps of an earlier survey is not read again where it
    /// cannot have changed.
    pub fn of_tree(
        workspace: &'a Workspace<'_>,
        setting: Setting,
        today: Date,
        cache: Option<&dyn Cache>,
    ) -> Result<Survey<'a>, WorkspaceError> {
        let (layout, limits) = (&workspace.layout, workspace.config.limits());
        let Sight { moment, files: sighted, mut oddities } = workspace.files.sight(layout)?;
        let (evidence, rest): (Vec<Sighted>, Vec<Sighted>) =
            sighted.into_iter().partition(|seen| layout.is_evidence(&seen.path));
        let mut files: Vec<Filed> =
            evidence.iter().map(|seen| Filed { path: seen.path.clone(), entry: None }).collect();
        files.reserve_exact(rest.len());
        let archive = archive(workspace, evidence, &mut oddities)?;
        let checker =
            Checker::new(Scene { archive: &archive, config: &workspace.config, setting, today: Some(today) });
        let key = Key::new(&workspace.config, setting, today, &archive);
        let mut kept = Kept::open(cache, &key);
        let (disk, converts) = (workspace.files, workspace.git.is_some());
        let reading = |(seen, known): (&Sighted, Option<KeptNote>)| {
            let filed = |entry| Filed { path: seen.path.clone(), entry };
            if let Some(KeptNote { entry, targets }) = known {
                return Looked::Known(filed(Some(Arc::new(entry))), Some(targets));
            }
            if seen.stamp.is_none() || !is_note(layout, &seen.path) {
                return Looked::Known(filed(None), None);
            }
            let (file, oddity) = disk.take(layout, limits, &seen.path);
            let Some(file) = file else { return Looked::Gone(oddity) };
            let bytes = file.bytes.as_deref().unwrap_or_default();
            if converts && bytes.windows(2).any(|pair| pair == b"\r\n") {
                return Looked::Deferred(file, oddity);
            }
            let note = Note::parse(file.path, bytes);
            let filed = filed(Some(Arc::new(Entry::of(&note))));
            Looked::Read { filed, findings: checker.note(&note), oddity }
        };
        let mut pages =
            Pages { files: workspace.files, layout: layout.clone(), limits, held: BTreeMap::new() };
        let mut findings = Vec::new();
        let mut read = 0;
        // The notes in which nothing was found, and what was known of their links; ordered by path.
        let mut clean: Vec<Clean> = Vec::new();
        // In batches: what a look gives is larger than what stays of it.
        for (batch, first) in rest.chunks(BATCH).zip((0u32..).step_by(BATCH)) {
            let known: Vec<Option<KeptNote>> = batch.iter().map(|seen| kept.take(seen)).collect();
            let looked: Vec<Looked> = batch.par_iter().zip(known).map(reading).collect();
            for (looked, at) in looked.into_iter().zip(first..) {
                let mut targets = None;
                let is_clean = match looked {
                    Looked::Known(filed, known) => {
                        let is_note = filed.entry.is_some();
                        targets = known;
                        files.push(filed);
                        is_note
                    }
                    Looked::Read { filed, findings: mut own, oddity } => {
                        read += 1;
                        let is_clean = own.is_empty() && oddity.is_none();
                        files.push(filed);
                        findings.append(&mut own);
                        oddities.extend(oddity);
                        is_clean
                    }
                    Looked::Deferred(mut file, oddity) => {
                        if let (Some(git), Some(bytes)) = (workspace.git, file.bytes.take()) {
                            let note = Note::parse(file.path.clone(), &git.as_stored(&file.path, bytes)?);
                            findings.append(&mut checker.note(&note));
                            files.push(Filed {
                                path: file.path.clone(),
                                entry: Some(Arc::new(Entry::of(&note))),
                            });
                            pages.held.insert(file.path, Arc::new(note));
                        }
                        oddities.extend(oddity);
                        false
                    }
                    Looked::Gone(oddity) => {
                        oddities.extend(oddity);
                        false
                    }
                };
                if is_clean {
                    clean.push(Clean { at, targets });
                }
            }
        }
        let catalogue = Catalogue::new(&archive, files);
        let names = catalogue.names_hash();
        let are_same = names == kept.names();
        let mut unread = clean.iter_mut().peekable();
        let resolved = Resolved::with(&catalogue, |file| {
            let clean = unread.next_if(|clean| rest[clean.at as usize].path == file.path)?;
            clean.targets.take().filter(|_| are_same)
        });
        let keeping = clean.iter().filter_map(|clean| {
            let seen = &rest[clean.at as usize];
            let file = catalogue.index_of(seen.path.as_str())?;
            Some(Keeping {
                stamp: seen.stamp?,
                path: &seen.path,
                entry: catalogue.entry(file)?,
                targets: resolved.targets(file),
                is_troubled: resolved.is_troubled(file),
            })
        });
        kept.keep(cache, &key, moment, names, read, keeping);
        Ok(Survey { setting, today, archive, catalogue, resolved, findings, oddities, pages })
    }

    /// What is wrong, in notes and between them.
    pub fn judged(&self, config: &Config) -> CheckReport {
        let scene = Scene { archive: &self.archive, config, setting: self.setting, today: Some(self.today) };
        let mut findings =
            Checker::new(scene).whole(&self.catalogue, &self.resolved, &self.oddities, &self.pages);
        findings.extend(self.findings.iter().cloned());
        CheckReport::new(Examined::of(&self.catalogue, &self.archive), findings)
    }
}

/// Reads the evidence.
fn archive(
    workspace: &Workspace<'_>,
    evidence: Vec<Sighted>,
    oddities: &mut Vec<Oddity>,
) -> Result<Archive, WorkspaceError> {
    let (layout, limits) = (&workspace.layout, workspace.config.limits());
    let disk = workspace.files;
    let taken: Vec<(Option<File>, Option<Oddity>)> = evidence
        .into_par_iter()
        .map(|seen| match seen.stamp {
            Some(_) => disk.take(layout, limits, &seen.path),
            None => (Some(File { path: seen.path, bytes: None }), None),
        })
        .collect();
    let mut files = Vec::with_capacity(taken.len());
    for (file, oddity) in taken {
        oddities.extend(oddity);
        let Some(mut file) = file else { continue };
        if let (Some(git), Some(bytes)) = (workspace.git, file.bytes.take()) {
            file.bytes = Some(git.as_stored(&file.path, bytes)?);
        }
        files.push(file);
    }
    let (archive, mut odd) = Archive::build(layout.clone(), files);
    oddities.append(&mut odd);
    Ok(archive)
}

impl Notes for Pages<'_> {
    fn note(&self, path: &RepoPath) -> Option<Arc<Note>> {
        if let Some(note) = self.held.get(path) {
            return Some(note.clone());
        }
        let bytes = self.files.take(&self.layout, self.limits, path).0?.bytes?;
        Some(Arc::new(Note::parse(path.clone(), &bytes)))
    }
}

impl Source for Pages<'_> {
    fn text(&self, path: &str) -> Option<Cow<'_, str>> {
        let path = RepoPath::new(path).ok().filter(|path| is_note(&self.layout, path))?;
        if let Some(note) = self.held.get(&path) {
            return Some(Cow::Borrowed(&note.text));
        }
        Some(Cow::Owned(self.note(&path)?.text.clone()))
    }
}

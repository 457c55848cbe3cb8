//! Where reads take notes from: the files of one commit, or of a working tree that has none. It shows everything; whoever
//! gives something back asks for whom.

mod cards;

use std::sync::Arc;

use rayon::prelude::*;

use self::cards::KeptCards;
use super::build::{Target, target};
use super::{Workspace, WorkspaceError};
use crate::config::Config;
use crate::digest::CommitId;
use crate::note::Note;
use crate::path::RepoPath;
use crate::port::{TreeEntry, TreeEntryKind};
use crate::summary::{Card, Library, is_summary};
use crate::vault::{Layout, is_note};

/// How many notes are read at a time.
const BATCH: usize = 512;

/// A file and its bytes.
type File = (RepoPath, Vec<u8>);

/// The files of one commit, or of a working tree.
pub(super) struct Shelf<'w, 'a> {
    workspace: &'w Workspace<'a>,
    target: Target,
    config: Config,
    /// Where knowledge and evidence lie in it.
    pub layout: Layout,
}

impl<'w, 'a> Shelf<'w, 'a> {
    /// The shelf of `revision`, or of what is served when nothing is named.
    pub fn open(
        workspace: &'w Workspace<'a>,
        revision: Option<&str>,
    ) -> Result<Shelf<'w, 'a>, WorkspaceError> {
        Shelf::of(workspace, target(workspace, revision)?)
    }

    /// The shelf of `commit`.
    pub fn at(workspace: &'w Workspace<'a>, commit: &CommitId) -> Result<Shelf<'w, 'a>, WorkspaceError> {
        Shelf::of(workspace, Target::Commit(commit.clone()))
    }

    /// The shelf of the working tree.
    pub fn of_tree(workspace: &'w Workspace<'a>) -> Result<Shelf<'w, 'a>, WorkspaceError> {
        Shelf::of(workspace, Target::WorkingTree)
    }

    fn of(workspace: &'w Workspace<'a>, target: Target) -> Result<Shelf<'w, 'a>, WorkspaceError> {
        let (config, layout) = target.settings(workspace)?;
        Ok(Shelf { workspace, target, config, layout })
    }

    /// The commit; `None` for a working tree.
    pub fn commit(&self) -> Option<&CommitId> {
        self.target.commit()
    }

    /// The bytes of the file at `path`, as git stores them.
    pub fn bytes(&self, path: &RepoPath) -> Result<Option<Vec<u8>>, WorkspaceError> {
        match &self.target {
            Target::Commit(commit) => Ok(self.workspace.git()?.file(commit, path)?),
            Target::WorkingTree => {
                let bytes = self.workspace.files.read(path)?;
                match (bytes, self.workspace.git) {
                    (Some(bytes), Some(git)) => Ok(Some(git.as_stored(path, bytes)?)),
                    (bytes, _) => Ok(bytes),
                }
            }
        }
    }

    /// The note at `path`; `None` where there is none.
    pub fn note(&self, path: &RepoPath) -> Result<Option<Note>, WorkspaceError> {
        if !is_note(&self.layout, path) || !self.layout.takes(path) {
            return Ok(None);
        }
        Ok(self.bytes(path)?.map(|bytes| parsed(path.clone(), bytes, self.config.limits().note)))
    }

    /// The cards of all notes below `folder` (`None`: all) at least, with the summary files that stand there.
    pub fn library(&self, folder: Option<&RepoPath>) -> Result<Arc<Library>, WorkspaceError> {
        match (self.workspace.kept, &self.target) {
            (Some(kept), Target::Commit(commit)) => kept.library(commit, || self.read_library(None)),
            _ => self.read_library(folder).map(Arc::new),
        }
    }

    fn read_library(&self, folder: Option<&RepoPath>) -> Result<Library, WorkspaceError> {
        let below = folder.or(self.layout.knowledge.as_ref());
        let (cards, summaries) = match &self.target {
            Target::Commit(commit) => self.cards_of_commit(commit, below)?,
            Target::WorkingTree => self.cards_of_tree(below)?,
        };
        let mut library = Library::new(below, cards);
        summaries.iter().for_each(|(path, bytes)| library.store(path, bytes));
        Ok(library)
    }

    fn cards_of_commit(
        &self,
        commit: &CommitId,
        below: Option<&RepoPath>,
    ) -> Result<(Vec<Card>, Vec<File>), WorkspaceError> {
        let git = self.workspace.git()?;
        let most = self.config.limits().note;
        let entries = git.entries(commit, below)?;
        let known: Vec<(RepoPath, TreeEntry)> =
            entries.into_iter().filter_map(|entry| Some((self.known(&entry)?, entry))).collect();
        let mut kept = KeptCards::open(self.workspace.cache, most);
        let (mut cards, mut summaries) = (Vec::with_capacity(known.len()), Vec::new());
        for batch in known.chunks(BATCH) {
            self.workspace.go_on()?;
            let mut notes = Vec::new();
            for (path, TreeEntry { blob, .. }) in batch {
                if is_summary(path) {
                    summaries.push((path.clone(), git.blob(blob)?));
                } else if let Some(card) = kept.take(path, blob) {
                    cards.push((blob.clone(), card));
                } else {
                    notes.push((blob.clone(), path.clone(), git.blob(blob)?));
                }
            }
            cards.par_extend(
                notes.into_par_iter().map(|(blob, path, bytes)| (blob, Card::of(&parsed(path, bytes, most)))),
            );
        }
        // What a look at one folder saw would take the place of all that is kept.
        if below == self.layout.knowledge.as_ref() {
            kept.keep(self.workspace.cache, &cards);
        }
        Ok((cards.into_iter().map(|(_, card)| card).collect(), summaries))
    }

    fn cards_of_tree(&self, below: Option<&RepoPath>) -> Result<(Vec<Card>, Vec<File>), WorkspaceError> {
        let most = self.config.limits().note;
        let seen = self.workspace.files.sight(&self.layout)?;
        let wanted = |path: &&RepoPath| below.is_none_or(|folder| path.is_in(folder));
        let (mut notes, mut summaries) = (Vec::new(), Vec::new());
        for path in seen.files.iter().map(|seen| &seen.path).filter(wanted) {
            if !(is_note(&self.layout, path) || is_summary(path)) || self.layout.is_evidence(path) {
                continue;
            }
            let Some(bytes) = self.bytes(path)? else { continue };
            let file = (path.clone(), bytes);
            if is_summary(path) { summaries.push(file) } else { notes.push(file) }
        }
        let cards = notes.into_par_iter().map(|(path, bytes)| Card::of(&parsed(path, bytes, most))).collect();
        Ok((cards, summaries))
    }

    /// The path of a file of a commit that is a note or a summary.
    fn known(&self, entry: &TreeEntry) -> Option<RepoPath> {
        let is_file = matches!(entry.kind, TreeEntryKind::File | TreeEntryKind::Executable);
        let path = RepoPath::new(std::str::from_utf8(&entry.path).ok()?).ok()?;
        let is_wanted =
            is_note(&self.layout, &path) || (is_summary(&path) && self.layout.is_knowledge(&path));
        (is_file && is_wanted && self.layout.takes(&path)).then_some(path)
    }
}

/// The first `most` of `bytes` as a note.
fn parsed(path: RepoPath, mut bytes: Vec<u8>, most: u64) -> Note {
    bytes.truncate(usize::try_from(most).unwrap_or(usize::MAX));
    Note::parse(path, &bytes)
}

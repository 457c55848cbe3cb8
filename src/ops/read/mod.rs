//! Reads a note, evidence, a part of either, or what a folder is, for one caller: an abstract, an overview, or the text. What the caller may
//! not see is as if it were not there.

mod citations;
mod item;
mod level;
mod locate;
mod part;
mod place;
mod report;

pub use level::Level;
pub use locate::Wanted;
pub(in crate::ops) use locate::{Found, locate};
pub(in crate::ops) use place::{Place, place};
pub use report::{ReadKind, ReadReport};

use thiserror::Error;

use super::build::BuildError;
use super::item::{FoundItem, item_in};
use super::policy::redaction;
use super::shelf::Shelf;
use super::{Workspace, WorkspaceError};
use crate::caller::Caller;
use crate::evidence::Item;
use crate::note::Note;
use crate::path::RepoPath;
use crate::port::IndexStore;
use crate::redact::{Redact as _, Redaction};
use crate::summary::Library;
use crate::uri::Uri;
use part::Part;

/// How to read.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// How much.
    pub level: Level,
    /// The revision to read; `None`: the head of main.
    pub revision: Option<String>,
}

/// Says why nothing could be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// Nothing answers to the name, or nothing that the caller may see.
    #[error("nothing answers to `{0}`")]
    Nothing(String),
    /// Several notes answer to the name.
    #[error("several notes answer to `{typed}`: {}", .paths.iter().map(RepoPath::as_str).collect::<Vec<_>>().join(", "))]
    Ambiguous {
        /// What was typed.
        typed: String,
        /// The notes, those that the caller sees.
        paths: Vec<RepoPath>,
    },
    /// The note has no such heading, block or lines.
    #[error("`{path}` has no {what}")]
    NoPart {
        /// The note.
        path: RepoPath,
        /// What was asked for.
        what: String,
    },
    /// A folder has no parts.
    #[error("`{0}` is a folder; only notes have headings and lines")]
    FolderPart(String),
    /// What was to be told about is a folder.
    #[error("`{0}` is a folder; name a note")]
    NotANote(String),
    /// What was to be listed is no folder.
    #[error("`{0}` is no folder")]
    NotAFolder(RepoPath),
    /// The evidence cannot be relied on.
    #[error("`{path}`: {what}")]
    Damaged {
        /// The file.
        path: RepoPath,
        /// What is wrong with it.
        what: String,
    },
    /// The index that knows names could not be used.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A file could not be read.
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
}

/// Reads the first of `wanted` that is there; `typed` is how the caller named it.
pub fn read(
    workspace: &Workspace<'_>,
    store: &dyn IndexStore,
    caller: &Caller,
    typed: &str,
    wanted: &[Wanted],
    options: &ReadOptions,
) -> Result<ReadReport, ReadError> {
    let shelf = Shelf::open(workspace, options.revision.as_deref())?;
    let redaction = redaction(workspace, caller)?;
    let reading = Reading { workspace, shelf: &shelf, caller, options };
    let mut ambiguous = None;
    for one in wanted {
        match locate(workspace, store, &shelf, caller, one, options.revision.as_deref())? {
            Found::Note(note) => return reading.note(&note, one.part(), &redaction),
            Found::Folder(path, library) => {
                let name = path.as_ref().map_or(".", RepoPath::as_str);
                if one.part().is_some() {
                    return Err(ReadError::FolderPart(name.to_owned()));
                }
                let mut report = reading.folder(path.as_ref(), &library);
                report.redact(&redaction);
                return Ok(report);
            }
            Found::Evidence(item) => return reading.evidence(&item, one.part(), &redaction),
            Found::Damaged(path, what) => return Err(ReadError::Damaged { path, what }),
            Found::Several(paths) => {
                ambiguous.get_or_insert(paths);
            }
            Found::Nothing => {}
        }
    }
    Err(match ambiguous {
        Some(paths) => ReadError::Ambiguous { typed: typed.to_owned(), paths },
        None => ReadError::Nothing(typed.to_owned()),
    })
}

/// One reading.
struct Reading<'r, 'w, 'a> {
    workspace: &'r Workspace<'a>,
    shelf: &'r Shelf<'w, 'a>,
    caller: &'r Caller,
    options: &'r ReadOptions,
}

impl Reading<'_, '_, '_> {
    fn note(&self, note: &Note, part: Option<&str>, redaction: &Redaction) -> Result<ReadReport, ReadError> {
        let part = Part::of(note, part)
            .ok_or_else(|| ReadError::NoPart { path: note.path.clone(), what: part::described(part) })?;
        let mut report = ReadReport::new(ReadKind::Note, self.options.level, self.shelf.commit());
        report.uri = Uri::new(note.access().tenant, note.path.clone()).to_string();
        report.path = note.path.to_string();
        report.title = note.title().to_owned();
        report.lines = Some(part.lines);
        report.heading = part.heading.clone();
        report.text = match self.options.level {
            Level::Abstract => level::abstract_of(note, &part),
            Level::Overview => level::overview_of(note, &part),
            Level::Text => String::new(),
        };
        report.citations = citations::of(self.shelf, self.caller, note, part.lines)?;
        report.tell(note, self.workspace.today());
        report.fresh = self.is_fresh(note)?;
        report.redact(redaction);
        if self.options.level == Level::Text {
            // A few lines of a key are redacted as the whole key is: the whole text is looked through.
            report.text = redaction.part(&note.text, part.span).into_owned();
        }
        Ok(report)
    }

    fn evidence(
        &self,
        item: &Item,
        part: Option<&str>,
        redaction: &Redaction,
    ) -> Result<ReadReport, ReadError> {
        let path = item.text_path();
        let lines = item::lines_of(item, part)
            .ok_or_else(|| ReadError::NoPart { path: path.clone(), what: part::described(part) })?;
        let mut report = ReadReport::new(ReadKind::Evidence, self.options.level, self.shelf.commit());
        report.uri = Uri::new(item.meta.tenant.clone(), path.clone()).to_string();
        report.path = path.to_string();
        report.title = item::title_of(item);
        report.lines = Some(lines);
        report.text = item::told(item, self.options.level);
        report.fresh = self.options.revision.is_none() || self.is_kept(item)?;
        report.redact(redaction);
        if self.options.level == Level::Text {
            // A few lines of a key are redacted as the whole key is: the whole text is looked through.
            report.text = redaction.part(item.text(), item.span(lines).unwrap_or_default()).into_owned();
        }
        Ok(report)
    }

    /// Whether main has the same evidence now.
    fn is_kept(&self, item: &Item) -> Result<bool, ReadError> {
        let now = item_in(&Shelf::open(self.workspace, None)?, self.caller, &item.folder)?;
        Ok(matches!(now, Some(FoundItem::Sound(now)) if now.meta == item.meta))
    }

    fn folder(&self, path: Option<&RepoPath>, library: &Library) -> ReadReport {
        let name = path.map_or("", RepoPath::as_str);
        let mut report = ReadReport::new(ReadKind::Folder, self.options.level, self.shelf.commit());
        report.uri = Uri { tenant: None, path: path.cloned(), fragment: None }.to_string();
        report.path = if name.is_empty() { ".".to_owned() } else { name.to_owned() };
        report.title = library.title(name, self.caller);
        report.notes = Some(library.count(name, self.caller));
        let seen = library.seen(name, self.caller);
        let texts = seen.map(|seen| seen.texts);
        report.text = match self.options.level {
            Level::Abstract => texts.map(|texts| texts.abstract_text).unwrap_or_default(),
            _ => texts.map(|texts| texts.overview).unwrap_or_default(),
        };
        report.fresh = self.options.revision.is_none();
        report
    }

    /// Whether what is read is what main has now.
    fn is_fresh(&self, note: &Note) -> Result<bool, ReadError> {
        if self.options.revision.is_none() {
            return Ok(true);
        }
        let now = Shelf::open(self.workspace, None)?.note(&note.path)?;
        Ok(now.is_some_and(|now| self.caller.may_see(&now.access()) && now.text == note.text))
    }
}

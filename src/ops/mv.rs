//! `kb mv`: moves a note, an attachment or a folder in the working tree, with every link that the move touches.

use serde::Serialize;
use thiserror::Error;

use super::named::{Here, Named};
use super::patch::patch;
use super::{Workspace, WorkspaceError};
use crate::change::ChangeSet;
use crate::edit::rename::{LinkPlace, Move, RenameError, rename};
use crate::path::RepoPath;
use crate::port::{Event, FilesError, GitError};
use crate::vault::{Vault, fold_name};

/// What moves where.
#[derive(Clone, Debug)]
pub struct MoveOptions {
    /// What moves.
    pub old: Named,
    /// Where to; an existing folder, or a path that ends with `/`, takes it in under its name.
    pub new: Named,
    /// Whether links that led nowhere, or to several notes, may come to lead to one file.
    pub adopt: bool,
    /// Show only.
    pub dry_run: bool,
}

/// What was done, or with `dry_run` would be.
#[derive(Clone, Debug, Serialize)]
pub struct MoveReport {
    /// The files that moved.
    pub moved: Vec<Moved>,
    /// The notes whose links were rewritten, by their new paths.
    pub rewritten: Vec<Rewritten>,
    /// Links that led to no one file and now do.
    pub adopted: Vec<LinkPlace>,
    /// How many notes were looked at.
    pub examined: usize,
    /// The whole change as a patch; only with `dry_run`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub diff: String,
}

/// A file that moved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Moved {
    /// Where it stood.
    pub from: RepoPath,
    /// Where it stands.
    pub to: RepoPath,
}

/// A note whose links were rewritten.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rewritten {
    /// The note.
    pub path: RepoPath,
    /// How many places of it.
    pub places: usize,
}

/// Says why nothing was moved.
#[derive(Debug, Error)]
pub enum MoveError {
    /// The workspace could not be read.
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
    /// The move would overwrite, break or hide something.
    #[error(transparent)]
    Rename(#[from] RenameError),
    /// Nothing stands there.
    #[error("there is no note, attachment or folder `{typed}`{}", suggestion(.nearest.as_ref()))]
    NothingThere {
        /// What was typed.
        typed: String,
        /// What may have been meant.
        nearest: Option<RepoPath>,
    },
    /// The new path cannot be one.
    #[error("`{0}` is no path inside the knowledge")]
    NoPlace(String),
    /// Git would ignore the moved file, and kb with it.
    #[error("git ignores `{0}`; what moves there is no part of the knowledge any more")]
    Ignored(RepoPath),
    /// Something in the folder cannot be moved.
    #[error("`{0}` cannot be moved: it is a repository of its own, or its name is not UTF-8")]
    Immovable(String),
}

impl From<FilesError> for MoveError {
    fn from(error: FilesError) -> MoveError {
        MoveError::Workspace(error.into())
    }
}

impl From<GitError> for MoveError {
    fn from(error: GitError) -> MoveError {
        MoveError::Workspace(error.into())
    }
}

fn suggestion(nearest: Option<&RepoPath>) -> String {
    nearest.map(|path| format!("; did you mean `{path}`?")).unwrap_or_default()
}

/// Moves what `options` names. The index of git stays as it is: like every edit, the move is yours to commit.
pub fn mv(workspace: &Workspace<'_>, options: &MoveOptions) -> Result<MoveReport, MoveError> {
    workspace.events.emit(Event::Stage { what: "reading links", total: None });
    let outcome = moved(workspace, options);
    workspace.events.emit(Event::StageEnd);
    outcome
}

fn moved(workspace: &Workspace<'_>, options: &MoveOptions) -> Result<MoveReport, MoveError> {
    let vault = workspace.disk_vault()?;
    let old = options.old.find(&vault).ok_or_else(|| MoveError::NothingThere {
        typed: options.old.typed.clone(),
        nearest: vault.catalogue().nearest(options.old.typed.trim_end_matches('/'), 1).into_iter().next(),
    })?;
    let new = target(workspace, &vault, options, &old)?;
    let wanted = Move { old, new };
    let mut plan = rename(&vault, &wanted, options.adopt)?;
    on_disk(workspace, &wanted)?;
    if vault.has_folder(&wanted.old) {
        let mut hidden = Vec::new();
        unknown(workspace, &vault, &wanted.old, &mut hidden)?;
        plan.moves.extend(hidden.into_iter().map(|path| (path.clone(), wanted.of(&path))));
    }
    let read = |path: &RepoPath| -> Result<Vec<u8>, MoveError> {
        let bytes = workspace.files.read(path)?;
        bytes.ok_or_else(|| MoveError::Rename(RenameError::Missing(path.clone())))
    };
    let changes: ChangeSet = plan.changes(read)?;
    let diff = if options.dry_run { patch(&changes, read)? } else { String::new() };
    if !options.dry_run {
        workspace.files.apply(&changes)?;
    }
    let rewritten = plan.rewritten();
    Ok(MoveReport {
        rewritten: rewritten.map(|(path, places)| Rewritten { path: wanted.of(path), places }).collect(),
        moved: plan.moves.into_iter().map(|(from, to)| Moved { from, to }).collect(),
        adopted: plan.adopted,
        examined: vault.note_count(),
        diff,
    })
}

/// The whole new path.
fn target(
    workspace: &Workspace<'_>,
    vault: &Vault,
    options: &MoveOptions,
    old: &RepoPath,
) -> Result<RepoPath, MoveError> {
    let typed = options.new.typed.as_str();
    let no_place = || MoveError::NoPlace(typed.to_owned());
    let layout = vault.layout();
    let named = typed.trim_end_matches('/');
    let below_knowledge = RepoPath::resolve(layout.knowledge.as_ref(), named).ok();
    // What was named from the knowledge folder goes to a place named from there.
    let is_short = match &options.old.here {
        Here::Inside(here) => here.as_str().trim_end_matches(".md") != old.as_str().trim_end_matches(".md"),
        Here::Root | Here::Outside => true,
    };
    let place = match &options.new.here {
        Here::Root if layout.knowledge.is_none() => None,
        Here::Inside(path) if layout.is_knowledge(path) || layout.is_evidence(path) => Some(path.clone()),
        Here::Inside(path) if Some(path) == layout.knowledge.as_ref() => Some(path.clone()),
        _ if is_short => Some(below_knowledge.ok_or_else(no_place)?),
        Here::Inside(path) => Some(path.clone()),
        Here::Root | Here::Outside => return Err(no_place()),
    };
    let Some(place) = place else { return RepoPath::new(old.file_name()).map_err(|_| no_place()) };
    let is_folder =
        |path: &RepoPath| vault.has_folder(path) || (path != old && workspace.files.has_folder(path));
    if typed.ends_with('/') || is_folder(&place) {
        return place.join(old.file_name()).map_err(|_| no_place());
    }
    let is_note = vault.has_file(old) && old.is_markdown();
    if is_note && !place.is_markdown() {
        return RepoPath::new(format!("{place}.md")).map_err(|_| no_place());
    }
    Ok(place)
}

/// Refuses a place that is taken by what the vault does not hold, or that git ignores.
fn on_disk(workspace: &Workspace<'_>, wanted: &Move) -> Result<(), MoveError> {
    let new = &wanted.new;
    if let Some(folder) = new.parent() {
        for name in workspace.files.list(&folder)? {
            let Ok(other) = folder.join(&name) else { continue };
            if other == wanted.old || fold_name(&name) != fold_name(new.file_name()) {
                continue;
            }
            let error = if other == *new {
                RenameError::Exists(other)
            } else {
                RenameError::Collides { new: new.clone(), other: other.to_string() }
            };
            return Err(error.into());
        }
    }
    match workspace.git {
        Some(git) if git.is_ignored(new)? => Err(MoveError::Ignored(new.clone())),
        _ => Ok(()),
    }
}

/// The files below `folder` that the vault does not hold: hidden, or ignored by git. They go with their folder.
fn unknown(
    workspace: &Workspace<'_>,
    vault: &Vault,
    folder: &RepoPath,
    found: &mut Vec<RepoPath>,
) -> Result<(), MoveError> {
    for name in workspace.files.list(folder)? {
        let immovable = || MoveError::Immovable(format!("{folder}/{name}"));
        let path = folder.join(&name).map_err(|_| immovable())?;
        if vault.has_file(&path) {
            continue;
        }
        if workspace.files.has_folder(&path) {
            unknown(workspace, vault, &path, found)?;
        } else if workspace.files.read(&path)?.is_some() {
            found.push(path);
        } else {
            return Err(immovable());
        }
    }
    Ok(())
}

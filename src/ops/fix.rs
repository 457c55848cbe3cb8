//! `kb fix`: mends in the working tree what a check finds and a machine may mend.

use jiff::tz::Offset;
use thiserror::Error;

use super::named::{Here, Named};
use super::patch::patch;
use super::{Workspace, WorkspaceError};
use crate::check::{Mended, Mending, Scene, Setting, mend, rules};
use crate::config::FILE_NAME;
use crate::path::RepoPath;
use crate::port::{Event, FilesError};
use crate::vault::Vault;

/// What to mend.
#[derive(Clone, Debug, Default)]
pub struct FixOptions {
    /// Only findings in these files and folders; everywhere without any.
    pub within: Vec<Named>,
    /// Only findings of these rules; of all without any.
    pub rules: Vec<String>,
    /// Whether fixes are applied that may change the meaning.
    pub is_unsafe: bool,
    /// Show only.
    pub dry_run: bool,
}

/// Says why nothing was mended.
#[derive(Debug, Error)]
pub enum FixError {
    /// The workspace could not be read or written.
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
    /// There is no such rule.
    #[error("there is no rule `{0}`")]
    UnknownRule(String),
    /// Nothing stands there.
    #[error("`{0}` is no note, evidence or folder of them")]
    NothingThere(String),
}

impl From<FilesError> for FixError {
    fn from(error: FilesError) -> FixError {
        FixError::Workspace(error.into())
    }
}

/// The outcome of `kb fix`.
#[derive(Debug)]
pub struct Fixed {
    /// What was mended, and what is left.
    pub mended: Mended,
    /// The vault as it is afterwards; renderers show its lines.
    pub vault: Vault,
    /// The whole change as a patch; only with `dry_run`.
    pub diff: String,
}

/// Mends what `options` name, in one change set: all of it is written, or nothing.
pub fn fix(workspace: &Workspace<'_>, options: &FixOptions) -> Result<Fixed, FixError> {
    workspace.events.emit(Event::Stage { what: "mending notes", total: None });
    let outcome = fixed(workspace, options);
    workspace.events.emit(Event::StageEnd);
    outcome
}

fn fixed(workspace: &Workspace<'_>, options: &FixOptions) -> Result<Fixed, FixError> {
    let config = &workspace.config;
    let mut named = options.rules.iter().chain(config.check.rules.keys());
    if let Some(unknown) = named.find(|name| rules::find(name).is_none()) {
        return Err(FixError::UnknownRule(unknown.clone()));
    }
    let is_configured = RepoPath::new(FILE_NAME)
        .ok()
        .map(|file| workspace.files.read(&file))
        .transpose()?
        .flatten()
        .is_some();
    let vault = workspace.disk_vault()?;
    let scene = Scene {
        archive: vault.archive(),
        config,
        setting: if is_configured { Setting::Base } else { Setting::Plain },
        today: Some(Offset::UTC.to_datetime(workspace.clock.now()).date()),
    };
    let mending = Mending {
        is_unsafe: options.is_unsafe,
        rules: options.rules.clone(),
        within: places(&vault, &options.within)?,
    };
    let mut mended = mend(&vault, scene, &mending);
    let before = |path: &RepoPath| -> Result<Vec<u8>, FixError> {
        Ok(vault.note(path.as_str()).map(|note| note.text.clone().into_bytes()).unwrap_or_default())
    };
    let diff = if options.dry_run { patch(&mended.changes, before)? } else { String::new() };
    if !options.dry_run {
        workspace.files.apply(&mended.changes)?;
    }
    let vault = mended.vault.take().unwrap_or(vault);
    Ok(Fixed { mended, vault, diff })
}

fn places(vault: &Vault, named: &[Named]) -> Result<Vec<RepoPath>, FixError> {
    if named.iter().any(|one| one.here == Here::Root) {
        return Ok(Vec::new());
    }
    let found = named.iter().map(|one| {
        let odd = || {
            let candidates = one.candidates(vault.layout().knowledge.as_ref());
            let mut odd = candidates.into_iter();
            odd.find(|path| vault.oddities().iter().any(|oddity| oddity.path == path.as_str()))
        };
        one.find(vault).or_else(odd).ok_or_else(|| FixError::NothingThere(one.typed.clone()))
    });
    found.collect()
}

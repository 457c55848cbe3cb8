//! `kb check`: checks the working tree, or a commit, with the levels of its own `kb.toml`.

mod changed;
mod kept;
mod summaries;
mod survey;

use std::rc::Rc;

use jiff::civil::Date;
use jiff::tz::Offset;
use thiserror::Error;

use crate::check::render::Source;
use crate::check::{self, CheckReport, Scene, Setting, rules};
use crate::config::{Config, FILE_NAME};
use crate::digest::CommitId;
use crate::ops::inventory::{Comparison, Reader, Rules, Texts};
use crate::ops::shelf::Shelf;
use crate::ops::{Workspace, WorkspaceError};
use crate::path::RepoPath;
use crate::port::{Cache, Event, FilesError, GitError};
use crate::vault::{Archive, Catalogue, Oddity, Vault};
pub(in crate::ops) use summaries::stale as stale_summaries;
use survey::Survey;

/// What to check.
#[derive(Clone, Debug, Default)]
pub struct CheckOptions {
    /// The commit; `None` checks the working tree.
    pub rev: Option<String>,
    /// Only findings that the changes since this commit are responsible for are reported.
    pub changed: Option<String>,
    /// Only findings in these files and folders are reported; all without any.
    pub paths: Vec<RepoPath>,
}

/// Says why nothing was checked.
#[derive(Debug, Error)]
pub enum CheckError {
    /// The workspace could not be read.
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
    /// `kb.toml` names a rule that does not exist.
    #[error("kb.toml, [{table}]: there is no rule `{rule}`")]
    UnknownRule {
        /// The table that names it.
        table: &'static str,
        /// The name.
        rule: String,
    },
    /// Two commits have no history in common.
    #[error("`{base}` and `{head}` have no common commit; name the commit that the work started from")]
    NoCommonCommit {
        /// What changes are counted from.
        base: String,
        /// What is checked.
        head: String,
    },
    /// A path names nothing that is checked.
    #[error("`{0}` is no note, evidence or folder of them")]
    NothingThere(RepoPath),
}

impl From<FilesError> for CheckError {
    fn from(error: FilesError) -> CheckError {
        CheckError::Workspace(error.into())
    }
}

impl From<GitError> for CheckError {
    fn from(error: GitError) -> CheckError {
        CheckError::Workspace(error.into())
    }
}

/// The outcome of `kb check`.
pub struct Checked<'a> {
    /// What was looked at and found.
    pub report: CheckReport,
    /// Gives renderers the lines of what was checked.
    pub source: Box<dyn Source + 'a>,
    /// Where the notes were checked.
    pub setting: Setting,
}

/// Checks what `options` names; `cache` keeps what saves work at the next check of the working tree.
pub fn check<'a>(
    workspace: &'a Workspace<'_>,
    cache: Option<&dyn Cache>,
    options: &CheckOptions,
) -> Result<Checked<'a>, CheckError> {
    workspace.events.emit(Event::Stage { what: "checking notes", total: None });
    let outcome = match &options.rev {
        None => working(workspace, cache, options),
        Some(rev) => committed(workspace, rev, options),
    };
    workspace.events.emit(Event::StageEnd);
    outcome
}

/// Checks the working tree, a note at a time.
fn working<'a>(
    workspace: &'a Workspace<'_>,
    cache: Option<&dyn Cache>,
    options: &CheckOptions,
) -> Result<Checked<'a>, CheckError> {
    let configured = workspace.files.read(&config_path())?.is_some();
    known_rules(&workspace.config)?;
    let mut survey = Survey::of_tree(workspace, setting(configured), today(workspace), cache)?;
    survey.oddities.extend(summaries::stale(&survey.catalogue, || Shelf::of_tree(workspace))?);
    let mut report = survey.judged(&workspace.config);
    if let Some(base) = &options.changed {
        let base = changed::base(workspace.git()?, base, "HEAD")?;
        let before = changed::before(workspace, &survey, &base)?;
        changed::subtract(&mut report, &survey.pages, before);
    }
    narrow(&mut report, options, &survey.catalogue, &survey.archive, &survey.oddities)?;
    Ok(Checked { report, source: Box::new(survey.pages), setting: setting(configured) })
}

/// Checks a commit with its own configuration.
fn committed<'a>(
    workspace: &'a Workspace<'_>,
    rev: &str,
    options: &CheckOptions,
) -> Result<Checked<'a>, CheckError> {
    let git = workspace.git()?;
    let commit = git.resolve(rev)?;
    let setting = setting(git.file(&commit, &config_path())?.is_some());
    let config = workspace.config_at(&commit)?;
    known_rules(&config)?;
    let rules = Rules { config: &config, setting, today: Some(today(workspace)) };
    let base = options.changed.as_ref().map(|base| changed::base(git, base, rev)).transpose()?;
    if let Some(base) = &base
        && let Some(comparison) = Comparison::of(workspace, base, &commit)?
    {
        return compared(workspace, &commit, &comparison, rules, options);
    }
    let vault = workspace.vault_at(&commit)?;
    let stale = summaries::stale(vault.catalogue(), || Shelf::at(workspace, &commit))?;
    let vault = vault.with_oddities(stale);
    let scene = Scene { archive: vault.archive(), config: &config, setting, today: rules.today };
    let mut report = check::check_in(&vault, scene);
    if let Some(base) = &base {
        let base = workspace.vault_at(base)?;
        let before = check::check_in(&base, Scene { archive: base.archive(), ..scene });
        changed::subtract(&mut report, &vault, changed::Before::of(before.findings, &base));
    }
    narrow(&mut report, options, vault.catalogue(), vault.archive(), vault.oddities())?;
    Ok(Checked { report, source: Box::new(vault), setting })
}

/// Checks what differs between two commits, of which `commit` is the later one.
fn compared<'a>(
    workspace: &'a Workspace<'_>,
    commit: &CommitId,
    comparison: &Comparison,
    rules: Rules<'_>,
    options: &CheckOptions,
) -> Result<Checked<'a>, CheckError> {
    let reader = Rc::new(Reader::new(workspace.git()?));
    let (base, head) = (&comparison.base, &comparison.head);
    // A summary that stays is stale as soon as a note changes: the build after the merge writes it anew.
    let mut stale = Vec::new();
    if !comparison.summaries.is_empty() {
        stale = summaries::stale(&head.catalogue, || Shelf::at(workspace, commit))?;
        stale.retain(|oddity| comparison.summaries.iter().any(|path| oddity.path == path.as_str()));
    }
    let found = comparison.found(&reader, rules, &stale, false);
    let texts = Texts::new(&reader, head);
    let mut report = CheckReport::new(check::Examined::of(&head.catalogue, &head.archive), found.after);
    changed::subtract(&mut report, &texts, changed::Before::of(found.before, &Texts::new(&reader, base)));
    narrow(&mut report, options, &head.catalogue, &head.archive, &head.oddities)?;
    Ok(Checked { report, source: Box::new(texts), setting: rules.setting })
}

fn config_path() -> RepoPath {
    RepoPath::new(FILE_NAME).expect("the name is a path")
}

fn setting(configured: bool) -> Setting {
    if configured { Setting::Base } else { Setting::Plain }
}

fn today(workspace: &Workspace<'_>) -> Date {
    Offset::UTC.to_datetime(workspace.clock.now()).date()
}

fn known_rules(config: &Config) -> Result<(), CheckError> {
    match config.check.named_rules().find(|(_, name)| rules::find(name).is_none()) {
        Some((table, unknown)) => Err(CheckError::UnknownRule { table, rule: unknown.to_owned() }),
        None => Ok(()),
    }
}

/// Leaves in `report` what is in the paths that were asked for.
fn narrow(
    report: &mut CheckReport,
    options: &CheckOptions,
    catalogue: &Catalogue,
    archive: &Archive,
    oddities: &[Oddity],
) -> Result<(), CheckError> {
    let layout = catalogue.layout();
    for path in &options.paths {
        let known = catalogue.index_of(path.as_str()).is_some()
            || catalogue.has_folder(path)
            || oddities.iter().any(|oddity| oddity.path == path.as_str())
            || *path == layout.evidence
            || Some(path) == layout.knowledge.as_ref();
        if !known {
            return Err(CheckError::NothingThere(path.clone()));
        }
    }
    if !options.paths.is_empty() {
        report.findings.retain(|finding| within(&finding.place.path, &options.paths));
        report.examined = check::Examined::within(catalogue, archive, |path| {
            options.paths.iter().any(|wanted| path == wanted || path.is_in(wanted))
        });
    }
    Ok(())
}

/// Whether the file at `place` is one of `paths` or lies below one.
pub(super) fn within(place: &str, paths: &[RepoPath]) -> bool {
    paths.iter().any(|path| {
        place.strip_prefix(path.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}

/// Checks a vault of a knowledge base, as proposals and the gate do: pure, with the policy that they read from
/// the base.
pub fn check_vault(vault: &Vault, config: &Config) -> CheckReport {
    check::check(vault, config, Setting::Base)
}

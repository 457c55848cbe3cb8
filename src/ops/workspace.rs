//! What an operation works on: configuration, files, git, time. It builds vaults; it changes nothing.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use thiserror::Error;

use super::kept::Kept;
use crate::config::{Config, ConfigError, FILE_NAME};
use crate::digest::CommitId;
use crate::path::RepoPath;
use crate::port::{
    Cache, Clock, Events, Expander, Files, FilesError, GitError, GitRead, IndexStore, Models, Prefixes,
    TreeEntry, TreeEntryKind,
};
use crate::vault::{File, Layout, Limits, Oddity, Vault};

/// Says why a workspace could not be read.
#[derive(Debug, Error)]
pub enum WorkspaceError {
    /// `kb.toml` cannot be used.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A file could not be read.
    #[error(transparent)]
    Files(#[from] FilesError),
    /// Git could not do it.
    #[error(transparent)]
    Git(#[from] GitError),
    /// Who asked does not want it any more.
    #[error("cancelled by who asked for it; nothing was changed")]
    Cancelled,
}

/// Configuration, files, git, clock and events of one run.
#[derive(Clone)]
pub struct Workspace<'a> {
    /// The content of `kb.toml` in the working tree; the defaults where there is none.
    pub config: Config,
    /// Where knowledge and evidence lie in the working tree.
    pub layout: Layout,
    /// The working tree.
    pub files: &'a dyn Files,
    /// The repository; `None` in a plain folder.
    pub git: Option<&'a dyn GitRead>,
    /// The time.
    pub clock: &'a dyn Clock,
    /// Who is told what happens.
    pub events: &'a dyn Events,
    /// The models that measure meaning; none unless [`Workspace::with_models`] names some.
    pub models: Models<'a>,
    /// What saves work at the next run; nothing unless [`Workspace::with_cache`] names it.
    pub cache: Option<&'a dyn Cache>,
    /// Where the kept index lies; nowhere unless [`Workspace::with_index`] names it.
    pub index: Option<&'a dyn IndexStore>,
    /// Who finds other words for a question; nobody unless [`Workspace::with_expander`] names one.
    pub expander: Option<&'a dyn Expander>,
    /// Prefixes of chunks that a model wrote; none unless [`Workspace::with_prefixes`] names some.
    pub prefixes: Option<&'a dyn Prefixes>,
    /// What is kept in memory between reads; nothing unless a server keeps something.
    pub kept: Option<&'a Kept>,
}

impl<'a> Workspace<'a> {
    /// Reads the configuration of the working tree.
    pub fn open(
        files: &'a dyn Files,
        git: Option<&'a dyn GitRead>,
        clock: &'a dyn Clock,
        events: &'a dyn Events,
    ) -> Result<Workspace<'a>, WorkspaceError> {
        let bytes = files.read(&config_path())?;
        let config = bytes.as_deref().map_or_else(|| Ok(Config::default()), parse)?;
        let layout = layout_of(&config, bytes.is_some(), |folder| files.has_folder(folder))?;
        let models = Models::default();
        Ok(Workspace {
            config,
            layout,
            files,
            git,
            clock,
            events,
            models,
            cache: None,
            index: None,
            expander: None,
            prefixes: None,
            kept: None,
        })
    }

    /// The same, with models to measure meaning with.
    pub fn with_models(self, models: Models<'a>) -> Workspace<'a> {
        Workspace { models, ..self }
    }

    /// The same, with a place to keep what saves work at the next run.
    pub fn with_cache(self, cache: Option<&'a dyn Cache>) -> Workspace<'a> {
        Workspace { cache, ..self }
    }

    /// The same, with the kept index, for agents that search.
    pub fn with_index(self, index: Option<&'a dyn IndexStore>) -> Workspace<'a> {
        Workspace { index, ..self }
    }

    /// The same, with prefixes that a model wrote.
    pub fn with_prefixes(self, prefixes: Option<&'a dyn Prefixes>) -> Workspace<'a> {
        Workspace { prefixes, ..self }
    }

    /// The same, with somebody who finds other words for a question.
    pub fn with_expander(self, expander: Option<&'a dyn Expander>) -> Workspace<'a> {
        Workspace { expander, ..self }
    }

    /// The repository; an error in a plain folder.
    pub fn git(&self) -> Result<&'a dyn GitRead, GitError> {
        self.git.ok_or_else(|| GitError::NotARepository("this folder".to_owned()))
    }

    /// An error where who asked does not want the answer any more; for operations that take their time.
    pub fn go_on(&self) -> Result<(), WorkspaceError> {
        if self.events.is_cancelled() { Err(WorkspaceError::Cancelled) } else { Ok(()) }
    }

    /// The day on which the run takes place, in UTC.
    pub fn today(&self) -> Date {
        TimeZone::UTC.to_datetime(self.clock.now()).date()
    }

    /// The vault of the working tree, line endings as git would store them.
    pub fn working_vault(&self) -> Result<Vault, WorkspaceError> {
        let (mut files, oddities) = self.files.walk(&self.layout, self.config.limits())?;
        if let Some(git) = self.git {
            for file in &mut files {
                if let Some(bytes) = file.bytes.take() {
                    file.bytes = Some(git.as_stored(&file.path, bytes)?);
                }
            }
        }
        Ok(Vault::build(self.layout.clone(), files, oddities))
    }

    /// The vault of the working tree, notes byte for byte as they stand on the disk: for those who edit them.
    pub fn disk_vault(&self) -> Result<Vault, WorkspaceError> {
        let (mut files, oddities) = self.files.walk(&self.layout, self.config.limits())?;
        if let Some(git) = self.git {
            for file in files.iter_mut().filter(|file| self.layout.is_evidence(&file.path)) {
                if let Some(bytes) = file.bytes.take() {
                    file.bytes = Some(git.as_stored(&file.path, bytes)?);
                }
            }
        }
        Ok(Vault::build(self.layout.clone(), files, oddities))
    }

    /// The vault of a commit.
    pub fn vault_at(&self, commit: &CommitId) -> Result<Vault, WorkspaceError> {
        let (config, layout) = self.policy_at(commit)?;
        let folders: Vec<Option<&RepoPath>> = match &layout.knowledge {
            None => vec![None],
            Some(knowledge) => vec![Some(knowledge), Some(&layout.evidence)],
        };
        self.vault_of(commit, &config, &layout, &folders)
    }

    /// The vault of a commit with its evidence only.
    pub fn evidence_at(&self, commit: &CommitId) -> Result<Vault, WorkspaceError> {
        let (config, layout) = self.policy_at(commit)?;
        self.vault_of(commit, &config, &layout, &[Some(&layout.evidence)])
    }

    /// The vault of those files of a commit that lie in `folders`; `None` is the root.
    fn vault_of(
        &self,
        commit: &CommitId,
        config: &Config,
        layout: &Layout,
        folders: &[Option<&RepoPath>],
    ) -> Result<Vault, WorkspaceError> {
        let (git, limits) = (self.git()?, config.limits());
        let (mut files, mut oddities) = (Vec::new(), Vec::new());
        for folder in folders {
            for (at, entry) in git.entries(commit, *folder)?.into_iter().enumerate() {
                if at % 512 == 0 {
                    self.go_on()?;
                }
                take(git, layout, limits, &entry, &mut files, &mut oddities)?;
            }
        }
        Ok(Vault::build(layout.clone(), files, oddities))
    }

    /// The configuration of a commit: policy is read from the base, never from the proposal.
    pub fn config_at(&self, commit: &CommitId) -> Result<Config, WorkspaceError> {
        let bytes = self.git()?.file(commit, &config_path())?;
        Ok(bytes.as_deref().map_or_else(|| Ok(Config::default()), parse)?)
    }

    /// Where knowledge and evidence lie in a commit.
    pub fn layout_at(&self, commit: &CommitId) -> Result<Layout, WorkspaceError> {
        Ok(self.policy_at(commit)?.1)
    }

    /// The configuration of a commit, and where knowledge and evidence lie in it.
    pub(super) fn policy_at(&self, commit: &CommitId) -> Result<(Config, Layout), WorkspaceError> {
        let git = self.git()?;
        let bytes = git.file(commit, &config_path())?;
        let config = bytes.as_deref().map_or_else(|| Ok(Config::default()), parse)?;
        let mut problem = None;
        let layout = layout_of(&config, bytes.is_some(), |folder| {
            git.has_folder(commit, folder).map_err(|error| problem = Some(error)).unwrap_or_default()
        })?;
        problem.map_or(Ok((config, layout)), |error| Err(error.into()))
    }
}

/// Takes one file of a commit into `files`, or reports it.
pub(super) fn take(
    git: &dyn GitRead,
    layout: &Layout,
    limits: Limits,
    entry: &TreeEntry,
    files: &mut Vec<File>,
    oddities: &mut Vec<Oddity>,
) -> Result<(), GitError> {
    let lossy = String::from_utf8_lossy(&entry.path).into_owned();
    let mut odd = |rule, message: String| oddities.push(Oddity { rule, path: lossy.clone(), message });
    let Ok(path) = RepoPath::new(lossy.clone()) else { return Ok(()) };
    if !layout.takes(&path) || entry.kind == TreeEntryKind::Submodule {
        return Ok(());
    }
    if std::str::from_utf8(&entry.path).is_err() {
        odd("path-not-utf8", "the name is not UTF-8; rename it, no link can reach it".to_owned());
        return Ok(());
    }
    let is_evidence = layout.is_evidence(&path);
    if entry.kind == TreeEntryKind::Symlink || !(is_evidence || path.is_markdown()) {
        files.push(File { path, bytes: None });
        return Ok(());
    }
    let mut bytes = git.blob(&entry.blob)?;
    let limit = if is_evidence { limits.evidence } else { limits.note };
    if bytes.len() as u64 <= limit {
        files.push(File { path, bytes: Some(bytes) });
    } else if is_evidence {
        odd(
            "file-too-large",
            format!("larger than [evidence] max_bytes ({limit}); its hash was not checked"),
        );
        files.push(File { path, bytes: None });
    } else {
        odd("file-too-large", format!("larger than [check] max_bytes ({limit}); what follows was not read"));
        bytes.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        files.push(File { path, bytes: Some(bytes) });
    }
    Ok(())
}

/// The layout that `config` asks for. A plain folder of Markdown, without `kb.toml` and without the knowledge folder,
/// is knowledge as a whole.
fn layout_of(
    config: &Config,
    is_configured: bool,
    has_folder: impl FnOnce(&RepoPath) -> bool,
) -> Result<Layout, ConfigError> {
    let layout = config.layout()?;
    match &layout.knowledge {
        Some(folder) if !is_configured && !has_folder(folder) => Ok(Layout { knowledge: None, ..layout }),
        _ => Ok(layout),
    }
}

fn parse(bytes: &[u8]) -> Result<Config, ConfigError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count() + 1;
        let message = "the file is not UTF-8".to_owned();
        ConfigError { line: u32::try_from(line).unwrap_or(u32::MAX), message }
    })?;
    Config::parse(text)
}

fn config_path() -> RepoPath {
    RepoPath::new(FILE_NAME).expect("the name is a path")
}

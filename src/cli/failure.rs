//! The one place that maps every module's error to a sentence, a hint and an exit code.

mod edits;
mod flow;
mod forge;
mod github;
mod measure;
mod publish;
mod pulls;
mod reorg;
mod serve;

use std::process::ExitCode;

use super::output::{RED, paint};
use crate::config::ConfigError;
use crate::ops::WorkspaceError;
use crate::ops::add::AddError;
use crate::ops::baseline::BaselineFileError;
use crate::ops::build::BuildError;
use crate::ops::check::CheckError;
use crate::ops::init::InitError;
use crate::ops::model::ModelsError;
use crate::path::RepoPathError;
use crate::port::{AgentError, FilesError, GitError, IndexError, ModelError, SignerError};
use crate::store::lock::LockError;

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    /// Done, and nothing to report.
    Fine = 0,
    /// Done, with findings: a check, an audit, a review that rejects.
    Findings = 1,
    /// What was typed, or `kb.toml`, cannot be followed.
    Usage = 2,
    /// The machine, the disk or the repository is not as it must be.
    Environment = 3,
    /// A bug of kb's.
    Bug = 70,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// Why a command did not do what it was asked for: one sentence, and what to do next.
#[derive(Debug)]
pub(super) struct Failure {
    exit: Exit,
    message: Option<String>,
    hint: Option<String>,
}

impl Failure {
    fn new(exit: Exit, message: String) -> Failure {
        Failure { exit, message: Some(message), hint: None }
    }

    /// What was typed or configured cannot be followed.
    pub fn usage(message: impl Into<String>) -> Failure {
        Failure::new(Exit::Usage, message.into())
    }

    /// The machine, the disk or the repository is not as it must be.
    pub fn environment(message: impl Into<String>) -> Failure {
        Failure::new(Exit::Environment, message.into())
    }

    /// The work was done and its answer is no.
    pub fn findings(message: impl Into<String>) -> Failure {
        Failure::new(Exit::Findings, message.into())
    }

    /// A bug of kb's.
    pub fn bug(message: impl Into<String>) -> Failure {
        Failure::new(Exit::Bug, message.into())
    }

    /// Ends the program without a word: nobody listens any more.
    pub fn silent() -> Failure {
        Failure { exit: Exit::Fine, message: None, hint: None }
    }

    /// Adds what to do next.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Failure {
        self.hint = Some(hint.into());
        self
    }

    /// What went wrong, one sentence.
    pub fn message(&self) -> &str {
        self.message.as_deref().unwrap_or_default()
    }

    /// How the program ends.
    pub fn exit(&self) -> Exit {
        self.exit
    }

    /// Says it on standard error.
    pub fn report(&self) {
        if let Some(message) = &self.message {
            anstream::eprintln!("{}: {message}", paint(RED, "error"));
        }
        if let Some(hint) = &self.hint {
            anstream::eprintln!("  hint: {hint}");
        }
    }
}

impl From<GitError> for Failure {
    fn from(error: GitError) -> Failure {
        let failure = Failure::environment(error.to_string());
        match error {
            GitError::NotARepository(_) => {
                failure.hint("`kb init` makes one here, or `-C DIR` names another folder")
            }
            GitError::NoRevision(_) => failure.hint("`git log --oneline --all` shows what there is"),
            GitError::NoCommits => failure.hint("commit something first: `git add -A && git commit`"),
            GitError::DetachedHead => failure.hint("`git switch main` goes back to a branch"),
            GitError::MissingObject(_) => failure.hint("`git fetch --unshallow` fetches the whole history"),
            GitError::Locked { path, .. } => {
                failure.hint(format!("run it again; when no git or kb is running any more, remove {path}"))
            }
            GitError::RefMoved(_) => failure.hint("nothing was changed; run it again"),
            GitError::DirtyTree(_) => failure.hint("commit or stash them, then run it again"),
            GitError::ForeignOwner(path) => failure.hint(format!(
                "if you trust it: `git config --global --add safe.directory {path}`; else work in a clone of your own"
            )),
            GitError::NoIdentity => {
                failure.hint("`git config --global user.name NAME` and `git config --global user.email ADDRESS`")
            }
            GitError::Unsupported { .. } => failure,
            GitError::Change(_) => failure.hint("nothing was written; run it again"),
            GitError::Other { .. } => failure.hint("`kb doctor` looks for the usual causes"),
        }
    }
}

impl From<FilesError> for Failure {
    fn from(error: FilesError) -> Failure {
        let failure = Failure::environment(error.to_string());
        match error {
            FilesError::Io { source, .. } => match source.kind() {
                std::io::ErrorKind::PermissionDenied => {
                    failure.hint("check who owns the file and its rights")
                }
                std::io::ErrorKind::ReadOnlyFilesystem => failure.hint("the disk is mounted read-only"),
                std::io::ErrorKind::StorageFull => {
                    failure.hint("nothing half-written was kept; make room and run it again")
                }
                _ => failure,
            },
            FilesError::Outside { .. } | FilesError::Unportable { .. } => failure,
            FilesError::Change(_) => failure.hint("nothing was written; run it again"),
        }
    }
}

impl From<ConfigError> for Failure {
    fn from(error: ConfigError) -> Failure {
        Failure::usage(error.to_string()).hint("`kb init --help` and schemas/kb.toml.json list every key")
    }
}

impl From<WorkspaceError> for Failure {
    fn from(error: WorkspaceError) -> Failure {
        match error {
            WorkspaceError::Config(error) => error.into(),
            WorkspaceError::Files(error) => error.into(),
            WorkspaceError::Git(error) => error.into(),
            WorkspaceError::Cancelled => Failure::environment(error.to_string()),
        }
    }
}

impl From<AddError> for Failure {
    fn from(error: AddError) -> Failure {
        match error {
            AddError::TextForMany(_) => Failure::usage(error.to_string()).hint("add that source on its own"),
            AddError::Git(error) => error.into(),
            AddError::Files(error) | AddError::Write { source: error, .. } => error.into(),
            AddError::Commit { source, .. } => Failure::from(source)
                .hint("the added files stay; run the same command again, or commit them with git"),
        }
    }
}

impl From<InitError> for Failure {
    fn from(error: InitError) -> Failure {
        match error {
            InitError::Layout(error) => Failure::usage(error.message),
            InitError::Files(error) => error.into(),
            InitError::Git(error) => error.into(),
            InitError::Path(error) => error.into(),
        }
    }
}

impl From<IndexError> for Failure {
    fn from(error: IndexError) -> Failure {
        Failure::environment(error.to_string())
            .hint("the index is derived: `rm -r .kb/index` and `kb build` make it anew")
    }
}

impl From<ModelError> for Failure {
    fn from(error: ModelError) -> Failure {
        Failure::environment(error.to_string())
            .hint("`[search] embedding = \"none\"` in kb.toml goes without")
    }
}

impl From<ModelsError> for Failure {
    fn from(error: ModelsError) -> Failure {
        match error {
            ModelsError::Model(error @ ModelError::Missing { .. }) => {
                Failure::usage(error.to_string()).hint("`kb model list` shows what is here")
            }
            ModelsError::Model(error) => Failure::environment(error.to_string())
                .hint("nothing was kept; run it again, a transfer that broke off goes on"),
            error => {
                Failure::usage(error.to_string()).hint("`kb model pull --help` shows what can be fetched")
            }
        }
    }
}

impl From<BuildError> for Failure {
    fn from(error: BuildError) -> Failure {
        match error {
            BuildError::Workspace(error) => error.into(),
            BuildError::Git(error) => error.into(),
            BuildError::Index(error) => error.into(),
            BuildError::Model(error) => error.into(),
            BuildError::Busy(_) => Failure::environment(error.to_string())
                .hint("`--wait SECONDS` waits longer; searching goes on meanwhile"),
        }
    }
}

impl From<CheckError> for Failure {
    fn from(error: CheckError) -> Failure {
        match error {
            CheckError::Workspace(error) => error.into(),
            CheckError::UnknownRule { .. } => {
                Failure::usage(error.to_string()).hint("`kb explain` lists the rules")
            }
            CheckError::NoCommonCommit { .. } => {
                Failure::usage(error.to_string()).hint("in a shallow clone, fetch more of the history")
            }
            CheckError::NothingThere(_) => {
                Failure::usage(error.to_string()).hint("without a path, `kb check` looks at everything")
            }
        }
    }
}

impl From<BaselineFileError> for Failure {
    fn from(error: BaselineFileError) -> Failure {
        let message = error.to_string();
        match error {
            BaselineFileError::Files(error) => error.into(),
            BaselineFileError::Missing(path) => {
                Failure::usage(message).hint(format!("`kb check --write-baseline {path}` writes one"))
            }
            BaselineFileError::Unusable { .. } => Failure::usage(message)
                .hint("name a file that `kb check --write-baseline` wrote, or a new one"),
        }
    }
}

impl From<LockError> for Failure {
    fn from(error: LockError) -> Failure {
        let failure = Failure::environment(error.to_string());
        match error {
            LockError::Held { .. } => failure.hint("wait for it, or end it, then run this again"),
            LockError::Io { .. } => {
                failure.hint("kb keeps its lock in `.git/kb`: check the disk and its rights")
            }
        }
    }
}

impl From<RepoPathError> for Failure {
    fn from(error: RepoPathError) -> Failure {
        Failure::usage(error.to_string())
    }
}

impl From<SignerError> for Failure {
    fn from(error: SignerError) -> Failure {
        let failure = Failure::environment(error.to_string());
        match error {
            SignerError::NoKey { .. } => failure.hint(
                "run this where the key is; or `kb init --new-keys` makes one, to be listed in kb.toml",
            ),
            SignerError::BadKey { .. } => failure
                .hint("restore it from a copy; or move it away, and `kb init --new-keys` makes a new one"),
        }
    }
}

impl From<AgentError> for Failure {
    fn from(error: AgentError) -> Failure {
        let failure = Failure::environment(error.to_string());
        match error {
            AgentError::NoEvidence(_) => {
                failure.hint("commit the evidence first: `kb add --commit`, or `git commit`")
            }
            AgentError::Unusable { .. } | AgentError::Stopped { .. } => failure,
            AgentError::Void { .. } => failure.hint(
                "`kb proposal show ID` shows the change; `kb review --approve ID` or `--reject ID` decides as a person",
            ),
        }
    }
}

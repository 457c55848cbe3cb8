//! What is to be seen of this machine, gathered for `kb doctor`. Plain data; judging is for others.

use crate::config::ToolMode;
use crate::digest::CommitId;
use crate::proposal::AgentName;

/// A key file on this machine.
#[derive(Clone, Debug)]
pub enum LocalKeyFile {
    /// There is none.
    Missing,
    /// It cannot be read as a key.
    Broken(String),
    /// It is there: its public half, and whether others can read the file.
    Present {
        /// The public half.
        public: String,
        /// Whether others than the user can read the private half.
        is_exposed: bool,
    },
}

/// What the composition root saw of this machine.
#[derive(Clone, Debug, Default)]
pub struct Machine {
    /// What `git --version` says; `None` when there is no git command.
    pub git: Option<String>,
    /// Why the folder cannot be written; `None` when it can.
    pub unwritable: Option<String>,
    /// Who holds the writers' lock.
    pub writer: Option<String>,
    /// Lock files of git's, each with its age in seconds.
    pub git_locks: Vec<(String, u64)>,
    /// Temporary folders that dead processes left.
    pub left_over: Vec<String>,
    /// The proposer and the reviewer that `kb.toml` names, or why there is none of that name.
    pub agents: Vec<Result<AgentName, String>>,
    /// The language models that `kb.toml` names.
    pub models: Vec<ModelCondition>,
    /// How many notes the index holds and of which commit, or why it cannot be read; `None`: there is none.
    pub index: Option<Result<(u64, Option<CommitId>), String>>,
    /// Where a model is to say what pieces of notes are about: who, of how many pieces nobody asked it yet, and of how many there
    /// are in the index.
    pub prefixes: Option<(String, u64, u64)>,
    /// Key files by role.
    pub keys: Vec<(&'static str, LocalKeyFile)>,
}

/// A language model of `kb.toml`, as far as it can be seen from here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelCondition {
    /// Its name in `kb.toml` and its family.
    pub name: AgentName,
    /// What its provider calls it.
    pub model: String,
    /// Scheme and host of its server.
    pub server: String,
    /// How it is to ask for tools.
    pub tools: ToolMode,
    /// The environment variable for its key, and whether that holds one.
    pub key: Option<(String, bool)>,
    /// What works, or why it cannot be reached; `None`: nobody asked it.
    pub probed: Option<Result<Probed, String>>,
}

/// What of a language model works.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probed {
    /// Whether it calls a tool that it is offered, or why not.
    pub native: Result<(), String>,
    /// Whether its answer fits a schema that it is given, or why not.
    pub schema: Result<(), String>,
}

//! A base as one thread of the server has it open. Opening one is the business of the composition root.

use crate::config::Config;
use crate::ops::Workspace;
use crate::port::{Deliveries, Events, GitWrite, IndexStore, Proposer, Sources};

/// Says why a base could not be opened or used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong, one sentence.
    pub message: String,
    /// What to do next.
    pub hint: Option<String>,
}

impl Fault {
    /// A fault with nothing to do about it.
    pub fn new(message: impl Into<String>) -> Fault {
        Fault { message: message.into(), hint: None }
    }

    /// The same, and what to do next.
    pub fn hint(self, hint: impl Into<String>) -> Fault {
        Fault { hint: Some(hint.into()), ..self }
    }
}

/// A base that one thread has open. It stays so from call to call.
pub trait Base {
    /// What operations work on, as it is now; `events` is told what they do.
    fn workspace<'b>(&'b self, events: &'b dyn Events) -> Result<Workspace<'b>, Fault>;

    /// The kept index.
    fn index(&self) -> &dyn IndexStore;

    /// The folder of the working tree; `None` in a bare repository.
    fn root(&self) -> Option<String>;

    /// The log of what agents are told; `None` where there is no place for one.
    fn deliveries(&self) -> Option<&dyn Deliveries>;

    /// Warns whoever runs the server.
    fn warn(&self, message: &str);

    /// What takes something in, by the settings of `config`; others who write wait meanwhile.
    fn hands(&self, config: &Config) -> Result<Hands<'_>, Fault>;
}

/// What takes something in, for one call.
pub struct Hands<'b> {
    /// Where files would come from; nothing is asked of it for a text.
    pub sources: Box<dyn Sources + 'b>,
    /// The repository.
    pub writer: Box<dyn GitWrite + 'b>,
    /// Who proposes.
    pub proposer: Box<dyn Proposer + 'b>,
    /// What keeps others who write waiting, until it is dropped.
    pub lock: Box<dyn std::any::Any>,
}

/// Opens the base for a thread.
pub trait Opener: Send + Sync {
    /// The base, open.
    fn open(&self) -> Result<Box<dyn Base>, Fault>;
}

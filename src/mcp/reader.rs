//! On whose behalf a connection reads. It is settled before the first message and by no argument of a call.

use super::base::Fault;
use crate::caller::Caller;
use crate::ops::Workspace;
use crate::ops::policy::caller_named;

/// Who reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// Whoever holds what this caller holds.
    Caller(Caller),
    /// The caller that `[callers]` of the served `kb.toml` knows by this name, at every call as it is then.
    Named(String),
}

/// Who reads, and whether what they say may become evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reader {
    /// Who it is.
    pub who: Who,
    /// Whether evidence may be handed over.
    pub may_remember: bool,
}

/// The owner of the checkout, who may hand evidence over.
impl Default for Reader {
    fn default() -> Reader {
        Reader { who: Who::Caller(Caller::owner()), may_remember: true }
    }
}

impl Reader {
    /// The caller, by the policy that holds now.
    pub(super) fn caller(&self, workspace: &Workspace<'_>) -> Result<Caller, Fault> {
        match &self.who {
            Who::Caller(caller) => Ok(caller.clone()),
            // The name is the server's affair: who reads by it is not told what other names there are.
            Who::Named(name) => caller_named(workspace, name).map_err(|_| {
                Fault::new("the caller that this server reads for is not in kb.toml any more")
                    .hint("whoever runs the server: name one of [callers] with `--as`")
            }),
        }
    }
}

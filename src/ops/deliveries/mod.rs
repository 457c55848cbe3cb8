//! Records what agents are told, and tells which agent was told what. Only what `kb.toml` says is recorded, and only here.

mod report;
mod told;

pub use report::{DeliveriesReport, EarlierClaim, ToldClaim};
pub use told::told;

use thiserror::Error;

use super::policy::policy;
use super::shelf::Shelf;
use super::{Workspace, WorkspaceError};
use crate::digest::{CommitId, Sha256Hex};
use crate::path::RepoPath;
use crate::port::{Deliveries, DeliveriesFault, Delivery};
use crate::text::LineRange;

/// The version of the format of records.
const VERSION: u32 = 1;

/// The longest name of a client that is kept, in characters.
const LONGEST: usize = 100;

/// Says why deliveries could not be recorded, or told of.
#[derive(Debug, Error)]
pub enum DeliveriesError {
    /// The log could not be used.
    #[error(transparent)]
    Log(#[from] DeliveriesFault),
    /// The notes could not be read.
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
    /// There is nothing to tell of.
    #[error(transparent)]
    Why(#[from] super::why::WhyError),
}

/// One agent's connection to the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Tells it from every other.
    pub id: String,
    /// The agent's program and its version, as it names itself.
    pub client: Option<String>,
    /// On whose behalf it reads, such as `owner` or a name of `[callers]`.
    pub caller: String,
}

/// Text that an agent gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The note or evidence item.
    pub path: RepoPath,
    /// The lines of it; `None`: a title, an abstract.
    pub lines: Option<LineRange>,
    /// The commit that it stands in; `None`: a file of the working tree that is not committed.
    pub commit: Option<CommitId>,
}

/// Records that `tool` gave `told` to the agent of `session`, where the policy says so; gives the number of records.
///
/// What may be recorded is for the `kb.toml` of the commit that is served to say: an edit that nobody reviewed ends no record.
pub fn record(
    workspace: &Workspace<'_>,
    log: &dyn Deliveries,
    session: &Session,
    tool: &str,
    told: &[Told],
) -> Result<usize, DeliveriesError> {
    let config = policy(workspace)?.deliveries;
    if !config.record || told.is_empty() {
        return Ok(0);
    }
    let mut deliveries = Vec::with_capacity(told.len());
    for one in told {
        deliveries.push(Delivery {
            version: VERSION,
            time: workspace.clock.now(),
            session: session.id.clone(),
            client: session.client.as_ref().map(|client| client.chars().take(LONGEST).collect()),
            caller: session.caller.clone(),
            tool: tool.to_owned(),
            path: one.path.clone(),
            lines: one.lines,
            commit: one.commit.clone(),
            claims: claims(workspace, one)?,
        });
    }
    log.append(&deliveries, config.max_bytes)?;
    Ok(deliveries.len())
}

/// The hashes of the claims that stand in what is told; none of evidence, of a title, of what is not there any more.
fn claims(workspace: &Workspace<'_>, told: &Told) -> Result<Vec<Sha256Hex>, WorkspaceError> {
    let Some(lines) = told.lines else { return Ok(Vec::new()) };
    let shelf = match &told.commit {
        Some(commit) => Shelf::at(workspace, commit)?,
        None => Shelf::of_tree(workspace)?,
    };
    let Some(note) = shelf.note(&told.path)? else { return Ok(Vec::new()) };
    let meets = |other: LineRange| lines.first() <= other.last() && other.first() <= lines.last();
    Ok(note.claims().iter().filter(|claim| meets(claim.lines)).map(|claim| claim.hash()).collect())
}

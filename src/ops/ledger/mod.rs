//! The ledger branch through the git seams: one tree walk to read it, lazily read records, and appends with
//! compare-and-swap. It derives states and verifies nothing.

mod append;
mod join;
mod record;
mod reorganisation;

pub use append::Entry;
pub use join::{Joined, join};
pub use record::Record;
pub use reorganisation::Reorganisation;

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;

use crate::digest::{BlobId, CommitId};
use crate::path::RepoPath;
use crate::plan::PlanId;
use crate::port::{GitError, GitRead};
use crate::proposal::{
    EvidenceRef, LEDGER_REF, LedgerEntry, ProposalId, ReorgFile, RoundFile, StoppedFile, StoppedRun,
    stopped_path,
};
use crate::yaml;

/// Says why the ledger could not be read or written.
#[derive(Debug, Error)]
pub enum LedgerError {
    /// Git could not do it.
    #[error(transparent)]
    Git(#[from] GitError),
    /// A record cannot be read.
    #[error("the ledger's {path} cannot be read: {message}")]
    Unreadable {
        /// The file, in the branch `kb/ledger`.
        path: String,
        /// Why.
        message: String,
    },
    /// An event was recorded already, and differently.
    #[error("the ledger has {path} already, and it says something else; nothing was changed")]
    Rewritten {
        /// The file, in the branch `kb/ledger`.
        path: RepoPath,
    },
    /// No proposal has this id.
    #[error("no proposal `{0}`; `kb proposal list --all` shows every one")]
    NoProposal(ProposalId),
    /// Other writers were always faster.
    #[error("the ledger moved {0} times while kb wrote to it; run it again")]
    Busy(u32),
}

/// The paths of one ledger commit; contents are read when they are asked for.
#[derive(Debug, Default)]
pub struct Ledger {
    commit: Option<CommitId>,
    considered: BTreeMap<EvidenceRef, Vec<ProposalId>>,
    proposals: BTreeMap<ProposalId, Paths>,
    stopped: BTreeMap<ProposalId, BTreeMap<u32, BTreeMap<StoppedFile, BlobId>>>,
    reorganisations: BTreeMap<PlanId, BTreeMap<ReorgFile, BlobId>>,
}

/// Where the files of one proposal are.
#[derive(Debug, Default)]
struct Paths {
    record: Option<(String, BlobId)>,
    pull: Option<BlobId>,
    rounds: BTreeMap<u32, BTreeMap<RoundFile, BlobId>>,
}

impl Ledger {
    /// Walks the ledger as it stands; empty where there is none yet.
    pub fn open(git: &dyn GitRead) -> Result<Ledger, LedgerError> {
        Ledger::at(git, git.reference(LEDGER_REF)?.as_ref())
    }

    /// Walks the ledger as it stands in `commit`; empty for none.
    pub fn at(git: &dyn GitRead, commit: Option<&CommitId>) -> Result<Ledger, LedgerError> {
        let mut ledger = Ledger { commit: commit.cloned(), ..Ledger::default() };
        let Some(commit) = &ledger.commit else { return Ok(ledger) };
        for entry in git.entries(commit, None)? {
            let Ok(path) = String::from_utf8(entry.path) else { continue };
            match LedgerEntry::parse(&path) {
                Some(LedgerEntry::Considered(item, proposal)) => {
                    ledger.considered.entry(item).or_default().push(proposal);
                }
                Some(LedgerEntry::Proposal(id)) => {
                    ledger.proposals.entry(id).or_default().record = Some((path, entry.blob));
                }
                Some(LedgerEntry::Pull(id)) => {
                    ledger.proposals.entry(id).or_default().pull = Some(entry.blob);
                }
                Some(LedgerEntry::Round(id, round, file)) => {
                    let rounds = &mut ledger.proposals.entry(id).or_default().rounds;
                    rounds.entry(round).or_default().insert(file, entry.blob);
                }
                Some(LedgerEntry::Stopped(id, run, file)) => {
                    let runs = ledger.stopped.entry(id).or_default();
                    runs.entry(run).or_default().insert(file, entry.blob);
                }
                Some(LedgerEntry::Reorganisation(id, file)) => {
                    ledger.reorganisations.entry(id).or_default().insert(file, entry.blob);
                }
                None => {}
            }
        }
        Ok(ledger)
    }

    /// Whether a proposal considered `item` already.
    pub fn considered(&self, item: &EvidenceRef) -> bool {
        self.considered.contains_key(item)
    }

    /// Whether it has any file of the proposal `id`.
    pub fn knows(&self, id: &ProposalId) -> bool {
        self.proposals.contains_key(id)
    }

    /// The ids of all proposals, ordered.
    pub fn ids(&self) -> impl Iterator<Item = &ProposalId> {
        self.proposals.iter().filter(|(_, paths)| paths.record.is_some()).map(|(id, _)| id)
    }

    /// The ids of the proposals whose last round has no end yet: neither merged nor closed, and a head to judge.
    pub fn unfinished(&self) -> BTreeSet<ProposalId> {
        let unfinished = |paths: &Paths| {
            paths.rounds.last_key_value().is_some_and(|(_, files)| {
                !files.contains_key(&RoundFile::Merged) && !files.contains_key(&RoundFile::Closed)
            })
        };
        self.proposals.iter().filter(|(_, paths)| unfinished(paths)).map(|(id, _)| id.clone()).collect()
    }

    /// The number of the last run that came to no result for the proposal `id`; 0 where there was none.
    pub fn stopped_runs(&self, id: &ProposalId) -> u32 {
        self.stopped.get(id).and_then(|runs| runs.keys().next_back()).copied().unwrap_or(0)
    }

    /// The runs that came to no result for the proposal `id`, oldest first, each with its transcript.
    pub fn stopped(
        &self,
        git: &dyn GitRead,
        id: &ProposalId,
    ) -> Result<Vec<(StoppedRun, String)>, LedgerError> {
        let mut stopped = Vec::new();
        for (run, files) in self.stopped.get(id).into_iter().flatten() {
            let text = |file| -> Result<String, LedgerError> {
                let blob = files.get(&file);
                let bytes = blob.map(|blob| git.blob(blob)).transpose()?.unwrap_or_default();
                Ok(String::from_utf8_lossy(&bytes).into_owned())
            };
            let path = stopped_path(id, *run, StoppedFile::Run);
            let unreadable = |message: String| LedgerError::Unreadable { path: path.to_string(), message };
            let record: StoppedRun =
                yaml::from_str(&text(StoppedFile::Run)?).map_err(|error| unreadable(error.to_string()))?;
            stopped.push((record, text(StoppedFile::Transcript)?));
        }
        Ok(stopped)
    }

    /// The record of the proposal `id`, read.
    pub fn record(&self, git: &dyn GitRead, id: &ProposalId) -> Result<Record, LedgerError> {
        self.find(git, id)?.ok_or_else(|| LedgerError::NoProposal(id.clone()))
    }

    /// The record of the proposal `id`, read; `None` when there is none.
    pub fn find(&self, git: &dyn GitRead, id: &ProposalId) -> Result<Option<Record>, LedgerError> {
        match self.proposals.get(id) {
            Some(Paths { record: Some((path, blob)), pull, rounds }) => {
                Record::read(git, path, blob, pull.clone(), rounds.clone()).map(Some)
            }
            _ => Ok(None),
        }
    }
}

//! One proposal as the ledger records it. Its files are read one by one, when they are needed.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;

use super::LedgerError;
use crate::digest::{BlobId, CommitId};
use crate::port::{GitError, GitRead};
use crate::proposal::{
    Approval, Decision, Dossier, Envelope, Merged, Proposal, PullRecord, Review, Round, RoundFile, Standing,
    pull_path, round_path,
};
use crate::yaml;

/// The record of one proposal.
#[derive(Clone, Debug)]
pub struct Record {
    /// What was written when it opened.
    pub proposal: Proposal,
    /// Its last round.
    pub round: Round,
    pull: Option<BlobId>,
    rounds: BTreeMap<u32, BTreeMap<RoundFile, BlobId>>,
}

impl Record {
    pub(super) fn read(
        git: &dyn GitRead,
        path: &str,
        blob: &BlobId,
        pull: Option<BlobId>,
        rounds: BTreeMap<u32, BTreeMap<RoundFile, BlobId>>,
    ) -> Result<Record, LedgerError> {
        let proposal: Proposal = from_yaml(path, &git.blob(blob)?)?;
        let unreadable =
            |message: &str| LedgerError::Unreadable { path: path.to_owned(), message: message.to_owned() };
        if proposal.version > Proposal::VERSION {
            return Err(unreadable("it was written by a newer kb; update kb"));
        }
        if let Some(fault) = proposal.fault() {
            return Err(unreadable(&fault));
        }
        let (number, files) = rounds.last_key_value().ok_or_else(|| unreadable("it has no round"))?;
        let blob = files.get(&RoundFile::Round).ok_or_else(|| unreadable("its round has no round.yaml"))?;
        let path = round_path(&proposal, *number, RoundFile::Round);
        let round = from_yaml(path.as_str(), &git.blob(blob)?)?;
        Ok(Record { proposal, round, pull, rounds })
    }

    /// The bytes of a file of the last round.
    pub fn file(&self, git: &dyn GitRead, file: RoundFile) -> Result<Option<Vec<u8>>, LedgerError> {
        self.file_of(git, self.round.round, file)
    }

    /// The bytes of a file of round `round`.
    pub fn file_of(
        &self,
        git: &dyn GitRead,
        round: u32,
        file: RoundFile,
    ) -> Result<Option<Vec<u8>>, LedgerError> {
        let blob = self.rounds.get(&round).and_then(|files| files.get(&file));
        Ok(blob.map(|blob| git.blob(blob)).transpose()?)
    }

    /// Whether the last round has `file`.
    pub fn has(&self, file: RoundFile) -> bool {
        self.rounds.get(&self.round.round).is_some_and(|files| files.contains_key(&file))
    }

    /// The numbers of its rounds.
    pub fn rounds(&self) -> impl Iterator<Item = u32> {
        self.rounds.keys().copied()
    }

    /// What `round.yaml` of round `round` says.
    pub fn round_of(&self, git: &dyn GitRead, round: u32) -> Result<Option<Round>, LedgerError> {
        let Some(bytes) = self.file_of(git, round, RoundFile::Round)? else { return Ok(None) };
        let path = round_path(&self.proposal, round, RoundFile::Round);
        from_yaml(path.as_str(), &bytes).map(Some)
    }

    /// The heads of all rounds, in their order: what kb knows of the working branch.
    pub fn heads(&self, git: &dyn GitRead) -> Result<Vec<CommitId>, LedgerError> {
        let mut heads = Vec::new();
        for round in self.rounds() {
            heads.extend(self.round_of(git, round)?.and_then(|round| round.head));
        }
        Ok(heads)
    }

    /// The review of round `round`.
    pub fn review(&self, git: &dyn GitRead, round: u32) -> Result<Option<Review>, LedgerError> {
        self.json(git, round, RoundFile::Review)
    }

    /// What a person says of every claim in round `round`.
    pub fn human(&self, git: &dyn GitRead, round: u32) -> Result<Option<Review>, LedgerError> {
        self.json(git, round, RoundFile::Human)
    }

    /// The dossier of round `round`.
    pub fn dossier(&self, git: &dyn GitRead, round: u32) -> Result<Option<Dossier>, LedgerError> {
        self.json(git, round, RoundFile::Dossier)
    }

    fn json<T: DeserializeOwned>(
        &self,
        git: &dyn GitRead,
        round: u32,
        file: RoundFile,
    ) -> Result<Option<T>, LedgerError> {
        let Some(bytes) = self.file_of(git, round, file)? else { return Ok(None) };
        let path = round_path(&self.proposal, round, file);
        serde_json::from_slice(&bytes)
            .map(Some)
            .map_err(|error| LedgerError::Unreadable { path: path.to_string(), message: error.to_string() })
    }

    /// The envelope in `file` of round `round`.
    pub fn envelope(
        &self,
        git: &dyn GitRead,
        round: u32,
        file: RoundFile,
    ) -> Result<Option<Envelope>, LedgerError> {
        let Some(bytes) = self.file_of(git, round, file)? else { return Ok(None) };
        let path = round_path(&self.proposal, round, file);
        Envelope::parse(&bytes)
            .map(Some)
            .map_err(|error| LedgerError::Unreadable { path: path.to_string(), message: error.to_string() })
    }

    /// Which pull request shows it, as `pull.yaml` says.
    pub fn pull(&self, git: &dyn GitRead) -> Result<Option<PullRecord>, LedgerError> {
        let Some(blob) = &self.pull else { return Ok(None) };
        from_yaml(pull_path(&self.proposal).as_str(), &git.blob(blob)?).map(Some)
    }

    /// What `merged.yaml` of the last round says.
    pub fn merged(&self, git: &dyn GitRead) -> Result<Option<Merged>, LedgerError> {
        let Some(bytes) = self.file(git, RoundFile::Merged)? else { return Ok(None) };
        let path = round_path(&self.proposal, self.round.round, RoundFile::Merged);
        from_yaml(path.as_str(), &bytes).map(Some)
    }

    /// Where it stands, as far as the ledger and the refs say; `main` is the commit of the gate's branch.
    pub fn standing(&self, git: &dyn GitRead, main: &CommitId) -> Result<Standing, LedgerError> {
        let branch = git.reference(&self.proposal.branch().reference())?;
        let word = |file| -> Result<Option<Envelope>, LedgerError> {
            // An unreadable envelope is as good as none here: the gate names what is wrong with it.
            match self.envelope(git, self.round.round, file) {
                Err(LedgerError::Unreadable { .. }) => Ok(None),
                other => other,
            }
        };
        let decision = word(RoundFile::Decision)?.and_then(|envelope| envelope.claims::<Decision>().ok());
        let approval = word(RoundFile::Approval)?.and_then(|envelope| envelope.claims::<Approval>().ok());
        let disputed = match self.dossier(git, self.round.round) {
            Err(LedgerError::Unreadable { .. }) => None,
            other => other?.map(|dossier| dossier.head),
        };
        let mut merged = self.has(RoundFile::Merged);
        if let (false, Some(head)) = (merged, &self.round.head) {
            merged = match git.is_ancestor(head, main) {
                Ok(merged) => merged,
                // A clone of the ledger alone has not the objects of every working branch.
                Err(GitError::MissingObject(_) | GitError::NoRevision(_)) => false,
                Err(error) => return Err(error.into()),
            };
        }
        Ok(Standing {
            head: self.round.head.clone(),
            branch,
            decision: decision.map(|d| (d.outcome, d.head)),
            approval: approval.map(|a| (a.outcome, a.head)),
            disputed,
            merged,
            closed: self.has(RoundFile::Closed),
        })
    }
}

fn from_yaml<T: DeserializeOwned>(path: &str, bytes: &[u8]) -> Result<T, LedgerError> {
    let text = String::from_utf8_lossy(bytes);
    yaml::from_str(&text)
        .map_err(|error| LedgerError::Unreadable { path: path.to_owned(), message: error.to_string() })
}

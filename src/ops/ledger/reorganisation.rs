//! One reorganisation as the ledger records it. Its files are read one by one, when they are needed.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;

use super::{Ledger, LedgerError};
use crate::digest::BlobId;
use crate::plan::{PartName, Plan, PlanId};
use crate::port::GitRead;
use crate::proposal::{
    AbortedReorg, EndedReorg, LossRecord, MendedRecord, Outcomes, ProposalId, ReorgFile, WorkingBranch,
};
use crate::yaml;

/// The record of one reorganisation.
#[derive(Clone, Debug)]
pub struct Reorganisation {
    /// Its plan.
    pub plan: Plan,
    files: BTreeMap<ReorgFile, BlobId>,
}

impl Ledger {
    /// The ids of all reorganisations, ordered.
    pub fn reorganisations(&self) -> impl Iterator<Item = &PlanId> {
        self.reorganisations.keys()
    }

    /// The record of the reorganisation `id`; `None` when there is none.
    pub fn reorganisation(
        &self,
        git: &dyn GitRead,
        id: &PlanId,
    ) -> Result<Option<Reorganisation>, LedgerError> {
        let Some(files) = self.reorganisations.get(id) else { return Ok(None) };
        let Some(blob) = files.get(&ReorgFile::Plan) else { return Ok(None) };
        let plan: Plan = read(git, id, &ReorgFile::Plan, blob)?;
        if plan.version > Plan::VERSION {
            let message = "it was written by a newer kb; update kb".to_owned();
            return Err(LedgerError::Unreadable { path: format!("plan of {id}"), message });
        }
        Ok(Some(Reorganisation { plan, files: files.clone() }))
    }
}

impl Reorganisation {
    /// The branch of the proposal that `part` is.
    pub fn branch(&self, part: &PartName) -> WorkingBranch {
        WorkingBranch::Part(self.plan.id.clone(), part.clone())
    }

    /// The proposal that `part` is.
    pub fn proposal(&self, part: &PartName) -> ProposalId {
        self.branch(part).proposal()
    }

    /// Whether it has `file`.
    pub fn has(&self, file: &ReorgFile) -> bool {
        self.files.contains_key(file)
    }

    /// Whether it has come to an end: all done, or given up.
    pub fn is_over(&self) -> bool {
        self.has(&ReorgFile::End) || self.has(&ReorgFile::Aborted)
    }

    /// What round `round` of `part` says of its list.
    pub fn mended(
        &self,
        git: &dyn GitRead,
        part: &PartName,
        round: u32,
    ) -> Result<Option<MendedRecord>, LedgerError> {
        self.read(git, &ReorgFile::Mended(part.clone(), round))
    }

    /// What round `round` of `part` would lose, as it was told.
    pub fn loss(
        &self,
        git: &dyn GitRead,
        part: &PartName,
        round: u32,
    ) -> Result<Option<LossRecord>, LedgerError> {
        self.read(git, &ReorgFile::Loss(part.clone(), round))
    }

    /// What became of `part`.
    pub fn outcomes(&self, git: &dyn GitRead, part: &PartName) -> Result<Option<Outcomes>, LedgerError> {
        self.read(git, &ReorgFile::Outcomes(part.clone()))
    }

    /// How it ended.
    pub fn end(&self, git: &dyn GitRead) -> Result<Option<EndedReorg>, LedgerError> {
        self.read(git, &ReorgFile::End)
    }

    /// Who gave it up.
    pub fn aborted(&self, git: &dyn GitRead) -> Result<Option<AbortedReorg>, LedgerError> {
        self.read(git, &ReorgFile::Aborted)
    }

    fn read<T: DeserializeOwned>(
        &self,
        git: &dyn GitRead,
        file: &ReorgFile,
    ) -> Result<Option<T>, LedgerError> {
        let blob = self.files.get(file);
        blob.map(|blob| read(git, &self.plan.id, file, blob)).transpose()
    }
}

fn read<T: DeserializeOwned>(
    git: &dyn GitRead,
    id: &PlanId,
    file: &ReorgFile,
    blob: &BlobId,
) -> Result<T, LedgerError> {
    let bytes = git.blob(blob)?;
    yaml::from_str(&String::from_utf8_lossy(&bytes)).map_err(|error| LedgerError::Unreadable {
        path: format!("record of {id}, {file:?}"),
        message: error.to_string(),
    })
}

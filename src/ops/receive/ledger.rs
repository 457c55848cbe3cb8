//! The ledger grows: new files only, in their places, each of a kind that the role writes, and what is signed must be signed
//! by a key of main as it stands. So whoever pushes the ledger cannot forge a word in it.

use std::collections::{BTreeMap, BTreeSet};

use serde::de::DeserializeOwned;

use super::{Push, PushRefusal, ReceiveError};
use crate::config::{Config, PushRole};
use crate::digest::{CommitId, Sha256Hex};
use crate::ops::gate::approver_keys;
use crate::ops::ledger::Ledger;
use crate::path::RepoPath;
use crate::port::{Difference, GitError, TreeEntryKind};
use crate::proposal::{
    Approval, Closed, Decision, Dossier, Envelope, LedgerEntry, Merged, Predicate, Proposal, ProposalId,
    PullRecord, Review, Role, Round, RoundFile, StoppedFile, StoppedRun, considered_path, proposal_path,
    pull_path, round_path, stopped_path,
};
use crate::text::visible;
use crate::yaml;

/// A file of the ledger: where it is, and what is wrong with it.
pub(super) type Found = Result<(), String>;

/// The files that are new in a ledger, and the records that they belong to.
pub(super) struct Reading<'p> {
    pub(super) push: &'p Push<'p>,
    pub(super) tip: &'p CommitId,
    /// The records read so far, by folder; `None` is a record that is not there or cannot be read.
    records: BTreeMap<String, Option<Proposal>>,
    config: Config,
}

impl Push<'_> {
    /// What stands against `new` as the ledger after `old`, which it stands on.
    pub(super) fn ledger(
        &self,
        old: Option<&CommitId>,
        new: &CommitId,
    ) -> Result<Vec<PushRefusal>, ReceiveError> {
        let mut refusals = Vec::new();
        let known: Vec<CommitId> = old.into_iter().cloned().collect();
        for commit in self.git.new_commits(new, &known)? {
            for parent in &self.git.commit(&commit)?.parents {
                let lost = self.git.differences(Some(parent), &commit)?;
                let lost = lost.iter().filter(|difference| difference.before.is_some());
                refusals.extend(lost.map(|lost| PushRefusal::LedgerRewritten(visible(&lost.shown()))));
            }
        }
        if !refusals.is_empty() {
            refusals.dedup();
            return Ok(refusals);
        }
        let config = self.base.as_ref().map(|base| base.config.clone()).unwrap_or_default();
        let mut reading = Reading { push: self, tip: new, records: BTreeMap::new(), config };
        let differences = self.git.differences(old, new)?;
        let mut opened = BTreeSet::new();
        for difference in &differences {
            let opens = reading.take(difference, &mut refusals)?;
            if opens.is_some_and(|id| !opened.insert(id)) {
                refusals.push(PushRefusal::LedgerRewritten(visible(&difference.shown())));
            }
        }
        if !opened.is_empty() {
            let before = Ledger::at(self.git, old)?;
            let twice = opened.iter().filter(|id| before.knows(id));
            refusals.extend(twice.map(|id| PushRefusal::LedgerRewritten(format!("the proposal {id}"))));
        }
        Ok(refusals)
    }
}

impl Reading<'_> {
    /// Judges one new file; gives the proposal that it opens, if any.
    fn take(
        &mut self,
        difference: &Difference,
        refusals: &mut Vec<PushRefusal>,
    ) -> Result<Option<ProposalId>, ReceiveError> {
        let shown = visible(&difference.shown());
        let path = difference.repo_path();
        let entry = path.as_ref().and_then(|path| LedgerEntry::parse(path.as_str()));
        let (Some(path), Some(entry), Some((TreeEntryKind::File, blob))) = (path, entry, &difference.after)
        else {
            refusals.push(PushRefusal::LedgerPath(shown));
            return Ok(None);
        };
        if self.push.role == PushRole::Proposer && !is_proposers(&entry) {
            refusals.push(PushRefusal::LedgerRole { path: shown, role: self.push.role });
            return Ok(None);
        }
        let bytes = self.push.git.blob(blob)?;
        let opens = match &entry {
            LedgerEntry::Proposal(id) => Some(id.clone()),
            _ => None,
        };
        let found = match entry {
            LedgerEntry::Considered(item, id) => in_place(&path, &considered_path(&item, &id)),
            LedgerEntry::Proposal(id) => {
                record(&bytes, &id).and_then(|proposal| in_place(&path, &proposal_path(&proposal)))
            }
            LedgerEntry::Stopped(id, run, file) => {
                in_place(&path, &stopped_path(&id, run, file)).and_then(|()| self.stopped(file, &bytes))
            }
            LedgerEntry::Reorganisation(id, file) => self.reorganisation(&path, &id, &file, &bytes)?,
            LedgerEntry::Pull(id) => match self.record(&path, &id)? {
                Some(proposal) => in_place(&path, &pull_path(&proposal))
                    .and_then(|()| yaml_of::<PullRecord>(&bytes).map(drop)),
                None => Err("there is no record of its proposal beside it".to_owned()),
            },
            LedgerEntry::Round(id, round, file) => match self.record(&path, &id)? {
                Some(proposal) => match in_place(&path, &round_path(&proposal, round, file)) {
                    Ok(()) => self.round(&proposal, round, file, &bytes)?,
                    misplaced => misplaced,
                },
                None => Err("there is no record of its proposal beside it".to_owned()),
            },
        };
        if let Err(why) = found {
            refusals.push(PushRefusal::LedgerForged { path: shown, why });
        }
        Ok(opens)
    }

    /// A run that came to no result: a proposer tells of its own alone.
    fn stopped(&self, file: StoppedFile, bytes: &[u8]) -> Found {
        if file != StoppedFile::Run {
            return Ok(());
        }
        let run = yaml_of::<StoppedRun>(bytes)?;
        let is_own = self.push.role != PushRole::Proposer || run.role == Role::Proposer;
        if is_own { Ok(()) } else { Err(format!("it tells of a {}", run.role.name())) }
    }

    /// The record of the proposal `id` in whose folder `path` lies.
    fn record(&mut self, path: &RepoPath, id: &ProposalId) -> Result<Option<Proposal>, GitError> {
        let folder: String = path.as_str().split('/').take(3).collect::<Vec<_>>().join("/");
        if let Some(known) = self.records.get(&folder) {
            return Ok(known.clone());
        }
        let file = RepoPath::resolve(None, &format!("{folder}/proposal.yaml")).ok();
        let bytes = file.map(|file| self.push.git.file(self.tip, &file)).transpose()?.flatten();
        let read = bytes.and_then(|bytes| record(&bytes, id).ok());
        self.records.insert(folder, read.clone());
        Ok(read)
    }

    /// The bytes of another file of a round.
    fn beside(&self, proposal: &Proposal, round: u32, file: RoundFile) -> Result<Option<Vec<u8>>, GitError> {
        self.push.git.file(self.tip, &round_path(proposal, round, file))
    }

    fn round(
        &self,
        proposal: &Proposal,
        round: u32,
        file: RoundFile,
        bytes: &[u8],
    ) -> Result<Found, ReceiveError> {
        Ok(match file {
            RoundFile::Round => yaml_of::<Round>(bytes).and_then(|read| same(read.round, round)),
            RoundFile::Closed => yaml_of::<Closed>(bytes).map(|_| ()),
            RoundFile::Dossier => json_of::<Dossier>(bytes).map(|_| ()),
            RoundFile::Diff | RoundFile::Proposer | RoundFile::Reviewer => Ok(()),
            RoundFile::Decision => {
                let keys = &self.config.keys.reviewer;
                self.signed::<Decision>(bytes, keys)
                    .and_then(|word| bound(&word.proposal, word.round, proposal, round))
            }
            RoundFile::Approval => {
                let keys = approver_keys(&self.config);
                self.signed::<Approval>(bytes, &keys)
                    .and_then(|word| bound(&word.proposal, word.round, proposal, round))
            }
            RoundFile::Review => {
                let word = self.beside(proposal, round, RoundFile::Decision)?;
                let named = word.and_then(|bytes| claims::<Decision>(&bytes)).map(|word| word.review);
                json_of::<Review>(bytes).and_then(|_| named_by(named, bytes, "decision"))
            }
            RoundFile::Human => {
                let word = self.beside(proposal, round, RoundFile::Approval)?;
                let named = word.and_then(|bytes| claims::<Approval>(&bytes)).and_then(|word| word.review);
                json_of::<Review>(bytes).and_then(|_| named_by(named, bytes, "approval"))
            }
            RoundFile::Merged => match yaml_of::<Merged>(bytes) {
                Ok(merged) => self.merged(&merged.commit)?,
                Err(why) => Err(why),
            },
        })
    }

    /// Opens an envelope with `keys`; it must be about main.
    fn signed<P: Predicate>(&self, bytes: &[u8], keys: &[String]) -> Result<P, String> {
        let word: P = Envelope::parse(bytes)
            .and_then(|envelope| envelope.open(keys))
            .map_err(|error| error.to_string())?;
        if word.target() == self.push.name {
            Ok(word)
        } else {
            Err(format!("it is about `{}`", visible(word.target())))
        }
    }

    fn merged(&self, commit: &CommitId) -> Result<Found, GitError> {
        // A commit that is not here at all is part of nothing here.
        let is_known = self.push.git.commit(commit).is_ok();
        let is_part = match self.push.main_after.as_ref().filter(|_| is_known) {
            Some(main) => self.push.git.is_ancestor(commit, main)?,
            None => false,
        };
        let short = visible(commit.short());
        Ok(if is_part { Ok(()) } else { Err(format!("main does not have {short}; push main along with it")) })
    }
}

/// Whether a proposer writes such a file: records and rounds, never a word of a reviewer, a person or the gate.
fn is_proposers(entry: &LedgerEntry) -> bool {
    match entry {
        LedgerEntry::Considered(..)
        | LedgerEntry::Proposal(_)
        | LedgerEntry::Pull(_)
        | LedgerEntry::Stopped(..)
        // Nothing in them is believed: the gate weighs losses itself, and reads reasons alone.
        | LedgerEntry::Reorganisation(..) => true,
        LedgerEntry::Round(_, _, file) => {
            matches!(file, RoundFile::Round | RoundFile::Diff | RoundFile::Proposer | RoundFile::Closed)
        }
    }
}

/// A path that reads as what it is not written as, such as `rounds/01`, would stand in for another file.
pub(super) fn in_place(path: &RepoPath, place: &RepoPath) -> Found {
    if path == place { Ok(()) } else { Err(format!("its place is {place}")) }
}

fn record(bytes: &[u8], id: &ProposalId) -> Result<Proposal, String> {
    let proposal = yaml_of::<Proposal>(bytes)?;
    if proposal.id != *id {
        return Err(format!("it is the record of {}", proposal.id));
    }
    proposal.fault().map_or(Ok(proposal), Err)
}

fn bound(id: &ProposalId, round: u32, proposal: &Proposal, expected: u32) -> Found {
    if *id != proposal.id {
        return Err(format!("it is about the proposal {id}"));
    }
    same(round, expected)
}

fn same(round: u32, expected: u32) -> Found {
    if round == expected { Ok(()) } else { Err(format!("it is about round {round}")) }
}

fn named_by(named: Option<Sha256Hex>, bytes: &[u8], word: &str) -> Found {
    match named {
        Some(named) if named == Sha256Hex::of(bytes) => Ok(()),
        Some(_) => Err(format!("it is not the review that the {word} beside it was made on")),
        None => Err(format!("no {word} beside it signs it")),
    }
}

fn claims<P: Predicate>(bytes: &[u8]) -> Option<P> {
    Envelope::parse(bytes).ok()?.claims().ok()
}

pub(super) fn yaml_of<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    yaml::from_str(&String::from_utf8_lossy(bytes)).map_err(|error| error.to_string())
}

fn json_of<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    serde_json::from_slice(bytes).map_err(|error| error.to_string())
}

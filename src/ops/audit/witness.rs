//! What proves that a merge was decided on: the signed decision in the ledger, held to the commit itself. The
//! commit's trailers only say where to look.

use thiserror::Error;

use crate::config::Config;
use crate::digest::{CommitId, TreeId};
use crate::ops::gate::{self, Binding, Refusal, merged_tree};
use crate::ops::ledger::{Ledger, LedgerError, Record};
use crate::port::{CommitInfo, GitError, GitRead};
use crate::proposal::{Approval, Decision, Outcome, ProposalId, RoundFile, Trailers};

/// The verified words behind a merge.
#[derive(Clone, Debug)]
pub struct Witness {
    /// The record of the proposal.
    pub record: Record,
    /// The round that was decided on.
    pub round: u32,
    /// The decision.
    pub decision: Decision,
    /// A person's word, where one was needed.
    pub approval: Option<Approval>,
}

/// Says why nothing proves a merge.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unproven {
    /// It does not claim to come from a proposal.
    #[error("it names no proposal")]
    NoProposal,
    /// The ledger does not know the proposal.
    #[error("it names the proposal {0}, which the ledger does not have")]
    NoRecord(ProposalId),
    /// The ledger has no decision on what was merged.
    #[error("the ledger has no decision on it by the proposal {0}")]
    NoDecision(ProposalId),
    /// What the ledger has does not hold.
    #[error("{0}")]
    Refused(Refusal),
    /// It is not the merge of a main and a head.
    #[error("it is not a merge of main and a proposal's head")]
    NotAMerge,
    /// The tree is not the one that was decided on.
    #[error("its tree {found} is not the tree {decided} that was decided on")]
    OtherTree {
        /// The commit's tree.
        found: String,
        /// What merging gives, or the decision's tree.
        decided: String,
    },
}

/// Looks for what proves the commit with `info`; `config` is the policy of its first parent.
pub fn witness(
    git: &dyn GitRead,
    ledger: &Ledger,
    config: &Config,
    target: &str,
    info: &CommitInfo,
) -> Result<Result<Witness, Unproven>, LedgerError> {
    let Some(id) = Trailers::parse(&info.message).proposal else { return Ok(Err(Unproven::NoProposal)) };
    let [main, head] = info.parents.as_slice() else { return Ok(Err(Unproven::NotAMerge)) };
    let Some(record) = ledger.find(git, &id)? else { return Ok(Err(Unproven::NoRecord(id))) };
    let binding = Binding { proposal: &id, target, head };
    let mut reason = Unproven::NoDecision(id.clone());
    for round in record.rounds().collect::<Vec<_>>().into_iter().rev() {
        let Some(sealed) = envelope(&record, git, round, RoundFile::Decision)? else { continue };
        let decision = match gate::decision(&sealed, config, &binding) {
            Ok(decision) => decision,
            // Another round's decision is about another head; it says nothing about this one.
            Err(Refusal::HeadMoved { .. }) => continue,
            Err(refusal) => {
                reason = Unproven::Refused(refusal);
                continue;
            }
        };
        let approval = match envelope(&record, git, round, RoundFile::Approval)? {
            Some(word) => match gate::approval(&word, &sealed, &decision, config, &binding) {
                Ok(approval) => Some(approval),
                Err(refusal) => return Ok(Err(Unproven::Refused(refusal))),
            },
            None => None,
        };
        let by_reviewer = decision.outcome == Outcome::Approved && !config.gate.human_approval;
        if !by_reviewer && approval.is_none() {
            return Ok(Err(Unproven::Refused(Refusal::NeedsApproval)));
        }
        if let Err(unproven) = tree(git, &decision, main, head, &info.tree)? {
            return Ok(Err(unproven));
        }
        return Ok(Ok(Witness { record, round, decision, approval }));
    }
    Ok(Err(reason))
}

/// An envelope that cannot be read proves nothing; it is none.
fn envelope(
    record: &Record,
    git: &dyn GitRead,
    round: u32,
    file: RoundFile,
) -> Result<Option<crate::proposal::Envelope>, LedgerError> {
    match record.envelope(git, round, file) {
        Err(LedgerError::Unreadable { .. }) => Ok(None),
        other => other,
    }
}

/// The commit's tree is the decided one; where main had moved on other notes, the one that merging gives.
fn tree(
    git: &dyn GitRead,
    decision: &Decision,
    main: &CommitId,
    head: &CommitId,
    found: &TreeId,
) -> Result<Result<(), Unproven>, GitError> {
    let decided = if decision.base == *main {
        Ok(decision.tree.clone())
    } else {
        match git.merge_base(main, head)? {
            Some(parted) => merged_tree(git, &parted, main, head)?,
            None => Err(Refusal::StaleBase("the two have no common history".to_owned())),
        }
    };
    Ok(match decided {
        Ok(decided) if decided == *found => Ok(()),
        Ok(decided) => Err(Unproven::OtherTree { found: found.to_string(), decided: decided.to_string() }),
        Err(refusal) => Err(Unproven::Refused(refusal)),
    })
}

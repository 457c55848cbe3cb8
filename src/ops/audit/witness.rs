//! What proves that a merge was decided on: the signed decision in the ledger, held to the commit itself. The
//! commit's trailers only say where to look.

use thiserror::Error;

use crate::config::Config;
use crate::digest::{CommitId, TreeId};
use crate::ops::gate::{self, Binding, Grounds, Refusal, Risk, merged_tree};
use crate::ops::ledger::{Ledger, LedgerError, Record};
use crate::port::{CommitInfo, GitError, GitRead};
use crate::proposal::{Approval, Decision, Envelope, Outcome, ProposalId, RoundFile, Trailers};

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

/// Looks for what proves the commit with `info`, as the gate would have; `config` is the policy of its first parent, and
/// `risks` says what of merging a head into a main a person must approve by it.
pub fn witness<E: From<LedgerError> + From<GitError>>(
    git: &dyn GitRead,
    ledger: &Ledger,
    config: &Config,
    target: &str,
    info: &CommitInfo,
    risks: impl Fn(&CommitId, &CommitId) -> Result<Vec<Risk>, E>,
) -> Result<Result<Witness, Unproven>, E> {
    let Some(id) = Trailers::parse(&info.message).proposal else { return Ok(Err(Unproven::NoProposal)) };
    let [main, head] = info.parents.as_slice() else { return Ok(Err(Unproven::NotAMerge)) };
    let Some(record) = ledger.find(git, &id)? else { return Ok(Err(Unproven::NoRecord(id))) };
    let binding = Binding { proposal: &id, target, head };
    let mut reason = Unproven::NoDecision(id.clone());
    for round in record.rounds().collect::<Vec<_>>().into_iter().rev() {
        // An envelope that cannot be read proves nothing; it is none.
        let sealed = envelope(&record, git, round, RoundFile::Decision)?.ok().flatten();
        let Some(sealed) = sealed else { continue };
        let decision = match gate::decision(&sealed, config, &binding) {
            Ok(decision) => decision,
            // Another round's decision is about another head; it says nothing about this one.
            Err(Refusal::HeadMoved { .. }) => continue,
            Err(refusal) => {
                reason = Unproven::Refused(refusal);
                continue;
            }
        };
        let given = envelope(&record, git, round, RoundFile::Approval)?;
        // The tiers are asked for the reviewer's yes alone; where a person must say it anyway, nothing has to be read.
        let is_by_reviewer = decision.outcome == Outcome::Approved && !config.gate.human_approval;
        let risks = if is_by_reviewer { risks(main, head)? } else { Vec::new() };
        let grounds = Grounds { sealed: &sealed, decision: &decision, risks: &risks };
        let approval = match gate::word(&grounds, given, config, &binding) {
            Ok(approval) => approval,
            Err(refusal) => return Ok(Err(Unproven::Refused(refusal))),
        };
        if let Err(unproven) = tree(git, &decision, main, head, &info.tree)? {
            return Ok(Err(unproven));
        }
        return Ok(Ok(Witness { record, round, decision, approval }));
    }
    Ok(Err(reason))
}

/// An envelope, or why it cannot be read.
fn envelope(
    record: &Record,
    git: &dyn GitRead,
    round: u32,
    file: RoundFile,
) -> Result<Result<Option<Envelope>, String>, LedgerError> {
    match record.envelope(git, round, file) {
        Ok(envelope) => Ok(Ok(envelope)),
        Err(LedgerError::Unreadable { message, .. }) => Ok(Err(message)),
        Err(error) => Err(error),
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

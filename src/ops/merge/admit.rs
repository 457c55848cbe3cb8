//! Whether a proposal may pass: every check of the gate, for those who move main and for a server that is asked to let it
//! be moved. Policy and keys are the base's. It holds no handle that could move anything.

use super::MergeError;
use crate::digest::{CommitId, Sha256Hex, TreeId};
use crate::ops::Workspace;
use crate::ops::gate::{
    self, Binding, Contrast, Grounds, Refusal, Risk, Trees, errors_between, merged_tree, self_asserted,
};
use crate::ops::ledger::{Ledger, LedgerError, Record};
use crate::ops::target::Target;
use crate::port::GitRead;
use crate::proposal::{Approval, Decision, Envelope, Outcome, RoundFile, changed_claims};

/// What passed, and on what grounds.
pub(in crate::ops) struct Admitted {
    /// The decision, its signature verified.
    pub decision: Decision,
    /// The hash of its envelope.
    pub envelope: Sha256Hex,
    /// The person's word, where one was needed.
    pub approval: Option<Approval>,
    /// The tree that merging gives.
    pub tree: TreeId,
    /// How many changed claims the review covers.
    pub claims: usize,
}

/// The words that a merge rests on, verified.
struct Words {
    decision: Decision,
    envelope: Sha256Hex,
    approval: Option<Approval>,
}

/// The gate's judgment, and what it reads.
#[derive(Clone, Copy)]
pub(in crate::ops) struct Judge<'a> {
    /// Vaults and policy.
    pub workspace: &'a Workspace<'a>,
    /// The repository.
    pub git: &'a dyn GitRead,
    /// The ledger as it is to be judged by.
    pub ledger: &'a Ledger,
}

impl Judge<'_> {
    /// Holds a proposal to every check that needs no merged tree; all refusals are told, not the first alone.
    pub fn admit(
        &self,
        record: &Record,
        target: &Target,
        branch: Option<&CommitId>,
    ) -> Result<Result<Admitted, Vec<Refusal>>, MergeError> {
        let Some(head_id) = branch else { return Ok(Err(vec![Refusal::NotReviewed])) };
        let Some(parted) = self.git.merge_base(&target.commit, head_id)? else {
            return Ok(Err(vec![Refusal::StaleBase("the two have no common history".to_owned())]));
        };
        let trees = Trees::changed(self.git, &parted, head_id, &target.layout)?;
        let mut refusals = trees.fence(&target.layout);
        let Contrast { base, head, .. } = Contrast::read(self.workspace, self.git, &parted, &trees)?;
        let changed = changed_claims(&base, &head);
        let risks = gate::risks(&base, &head, &changed, &target.config.gate.risk);
        let words = match self.words(record, target, head_id, &risks)? {
            Ok(words) => Some(words),
            Err(refusal) => {
                refusals.push(refusal);
                None
            }
        };
        let tree = match merged_tree(self.git, &parted, &target.commit, head_id)? {
            Ok(tree) => Some(tree),
            Err(refusal) => {
                refusals.push(refusal);
                None
            }
        };
        refusals.extend(self_asserted(&base, &head));
        if let Some(words) = &words {
            let bytes = record.file(self.git, RoundFile::Review)?.unwrap_or_default();
            let overridden = words.decision.outcome == Outcome::Rejected && words.approval.is_some();
            let own = words.approval.as_ref().and_then(|word| Some((word, word.review.as_ref()?)));
            refusals.extend(match own {
                Some((word, hash)) => {
                    let bytes = record.file(self.git, RoundFile::Human)?.unwrap_or_default();
                    gate::human_review(&bytes, hash, word, &changed, &head)
                }
                None => gate::review(&bytes, &words.decision, &changed, &head, overridden),
            });
            if let Some(tree) = &tree {
                refusals.extend(self.tree_refusal(&words.decision, target, tree)?);
            }
        }
        match (words, tree) {
            (Some(words), Some(tree)) if refusals.is_empty() => {
                let Words { decision, envelope, approval } = words;
                let claims = changed.len();
                Ok(Ok(Admitted { decision, envelope, approval, tree, claims }))
            }
            _ => Ok(Err(refusals)),
        }
    }

    /// I2: the gate judges exactly the tree that it merges. Where main moved, that is not the head's.
    pub fn recheck(
        &self,
        target: &Target,
        admitted: &Admitted,
        commit: &CommitId,
    ) -> Result<Vec<Refusal>, MergeError> {
        let head = &admitted.decision.head;
        let (workspace, git, config) = (self.workspace, self.git, &target.config);
        if self.git.commit(head)?.parents.first() == Some(&target.commit) {
            // The head stands on main as it is: the merged tree is the head's, which the fence has seen.
            return Ok(errors_between(workspace, git, &target.commit, head, config)?);
        }
        let trees = Trees::changed(git, &target.commit, commit, &target.layout)?;
        let mut refusals = trees.fence(&target.layout);
        refusals.extend(errors_between(workspace, git, &target.commit, commit, config)?);
        Ok(refusals)
    }

    /// Verifies the decision, and the person's word where one is needed.
    fn words(
        &self,
        record: &Record,
        target: &Target,
        head: &CommitId,
        risks: &[Risk],
    ) -> Result<Result<Words, Refusal>, MergeError> {
        let number = record.round.round;
        let sealed = match readable(record.envelope(self.git, number, RoundFile::Decision))? {
            Ok(Some(sealed)) => sealed,
            Ok(None) if record.round.head.as_ref() != Some(head) => return Ok(Err(moved(record, head))),
            Ok(None) => return Ok(Err(Refusal::NotReviewed)),
            Err(message) => return Ok(Err(Refusal::ForgedDecision(message))),
        };
        let binding = Binding { proposal: &record.proposal.id, target: &target.name, head };
        let decision = match gate::decision(&sealed, &target.config, &binding) {
            Ok(decision) => decision,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let given = readable(record.envelope(self.git, number, RoundFile::Approval))?;
        let grounds = Grounds { sealed: &sealed, decision: &decision, risks };
        let approval = match gate::word(&grounds, given, &target.config, &binding) {
            Ok(approval) => approval,
            Err(refusal) => return Ok(Err(refusal)),
        };
        Ok(Ok(Words { envelope: sealed.sha256(), decision, approval }))
    }

    /// Whether `tree` is the one that was decided on; where main moved on other notes, it cannot be.
    fn tree_refusal(
        &self,
        decision: &Decision,
        target: &Target,
        tree: &TreeId,
    ) -> Result<Option<Refusal>, MergeError> {
        if decision.base == target.commit {
            return Ok((decision.tree != *tree).then_some(Refusal::TreeDiffers));
        }
        let ahead = self.git.is_ancestor(&decision.base, &target.commit)?;
        Ok((!ahead).then(|| {
            Refusal::StaleBase(format!("it was rewritten, {} is no part of it", decision.base.short()))
        }))
    }
}

fn moved(record: &Record, head: &CommitId) -> Refusal {
    let judged = record.round.head.as_ref().map_or("nothing", CommitId::short).to_owned();
    Refusal::HeadMoved { judged, now: head.short().to_owned() }
}

/// Tells an envelope that cannot be read, which is a refusal, from a ledger that cannot.
fn readable(
    envelope: Result<Option<Envelope>, LedgerError>,
) -> Result<Result<Option<Envelope>, String>, LedgerError> {
    match envelope {
        Ok(envelope) => Ok(Ok(envelope)),
        Err(LedgerError::Unreadable { message, .. }) => Ok(Err(message)),
        Err(error) => Err(error),
    }
}

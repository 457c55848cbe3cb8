//! Where a proposal stands, derived from the ledger's files and the refs. It believes the ledger; the gate does not.

use crate::digest::CommitId;
use crate::proposal::{Outcome, State};

/// What is known of the last round of a proposal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The head that the round records; `None` when there was nothing to change.
    pub head: Option<CommitId>,
    /// Where the working branch stands now; `None` when there is none.
    pub branch: Option<CommitId>,
    /// What the reviewer decided, and on which head.
    pub decision: Option<(Outcome, CommitId)>,
    /// What a person decided, and on which head.
    pub approval: Option<(Outcome, CommitId)>,
    /// The head that `dossier.json` is about.
    pub disputed: Option<CommitId>,
    /// Whether `merged.yaml` is there, or the head is part of main.
    pub merged: bool,
    /// Whether `closed.yaml` is there.
    pub closed: bool,
}

impl Standing {
    /// The state, where `human_approval` says whether a person must approve beside the reviewer.
    pub fn state(&self, human_approval: bool) -> State {
        if self.merged {
            return State::Merged;
        }
        if self.head.is_none() && !self.closed {
            return State::Nothing;
        }
        let Some(branch) = self.branch.as_ref().filter(|_| !self.closed) else { return State::Closed };
        let of_branch = |word: &Option<(Outcome, CommitId)>| match word {
            Some((outcome, head)) if head == branch => Some(*outcome),
            _ => None,
        };
        match (of_branch(&self.decision), of_branch(&self.approval)) {
            (None, _) => State::Open,
            (Some(_), Some(Outcome::Approved)) => State::Approved,
            (Some(_), Some(Outcome::Rejected)) => State::Rejected,
            (Some(Outcome::Rejected | Outcome::Escalated), _) if self.disputed.as_ref() == Some(branch) => {
                State::NeedsHuman
            }
            (Some(Outcome::Rejected), _) => State::Rejected,
            (Some(Outcome::Escalated), _) => State::Escalated,
            (Some(Outcome::Approved), _) if human_approval => State::Escalated,
            (Some(Outcome::Approved), _) => State::Approved,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_head_voids_what_was_said_of_the_old_one() {
        let (old, new) = (CommitId("a".repeat(40)), CommitId("b".repeat(40)));
        let mut standing = Standing {
            head: Some(old.clone()),
            branch: Some(old.clone()),
            decision: Some((Outcome::Approved, old.clone())),
            ..Standing::default()
        };
        assert_eq!(standing.state(false), State::Approved);
        assert_eq!(standing.state(true), State::Escalated);
        standing.approval = Some((Outcome::Approved, old.clone()));
        assert_eq!(standing.state(true), State::Approved);
        standing.branch = Some(new);
        assert_eq!(standing.state(false), State::Open);
        standing.branch = None;
        assert_eq!(standing.state(false), State::Closed);
        standing.merged = true;
        assert_eq!(standing.state(false), State::Merged);
        assert_eq!(Standing::default().state(false), State::Nothing);
    }
}

//! The one place that knows which branch a proposal works on, and which proposal a branch is of. It looks at names alone.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::plan::{PartName, PlanId};
use crate::proposal::ProposalId;

/// The branch that a proposal works on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WorkingBranch {
    /// `kb/proposal/<id>`: of a proposal made of evidence or of edits.
    Proposal(ProposalId),
    /// `kb/reorg/<id>/<part>`: of the proposal that is a part of a reorganisation.
    Part(PlanId, PartName),
}

/// Says why a name is not that of a working branch.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no working branch: they are kb/proposal/<id> and kb/reorg/<id>/<part>")]
pub struct ParseBranchError(String);

impl WorkingBranch {
    /// What the full names of all working branches start with, and of others of kb's.
    pub const BELOW: &str = "refs/heads/kb/";

    /// The working branch with the full name `reference`.
    pub fn of_reference(reference: &str) -> Option<WorkingBranch> {
        reference.strip_prefix("refs/heads/")?.parse().ok()
    }

    /// The proposal that works on it. That of a part derives from the plan and the name of the part, so that a part is
    /// proposed once, whoever does it.
    pub fn proposal(&self) -> ProposalId {
        match self {
            WorkingBranch::Proposal(id) => id.clone(),
            WorkingBranch::Part(plan, part) => {
                ProposalId::derive(["reorganisation", plan.as_str(), part.as_str()])
            }
        }
    }

    /// The reorganisation and the part of it; `None` of a proposal made of evidence.
    pub fn part(&self) -> Option<(&PlanId, &PartName)> {
        match self {
            WorkingBranch::Proposal(_) => None,
            WorkingBranch::Part(plan, part) => Some((plan, part)),
        }
    }

    /// The full name of the ref.
    pub fn reference(&self) -> String {
        format!("refs/heads/{self}")
    }
}

impl fmt::Display for WorkingBranch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WorkingBranch::Proposal(id) => write!(f, "kb/proposal/{id}"),
            WorkingBranch::Part(plan, part) => write!(f, "kb/reorg/{plan}/{part}"),
        }
    }
}

impl FromStr for WorkingBranch {
    type Err = ParseBranchError;

    fn from_str(text: &str) -> Result<WorkingBranch, ParseBranchError> {
        let read = || {
            if let Some(id) = text.strip_prefix("kb/proposal/") {
                return Some(WorkingBranch::Proposal(id.parse().ok()?));
            }
            let (plan, part) = text.strip_prefix("kb/reorg/")?.split_once('/')?;
            Some(WorkingBranch::Part(plan.parse().ok()?, part.parse().ok()?))
        };
        read().ok_or_else(|| ParseBranchError(text.to_owned()))
    }
}

impl serde::Serialize for WorkingBranch {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for WorkingBranch {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<WorkingBranch, D::Error> {
        <String as serde::Deserialize>::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_branch_and_its_proposal_find_each_other() {
        let own: WorkingBranch = "kb/proposal/p-3f9a2c41d07b".parse().expect("a branch");
        assert_eq!((own.proposal().as_str(), own.part()), ("p-3f9a2c41d07b", None));
        let part: WorkingBranch = "kb/reorg/r-3f9a2c41d07b/billing-2".parse().expect("a branch");
        assert_eq!(part.to_string(), "kb/reorg/r-3f9a2c41d07b/billing-2");
        assert_eq!(WorkingBranch::of_reference(&part.reference()), Some(part.clone()));
        let other: WorkingBranch = "kb/reorg/r-3f9a2c41d07b/billing".parse().expect("a branch");
        assert_ne!(part.proposal(), other.proposal());
    }

    #[test]
    fn nothing_else_is_a_working_branch() {
        for name in [
            "kb/ledger",
            "kb/proposal/x",
            "kb/proposal/p-3f9a2c41d07b/x",
            "kb/reorg/r-3f9a2c41d07b",
            "kb/reorg/r-3f9a2c41d07b/",
            "kb/reorg/r-3f9a2c41d07b/a/b",
            "kb/reorg/r-3f9a2c41d07b/../x",
            "kb/reorg/p-3f9a2c41d07b/x",
            "kb/reorg/r-3F9A2C41D07B/x",
            "main",
        ] {
            assert!(name.parse::<WorkingBranch>().is_err(), "{name}");
        }
    }
}

//! The plan as a whole: what was looked at, what is wrong, and which part takes on what.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::digest::{CommitId, Sha256Hex};
use crate::path::RepoPath;
use crate::plan::{Coverage, Fault, FaultId, Part, PartName, PlanId};

/// The plan of a reorganisation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Plan {
    /// The version of this format.
    pub version: u32,
    /// Its id: the same base, policy and faults give the same.
    pub id: PlanId,
    /// The commit that was looked at; `None` for files that are in no commit, which no run can start from.
    pub base: Option<CommitId>,
    /// The day for which validity was judged.
    #[schemars(with = "String")]
    pub day: Date,
    /// How many notes there are.
    pub notes: u64,
    /// How many claims they make.
    pub claims: u64,
    /// How many evidence items there are.
    pub evidence: u64,
    /// What is wrong, by kind and place.
    pub faults: Vec<Fault>,
    /// What each proposal takes on, in the order in which they are made.
    pub parts: Vec<Part>,
    /// What has to be looked at, each in one part.
    pub coverage: Coverage,
}

impl Plan {
    /// The current version of the format.
    pub const VERSION: u32 = 1;

    /// The id of the plan for `base` by the policy with the hash `policy`, with `faults`.
    pub fn id_of<'f>(
        base: Option<&'f CommitId>,
        policy: &'f Sha256Hex,
        faults: impl IntoIterator<Item = &'f FaultId>,
    ) -> PlanId {
        let base = base.map_or("", CommitId::as_str);
        PlanId::derive([base, policy.as_str()].into_iter().chain(faults.into_iter().map(FaultId::as_str)))
    }

    /// The fault with `id`.
    pub fn fault(&self, id: &FaultId) -> Option<&Fault> {
        self.faults.iter().find(|fault| fault.id == *id)
    }

    /// The part named `name`.
    pub fn part(&self, name: &PartName) -> Option<&Part> {
        self.parts.iter().find(|part| part.name == *name)
    }

    /// The part that holds the note at `path`.
    pub fn part_of(&self, path: &RepoPath) -> Option<&Part> {
        self.parts.iter().find(|part| part.notes.binary_search(path).is_ok())
    }

    /// The faults that are mended in `part`, in the order of the plan.
    pub fn faults_of<'p>(&'p self, part: &'p Part) -> impl Iterator<Item = &'p Fault> {
        self.faults.iter().filter(|fault| part.faults.contains(&fault.id))
    }
}

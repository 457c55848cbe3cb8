//! `kb reorg status`: the plan, where its parts stand, and the coverage list as far as it is ticked off.

use std::collections::BTreeMap;

use serde::Serialize;

use super::state::{look, meant};
use super::{PartState, ReorgError};
use crate::ops::Workspace;
use crate::ops::ledger::{Ledger, Reorganisation};
use crate::ops::target::Target;
use crate::plan::{Coverage, FaultKind, Part, PartName, PlanId};
use crate::port::GitRead;
use crate::proposal::{AbortedReorg, EndedReorg, Loss, ProposalId};

/// Where a reorganisation stands.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub struct StatusReport {
    /// The version of this format.
    pub version: u32,
    /// Its id.
    pub id: PlanId,
    /// The commit that its plan looked at.
    pub base: Option<crate::digest::CommitId>,
    /// The day of the plan.
    #[schemars(with = "String")]
    pub day: jiff::civil::Date,
    /// How many faults of each kind the plan names.
    pub faults: BTreeMap<FaultKind, usize>,
    /// The parts, in the order of the plan.
    pub parts: Vec<PartStatus>,
    /// The coverage list; an entry has an outcome when its part has ended.
    pub coverage: Coverage,
    /// How it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<EndedReorg>,
    /// Who gave it up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aborted: Option<AbortedReorg>,
}

/// Where a part stands.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub struct PartStatus {
    /// Its name.
    pub part: PartName,
    /// What it is about.
    pub title: String,
    /// Where it stands.
    pub state: PartState,
    /// Its proposal, which there need not be yet.
    pub proposal: ProposalId,
    /// The working branch.
    pub branch: String,
    /// The number of its pull request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pull: Option<u64>,
    /// How many faults it takes on.
    pub faults: usize,
    /// How many entries of the coverage list are its own.
    pub entries: usize,
    /// How many of them have an outcome.
    pub settled: usize,
    /// What its last round loses, as it was told before a merge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<Loss>,
}

/// Tells where the reorganisation `named` stands; the one under way, or the last, where none is named.
pub fn status(
    workspace: &Workspace<'_>,
    git: &dyn GitRead,
    named: Option<&PlanId>,
) -> Result<StatusReport, ReorgError> {
    let target = Target::read(workspace, git)?;
    let ledger = Ledger::open(git)?;
    let reorganisation = meant(git, &ledger, named)?;
    let plan = &reorganisation.plan;
    let mut faults: BTreeMap<FaultKind, usize> = BTreeMap::new();
    plan.faults.iter().for_each(|fault| *faults.entry(fault.kind).or_default() += 1);
    let mut coverage = plan.coverage.clone();
    let mut parts = Vec::new();
    for part in &plan.parts {
        if let Some(outcomes) = reorganisation.outcomes(git, &part.name)? {
            for settled in outcomes.outcomes {
                coverage.settle(&settled.key(), settled.outcome);
            }
        }
        parts.push(part_status(git, (&ledger, &target), &reorganisation, part, &coverage)?);
    }
    Ok(StatusReport {
        version: 1,
        id: plan.id.clone(),
        base: plan.base.clone(),
        day: plan.day,
        faults,
        parts,
        coverage,
        ended: reorganisation.end(git)?,
        aborted: reorganisation.aborted(git)?,
    })
}

fn part_status(
    git: &dyn GitRead,
    (ledger, target): (&Ledger, &Target),
    reorganisation: &Reorganisation,
    part: &Part,
    coverage: &Coverage,
) -> Result<PartStatus, ReorgError> {
    let looked = look(git, ledger, reorganisation, target, part)?;
    let record = looked.record.as_ref();
    let round = record.map_or(0, |record| record.round.round);
    let pull = record.map(|record| record.pull(git)).transpose()?.flatten();
    Ok(PartStatus {
        part: part.name.clone(),
        title: part.title.clone(),
        state: looked.state,
        proposal: reorganisation.proposal(&part.name),
        branch: reorganisation.branch(&part.name).to_string(),
        pull: pull.map(|pull| pull.number),
        faults: part.faults.len(),
        entries: coverage.of(&part.name).count(),
        settled: coverage.of(&part.name).filter(|entry| entry.outcome.is_some()).count(),
        loss: reorganisation.loss(git, &part.name, round)?.map(|told| told.loss),
    })
}

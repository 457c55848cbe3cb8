//! A file of a reorganisation that is pushed: of its kind, in its place beside its plan, about what its path says.

use super::ReceiveError;
use super::ledger::{Found, Reading, in_place, yaml_of};
use crate::path::RepoPath;
use crate::plan::{PartName, Plan, PlanId};
use crate::proposal::{AbortedReorg, EndedReorg, LossRecord, MendedRecord, Outcomes, ReorgFile, reorg_path};

impl Reading<'_> {
    /// Judges one new file of the reorganisation `id`.
    pub(super) fn reorganisation(
        &self,
        path: &RepoPath,
        id: &PlanId,
        file: &ReorgFile,
        bytes: &[u8],
    ) -> Result<Found, ReceiveError> {
        if *file == ReorgFile::Plan {
            return Ok(plan_of(bytes, id).and_then(|plan| in_place(path, &reorg_path(&plan, file))));
        }
        let folder: Vec<&str> = path.as_str().split('/').take(3).collect();
        let beside = RepoPath::new(format!("{}/plan.yaml", folder.join("/"))).ok();
        let beside = beside.map(|beside| self.push.git.file(self.tip, &beside)).transpose()?.flatten();
        let Some(plan) = beside.and_then(|bytes| plan_of(&bytes, id).ok()) else {
            return Ok(Err("there is no plan beside it".to_owned()));
        };
        Ok(in_place(path, &reorg_path(&plan, file)).and_then(|()| content(&plan, file, bytes)))
    }
}

fn plan_of(bytes: &[u8], id: &PlanId) -> Result<Plan, String> {
    let plan = yaml_of::<Plan>(bytes)?;
    if plan.id == *id { Ok(plan) } else { Err(format!("it is the plan of {}", plan.id)) }
}

fn content(plan: &Plan, file: &ReorgFile, bytes: &[u8]) -> Found {
    match file {
        ReorgFile::Plan => Ok(()),
        ReorgFile::Mended(part, round) => {
            let read = yaml_of::<MendedRecord>(bytes)?;
            about(plan, (part, *round), (&read.part, read.round))
        }
        ReorgFile::Loss(part, round) => {
            let read = yaml_of::<LossRecord>(bytes)?;
            about(plan, (part, *round), (&read.part, read.round))
        }
        ReorgFile::Outcomes(part) => {
            let read = yaml_of::<Outcomes>(bytes)?;
            about(plan, (part, 0), (&read.part, 0))
        }
        ReorgFile::End => yaml_of::<EndedReorg>(bytes).map(drop),
        ReorgFile::Aborted => yaml_of::<AbortedReorg>(bytes).map(drop),
    }
}

fn about(plan: &Plan, expected: (&PartName, u32), read: (&PartName, u32)) -> Found {
    if plan.part(expected.0).is_none() {
        return Err(format!("{} has no part `{}`", plan.id, expected.0));
    }
    if expected != read {
        return Err(format!("it is about the part `{}`, round {}", read.0, read.1));
    }
    Ok(())
}

//! `kb review --estimate`: what reviewer and proposer would use up. Nobody is asked, nothing is written.

use super::session::waiting;
use super::{ReviewError, ReviewOptions};
use crate::ops::Workspace;
use crate::ops::estimate::{Asked, Estimate, EstimateReport, EstimatedProposal};
use crate::ops::gate::Contrast;
use crate::ops::ledger::Ledger;
use crate::ops::target::Target;
use crate::port::GitRead;
use crate::proposal::changed_claims;

/// Estimates the run of `kb review` that `options` ask for; `asked` are proposer and reviewer.
pub fn estimate(
    workspace: &Workspace<'_>,
    git: &dyn GitRead,
    asked: (&Asked<'_>, &Asked<'_>),
    options: &ReviewOptions,
) -> Result<EstimateReport, ReviewError> {
    let target = Target::read(workspace, git)?;
    let ledger = Ledger::open(git)?;
    let ids = match options.proposals.as_slice() {
        [] => waiting(git, &target, &ledger, options.iterate)?,
        named => named.to_vec(),
    };
    let mut proposals = Vec::new();
    for id in ids {
        let record = ledger.record(git, &id)?;
        let head = git.reference(&record.proposal.branch().reference())?;
        let Some(head) = head else { continue };
        let Some(parted) = git.merge_base(&target.commit, &head)? else { continue };
        let Contrast { base, head, changes } = Contrast::of(workspace, git, &parted, &head)?;
        let claims = changed_claims(&base, &head).len();
        let changed: usize =
            changes.iter().filter_map(|(_, change)| change.after.as_ref()).map(Vec::len).sum();
        let items = record.proposal.evidence.iter().filter_map(|item| base.item(&item.id));
        let bytes: usize = items.map(|item| item.text().len()).sum();
        let mut estimated = vec![Estimate::reviewer(asked.1, claims, changed + bytes)];
        let by_person = record.round.proposer.family.is_person();
        if !options.once && !by_person {
            estimated.push(Estimate::proposer(asked.0, record.proposal.evidence.len(), bytes));
        }
        let rounds = if options.once || by_person { 1 } else { target.config.rounds().max(1) };
        proposals.push(EstimatedProposal { id, agents: estimated, rounds });
    }
    Ok(EstimateReport::new(proposals, target.config.budget.clone()))
}

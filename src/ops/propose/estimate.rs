//! `kb propose --estimate`: what the proposer would use up. Nobody is asked, nothing is written.

use super::{ProposeError, ProposeOptions, select};
use crate::ops::Workspace;
use crate::ops::estimate::{Asked, Estimate, EstimateReport, EstimatedProposal};
use crate::ops::ledger::Ledger;
use crate::ops::target::Target;
use crate::port::GitRead;

/// Estimates the run of `kb propose` that `options` ask for.
pub fn estimate(
    workspace: &Workspace<'_>,
    git: &dyn GitRead,
    proposer: &Asked<'_>,
    options: &ProposeOptions,
) -> Result<EstimateReport, ProposeError> {
    let target = Target::read(workspace, git)?;
    let base = workspace.vault_at(&target.commit)?;
    let ledger = Ledger::open(git)?;
    let selections = select::select(workspace, git, &target, &base, &ledger, options)?;
    let estimated = selections.into_iter().map(|selection| {
        let items = selection.evidence.iter().filter_map(|item| base.item(&item.id));
        let bytes = items.map(|item| item.text().len()).sum();
        let agents = vec![Estimate::proposer(proposer, selection.evidence.len(), bytes)];
        EstimatedProposal { id: selection.id, agents, rounds: 1 }
    });
    Ok(EstimateReport::new(estimated.collect(), target.config.budget.clone()))
}

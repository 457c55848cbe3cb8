//! `kb reorg run`: every part of a reorganisation, as far as it goes.

use super::show;
use crate::cli::app::{App, KeyRole};
use crate::cli::arguments::{Format, FormatArgs};
use crate::cli::command::pulls::{self, Shared};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output;
use crate::config::ForgeRole;
use crate::ops::pulls::{look, publish};
use crate::ops::reorg::{
    Bench, Crew, PartState, RunOptions, RunReport, post_dashboard, run as reorganise, status,
};
use crate::plan::PartName;
use crate::port::{Event, GitGate};
use crate::proposal::ProposalId;

/// Go on with the reorganisation that is under way, or begin one
///
/// Makes the plan, unless there is one that has not ended, and takes it part by part: each is a proposal on a branch
/// `kb/reorg/ID/PART`, made from the plan, reviewed by the other family against the raw evidence, and merged by the gate, which
/// refuses a part that would lose a claim, a number, a date, a name or a condition without a reason that holds. When every part
/// has ended, the index is built anew and compared with the one that grew, and every question that found its answer before is
/// asked again.
///
/// Run it again at any time: what was done is found in `kb/ledger` and in the branches, and is not done twice. Where proposals are
/// pull requests, it proposes and publishes; review and merge are for their roles, and the next run goes on from there.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb reorg run                    begin, or go on
  kb reorg run --part billing     this part alone
  kb reorg run --propose          make the proposals, and leave review and merge to others

Exit code 1 means that something was refused, waits for a person, or failed the proof in the end.")]
pub(in crate::cli) struct Args {
    /// Only this part; may be given several times
    #[arg(long = "part", value_name = "PART")]
    parts: Vec<PartName>,

    /// Make proposals only: nothing is reviewed, merged or published
    #[arg(long)]
    propose: bool,

    #[command(flatten)]
    format: FormatArgs,
}

/// Runs `kb reorg run`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let _lock = app.lock("kb reorg run")?;
    let workspace = app.workspace()?;
    let repository = app.repository()?;
    let (writer, gate) = (repository.writer(), repository.gate());
    let index = app.index()?;
    let reorganiser = app.reorganiser(&workspace.config)?;
    let shared = if args.propose { None } else { pulls::shared_if_any(app, ForgeRole::Proposer)? };
    let is_alone = shared.is_none() && !args.propose;
    if let Some(shared) = &shared {
        look(&shared.sides(&workspace, &writer))?;
    }
    if is_alone && !workspace.config.gate.allow_same_family {
        workspace.config.families_differ().map_err(|error| Failure::usage(error.to_string()))?;
    }
    let reviewer = if is_alone { Some(app.reviewer(&workspace.config)?) } else { None };
    let key = if is_alone { Some(app.key(KeyRole::Reviewer)?) } else { None };
    let bench = reviewer.as_deref().zip(key.as_ref());
    let crew = Crew {
        reorganiser: reorganiser.as_ref(),
        bench: bench.map(|(reviewer, signer)| Bench { reviewer, signer }),
        gate: is_alone.then_some(&gate as &dyn GitGate),
        index: &index,
    };
    let report = reorganise(&workspace, &writer, &crew, &RunOptions { parts: args.parts.clone() })?;
    if let (Some(shared), Some(id)) = (&shared, &report.id) {
        published(app, shared, &report)?;
        let posted = post_dashboard(shared.forge.as_ref(), &status(&workspace, &writer, Some(id))?)?;
        app.events().emit(Event::Say(format!("the dashboard is issue {}: {}", posted.number, posted.url)));
    }
    match args.format.format {
        Format::Json => output::print_json(&report)?,
        Format::Human => output::print(&show::run(&report))?,
    }
    Ok(if is_bad(&report) { Exit::Findings } else { Exit::Fine })
}

/// Brings the pull requests of the parts up to date.
fn published(app: &App, shared: &Shared, report: &RunReport) -> Result<(), Failure> {
    let workspace = app.workspace()?;
    let writer = app.repository()?.writer();
    let is_shown = |state: PartState| !matches!(state, PartState::Waiting | PartState::Nothing);
    let ids: Vec<ProposalId> =
        report.parts.iter().filter(|part| is_shown(part.state)).map(|part| part.proposal.clone()).collect();
    if !ids.is_empty() {
        publish(&shared.sides(&workspace, &writer), &ids)?;
    }
    Ok(())
}

fn is_bad(report: &RunReport) -> bool {
    let waits = |state| {
        matches!(state, PartState::Rejected | PartState::Escalated | PartState::NeedsHuman | PartState::Stale)
    };
    report.parts.iter().any(|part| !part.refused.is_empty() || waits(part.state))
        || report.finish.as_ref().is_some_and(|finish| !finish.is_proved())
}

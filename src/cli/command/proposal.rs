//! `kb proposal`: what the ledger says of proposals.

use crate::cli::app::App;
use crate::cli::arguments::{Format, FormatArgs};
use crate::cli::command::propose::painted;
use crate::cli::command::{dossier, pulls};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{self, BOLD, CYAN, DIM, GREEN, RED, YELLOW, paint};
use crate::config::ForgeRole;
use crate::evidence::hazard::escaped;
use crate::ops::ledger::LedgerError;
use crate::ops::proposal::{
    Listed, ProposalError, Shown, ShownRound, ShownStop, Unmade, close, list, show, unmade,
};
use crate::ops::pulls::{publish, receive};
use crate::proposal::{ProposalId, Review, State, Verdict};
use crate::text::visible;

/// List, show, publish or close proposals
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb proposal list                what is open, approved, rejected or waits for a person
  kb proposal list --all          what was merged and closed, too
  kb proposal show p-3f9a2c41d07b the diff, the verdicts and the decision of every round
  kb proposal show p-3f9a2c41d07b --transcript   what proposer and reviewer did, step by step
  kb proposal sync                bring ledger, branches and pull requests together with those of the forge
  kb proposal receive review.txt  write down what a reviewer handed over
  kb proposal close p-3f9a2c41d07b --because \"a duplicate\"")]
pub(in crate::cli) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// List the proposals that are under way
    List {
        /// Also those that were merged or closed, and evidence that gave nothing
        #[arg(long)]
        all: bool,

        #[command(flatten)]
        format: FormatArgs,
    },
    /// Show everything that the ledger has of one proposal
    Show {
        /// The proposal
        id: ProposalId,

        /// Print what proposer and reviewer did, round by round, runs that were stopped too: hidden characters by their numbers,
        /// secrets taken out
        #[arg(long)]
        transcript: bool,

        #[command(flatten)]
        format: FormatArgs,
    },
    /// Bring the ledger, the branches and the pull requests here and on the forge together
    ///
    /// Opens a pull request for each proposal that is under way and has none, brings the others up to date, and writes down
    /// what was closed there. What is so already costs no write, so it can be run at any time.
    Sync {
        #[command(flatten)]
        format: FormatArgs,
    },
    /// Write a review into the ledger that somebody handed over as a file
    ///
    /// A reviewer who may push nothing writes it with `kb review --handover FILE`. It is taken in when a reviewer key of
    /// kb.toml on the gate's branch has signed its decision; everything else about it is for `kb merge` to judge.
    Receive {
        /// The files; all parts of one review
        #[arg(required = true, value_name = "FILE")]
        files: Vec<std::path::PathBuf>,

        #[command(flatten)]
        format: FormatArgs,
    },
    /// Close a proposal without merging it
    Close {
        /// The proposal
        id: ProposalId,

        /// Why
        #[arg(long, value_name = "TEXT", default_value = "closed by hand", hide_default_value = true)]
        because: String,
    },
}

/// Runs `kb proposal`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    match &args.action {
        Action::List { all, format } => {
            let listed = list(&app.workspace()?, &app.repository()?.reader(), *all)?;
            match format.format {
                Format::Json => output::print_json(&serde_json::json!({ "proposals": listed }))?,
                Format::Human => output::print(&render_list(&listed, *all))?,
            }
        }
        Action::Show { id, transcript, format } => {
            let (workspace, git) = (app.workspace()?, app.repository()?.reader());
            let shown = match show(&workspace, &git, id) {
                Err(ProposalError::Ledger(LedgerError::NoProposal(_))) => {
                    let unmade = unmade(&git, id)?;
                    match format.format {
                        Format::Json => output::print_json(&unmade)?,
                        Format::Human => output::print(&render_unmade(&unmade, *transcript))?,
                    }
                    return Ok(Exit::Fine);
                }
                shown => shown?,
            };
            match format.format {
                Format::Json => output::print_json(&shown)?,
                Format::Human if *transcript => output::print(&transcripts(&shown))?,
                Format::Human => output::print(&render(&shown))?,
            }
        }
        Action::Sync { format } => {
            let _lock = app.lock("kb proposal sync")?;
            let (workspace, writer) = (app.workspace()?, app.repository()?.writer());
            let Some(shared) = pulls::shared_if_any(app, ForgeRole::Proposer)? else { return Ok(Exit::Fine) };
            let report = publish(&shared.sides(&workspace, &writer), &[])?;
            match format.format {
                Format::Json => output::print_json(&report)?,
                Format::Human => output::print(&pulls::published(&report))?,
            }
        }
        Action::Receive { files, format } => {
            let _lock = app.lock("kb proposal receive")?;
            let handover = app.handed(files)?;
            let received = receive(&app.workspace()?, &app.repository()?.writer(), &handover)?;
            match format.format {
                Format::Json => output::print_json(&received)?,
                Format::Human => match pulls::received(std::slice::from_ref(&received)).as_slice() {
                    [] => {
                        output::print(&format!("The ledger has the review of {} already", received.proposal))?
                    }
                    lines => output::print(&lines.join("\n"))?,
                },
            }
        }
        Action::Close { id, because } => {
            let _lock = app.lock("kb proposal close")?;
            let closed = close(&app.workspace()?, &app.repository()?.writer(), id, because)?;
            let word = paint(DIM, format!("{:<10}", "closed"));
            output::print(&format!("{word} {}  {}", paint(CYAN, &closed.id), closed.title))?;
        }
    }
    Ok(Exit::Fine)
}

fn state(state: State) -> String {
    let style = match state {
        State::Approved | State::Merged => GREEN,
        State::Rejected => RED,
        State::Escalated | State::NeedsHuman => YELLOW,
        State::Open => CYAN,
        State::Nothing | State::Closed => DIM,
    };
    paint(style, format!("{:<10}", state.name()))
}

fn render_list(listed: &[Listed], all: bool) -> String {
    if listed.is_empty() {
        let more = if all { "" } else { "; `--all` shows those that are over" };
        return format!("No proposal is under way{more}");
    }
    let line = |listed: &Listed| {
        let day = listed.opened_at.to_string();
        let day = paint(DIM, day.get(..10).unwrap_or_default());
        format!("{} {}  {day}  {}", state(listed.state), paint(CYAN, &listed.id), listed.title)
    };
    listed.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn render(shown: &Shown) -> String {
    let listed = &shown.listed;
    let mut lines =
        vec![format!("{} {}  {}", state(listed.state), paint(CYAN, &listed.id), paint(BOLD, &listed.title))];
    let mut field =
        |name: &str, value: String| lines.push(format!("{} {value}", paint(DIM, format!("{name:<10}"))));
    field("opened", listed.opened_at.to_string());
    field("proposer", listed.proposer.to_string());
    for id in &listed.evidence {
        field("evidence", id.to_string());
    }
    field("base", shown.base.to_string());
    if let Some(head) = &shown.head {
        field("head", head.to_string());
        field("branch", listed.branch.clone());
    }
    if let Some(commit) = &shown.merged {
        field("merged", commit.to_string());
    }
    for risk in &shown.risks {
        let kind = paint(YELLOW, format!("a person approves ({})", risk.kind.name()));
        lines.push(format!("{}: {kind}: {}", risk.link, risk.message));
    }
    lines.extend(shown.stopped.iter().map(stopped));
    lines.extend(shown.rounds.iter().flat_map(render_round));
    lines.join("\n")
}

/// What was said in each round, as text that a terminal obeys in nothing.
fn transcripts(shown: &Shown) -> String {
    let mut lines = Vec::new();
    for round in &shown.rounds {
        let reviewer =
            round.review.as_ref().map(|review| format!(" {}", review.reviewer)).unwrap_or_default();
        let proposer = round.by.as_ref().map(|by| format!(" {by}")).unwrap_or_default();
        let parts = [("Proposer", proposer, &round.proposer), ("Reviewer", reviewer, &round.reviewer)];
        for (role, name, text) in parts.into_iter().filter(|(_, _, text)| !text.trim().is_empty()) {
            lines.push(paint(BOLD, format!("Round {}: {role}{}", round.round, visible(&name))));
            lines.push(String::new());
            lines.extend(escaped(text.trim()).lines().map(visible));
            lines.push(String::new());
        }
        lines.extend(round.dossier.iter().flat_map(dossier::render));
    }
    lines.extend(shown.stopped.iter().flat_map(stopped_transcript));
    lines.join("\n")
}

/// A proposal that nobody came to make: the runs that were stopped.
fn render_unmade(unmade: &Unmade, transcript: bool) -> String {
    if transcript {
        return unmade.stopped.iter().flat_map(stopped_transcript).collect::<Vec<_>>().join("\n");
    }
    let mut lines =
        vec![format!("{} {}  nothing was proposed", paint(RED, "stopped   "), paint(CYAN, &unmade.id))];
    lines.extend(unmade.stopped.iter().map(stopped));
    let next = format!("kb proposal show {} --transcript", unmade.id);
    lines.push(format!(
        "Next: {} says what they did; {} tries again",
        paint(CYAN, next),
        paint(CYAN, "kb propose")
    ));
    lines.join("\n")
}

/// A run that was stopped, in one line.
fn stopped(stop: &ShownStop) -> String {
    let run = &stop.run;
    let what = format!("{} {}, {}", run.role.name(), run.agent, run.at);
    format!("{}: {}: {}", visible(&what), paint(RED, run.end.name()), visible(&run.why))
}

fn stopped_transcript(stop: &ShownStop) -> Vec<String> {
    let mut lines = vec![paint(BOLD, "Stopped"), stopped(stop), String::new()];
    lines.extend(escaped(stop.transcript.trim()).lines().map(visible));
    lines.push(String::new());
    lines
}

fn render_round(round: &ShownRound) -> Vec<String> {
    let mut lines = vec![String::new(), paint(BOLD, format!("Round {}", round.round)), String::new()];
    lines.extend(round.diff.lines().map(painted));
    lines.extend(round.review.iter().flat_map(render_review));
    if let Some(decision) = &round.decision {
        lines.push(format!("Decided {}: {}", decision.decided_at, State::from(decision.outcome).name()));
    }
    lines.extend(round.dossier.iter().flat_map(dossier::render));
    lines.extend(round.human.iter().flat_map(render_review));
    if let Some(approval) = &round.approval {
        let because = approval.because.as_ref().map(|text| format!(": {text}")).unwrap_or_default();
        let word = State::from(approval.outcome).name();
        lines.push(format!("{} {word} it on {}{because}", approval.approver, approval.decided_at));
    }
    lines
}

fn render_review(review: &Review) -> Vec<String> {
    let mut lines = vec![String::new(), format!("Reviewed by {}", review.reviewer)];
    if review.same_family {
        lines.push(paint(YELLOW, "  of the proposer's own family: a trial"));
    }
    for verdict in &review.verdicts {
        let style = if verdict.verdict == Verdict::Supported { GREEN } else { RED };
        let word = paint(style, format!("{:<16}", verdict.verdict.name()));
        let removed = if verdict.removed { "removal of " } else { "" };
        let claim = &verdict.claim;
        lines.push(format!("  {word} {}:{} {removed}\"{}\"", claim.path, claim.line, claim.text));
        lines.extend(verdict.reasons.iter().map(|reason| format!("                   {reason}")));
    }
    for finding in &review.findings {
        let style = if finding.blocks { RED } else { YELLOW };
        let rule = paint(style, &finding.rule);
        lines.push(format!("  {rule} {}:{} {}", finding.path, finding.line, finding.message));
    }
    lines
}

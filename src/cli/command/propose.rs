//! `kb propose`: evidence or edits become a proposal.

use crate::cli::app::App;
use crate::cli::arguments::{DryRunArgs, Format, FormatArgs};
use crate::cli::command::{self, pulls};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{self, BOLD, CYAN, DIM, GREEN, RED, YELLOW, paint};
use crate::config::ForgeRole;
use crate::evidence::EvidenceId;
use crate::ops::propose::{Action, ProposeOptions, ProposeReport, Proposed, estimate, propose};
use crate::ops::pulls::{look, publish};
use crate::proposal::{ProposalId, State};

/// Turn evidence into a proposed change of the knowledge
///
/// Without arguments takes all evidence committed on main that no proposal has considered yet. Evidence of one tenant
/// and one set of labels becomes one proposal: a working branch `kb/proposal/ID` and a record in `kb/ledger`. Nothing is
/// checked out, and main does not move. The same evidence gives the same proposal, so it can be run again at any time.
///
/// Given a proposal's id, makes its next round: on main as it is now, and without the claims that a review rejected.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb propose                              everything that was not considered yet
  kb propose 2026-11-30-call-3f9a2c       this item
  kb propose p-3f9a2c41d07b               this proposal again, after main moved or a rejection
  kb propose --edits                      what you changed under knowledge/ by hand
  kb propose --dry-run                    only show the diff
  kb propose --publish                    and open a pull request for each, or bring it up to date
  kb propose --estimate                   what it would use up, before anything is asked")]
pub(in crate::cli) struct Args {
    /// Evidence ids, or ids of proposals to make again
    #[arg(value_name = "ID", conflicts_with = "edits")]
    ids: Vec<String>,

    /// Propose the working tree's uncommitted changes of the notes
    #[arg(long)]
    edits: bool,

    /// The title of the proposal
    #[arg(long, value_name = "TEXT", requires = "edits")]
    title: Option<String>,

    /// Say what it would use up at most, tokens and money, and ask nobody
    ///
    /// The figure comes from the sizes of the task: six calls and two for each evidence item, each of which sends the whole
    /// conversation again. What ends a run that uses up more is [budget] of kb.toml.
    #[arg(long, conflicts_with_all = ["edits", "dry_run"])]
    estimate: bool,

    /// Push each proposal, and open or update its pull request on the forge of `[forge]`
    #[arg(long, conflicts_with_all = ["estimate", "dry_run"])]
    publish: bool,

    #[command(flatten)]
    dry_run: DryRunArgs,

    #[command(flatten)]
    format: FormatArgs,
}

/// Runs `kb propose`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let dry_run = args.dry_run.dry_run;
    let (evidence, proposals) = ids(&args.ids)?;
    let options =
        ProposeOptions { evidence, proposals, edits: args.edits, title: args.title.clone(), dry_run };
    if args.estimate {
        let workspace = app.workspace()?;
        let asked = app.asked(&workspace.config, &workspace.config.roles.proposer);
        let report = estimate(&workspace, &app.repository()?.reader(), &asked, &options)?;
        match args.format.format {
            Format::Json => output::print_json(&report)?,
            Format::Human => output::print(&command::estimate::render(&report))?,
        }
        return Ok(Exit::Fine);
    }
    let _lock = if dry_run { None } else { Some(app.lock("kb propose")?) };
    let workspace = app.workspace()?;
    let proposer = app.proposer(&workspace.config)?;
    let writer = app.repository()?.writer();
    let shared = if args.publish { pulls::shared_if_any(app, ForgeRole::Proposer)? } else { None };
    let sides = shared.as_ref().map(|shared| shared.sides(&workspace, &writer));
    if let Some(sides) = &sides {
        look(sides)?;
    }
    let report = propose(&workspace, &writer, proposer.as_ref(), &options)?;
    let ids: Vec<ProposalId> = report.proposals.iter().map(|proposed| proposed.id.clone()).collect();
    let published = match &sides {
        Some(sides) if !ids.is_empty() => Some(publish(sides, &ids)?),
        _ => None,
    };
    match args.format.format {
        Format::Json => output::print_json(&pulls::With { report: &report, published: published.as_ref() })?,
        Format::Human => {
            output::print(&render(&report, &options))?;
            if let Some(published) = &published {
                output::print(&pulls::published(published))?;
            }
        }
    }
    let is_refused = report.proposals.iter().any(|proposed| proposed.action == Action::Refused);
    Ok(if is_refused { Exit::Findings } else { Exit::Fine })
}

/// Tells evidence ids from proposal ids by their shape.
fn ids(typed: &[String]) -> Result<(Vec<EvidenceId>, Vec<ProposalId>), Failure> {
    let (mut evidence, mut proposals) = (Vec::new(), Vec::new());
    for id in typed {
        if let Ok(id) = id.parse() {
            proposals.push(id);
        } else if let Ok(id) = id.trim_end_matches('/').rsplit('/').next().unwrap_or(id).parse() {
            evidence.push(id);
        } else {
            let message = format!("`{id}` is neither an evidence id nor a proposal id");
            return Err(Failure::usage(message).hint(
                "they look like `2026-11-30-call-3f9a2c` and `p-3f9a2c41d07b`; `kb proposal list` shows proposals",
            ));
        }
    }
    Ok((evidence, proposals))
}

fn render(report: &ProposeReport, options: &ProposeOptions) -> String {
    let mut lines = Vec::new();
    if report.proposals.is_empty() {
        lines.push(nothing(report, options.edits));
    }
    for proposed in &report.proposals {
        lines.extend(described(proposed, options.dry_run));
    }
    let is_waiting = |proposed: &Proposed| matches!(proposed.action, Action::Opened | Action::Updated);
    if report.proposals.iter().any(is_waiting) && !options.dry_run {
        lines.push(format!("Next: {}", paint(CYAN, "kb review")));
    }
    lines.join("\n")
}

fn nothing(report: &ProposeReport, edits: bool) -> String {
    if edits {
        return "No note differs from main: nothing to propose".to_owned();
    }
    let base = format!("Nothing to propose: all {} evidence items on main were considered", report.evidence);
    match report.uncommitted.as_slice() {
        [] if report.evidence == 0 => {
            format!("No evidence on main yet\nNext: {}", paint(CYAN, "kb add FILE --commit"))
        }
        [] => base,
        ids => {
            let list = ids.iter().take(3).map(ToString::to_string).collect::<Vec<_>>().join(", ");
            let more = if ids.len() > 3 { format!(" and {} more", ids.len() - 3) } else { String::new() };
            format!(
                "{base}\n{}: {list}{more} not committed on main yet; {} commits what it adds",
                paint(YELLOW, "note"),
                paint(CYAN, "kb add --commit")
            )
        }
    }
}

fn described(proposed: &Proposed, dry_run: bool) -> Vec<String> {
    let (style, word) = match (proposed.action, dry_run) {
        (Action::Opened, false) => (GREEN, "opened"),
        (Action::Updated, false) => (GREEN, "updated"),
        (Action::Opened | Action::Updated, true) => (GREEN, "would open"),
        (Action::Unchanged, _) => (DIM, "unchanged"),
        (Action::Nothing, _) => (DIM, "nothing"),
        (Action::Refused, _) => (RED, "refused"),
    };
    let mut lines = vec![format!(
        "{} {}  {}",
        paint(style, format!("{word:<10}")),
        paint(CYAN, &proposed.id),
        paint(BOLD, &proposed.title)
    )];
    let mut detail = |text: String| lines.push(format!("           {text}"));
    let evidence = proposed.evidence.len();
    match proposed.action {
        Action::Nothing => detail(format!("{} considered, nothing in it is worth a change", items(evidence))),
        Action::Unchanged => detail(unchanged(proposed.state)),
        _ => {
            let (added, removed) = proposed.claims;
            let claims = format!("{added} claims written, {removed} taken out");
            detail(paint(DIM, format!("round {}, {claims}, from {}", proposed.round, items(evidence))));
        }
    }
    for file in &proposed.files {
        let sign = match file.kind {
            "added" => "+",
            "removed" => "-",
            "moved" => ">",
            _ => "~",
        };
        let counts = format!(
            "{} {}",
            paint(GREEN, format!("+{}", file.added)),
            paint(RED, format!("-{}", file.removed))
        );
        detail(format!("{sign} {}  {counts}", file.path));
    }
    for refused in &proposed.refused {
        detail(format!("{}: {}", paint(RED, refused.name), refused.message));
        detail(paint(DIM, format!("  {}", refused.help)));
    }
    if dry_run && !proposed.diff.is_empty() {
        lines.push(String::new());
        lines.extend(proposed.diff.lines().map(painted));
    }
    lines
}

fn unchanged(state: State) -> String {
    match state {
        State::Open => format!("is open already; next: {}", paint(CYAN, "kb review")),
        State::Approved => format!("is approved already; next: {}", paint(CYAN, "kb merge")),
        State::Rejected => "was rejected, and the proposer has nothing else to offer".to_owned(),
        state => format!("is {}", state.name()),
    }
}

fn items(count: usize) -> String {
    if count == 1 { "1 evidence item".to_owned() } else { format!("{count} evidence items") }
}

/// A line of a patch in the colours that git gives it.
pub(super) fn painted(line: &str) -> String {
    match line.as_bytes() {
        [b'+', b'+', b'+', ..] | [b'-', b'-', b'-', ..] => paint(BOLD, line),
        [b'+', ..] => paint(GREEN, line),
        [b'-', ..] => paint(RED, line),
        [b'@', b'@', ..] => paint(CYAN, line),
        _ => line.to_owned(),
    }
}

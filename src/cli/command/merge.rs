//! `kb merge`: the gate.

use crate::cli::app::App;
use crate::cli::arguments::{DryRunArgs, Format, FormatArgs};
use crate::cli::command::pulls;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{self, BOLD, CYAN, DIM, GREEN, RED, paint};
use crate::config::ForgeRole;
use crate::ops::merge::{Admission, MergeOptions, MergeReport, merge};
use crate::ops::pulls::land;
use crate::proposal::ProposalId;

/// Let the gate move main to an approved proposal
///
/// Without arguments takes every approved proposal. The gate believes nothing that a proposal says of itself: policy and
/// keys are those of main, the decision must be signed over exactly this head and this tree, every changed claim must
/// have a verdict, and evidence may only be added. Then it writes a merge commit whose trailers say where everything
/// comes from, and records it in `kb/ledger`. Each refusal has a name and says what to do.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb merge                        every approved proposal
  kb merge p-3f9a2c41d07b         this one
  kb merge --dry-run              run every check, move nothing
  kb merge --run                  take in what reviewers handed over, and have the forge merge

Exit code 1 means that something was refused.")]
pub(in crate::cli) struct Args {
    /// Ids of proposals
    #[arg(value_name = "ID")]
    ids: Vec<ProposalId>,

    /// Look at the pull requests of `[forge]`: take in reviews that were handed over, judge, and have the forge merge
    #[arg(long)]
    run: bool,

    #[command(flatten)]
    dry_run: DryRunArgs,

    #[command(flatten)]
    format: FormatArgs,
}

/// Runs `kb merge`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let dry_run = args.dry_run.dry_run;
    let _lock = if dry_run { None } else { Some(app.lock("kb merge")?) };
    let workspace = app.workspace()?;
    let repository = app.repository()?;
    let (writer, gate) = (repository.writer(), repository.gate());
    let options = MergeOptions { proposals: args.ids.clone(), dry_run };
    let shared = if args.run { pulls::shared_if_any(app, ForgeRole::Merger)? } else { None };
    let report = match shared {
        Some(shared) => {
            let report = land(&shared.sides(&workspace, &writer), &gate, &options)?;
            match args.format.format {
                Format::Json => output::print_json(&report)?,
                Format::Human => {
                    let mut lines = pulls::received(&report.received);
                    lines.push(render(&report.merge, dry_run));
                    lines.extend(report.summaries.as_ref().map(|commit| {
                        let word = paint(GREEN, format!("{:<10}", "merged"));
                        format!("{word} summaries of folders, made again and the same, as {}", commit.short())
                    }));
                    output::print(&lines.join("\n"))?;
                }
            }
            report.merge
        }
        None => {
            let report = merge(&workspace, &writer, &gate, &options)?;
            match args.format.format {
                Format::Json => output::print_json(&report)?,
                Format::Human => output::print(&render(&report, dry_run))?,
            }
            report
        }
    };
    let is_refused = report.admissions.iter().any(|admission| !admission.admitted);
    Ok(if is_refused { Exit::Findings } else { Exit::Fine })
}

fn render(report: &MergeReport, dry_run: bool) -> String {
    let mut lines: Vec<String> =
        report.admissions.iter().flat_map(|admission| described(admission, dry_run)).collect();
    if report.admissions.is_empty() {
        lines.push("Nothing is approved and waits for the gate".to_owned());
    }
    let waiting = &report.waiting;
    let mut hint = |ids: &[ProposalId], what: &str, next: &str| {
        if !ids.is_empty() {
            lines.push(format!("{} {what}; next: {}", ids.len(), paint(CYAN, next)));
        }
    };
    hint(&waiting.open, "not reviewed yet", "kb review");
    hint(&waiting.escalated, "waiting for a person", "kb review ID --human");
    hint(&waiting.rejected, "rejected", "kb proposal list");
    if !dry_run && report.admissions.iter().any(|admission| admission.commit.is_some()) {
        lines.push(format!("Next: {}", paint(CYAN, "kb build")));
    }
    lines.join("\n")
}

fn described(admission: &Admission, dry_run: bool) -> Vec<String> {
    let (style, word) = match (admission.admitted, dry_run) {
        (true, true) => (GREEN, "would pass"),
        (true, false) => (GREEN, "merged"),
        (false, _) => (RED, "refused"),
    };
    let mut lines = vec![format!(
        "{} {}  {}",
        paint(style, format!("{word:<10}")),
        paint(CYAN, &admission.id),
        paint(BOLD, &admission.title)
    )];
    let mut detail = |text: String| lines.push(format!("           {text}"));
    match (&admission.commit, admission.finished) {
        (Some(commit), true) => {
            detail(paint(DIM, format!("was part of main already, as {}", commit.short())))
        }
        (Some(commit), false) => {
            let by =
                admission.approved_by.as_ref().map(|by| format!(", approved by {by}")).unwrap_or_default();
            detail(paint(DIM, format!("as {}, {} claims{by}", commit.short(), admission.claims)));
        }
        _ => {}
    }
    for refused in &admission.refused {
        detail(format!("{}: {}", paint(RED, refused.name), refused.message));
        detail(paint(DIM, format!("  {}", refused.help)));
    }
    lines
}

//! `kb github apply-rulesets`: brings GitHub's rulesets and labels to what the files say.

use crate::cli::app::App;
use crate::cli::arguments::{DryRunArgs, Format, FormatArgs};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{self, BOLD, CYAN, DIM, GREEN, YELLOW, paint};
use crate::ops::github::{Applied, ApplyOptions, ApplyReport, Step, apply};

/// Bring GitHub's rulesets and labels to what .github/rulesets says
///
/// New rulesets only watch at first: a check that is required and that nobody reports yet would block every pull request. With
/// --active they hold; what holds already is never let go. Rules and checks that others added to a ruleset of kb's stay; who may
/// pass it by is as the file says.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb github apply-rulesets --dry-run
  kb github apply-rulesets
  kb github apply-rulesets --active

Needs the token of an administrator of the repository in KB_ADMIN_TOKEN, GH_TOKEN or GITHUB_TOKEN.")]
pub(in crate::cli) struct Args {
    /// Let the rulesets hold
    #[arg(long)]
    active: bool,

    #[command(flatten)]
    dry_run: DryRunArgs,

    #[command(flatten)]
    format: FormatArgs,
}

/// Runs `kb github apply-rulesets`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let workspace = app.workspace()?;
    let forge = app.forge_settings(&workspace.config)?;
    let options = ApplyOptions { active: args.active, dry_run: args.dry_run.dry_run };
    let report = apply(&workspace, forge.as_ref(), &options)?;
    match args.format.format {
        Format::Json => output::print_json(&report)?,
        Format::Human => output::print(&render(&report, &options))?,
    }
    Ok(Exit::Fine)
}

fn render(report: &ApplyReport, options: &ApplyOptions) -> String {
    let title = if options.dry_run { "would be brought" } else { "brought" };
    let mut lines = vec![paint(BOLD, format!("{}: rulesets and labels, as they {title}", report.place))];
    for (what, applied) in [("ruleset", &report.rulesets), ("label", &report.labels)] {
        lines.extend(applied.iter().flat_map(|one| described(what, one)));
    }
    if report.waiting && !options.active {
        let next = "kb github apply-rulesets --active";
        lines.push(format!(
            "They only watch yet. Next, when each check has reported once: {}",
            paint(CYAN, next)
        ));
    }
    lines.join("\n")
}

fn described(what: &str, applied: &Applied) -> Vec<String> {
    let (style, word) = match applied.step {
        Step::Created => (GREEN, "new"),
        Step::Changed => (YELLOW, "changed"),
        Step::Same => (DIM, "same"),
    };
    let enforcement = applied.enforcement.as_ref().map(|word| format!(", {word}")).unwrap_or_default();
    let word = paint(style, format!("{word:<8}"));
    let mut lines = vec![format!("{word} {what:<8} {}{enforcement}", applied.name)];
    lines.extend(applied.lacked.iter().map(|lacked| format!("{:18}{}", "", paint(DIM, lacked))));
    lines
}

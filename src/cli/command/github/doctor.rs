//! `kb github doctor`: reads back what GitHub enforces.

use crate::cli::app::App;
use crate::cli::arguments::{Format, FormatArgs};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{self, BOLD, DIM, GREEN, RED, YELLOW, paint};
use crate::config::ForgeRole;
use crate::ops::github::{GithubReport, Part, RoleSight, Standing, doctor};
use crate::port::ForgeSettings as _;

/// Read back what GitHub enforces, and say what is missing
///
/// Rulesets and who may pass them by, what each app may do beside what its role needs, environments, CODEOWNERS, labels, and the
/// files of `kb github init`. Nothing is changed. What this account may not see is said to be unseen, not to be well. Ends with 1
/// when something that kb relies on does not hold.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb github doctor
  KB_ADMIN_TOKEN=... kb github doctor --format json")]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    format: FormatArgs,
}

/// Runs `kb github doctor`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let workspace = app.workspace()?;
    let config = &workspace.config;
    let forge = app.forge_settings(config)?;
    let mut roles = Vec::new();
    for role in ForgeRole::ALL {
        let own = app.forge(config, role)?.filter(|forge| forge.has_credential());
        let facts = own.and_then(|own| own.app().transpose());
        roles.push(RoleSight { role, needs: app.role_needs(role), facts });
    }
    let report = doctor(&workspace, forge.as_ref(), &roles)?;
    match args.format.format {
        Format::Json => output::print_json(&report)?,
        Format::Human => output::print(&render(&report))?,
    }
    Ok(if report.worst() == Standing::Fail { Exit::Findings } else { Exit::Fine })
}

fn render(report: &GithubReport) -> String {
    let mut lines = vec![paint(BOLD, &report.place)];
    for seen in &report.seen {
        let (style, word) = match seen.standing {
            Standing::Ok => (GREEN, "ok    "),
            Standing::Unseen => (DIM, "unseen"),
            Standing::Warn => (YELLOW, "warn  "),
            Standing::Fail => (RED, "fail  "),
        };
        let part = match seen.part {
            Part::Repository => "repository",
            Part::App => "app",
            Part::Ruleset => "ruleset",
            Part::Rules => "rules",
            Part::Environment => "environment",
            Part::Codeowners => "owners",
            Part::Labels => "labels",
            Part::Files => "files",
        };
        lines.push(format!("{}  {part:<11}  {}: {}", paint(style, word), seen.name, seen.message));
        lines.extend(seen.help.iter().map(|help| format!("{:21}{}", "", paint(DIM, help))));
    }
    let count = |standing| report.seen.iter().filter(|seen| seen.standing == standing).count();
    let summary = match (count(Standing::Fail), count(Standing::Warn), count(Standing::Unseen)) {
        (0, 0, 0) => format!("all {} things are as they must be", report.seen.len()),
        (fail, warn, unseen) => format!("{fail} to mend, {warn} to look at, {unseen} that could not be seen"),
    };
    lines.push(paint(BOLD, summary));
    lines.join("\n")
}

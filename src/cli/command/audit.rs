//! `kb audit`: replays main.

use crate::cli::app::App;
use crate::cli::arguments::{Format, FormatArgs};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{self, BOLD, CYAN, DIM, GREEN, RED, YELLOW, paint};
use crate::finding::Severity;
use crate::ops::audit::{AuditFinding, AuditOptions, AuditReport, audit};

/// Replay main and name everything that did not pass the gate
///
/// Goes through the first-parent history of main since the commit that brought kb.toml, with no network and no trust in
/// what commits say of themselves. Names every commit that changes knowledge and that no valid signed decision carries,
/// every merge whose tree is not the one that was decided on or that a person had to approve by `[gate.risk]` of its base and
/// nobody did, and every byte of evidence that changed. What a hand-made
/// commit is, an error or a warning, `[gate] direct` in kb.toml says.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb audit --verify                           all of main
  kb audit --verify --anchor v1.0             and it must still contain v1.0, with its evidence untouched
  kb audit --verify --format json             for programs

Exit code 1 means that something is wrong, or that it cannot be verified, as in a shallow clone.")]
pub(in crate::cli) struct Args {
    /// Verify decisions and evidence; what the audit does anyway
    #[arg(long)]
    verify: bool,

    /// A commit that must be part of main, with its evidence unchanged; keep it where the repository's owner cannot move it
    #[arg(long, value_name = "REV")]
    anchor: Option<String>,

    #[command(flatten)]
    format: FormatArgs,
}

/// Runs `kb audit`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let options = AuditOptions { anchor: args.anchor.clone() };
    let report = audit(&app.workspace()?, &app.repository()?.reader(), &options)?;
    match args.format.format {
        Format::Json => output::print_json(&report)?,
        Format::Human => output::print(&render(&report))?,
    }
    Ok(if report.fails() { Exit::Findings } else { Exit::Fine })
}

fn render(report: &AuditReport) -> String {
    let mut lines: Vec<String> = report.findings.iter().map(described).collect();
    let examined = &report.examined;
    let count = format!(
        "{} commits: {} decided, {} evidence, {} other, {} undecided",
        examined.commits, examined.decided, examined.evidence, examined.other, examined.undecided
    );
    let since = match &report.start {
        Some(start) => format!("since {}", start.short()),
        None => "no commit of main has a kb.toml, so there is nothing to hold it to".to_owned(),
    };
    let verdict = match (report.complete, report.fails()) {
        (false, _) => paint(RED, "cannot verify"),
        (true, true) => paint(RED, "does not hold"),
        (true, false) => paint(GREEN, "holds"),
    };
    lines.push(format!(
        "{} {verdict}  {}",
        paint(BOLD, &report.target),
        paint(DIM, format!("{count}, {since}"))
    ));
    lines.join("\n")
}

fn described(finding: &AuditFinding) -> String {
    let (style, word) = match finding.severity {
        Severity::Error => (RED, "error"),
        Severity::Warning => (YELLOW, "warning"),
        Severity::Info => (DIM, "info"),
    };
    let commit = finding.commit.as_ref().map_or("--------", |commit| commit.short());
    format!("{}[{}] {}  {}", paint(style, word), finding.rule, paint(CYAN, commit), finding.message)
}

//! `kb okf export`: the knowledge as a bundle.

use std::path::PathBuf;

use crate::cli::app::App;
use crate::cli::arguments::{CallerArgs, DryRunArgs, Format, FormatArgs};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output;
use crate::ops::okf::{ExportReport, export};
use crate::port::Files;

/// Write the knowledge as an OKF bundle into a new folder
///
/// Wiki-links become Markdown links, and citations name their evidence in `sources`, which `urn:kb:evidence:` names stand
/// for: the evidence itself stays here. `generated` and `verified` are filled from the ledger, for notes of which it proves
/// every claim; what is not known is absent. Labels and tenants are never written, and on behalf of a tenant or a holder of
/// labels only what they may see is, index entries included.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb okf export ../bundle
  kb okf export ../public --label public        only what everybody may see
  kb okf export ../bundle --dry-run             how much that would be
  kb okf export ../acme --tenant acme --label support")]
pub(in crate::cli) struct Args {
    /// A folder that does not exist yet, or is empty, and is no part of knowledge or evidence
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    #[command(flatten)]
    caller: CallerArgs,

    #[command(flatten)]
    dry_run: DryRunArgs,

    #[command(flatten)]
    format: FormatArgs,
}

/// Runs `kb okf export`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let workspace = app.workspace()?;
    let target =
        if args.dry_run.dry_run { None } else { Some(app.empty_folder(&args.folder, &workspace.layout)?) };
    let target = target.as_ref().map(|tree| tree as &dyn Files);
    let report = export(&workspace, &args.caller.resolve(&workspace)?, target)?;
    match args.format.format {
        Format::Json => output::print_json(&report)?,
        Format::Human => output::print(&human(&report, &args.folder.display().to_string()))?,
    }
    Ok(Exit::Fine)
}

fn human(report: &ExportReport, folder: &str) -> String {
    let mut lines = vec![format!(
        "{folder}: {} Markdown files, {} attachments; {} say who wrote them, {} who confirmed them",
        report.concepts, report.attachments, report.generated, report.verified
    )];
    let left_out = |path| format!("left out: {path}: its front matter does not parse");
    lines.extend(report.left_out.iter().map(left_out));
    lines.join("\n")
}

//! `kb okf check`: whether a folder is a bundle of the format.

use std::path::PathBuf;

use crate::cli::app::App;
use crate::cli::command::check::{CheckFormat, print};
use crate::cli::failure::{Exit, Failure};
use crate::ops::okf;
use crate::port::Event;

/// Look for what keeps a folder from being an OKF bundle
///
/// Errors are what the format requires: front matter that parses and a `type` in every concept, `index.md` and `log.md` in
/// their form. Warnings are values of optional keys that other readers may not understand. Unknown types, unknown keys,
/// broken links and missing indexes are no findings: every reader must bear them. What is wrong with the knowledge itself
/// is for `kb check` to say.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb okf check                     this repository's knowledge
  kb okf check ../bundle           any other folder
  kb okf check --format json

Exit code: 0 no error and no warning, 1 some, 2 usage")]
pub(in crate::cli) struct Args {
    /// The bundle; without it, this repository's knowledge
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,

    /// How to write the report
    #[arg(long, value_name = "FORMAT", default_value = "full", hide_default_value = true)]
    format: CheckFormat,
}

/// Runs `kb okf check`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let workspace = app.workspace()?;
    let (folder, shown) = match &args.folder {
        Some(folder) => (app.directory().join(folder), folder.display().to_string()),
        None => {
            let knowledge = workspace.layout.knowledge.as_ref().map_or(".", |folder| folder.as_str());
            (app.tree()?.root().join(knowledge), knowledge.to_owned())
        }
    };
    let bundle = okf::read(&app.sources()?, &folder, &shown, workspace.config.limits())?;
    for unread in &bundle.unread {
        app.events().emit(Event::Warn(unread.clone()));
    }
    let report = okf::check(&bundle);
    print(args.format, &report, &bundle, None)?;
    Ok(if report.is_fine() { Exit::Fine } else { Exit::Findings })
}

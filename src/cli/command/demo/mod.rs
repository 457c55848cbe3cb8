//! `kb demo`: the main job on a built-in sample, in a repository of its own. It types commands; it does nothing else.

mod sample;
mod stage;
mod story;

use std::path::PathBuf;

use crate::cli::app::App;
use crate::cli::failure::{Exit, Failure};
use stage::Stage;

/// Run the whole loop on a built-in sample, step by step
///
/// Makes a repository in a new folder, takes in a handful of conversations, tickets and a document of an invented bicycle
/// shop, and runs the commands that you would type: add, propose, review, merge, build, search, why. Then it plants a
/// false claim, which the reviewer refuses, and changes evidence behind the gate's back, which the audit names.
///
/// Nothing outside that folder is touched, nothing is downloaded, and the folder stays, so that you can go on in it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb demo
  kb demo --dir /tmp/try-kb && cd /tmp/try-kb/shop && kb search 'refund'")]
pub(in crate::cli) struct Args {
    /// Where to make the repository: a folder that is empty or does not exist [default: a new one in the
    /// system's folder for temporary files]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

/// Runs `kb demo`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let stage = Stage::build(args.dir.as_ref().map(|folder| app.directory().join(folder)))?;
    story::tell(&stage)
}

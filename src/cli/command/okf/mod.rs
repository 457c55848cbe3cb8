//! `kb okf`: knowledge as a bundle of the Open Knowledge Format, in and out.

mod check;
mod export;
mod import;

use clap::Subcommand;

use crate::cli::app::App;
use crate::cli::failure::{Exit, Failure};

/// Exchange knowledge with other tools in the Open Knowledge Format
///
/// The Open Knowledge Format (OKF) 0.2 is a folder of Markdown files with front matter, which other tools for agents and
/// people read and write. `knowledge/` is such a bundle as it stands. An exported one has Markdown links only, and says in
/// `sources`, `generated` and `verified` what the ledger proves; an imported one is read, and what it says of its own trust
/// is not believed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb okf check                    whether knowledge/ is a conformant bundle
  kb okf export ../bundle         a bundle with what the ledger proves
  kb okf import ../bundle --dry-run   what would come in, and what is not believed")]
pub(in crate::cli) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    Check(check::Args),
    Export(export::Args),
    Import(import::Args),
}

/// Runs `kb okf`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    match &args.action {
        Action::Check(args) => check::run(app, args),
        Action::Export(args) => export::run(app, args),
        Action::Import(args) => import::run(app, args),
    }
}

//! `kb man`: manual pages from the definitions of the commands.

use std::path::PathBuf;

use crate::cli::app::App;
use crate::cli::definition;
use crate::cli::failure::{Exit, Failure};

/// Write the manual pages into a folder
///
/// One page a command: kb.1, kb-add.1, kb-search.1 and so on. The folder is made where it is missing.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb man ~/.local/share/man/man1
  kb man pages && man pages/kb-search.1")]
pub(in crate::cli) struct Args {
    /// The folder to write into
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Runs `kb man`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let folder = app.directory().join(&args.folder);
    super::generate::make_folder(&folder)?;
    // clap's own help subcommands would each get an empty page.
    let pages = definition().disable_help_subcommand(true);
    clap_mangen::generate_to(pages, &folder).map_err(|error| {
        Failure::environment(format!("writing manual pages to {}: {error}", folder.display()))
    })?;
    Ok(Exit::Fine)
}

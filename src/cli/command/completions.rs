//! `kb completions`: shell completions from the definitions of the commands.

use clap_complete::Shell;

use crate::cli::app::App;
use crate::cli::failure::{Exit, Failure};
use crate::cli::{definition, output};

/// Print completions for a shell
///
/// The script goes to standard output; put it where your shell looks for completions.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb completions bash > ~/.local/share/bash-completion/completions/kb
  kb completions zsh  > ~/.zfunc/_kb
  kb completions fish > ~/.config/fish/completions/kb.fish")]
pub(in crate::cli) struct Args {
    /// The shell
    shell: Shell,
}

/// Runs `kb completions`.
pub(super) fn run(_app: &App, args: &Args) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut definition(), "kb", &mut script);
    output::print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Fine)
}

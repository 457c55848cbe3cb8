//! `kb github`: what GitHub runs and enforces for a knowledge base.

mod apply;
mod doctor;
mod init;

use clap::Subcommand;

use crate::cli::app::App;
use crate::cli::failure::{Exit, Failure};

/// Set up GitHub, and compare what it enforces with what kb relies on
///
/// kb's roles are apps of their own, and GitHub itself keeps them apart: only the merger moves main, only the reviewer reports
/// `kb/review`, and secrets lie in environments that only the workflows of main get at. `init` writes the files that say so,
/// `apply-rulesets` brings GitHub there, and `doctor` reads back whether it is so.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb github init --owner @acme/kb      workflows, scripts, rulesets, CODEOWNERS, labels
  kb github apply-rulesets             rulesets that only watch, and the labels
  kb github apply-rulesets --active    rulesets that hold, once the checks have reported
  kb github doctor                     what is missing

Settings are read and changed with the token in KB_ADMIN_TOKEN, the variable that `token_env` of [forge] names, GH_TOKEN or
GITHUB_TOKEN, the first that is set.")]
pub(in crate::cli) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    Init(init::Args),
    Doctor(doctor::Args),
    ApplyRulesets(apply::Args),
}

/// Runs `kb github`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    match &args.action {
        Action::Init(args) => init::run(app, args),
        Action::Doctor(args) => doctor::run(app, args),
        Action::ApplyRulesets(args) => apply::run(app, args),
    }
}

//! The command line: parses what was typed, calls one operation, renders its report. It decides nothing itself.

mod app;
mod arguments;
mod command;
mod failure;
mod output;
mod panic;
mod progress;
mod reference;
mod schema;
mod served;
mod spending;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, Parser};

use app::App;
use command::Command;
use failure::{Exit, Failure};

/// What was typed.
#[derive(Debug, Parser)]
#[command(name = "kb", version, about, long_about = command::ABOUT, max_term_width = 100)]
#[command(disable_help_subcommand = true, after_help = command::AFTER_HELP)]
struct Cli {
    #[command(flatten)]
    global: arguments::Global,

    #[command(subcommand)]
    command: Option<Command>,
}

/// Runs the program on the arguments of the process.
pub fn main() -> ExitCode {
    panic::install();
    let cli = match definition().try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => {
            // A closed pipe under `kb --help | head` is no error of kb's.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    // The panic hook has said what happened by the time that the panic arrives here.
    catch_unwind(AssertUnwindSafe(|| run(&cli))).unwrap_or(Exit::Bug).into()
}

/// The definition of all commands, from which help, completions, manual and reference come.
fn definition() -> clap::Command {
    command::grouped(Cli::command())
}

/// Runs `arguments` in `app` as if they had been typed.
fn run_typed(app: &App, arguments: &[&str]) -> Result<Exit, Failure> {
    let typed = std::iter::once("kb").chain(arguments.iter().copied());
    let cli = definition()
        .try_get_matches_from(typed)
        .and_then(|matches| Cli::from_arg_matches(&matches))
        .map_err(|error| Failure::bug(format!("kb typed a command that it does not understand: {error}")))?;
    match &cli.command {
        Some(command) => command.run(app),
        None => command::print_help(),
    }
}

fn run(cli: &Cli) -> Exit {
    output::choose_color(cli.global.color);
    let result = App::new(&cli.global).and_then(|app| match &cli.command {
        Some(command) => command.run(&app),
        None => command::print_help(),
    });
    match result {
        Ok(exit) => exit,
        Err(failure) => {
            failure.report();
            failure.exit()
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_definitions_hold_together() {
        super::definition().debug_assert();
    }
}

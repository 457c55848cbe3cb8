//! `kb hook`: what git runs on a server.

use std::fmt::Write as _;

use crate::cli::app::App;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output;
use crate::ops::receive::{PushRefusal, PushReport, Pusher, Update, receive, refused};
use crate::text::visible;

/// How many refusals are told; a push can hold any number of wrong files.
const TOLD: usize = 20;

/// Judge a push on a git server; `kb server init` sets it up
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  exec kb hook pre-receive        all of hooks/pre-receive in a bare repository
  kb hook pre-receive --help      who may push what")]
pub(in crate::cli) struct Args {
    #[command(subcommand)]
    hook: Hook,
}

#[derive(Debug, clap::Subcommand)]
enum Hook {
    /// Take or refuse a whole push: reads `old new ref` lines from standard input, as git writes them
    ///
    /// Who pushes says the server (see kb/server.toml in the repository's folder), what they may do their role. A proposer
    /// pushes working branches and records of proposals, a reviewer nothing, a merger what a decision carries that is signed
    /// by a reviewer key of main's own kb.toml, over exactly that base, head and tree. The gate's checks are run again here,
    /// on the objects while git still holds them apart. What is refused is told by ref, with what to do; then nothing of the
    /// push is taken.
    #[command(after_help = "\
Examples:
  exec kb hook pre-receive        in a hook of your own, with git's standard input

Exit code 0 takes the push, any other refuses it.")]
    PreReceive,
}

/// Runs `kb hook`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let Hook::PreReceive = args.hook;
    let (pusher, report) = judged(app).map_err(|failure| failure.hint("the push was not taken"))?;
    for note in &report.notes {
        output::tell(&format!("kb: {}", visible(note)));
    }
    if report.refused.is_empty() {
        return Ok(Exit::Fine);
    }
    output::tell(&told(pusher.as_ref(), &report));
    Ok(Exit::Findings)
}

fn judged(app: &App) -> Result<(Option<Pusher>, PushReport), Failure> {
    let config = app.server_config()?;
    let pusher = match Pusher::of(&config, |name| app.variable(name)) {
        Ok(pusher) => pusher,
        Err(refusal) => return Ok((None, refused(&refusal))),
    };
    let updates = match Update::read(&app.standard_input()?) {
        Ok(updates) => updates,
        Err(line) => return Ok((Some(pusher), refused(&PushRefusal::Malformed(line)))),
    };
    app.see_pushed()?;
    let workspace = app.snapshot_workspace()?;
    let report = receive(&workspace, workspace.git()?, &pusher, &updates)?;
    Ok((Some(pusher), report))
}

fn told(pusher: Option<&Pusher>, report: &PushReport) -> String {
    let who = pusher.map(|pusher| format!(" of {} ({})", visible(&pusher.name), pusher.role.name()));
    let mut text = format!("kb: refused; nothing of this push{} was taken", who.unwrap_or_default());
    let mut last = None;
    for refusal in report.refused.iter().take(TOLD) {
        let place = refusal.reference.as_deref().map(visible).unwrap_or_default();
        let space = if place.is_empty() { "" } else { " " };
        // Writing to a String cannot fail.
        let _ = write!(text, "\n{place}{space}[{}] {}", refusal.name, visible(&refusal.message));
        if last != Some(&refusal.help) {
            let _ = write!(text, "\n    {}", refusal.help);
        }
        last = Some(&refusal.help);
    }
    if report.refused.len() > TOLD {
        let _ = write!(text, "\nand {} more", report.refused.len() - TOLD);
    }
    text
}

//! `kb doctor`: looks at machine and repository, and with `--repair` mends what is safe to mend.

use crate::cli::app::App;
use crate::cli::arguments::{Format, FormatArgs};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{self, BOLD, DIM, GREEN, RED, YELLOW, paint};
use crate::ops::doctor::{DoctorReport, Health, doctor};

/// Look for what is wrong with this machine and this repository
///
/// One line a thing: git, disk, kb.toml, roles, models, keys, branch, identity, history, ledger, locks, what a dead process left.
/// Ends with 1 when something will not work. Without --repair it changes nothing.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb doctor
  kb doctor --repair
  kb doctor --probe
  kb -C ~/notes doctor --format json")]
pub(in crate::cli) struct Args {
    /// Mend what is safe: finish an interrupted merge, remove temporary folders of dead processes
    #[arg(long)]
    repair: bool,

    /// Ask every language model of kb.toml two short questions: whether it is there, and how it can ask for tools
    #[arg(long)]
    probe: bool,

    #[command(flatten)]
    format: FormatArgs,
}

/// Runs `kb doctor`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    if args.repair {
        repair(app)?;
    }
    let machine = app.machine(args.probe)?;
    let workspace = app.try_workspace()?;
    let report = doctor(workspace.as_ref(), &machine);
    match args.format.format {
        Format::Json => output::print_json(&report)?,
        Format::Human => output::print(&render(&report))?,
    }
    Ok(if report.worst() == Health::Fail { Exit::Findings } else { Exit::Fine })
}

fn repair(app: &App) -> Result<(), Failure> {
    use crate::port::{Event, GitGate as _};
    let say = |text: String| app.events().emit(Event::Say(text));
    let _lock = app.lock("kb doctor --repair")?;
    // First: whatever writes cleans as well, and would not say so.
    let removed = app.remove_left_over()?;
    if removed > 0 {
        say(format!("removed {removed} temporary folder{}", if removed == 1 { "" } else { "s" }));
    }
    if let Ok(repository) = app.repository()
        && let Some(advance) = repository.gate().finish_advance()?
    {
        say(format!("finished the merge into {} at {}", advance.target, advance.to.short()));
    }
    Ok(())
}

fn render(report: &DoctorReport) -> String {
    let mut text = String::new();
    let mut line = |line: String| {
        text.push_str(&line);
        text.push('\n');
    };
    for examined in &report.examined {
        let (style, word) = match examined.health {
            Health::Ok => (GREEN, "ok  "),
            Health::Warn => (YELLOW, "warn"),
            Health::Fail => (RED, "fail"),
        };
        line(format!("{}  {:<10}  {}", paint(style, word), examined.what, examined.message));
        if let Some(help) = &examined.help {
            line(format!("{:18}{}", "", paint(DIM, help)));
        }
    }
    let count = |health| report.examined.iter().filter(|examined| examined.health == health).count();
    let summary = match (count(Health::Fail), count(Health::Warn)) {
        (0, 0) => format!("all {} things are as they must be", report.examined.len()),
        (fail, warn) => {
            format!("{fail} to mend, {warn} to look at, {} things looked at", report.examined.len())
        }
    };
    line(paint(BOLD, summary));
    text
}

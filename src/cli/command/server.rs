//! `kb server`: sets a plain git server up.

use std::path::PathBuf;

use crate::cli::app::App;
use crate::cli::arguments::{DryRunArgs, Format, FormatArgs};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{self, BOLD, CYAN, DIM, GREEN, YELLOW, paint};
use crate::config::PushRole;
use crate::ops::server::{ServerOptions, ServerReport, check, init};

/// Set up a plain git server that holds the roles apart
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb server init /srv/git/base.git --from . --proposer bot --merger gate --maintainer ann
  kb server init --help           what it sets up, and who pushes what")]
pub(in crate::cli) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// Make a bare repository in which the roles are held apart, or bring one up to date
    ///
    /// Sets git to check what it gets and to show branches and tags only, installs the hook that judges every push (see `kb
    /// hook pre-receive --help`), and writes kb/server.toml in the repository's folder, which says who has which role. Run it
    /// again when kb has moved; roles that stand there stay as they are.
    #[command(after_help = "\
Examples:
  kb server init /srv/git/base.git --from . --proposer bot --merger gate --maintainer ann
  kb server init /srv/git/base.git                      the hook and the settings of one that is there

Who pushes says the server: REMOTE_USER of `git http-backend`, GL_USER of gitolite, or KB_USER, which an SSH key's `command=` sets.")]
    Init(InitArgs),
}

#[derive(Debug, clap::Args)]
struct InitArgs {
    /// The folder of the bare repository, such as /srv/git/base.git
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Fill a new repository with the branches, the ledger and the tags of REPO, a repository of this machine
    #[arg(long, value_name = "REPO")]
    from: Option<PathBuf>,

    /// Main's name in a new repository [default: that of REPO, else main]
    #[arg(long, value_name = "NAME")]
    branch: Option<String>,

    /// Somebody who pushes working branches (repeatable, like all roles)
    #[arg(long, value_name = "NAME")]
    proposer: Vec<String>,

    /// Somebody who reads and signs
    #[arg(long, value_name = "NAME")]
    reviewer: Vec<String>,

    /// Somebody who moves main to what was decided on
    #[arg(long, value_name = "NAME")]
    merger: Vec<String>,

    /// Somebody who adds evidence to main
    #[arg(long, value_name = "NAME")]
    collector: Vec<String>,

    /// A person who commits to main by hand, kb.toml and workflows included
    #[arg(long, value_name = "NAME")]
    maintainer: Vec<String>,

    /// The variable in which the server says who pushes (repeatable) [default: REMOTE_USER, GL_USER, KB_USER]
    #[arg(long, value_name = "VARIABLE")]
    pusher: Vec<String>,

    /// The program that the hook runs [default: the path of this one]
    #[arg(long, value_name = "PROGRAM")]
    kb: Option<String>,

    #[command(flatten)]
    dry_run: DryRunArgs,

    #[command(flatten)]
    format: FormatArgs,
}

/// Runs `kb server`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let Action::Init(args) = &args.action;
    let names = [
        (PushRole::Proposer, &args.proposer),
        (PushRole::Reviewer, &args.reviewer),
        (PushRole::Merger, &args.merger),
        (PushRole::Collector, &args.collector),
        (PushRole::Maintainer, &args.maintainer),
    ];
    let program = match &args.kb {
        Some(program) => program.clone(),
        None => app.own_program()?,
    };
    let options = ServerOptions {
        program,
        pusher: args.pusher.clone(),
        names: names
            .iter()
            .flat_map(|(role, names)| names.iter().map(|name| (*role, name.clone())))
            .collect(),
        dry_run: args.dry_run.dry_run,
    };
    check(&options)?;
    let (server, is_new) =
        app.server(&args.folder, args.from.as_deref(), args.branch.as_deref(), options.dry_run)?;
    let report = init(&server.site(), &options)?;
    match args.format.format {
        Format::Json => output::print_json(&report)?,
        Format::Human => output::print(&render(args, &options, &report, is_new))?,
    }
    Ok(Exit::Fine)
}

fn render(args: &InitArgs, options: &ServerOptions, report: &ServerReport, is_new: bool) -> String {
    let is_complete = !is_new && report.settings.is_empty() && report.written.is_empty();
    let title = match (options.dry_run, is_complete, is_new) {
        (_, true, _) => "Nothing is missing in",
        (true, false, true) => "Would make",
        (true, false, false) => "Would bring up to date",
        (false, false, true) => "Made",
        (false, false, false) => "Brought up to date",
    };
    let place = args.folder.display();
    let mut lines = vec![format!("{} {}", paint(BOLD, title), paint(CYAN, &place))];
    lines.extend(report.written.iter().map(|file| format!("  {}  {file}", paint(GREEN, "file   "))));
    lines.extend(report.kept.iter().map(|file| format!("  {}  {file}", paint(DIM, "kept   "))));
    let setting = |(key, values): &(String, Vec<String>)| {
        format!("  {}  {key} = {}", paint(GREEN, "setting"), values.join(" "))
    };
    lines.extend(report.settings.iter().map(setting));
    lines.extend(report.roles.iter().map(|(role, name)| format!("  {:<10} {name}", role.name())));
    if report.roles.is_empty() {
        let note = format!("nobody can push yet: [roles] in {place}/kb/server.toml");
        lines.push(format!("  {}  {note}", paint(YELLOW, "note   ")));
    }
    lines.push(format!("Who pushes is what the server sets as {}", report.pusher.join(" or ")));
    lines.join("\n")
}

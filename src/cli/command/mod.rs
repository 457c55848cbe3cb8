//! The commands: one file each, with its arguments next to the function that runs it.

mod add;
mod ask;
mod audit;
mod build;
mod check;
mod cite;
mod completions;
mod demo;
mod doctor;
mod dossier;
mod estimate;
mod eval;
mod explain;
mod fix;
mod generate;
mod github;
mod hook;
mod index;
mod init;
mod links;
mod ls;
mod man;
mod mcp;
mod merge;
mod model;
mod mv;
mod new;
mod okf;
mod proposal;
mod propose;
mod pulls;
mod read;
mod reorg;
mod review;
mod search;
mod server;
mod tree;
mod why;

use std::fmt::Write as _;

use clap::Subcommand;
use clap::builder::styling::Style;

use super::app::App;
use super::failure::{Exit, Failure};
use super::output;

/// What `kb --help` says of kb.
pub(super) const ABOUT: &str = "\
Keeps knowledge as Markdown in git, and makes every sentence of it auditable.

Evidence (conversations, tickets, documents) goes in with `kb add`. `kb propose` turns it into the smallest change \
of the notes, every claim citing lines and words of the evidence; `kb review` checks each claim against them; only \
`kb merge` moves main. `kb search` reads what was merged, and `kb why` says where a line comes from.";

/// What stands below the options of `kb --help`.
pub(super) const AFTER_HELP: &str = "\
The whole loop: kb add call.txt --commit && kb propose && kb review && kb merge && kb build
Try it:         kb demo
Exit codes:     0 fine, 1 findings, 2 usage or kb.toml, 3 machine or repository, 70 a bug of kb's";

/// The commands, ordered by when a person needs them.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    Init(init::Args),
    Demo(demo::Args),
    Doctor(doctor::Args),
    Add(add::Args),
    Propose(propose::Args),
    Review(review::Args),
    Merge(merge::Args),
    Build(build::Args),
    Proposal(proposal::Args),
    Search(search::Args),
    Ask(ask::Args),
    Read(read::Args),
    Ls(ls::Args),
    Tree(tree::Args),
    Why(why::Args),
    Links(links::Args),
    Mcp(mcp::Args),
    New(new::Args),
    Cite(cite::Args),
    Mv(mv::Args),
    Fix(fix::Args),
    Check(check::Args),
    Explain(explain::Args),
    Audit(audit::Args),
    Eval(eval::Args),
    Reorg(reorg::Args),
    Model(model::Args),
    Okf(okf::Args),
    Server(server::Args),
    Hook(hook::Args),
    Github(github::Args),
    Index(index::Args),
    Completions(completions::Args),
    Man(man::Args),
    #[command(hide = true)]
    Generate(generate::Args),
}

/// The groups in which the help shows the commands.
const GROUPS: [(&str, &[&str]); 11] = [
    ("Start", &["init", "demo", "doctor"]),
    ("Turn evidence into knowledge", &["add", "propose", "review", "merge", "build", "proposal"]),
    ("Read", &["search", "ask", "read", "ls", "tree", "why", "links"]),
    ("Serve agents", &["mcp"]),
    ("Edit notes", &["new", "cite", "mv", "fix"]),
    ("Look for what is wrong", &["check", "explain", "audit", "eval", "reorg"]),
    ("Choose models", &["model"]),
    ("Exchange with other tools", &["okf"]),
    ("Serve a repository", &["server", "hook"]),
    ("Work on GitHub", &["github", "index"]),
    ("For your shell", &["completions", "man"]),
];

/// Makes the help of `kb` show the commands in groups.
pub(super) fn grouped(kb: clap::Command) -> clap::Command {
    let heading = Style::new().bold().underline();
    let name_style = Style::new().bold();
    let mut list = String::new();
    for (group, names) in GROUPS {
        // Writing to a String cannot fail.
        let _ = writeln!(list, "{heading}{group}:{heading:#}");
        for name in names {
            let about = kb.find_subcommand(name).and_then(clap::Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(list, "  {name_style}{name:<12}{name_style:#} {about}");
        }
        list.push('\n');
    }
    kb.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}{heading}Options:{heading:#}\n{{options}}{{after-help}}"
    ))
}

impl Command {
    /// Runs the command.
    pub fn run(&self, app: &App) -> Result<Exit, Failure> {
        match self {
            Command::Init(args) => init::run(app, args),
            Command::Add(args) => add::run(app, args),
            Command::Propose(args) => propose::run(app, args),
            Command::Review(args) => review::run(app, args),
            Command::Merge(args) => merge::run(app, args),
            Command::Build(args) => build::run(app, args),
            Command::Search(args) => search::run(app, args),
            Command::Ask(args) => ask::run(app, args),
            Command::Read(args) => read::run(app, args),
            Command::Ls(args) => ls::run(app, args),
            Command::Tree(args) => tree::run(app, args),
            Command::Why(args) => why::run(app, args),
            Command::Links(args) => links::run(app, args),
            Command::Mcp(args) => mcp::run(app, args),
            Command::New(args) => new::run(app, args),
            Command::Cite(args) => cite::run(app, args),
            Command::Mv(args) => mv::run(app, args),
            Command::Fix(args) => fix::run(app, args),
            Command::Check(args) => check::run(app, args),
            Command::Explain(args) => explain::run(app, args),
            Command::Audit(args) => audit::run(app, args),
            Command::Eval(args) => eval::run(app, args),
            Command::Reorg(args) => reorg::run(app, args),
            Command::Model(args) => model::run(app, args),
            Command::Okf(args) => okf::run(app, args),
            Command::Server(args) => server::run(app, args),
            Command::Hook(args) => hook::run(app, args),
            Command::Github(args) => github::run(app, args),
            Command::Index(args) => index::run(app, args),
            Command::Proposal(args) => proposal::run(app, args),
            Command::Doctor(args) => doctor::run(app, args),
            Command::Demo(args) => demo::run(app, args),
            Command::Completions(args) => completions::run(app, args),
            Command::Man(args) => man::run(app, args),
            Command::Generate(args) => generate::run(app, args),
        }
    }
}

/// Prints the help, as `kb` without arguments does.
pub(super) fn print_help() -> Result<Exit, Failure> {
    output::print(&super::definition().render_help().ansi().to_string())?;
    Ok(Exit::Fine)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    #[test]
    fn the_help_shows_every_command() {
        let kb = crate::cli::definition();
        let commands: BTreeSet<&str> = kb
            .get_subcommands()
            .filter(|command| !command.is_hide_set())
            .map(clap::Command::get_name)
            .collect();
        let shown: BTreeSet<&str> =
            super::GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        assert_eq!(shown, commands);
    }
}

//! `kb mcp --install`: makes the server known to the program that an agent runs in.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::cli::app::App;
use crate::cli::arguments::CallerArgs;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output;
use crate::ops::install::{Client, Entry, Scope, install, snippet};
use crate::port::Files as _;

const INSTALL: &str = "Make it known to a client";

/// The options that make the server known to a client instead of serving.
#[derive(Debug, clap::Args)]
pub(super) struct InstallArgs {
    /// Print the settings with which CLIENT starts this server: claude, cursor, codex or vscode
    #[arg(long, value_name = "CLIENT", hide_possible_values = true, conflicts_with = "http", help_heading = INSTALL)]
    pub install: Option<ClientName>,

    /// Write them into the client's own file; its other entries and its comments stay as they are
    #[arg(long, requires = "install", help_heading = INSTALL)]
    write: bool,

    /// Show what --write would change
    #[arg(long, requires = "install", help_heading = INSTALL)]
    dry_run: bool,

    /// For all that you do, instead of for whoever works in this base
    #[arg(long, requires = "install", help_heading = INSTALL)]
    user: bool,

    /// For whoever works in folder DIR, which is not this base
    #[arg(long, value_name = "DIR", requires = "install", conflicts_with = "user", help_heading = INSTALL)]
    project: Option<PathBuf>,

    /// What the client calls the server
    #[arg(long, value_name = "NAME", default_value = "kb", requires = "install", help_heading = INSTALL)]
    name: String,
}

/// A client by its name.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum ClientName {
    Claude,
    Cursor,
    Codex,
    #[value(name = "vscode")]
    VsCode,
}

impl From<ClientName> for Client {
    fn from(name: ClientName) -> Client {
        match name {
            ClientName::Claude => Client::Claude,
            ClientName::Cursor => Client::Cursor,
            ClientName::Codex => Client::Codex,
            ClientName::VsCode => Client::VsCode,
        }
    }
}

/// Runs `kb mcp --install` for a server with the options `more`, read on behalf of `caller`.
pub(super) fn run(
    app: &App,
    args: &InstallArgs,
    client: Client,
    caller: &CallerArgs,
    more: Vec<String>,
) -> Result<Exit, Failure> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if args.name.is_empty() || !args.name.chars().all(is_name) {
        return Err(Failure::usage(format!("`{}` cannot name a server in every client", args.name))
            .hint("letters, digits, `-` and `_` make a name"));
    }
    // A caller that nobody knows is said now, and not by a client that cannot start its server.
    caller.resolve(&app.workspace()?)?;
    let root = app.tree()?.root().to_owned();
    let (files, path) = match (&args.project, args.user) {
        (_, true) => app.user_settings(client)?,
        (Some(folder), _) => app.project_settings(client, folder)?,
        (None, false) => app.project_settings(client, &root)?,
    };
    let scope = if args.user { Scope::User } else { Scope::Project };
    let is_own = scope == Scope::Project && files.root() == root;
    let entry = entry(app, args, is_own.then_some(client.folder_variable()), caller, more)?;
    let file = files.root().join(path.as_str()).display().to_string();
    if !args.write && !args.dry_run {
        let text = snippet(client, &entry)
            .map_err(|error| Failure::bug(format!("the settings cannot be written: {error}")))?;
        output::print(&text)?;
        output::tell(&format!(
            "This belongs into {file}; `--write` puts it there. Then {}.",
            client.next_step(scope)
        ));
        return Ok(Exit::Fine);
    }
    let installation = install(&files, &path, client, &entry)?;
    if args.dry_run {
        output::print(&installation.patch)?;
        return Ok(Exit::Fine);
    }
    files.apply(&installation.changes)?;
    let what = if installation.changes.is_empty() { "was there already" } else { "was entered" };
    output::print(&format!("The server `{}` {what}: {file}", entry.name))?;
    output::tell(&format!("Then {}.", client.next_step(scope)));
    Ok(Exit::Fine)
}

/// The entry: in the base's own settings, which go with it, `kb` from the path and no place of this machine; elsewhere this very
/// program and this very base.
fn entry(
    app: &App,
    args: &InstallArgs,
    own: Option<Option<&'static str>>,
    caller: &CallerArgs,
    more: Vec<String>,
) -> Result<Entry, Failure> {
    let (command, folder) = match own {
        Some(variable) => ("kb".to_owned(), variable.map(str::to_owned)),
        None => {
            let root = app.tree()?.root().to_str().map(str::to_owned).ok_or_else(|| {
                Failure::environment("the path of this base is not UTF-8, and settings are text")
            })?;
            (app.own_program()?, Some(root))
        }
    };
    let mut arguments: Vec<String> =
        folder.into_iter().flat_map(|folder| ["-C".to_owned(), folder]).collect();
    arguments.push("mcp".to_owned());
    arguments.extend(caller.typed());
    arguments.extend(more);
    Ok(Entry { name: args.name.clone(), command, arguments })
}

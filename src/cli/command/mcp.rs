//! `kb mcp`: serves the knowledge to agents over the Model Context Protocol.

mod install;

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use clap::ValueEnum;

use crate::cli::app::App;
use crate::cli::arguments::CallerArgs;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output;
use crate::cli::served::AppOpener;
use crate::digest::Sha256Hex;
use crate::mcp::{Form, HttpSettings, PATH, Reader, Settings, Tokens, Who, serve_http, serve_stdio};
use crate::ops::policy::policy;
use crate::port::Event;

const HTTP: &str = "Over HTTP";

/// The tokens of an answer unless somebody says otherwise.
const BUDGET: usize = 1500;

/// The variable that may hold a token in clear.
const TOKEN: &str = "KB_MCP_TOKEN";

/// Serve the knowledge to agents, over the Model Context Protocol
///
/// Speaks the protocol on standard input and output, and nothing else there, until the client closes them. An agent gets what
/// this command line gives a person: it searches, reads, browses, asks why, and hands over evidence, which becomes a proposal
/// and never a change. Answers come from the head of main: what is saved and not committed is not told.
///
/// On whose behalf it reads is said here, once: nothing that an agent sends widens it. With `--as NAME` the policy of main says
/// at every call what NAME may see. What an agent hands over demands of its readers all that the caller holds.
///
/// A result has two parts, Markdown and structured content, and a client shows its model one of them. The texts stand in the
/// one that the client is known to show, and in the Markdown for clients that are not known; `--texts` says otherwise.
///
/// With `--install` it serves nothing and prints the settings with which a client starts it, or enters them with `--write`: in
/// this base, for whoever works in it, or with `--user` for all that you do.
///
/// With `--http` it serves many clients at http://ADDRESS/mcp. Whoever connects sends a token (`Authorization: Bearer TOKEN`),
/// and the token says on whose behalf they read: `--tokens FILE` has a table for each, with the token's SHA-256 and never the
/// token; KB_MCP_TOKEN in the environment is one token more, for the caller named here. Who calls it by another name than that
/// of this machine is refused unless `--host` names it, and so is every web page that `--origin` does not name. It speaks no
/// TLS: let a proxy in front do that before anything but this machine connects.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb mcp                          for the owner of this checkout
  kb mcp --as support             for `[callers.support]` of kb.toml
  kb mcp --read-only -C ~/base    nothing can be handed over
  kb mcp --install claude         the settings with which Claude Code starts it; --write enters them
  kb mcp --http 127.0.0.1:8787 --tokens ~/kb-tokens.toml

A table of the file of tokens, `printf %s TOKEN | sha256sum` gives the hash:
  [tokens.support-bot]
  sha256 = \"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\"
  caller = \"support\"              # of [callers] in kb.toml, or: owner = true
  remember = true                 # it may hand evidence over")]
pub(in crate::cli) struct Args {
    /// Take nothing in: without the tool `remember`
    #[arg(long)]
    read_only: bool,

    /// The tokens of an answer unless a call asks for others
    #[arg(long, value_name = "TOKENS", default_value_t = BUDGET)]
    budget: usize,

    /// Where results carry the texts: markdown or structured [default: where the client looks for them]
    #[arg(long, value_name = "PART", hide_possible_values = true)]
    texts: Option<Texts>,

    /// Serve over HTTP at this address; a port alone is one of this machine, 0 any that is free
    #[arg(long, value_name = "[IP:]PORT", value_parser = address, help_heading = HTTP)]
    http: Option<SocketAddr>,

    /// Who may connect: a file outside of the repository
    #[arg(long, value_name = "FILE", requires = "http", help_heading = HTTP)]
    tokens: Option<PathBuf>,

    /// A name by which clients call this server, beside that of this machine (repeatable)
    #[arg(long = "host", value_name = "NAME", requires = "http", help_heading = HTTP)]
    hosts: Vec<String>,

    /// A web page that may call this server, such as https://tools.example.org:443 (repeatable)
    #[arg(long = "origin", value_name = "URL", requires = "http", help_heading = HTTP)]
    origins: Vec<String>,

    #[command(flatten)]
    install: install::InstallArgs,

    #[command(flatten)]
    caller: CallerArgs,
}

/// A part of a result.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Texts {
    Markdown,
    Structured,
}

fn address(text: &str) -> Result<SocketAddr, String> {
    let port = text.parse().map(|port| SocketAddr::new(IpAddr::from([127, 0, 0, 1]), port));
    port.or_else(|_| text.parse()).map_err(|_| "write it like 8787 or 127.0.0.1:8787".to_owned())
}

/// Runs `kb mcp`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    if let Some(client) = args.install.install {
        return install::run(app, &args.install, client.into(), &args.caller, typed(args));
    }
    let opener = Arc::new(AppOpener { directory: app.directory().to_owned(), kept: Arc::default() });
    let form = args.texts.map(|texts| match texts {
        Texts::Markdown => Form::Markdown,
        Texts::Structured => Form::Structured,
    });
    let session = app.session()?;
    let settings = |reader| Settings { reader, form, budget: args.budget, session: session.clone() };
    match args.http {
        None => serve_stdio(opener, settings(Some(reader(app, args)?)))?,
        Some(address) => {
            let tokens = tokens(app, args)?;
            if !address.ip().is_loopback() {
                let words = "other machines can connect, and what they send and get is not encrypted: let a proxy speak TLS";
                app.events().emit(Event::Warn(words.to_owned()));
            }
            let http =
                HttpSettings { address, hosts: args.hosts.clone(), origins: args.origins.clone(), tokens };
            serve_http(opener, settings(None), http, |at| {
                output::tell(&format!("serving http://{at}{PATH}"))
            })?;
        }
    }
    Ok(Exit::Fine)
}

/// The options that say how it serves, but for the caller, as they were typed.
fn typed(args: &Args) -> Vec<String> {
    let mut typed = Vec::new();
    if args.read_only {
        typed.push("--read-only".to_owned());
    }
    if args.budget != BUDGET {
        typed.extend(["--budget".to_owned(), args.budget.to_string()]);
    }
    let texts = args.texts.and_then(|texts| texts.to_possible_value());
    typed.extend(texts.iter().flat_map(|texts| ["--texts".to_owned(), texts.get_name().to_owned()]));
    typed
}

/// On whose behalf it reads, as it was said here.
fn reader(app: &App, args: &Args) -> Result<Reader, Failure> {
    let who = match &args.caller.as_name {
        Some(name) => {
            // A name that nobody knows is said now, to whoever starts the server.
            args.caller.resolve(&app.snapshot_workspace()?)?;
            Who::Named(name.clone())
        }
        None => Who::Caller(args.caller.given()),
    };
    Ok(Reader { who, may_remember: !args.read_only })
}

/// Who may connect.
fn tokens(app: &App, args: &Args) -> Result<Tokens, Failure> {
    let mut tokens = Tokens::default();
    if let Some(token) = app.variable(TOKEN).filter(|token| !token.trim().is_empty()) {
        tokens.add_clear(&token, reader(app, args)?)?;
    }
    let listed = args.tokens.as_ref().map(|file| app.tokens(file)).transpose()?.unwrap_or_default();
    let known = policy(&app.snapshot_workspace()?)?.callers;
    for (name, token) in listed.tokens {
        let who = match token.caller {
            Some(caller) if !known.contains_key(&caller) => {
                return Err(Failure::usage(format!(
                    "[tokens.{name}] reads as `{caller}`, and kb.toml has no such caller"
                ))
                .hint("`[callers]` of kb.toml on main names them"));
            }
            Some(caller) => Who::Named(caller),
            None => Who::Caller(crate::caller::Caller::owner()),
        };
        let may_remember = token.remember && !args.read_only;
        // The file was read: a hash that is none did not get here.
        if let Some(hash) = Sha256Hex::parse(&token.sha256) {
            tokens.add(hash, Reader { who, may_remember });
        }
    }
    if tokens.is_empty() {
        return Err(Failure::usage("nobody could connect: no token is known")
            .hint(format!("`--tokens FILE` names them, or {TOKEN} holds one; `kb mcp --help` shows how")));
    }
    Ok(tokens)
}

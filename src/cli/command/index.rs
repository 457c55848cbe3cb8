//! `kb index`: the index as an artifact of a registry.

use clap::Subcommand;

use crate::cli::app::App;
use crate::cli::arguments::{Format, FormatArgs};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{self, CYAN, DIM, GREEN, YELLOW, paint};
use crate::ops::publish::{Moved, publish, pull};

/// Publish the index in a registry, or take it from there
///
/// An artifact of the Open Container Initiative, as ghcr.io and every other registry keeps: a file of the index a layer, named by
/// its content, so that only what changed is moved. It names the commit that it mirrors and the version of kb that made it.
///
/// The credential is that in KB_REGISTRY_TOKEN, of the user in KB_REGISTRY_USER (`kb` unless set); what is public needs none.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb build && kb index publish ghcr.io/acme/base/index
  kb index pull ghcr.io/acme/base/index
  kb index pull ghcr.io/acme/base/index --digest sha256:4f0c...   exactly this one, as an attestation names it")]
pub(in crate::cli) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    Publish(PublishArgs),
    Pull(PullArgs),
}

/// Publish the index of main
///
/// The tag of the commit is written, and `latest` is moved, forward only: where a later commit is published that stays, and where
/// the published one is no ancestor of ours it is an error.
#[derive(Debug, clap::Args)]
struct PublishArgs {
    /// The repository in a registry: ghcr.io/acme/base/index; localhost and 127.0.0.1 are asked in the clear
    #[arg(value_name = "PLACE")]
    place: String,

    /// Print the digest alone, and nothing where a later commit is published
    #[arg(long, conflicts_with = "format")]
    digest_only: bool,

    #[command(flatten)]
    format: FormatArgs,
}

/// Take the published index
///
/// Every byte is held to its digest. Only an index of a commit of main, made by the same version of kb, is taken; `kb build` goes on
/// from it. Whoever may push to the registry can make up what `latest` says: an attested digest cannot be made up.
#[derive(Debug, clap::Args)]
struct PullArgs {
    /// The repository in a registry: ghcr.io/acme/base/index
    #[arg(value_name = "PLACE")]
    place: String,

    /// Take exactly this one: sha256: and 64 digits [default: the tag latest]
    #[arg(long, value_name = "DIGEST")]
    digest: Option<String>,

    #[command(flatten)]
    format: FormatArgs,
}

/// Runs `kb index`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let (workspace, index, git) = (app.workspace()?, app.index()?, app.repository()?.reader());
    match &args.action {
        Action::Publish(args) => {
            let registry = app.registry(&args.place)?;
            let report = publish(&workspace, &git, &index, &registry)?;
            if args.digest_only {
                if report.moved != Moved::Newer {
                    output::print(&report.digest)?;
                }
                return Ok(Exit::Fine);
            }
            match args.format.format {
                Format::Json => output::print_json(&report)?,
                Format::Human => {
                    let (style, word) = match report.moved {
                        Moved::Published => (GREEN, "published"),
                        Moved::Same => (DIM, "unchanged"),
                        Moved::Newer => (YELLOW, "left"),
                    };
                    let name = paint(CYAN, format!("{}@{}", report.place, report.digest));
                    let note = match report.moved {
                        Moved::Newer => "a later commit is published already".to_owned(),
                        _ => format!("{} shards sent, {} there already", report.sent, report.kept),
                    };
                    let commit = report.commit.short();
                    let word = paint(style, format!("{word:<10}"));
                    output::print(&format!("{word} {name}\n           {commit}: {note}"))?;
                }
            }
        }
        Action::Pull(args) => {
            let reference = args.digest.as_deref().unwrap_or("latest");
            let is_digest = reference.strip_prefix("sha256:").and_then(crate::digest::Sha256Hex::parse);
            if args.digest.is_some() && is_digest.is_none() {
                return Err(Failure::usage(format!("`{reference}` is no digest"))
                    .hint("it is `sha256:` and 64 digits of 0-9 and a-f"));
            }
            let registry = app.registry(&args.place)?;
            let report = pull(&workspace, &git, &index, &registry, reference)?;
            match args.format.format {
                Format::Json => output::print_json(&report)?,
                Format::Human => {
                    let name = paint(CYAN, format!("{}@{}", report.place, report.digest));
                    let (word, commit) = (paint(GREEN, "pulled    "), report.commit.short());
                    let note =
                        format!("{commit}: {} shards fetched, {} here already", report.fetched, report.kept);
                    output::print(&format!("{word} {name}\n           {note}"))?;
                }
            }
        }
    }
    Ok(Exit::Fine)
}

//! `kb check`: what is wrong in notes, links, citations and evidence.

use std::path::{Component, Path, PathBuf};

use clap::ValueEnum;

use crate::check::render;
use crate::cli::app::App;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output;
use crate::ops::check::{CheckOptions, check};
use crate::path::RepoPath;
use crate::port::Cache;

/// Look for what is wrong in notes, links and citations
///
/// Reads every note and every evidence item, and reports broken links, citations that lead nowhere, quoted words that
/// do not stand in the cited lines, claims without evidence, evidence that was changed, and files that cannot be read
/// as they stand. Nothing is changed. `kb explain RULE` says what a rule reports and why; `kb.toml` sets the level of
/// each.
///
/// In a folder without kb.toml, such as an Obsidian vault, only what is broken is reported; nothing is demanded.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb check                         everything in the working tree
  kb check knowledge/billing       only findings in this folder
  kb check --rev main~3            the knowledge as it was
  kb check --changed main          only what this branch is responsible for
  kb check --format github         annotations in a GitHub workflow

Exit code: 0 no error and no warning, 1 some, 2 usage or kb.toml")]
pub(in crate::cli) struct Args {
    /// Report only findings in these notes and folders; links are followed everywhere all the same
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// Check the commit REV instead of the working tree
    #[arg(long, value_name = "REV")]
    rev: Option<String>,

    /// Report only what the changes since BASE are responsible for
    ///
    /// BASE is a branch or commit; changes count from where the work left it. A finding that stood there before is not
    /// reported, one that the change made elsewhere is: a link from another note to what was renamed.
    #[arg(long, value_name = "BASE")]
    changed: Option<String>,

    /// How to write the report
    #[arg(long, value_name = "FORMAT", default_value = "full", hide_default_value = true)]
    format: CheckFormat,
}

/// How `kb check` writes its report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CheckFormat {
    /// For people: each finding with its line
    #[value(alias = "human")]
    Full,
    /// For programs: one JSON document on standard output
    Json,
    /// For code-scanning services: SARIF 2.1.0
    Sarif,
    /// For GitHub workflows: annotations beside the lines of a diff
    Github,
}

/// Runs `kb check`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let root = app.tree()?.root();
    let mut paths = Vec::new();
    for path in &args.paths {
        // The root itself is everything.
        paths.extend(inside(root, app.directory(), path)?);
    }
    let everything = paths.len() < args.paths.len();
    let options = CheckOptions {
        rev: args.rev.clone(),
        changed: args.changed.clone(),
        paths: if everything { Vec::new() } else { paths },
    };
    let workspace = app.workspace()?;
    let cache = app.cache()?;
    let checked = check(&workspace, cache.as_ref().map(|cache| cache as &dyn Cache), &options)?;
    let report = &checked.report;
    match args.format {
        CheckFormat::Full => output::print(&render::full(report, checked.source.as_ref()))?,
        CheckFormat::Json => output::print_json(&render::json(report))?,
        CheckFormat::Sarif => {
            output::print_json(&render::sarif(report, checked.source.as_ref(), env!("CARGO_PKG_VERSION")))?;
        }
        CheckFormat::Github => output::print(&render::github(report))?,
    }
    Ok(if report.is_fine() { Exit::Fine } else { Exit::Findings })
}

/// `path`, typed in `directory`, as a path below `root`; `None` for the root itself.
fn inside(root: &Path, directory: &Path, path: &Path) -> Result<Option<RepoPath>, Failure> {
    let mut full = PathBuf::new();
    for part in directory.join(path).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                full.pop();
            }
            part => full.push(part),
        }
    }
    let outside = || {
        Failure::usage(format!("`{}` lies outside of {}", path.display(), root.display()))
            .hint("`-C DIR` names another knowledge base")
    };
    let rest = full.strip_prefix(root).map_err(|_| outside())?;
    if rest.as_os_str().is_empty() {
        return Ok(None);
    }
    let text = rest.to_string_lossy().replace('\\', "/");
    RepoPath::new(text).map(Some).map_err(|error| Failure::usage(error.to_string()))
}

//! `kb check`: what is wrong in notes, links, citations and evidence.

use std::path::{Component, Path, PathBuf};

use clap::ValueEnum;

use crate::check::render::{self, Source};
use crate::check::{CheckReport, Withheld};
use crate::cli::app::App;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output;
use crate::ops::baseline;
use crate::ops::check::{CheckOptions, Checked, check};
use crate::path::RepoPath;
use crate::port::{Cache, Event, Events, Files};
use crate::text::visible;

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
  kb check --format concise        one line a finding, for grep and editors
  kb check --format github         annotations in a GitHub workflow
  kb check --format markdown >> \"$GITHUB_STEP_SUMMARY\"
  kb check --format junit > kb.xml for Jenkins and GitLab
  kb check --write-baseline kb-baseline.json
  kb check --baseline kb-baseline.json
                                   adopt an existing vault: only new findings from now on

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

    /// Report only what the baseline FILE does not know
    ///
    /// FILE comes from `--write-baseline`. A finding is known by its rule, its file and the text it stands in, so that
    /// lines may move. In a knowledge base nothing about changed evidence, wrong quotes, claimed trust, hidden text or
    /// secrets is ever hidden; and no proposal, review or merge reads a baseline.
    #[arg(long, value_name = "FILE")]
    baseline: Option<String>,

    /// Write what is found now to FILE, and report nothing: the vault as it was when kb was adopted
    #[arg(long, value_name = "FILE", conflicts_with_all = ["baseline", "paths", "changed"])]
    write_baseline: Option<String>,

    /// How to write the report
    #[arg(long, value_name = "FORMAT", default_value = "full", hide_default_value = true)]
    format: CheckFormat,
}

/// How `kb check` writes its report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum CheckFormat {
    /// For people: each finding with its line
    #[value(alias = "human")]
    Full,
    /// One line a finding: `path:line:column: level[rule] message`
    Concise,
    /// For programs: one JSON document
    Json,
    /// For programs: one JSON object a line, then a summary
    Jsonl,
    /// For code-scanning services: SARIF 2.1.0
    Sarif,
    /// For GitHub workflows: annotations beside the lines of a diff
    Github,
    /// For Jenkins and GitLab: JUnit's XML
    Junit,
    /// For a comment on a pull request or a job's summary: a table in Markdown
    Markdown,
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
    let mut checked = check(&workspace, cache.as_ref().map(|cache| cache as &dyn Cache), &options)?;
    if let Some(file) = &args.write_baseline {
        return write_baseline(app, workspace.files, &checked, &app.repo_path(file)?);
    }
    let withheld = match &args.baseline {
        Some(file) => {
            let path = app.repo_path(file)?;
            Some(baseline::withhold(workspace.files, &mut checked, &path, &options)?)
        }
        None => None,
    };
    let report = &checked.report;
    print(args.format, report, checked.source.as_ref(), withheld.as_ref())?;
    if matches!(args.format, CheckFormat::Concise | CheckFormat::Github) {
        app.events().emit(Event::Say(render::plain_summary(report)));
    }
    if let (Some(withheld), Some(file)) = (&withheld, &args.baseline) {
        say_withheld(app.events(), withheld, file);
    }
    Ok(if report.is_fine() { Exit::Fine } else { Exit::Findings })
}

/// Writes the baseline, and says how much it holds.
fn write_baseline(
    app: &App,
    files: &dyn Files,
    checked: &Checked<'_>,
    path: &RepoPath,
) -> Result<Exit, Failure> {
    let written = baseline::write(files, checked, path)?;
    app.events().emit(Event::Say(format!(
        "{path} knows {}; `kb check --baseline {path}` reports only others",
        counted(written.known)
    )));
    if written.left_out > 0 {
        app.events().emit(Event::Warn(format!(
            "not in it: {} about evidence, trust or secrets, which no baseline of a knowledge base hides",
            counted(written.left_out)
        )));
    }
    Ok(Exit::Fine)
}

fn counted(findings: usize) -> String {
    format!("{findings} finding{}", if findings == 1 { "" } else { "s" })
}

/// Says what the baseline held back, and which of its entries nothing answers to any more.
fn say_withheld(events: &dyn Events, withheld: &Withheld, file: &str) {
    events.emit(Event::Say(format!("{file} hides {}", counted(withheld.hidden))));
    for gone in &withheld.gone {
        let count = if gone.count > 1 { format!(" ({} of them)", gone.count) } else { String::new() };
        let path = visible(&gone.path);
        events.emit(Event::Say(format!("gone: {} in {path}{count}", visible(&gone.rule))));
    }
    if !withheld.gone.is_empty() {
        events.emit(Event::Say(format!("`kb check --write-baseline {file}` takes them out of the file")));
    }
}

/// Writes `report` as `format` says.
pub(super) fn print(
    format: CheckFormat,
    report: &CheckReport,
    source: &dyn Source,
    withheld: Option<&Withheld>,
) -> Result<(), Failure> {
    match format {
        CheckFormat::Full => output::print(&render::full(report, source)),
        CheckFormat::Concise => output::print(&render::concise(report)),
        CheckFormat::Json => output::print_json(&render::json(report, withheld)),
        CheckFormat::Jsonl => output::print_json_lines(render::jsonl(report, withheld)),
        CheckFormat::Sarif => output::print_json(&render::sarif(report, source, env!("CARGO_PKG_VERSION"))),
        CheckFormat::Github => output::print(&render::github(report)),
        CheckFormat::Junit => output::print(&render::junit(report)),
        CheckFormat::Markdown => output::print(&render::markdown(report)),
    }
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

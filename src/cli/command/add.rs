//! `kb add`: files, folders and standard input become evidence.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use crate::caller::{Label, Tenant};
use crate::cli::app::App;
use crate::cli::arguments::{DryRunArgs, Format, FormatArgs};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{self, BOLD, CYAN, DIM, GREEN, RED, paint};
use crate::evidence::{Kind, StatedTime};
use crate::ops::add::{AddError, AddOptions, AddReport, Added, Input, add};
use crate::port::{Event, GitWrite, SourceError, Sources};

/// Take in evidence: files, folders, or `-` for standard input
///
/// Markdown, plain text and transcripts, conversations in JSON Lines, JSON or YAML, tables of tickets (CSV, TSV), web pages,
/// e-mail, PDF and pictures. What a source is, is told by its content. The bytes are kept as they are; where lines cannot be
/// cited in them, `text.md` beside them holds the text, a turn, paragraph or field a line. A picture needs a description.
///
/// The same bytes give the same item: adding them again writes nothing. A file with several conversations is one item; each
/// keeps its own time and context. Folders are walked without hidden and git-ignored files, and without following links.
///
/// Kind, origin, title, subjects, labels, tenant and time are taken from the options, else from what the source says of
/// itself (front matter, the header of a conversation, of a message), else from kb.toml. Labels of the source and of the
/// options add up. A time without a zone is UTC.
///
/// Secrets and hidden text are looked for before anything is written; `[evidence] secrets` and `hidden` in kb.toml say whether
/// they are reported, redacted or refused.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb add call.jsonl --commit                          one conversation, committed
  kb add exports/ --kind ticket --label support       a folder of tickets
  kb add chart.png --description \"Sales by month\"     a picture
  pbpaste | kb add - --name notes.md                  from standard input
  kb add call.jsonl --dry-run --format json           what would be added

Exit code 1 means that something was not taken in; the rest was.")]
pub(in crate::cli) struct Args {
    /// Files, folders, or `-` for standard input
    #[arg(value_name = "SOURCE", required = true)]
    sources: Vec<PathBuf>,

    /// What kind of source it is: call, ticket, document, mail, tool-output or any such word
    #[arg(long, value_name = "WORD")]
    kind: Option<Kind>,

    /// Where it comes from: a URL, a ticket number; else the file's name
    #[arg(long, value_name = "TEXT")]
    origin: Option<String>,

    /// Its title
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    /// Whom or what it is about (repeatable)
    #[arg(long = "subject", value_name = "TEXT")]
    subjects: Vec<String>,

    /// A label that readers must hold (repeatable)
    #[arg(long = "label", value_name = "L")]
    labels: Vec<String>,

    /// The tenant that it belongs to
    #[arg(long, value_name = "T")]
    tenant: Option<String>,

    /// When it came to be, such as 2026-11-30 or 2026-11-30T09:15:00+01:00
    #[arg(long, value_name = "TIME", value_parser = time)]
    at: Option<StatedTime>,

    /// The file name that standard input would have
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    /// A file with the text of one source, where kb can extract none or a worse one
    #[arg(long, value_name = "FILE", conflicts_with = "description")]
    text: Option<PathBuf>,

    /// The text of one source, such as what a picture shows
    #[arg(long, value_name = "TEXT")]
    description: Option<String>,

    /// Commit what was added, and nothing else, on the current branch
    #[arg(long)]
    commit: bool,

    #[command(flatten)]
    dry_run: DryRunArgs,

    #[command(flatten)]
    format: FormatArgs,
}

fn time(text: &str) -> Result<StatedTime, String> {
    StatedTime::parse(text).ok_or_else(|| "write it like 2026-11-30 or 2026-11-30T09:15:00+01:00".to_owned())
}

/// Runs `kb add`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let dry_run = args.dry_run.dry_run;
    let workspace = app.workspace()?;
    let limit = workspace.config.evidence.max_bytes;
    let sources = app.sources()?;
    let options = AddOptions {
        kind: args.kind.clone(),
        origin: args.origin.clone(),
        title: args.title.clone(),
        subjects: args.subjects.clone(),
        labels: words(&args.labels, "--label")?.into_iter().map(Label).collect(),
        tenant: words(args.tenant.as_slice(), "--tenant")?.into_iter().next().map(Tenant),
        at: args.at,
        text: text(&sources, args, limit)?,
        bound: None,
        commit: args.commit,
        dry_run,
    };
    let inputs = inputs(args, limit)?;
    let _lock = if dry_run { None } else { Some(app.lock("kb add")?) };
    let writer = if args.commit { Some(app.repository()?.writer()) } else { None };
    let writer = writer.as_ref().map(|writer| writer as &dyn GitWrite);
    let (report, failure) = match add(&workspace, &sources, writer, inputs, &options) {
        Ok(report) => (report, None),
        Err(AddError::Write { report, source }) => (*report, Some(Failure::from(source))),
        Err(AddError::Commit { report, source }) => {
            let source = AddError::Commit { report: Box::default(), source };
            (*report, Some(Failure::from(source)))
        }
        Err(error) => return Err(error.into()),
    };
    match args.format.format {
        Format::Json => output::print_json(&report)?,
        Format::Human => {
            output::print(&items(&report))?;
            remark(app, &report, args.commit, failure.is_some());
        }
    }
    match failure {
        Some(failure) => Err(failure),
        None if !report.skipped.is_empty() || report.added.is_empty() => Ok(Exit::Findings),
        None => Ok(Exit::Fine),
    }
}

/// The words given to `option`, none of them blank, each once.
fn words(given: &[String], option: &str) -> Result<BTreeSet<String>, Failure> {
    if given.iter().any(|word| word.trim().is_empty() || word.contains(',')) {
        return Err(Failure::usage(format!("`{option}` takes one word; repeat it for several")));
    }
    Ok(given.iter().map(|word| word.trim().to_owned()).collect())
}

/// The text that the user gives for a source.
fn text(sources: &impl Sources, args: &Args, limit: u64) -> Result<Option<String>, Failure> {
    let Some(path) = &args.text else { return Ok(args.description.clone()) };
    let unread = |error: SourceError| Failure::usage(format!("--text: {error}"));
    let listing = sources.list(path).map_err(unread)?;
    let [file] = listing.files.as_slice() else {
        return Err(Failure::usage(format!("--text: {} is not a file", path.display())));
    };
    let bytes = sources.read(file, limit).map_err(unread)?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::usage(format!("--text: {} is not UTF-8 text", path.display())))?;
    Ok(Some(text))
}

fn inputs(args: &Args, limit: u64) -> Result<Vec<Input>, Failure> {
    let is_input = |path: &Path| path.as_os_str() == "-";
    if args.name.is_some() && !args.sources.iter().any(|path| is_input(path)) {
        return Err(Failure::usage("`--name` names standard input, and no `-` was given"));
    }
    let mut inputs = Vec::new();
    let mut read = false;
    for path in &args.sources {
        if !is_input(path) {
            inputs.push(Input::Path(path.clone()));
        } else if !std::mem::replace(&mut read, true) {
            let mut bytes = Vec::new();
            std::io::stdin()
                .lock()
                .take(limit.saturating_add(1))
                .read_to_end(&mut bytes)
                .map_err(|error| Failure::environment(format!("reading standard input: {error}")))?;
            inputs.push(Input::Bytes { name: args.name.clone(), bytes });
        }
    }
    Ok(inputs)
}

/// The items, for standard output.
fn items(report: &AddReport) -> String {
    let mut text = String::new();
    for item in &report.added {
        let verb = match (item.existing, report.dry_run) {
            (true, _) => paint(DIM, "already here as"),
            (false, true) => paint(GREEN, "would add"),
            (false, false) => paint(GREEN, "added"),
        };
        let title = item.title.as_ref().map_or_else(String::new, |title| format!("  {}", paint(BOLD, title)));
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{verb} {}  {}{title}", paint(CYAN, &item.id), size(item));
    }
    text
}

fn size(item: &Added) -> String {
    let count = |count: usize, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
    let lines = count(item.lines as usize, "line");
    match (item.turns, item.blocks) {
        (0, 0) => format!("{lines}, nothing to cite"),
        (0, blocks) => format!("{lines}, {}", count(blocks, "block")),
        (turns, _) => format!("{lines}, {}", count(turns, "turn")),
    }
}

/// Says on standard error what to look at, what was left out, and what to do next.
fn remark(app: &App, report: &AddReport, commit: bool, failed: bool) {
    let warn = |text: String| app.events().emit(Event::Warn(text));
    let say = |text: String| app.events().emit(Event::Say(text));
    for item in &report.added {
        if item.redacted > 0 {
            warn(format!("{}: {} places redacted", item.id, item.redacted));
        }
        item.warnings.iter().for_each(|words| warn(format!("{}: {words}", item.id)));
    }
    for skipped in &report.skipped {
        // Said even when quiet: it is why the exit code is 1.
        anstream::eprintln!("{}: {}: {}", paint(RED, "not added"), skipped.path, skipped.reason);
    }
    for (count, what) in [(report.passed_over, "hidden or git-ignored"), (report.links, "symbolic links")] {
        if count > 0 {
            say(format!("{count} {what} passed over"));
        }
    }
    let new = report.added.iter().filter(|item| !item.existing).count();
    if report.added.is_empty() && report.skipped.is_empty() {
        say("no file was found to add".to_owned());
    } else if report.added.len() + report.skipped.len() > 1 {
        let (there, not) = (report.added.len() - new, report.skipped.len());
        say(format!("{new} new, {there} already here, {not} not added"));
    }
    if failed || report.dry_run || report.added.is_empty() {
        return;
    }
    let propose = paint(CYAN, "kb propose");
    say(match (&report.commit, commit || new == 0) {
        (Some(id), _) => format!("committed as {}; next: {propose}", id.short()),
        (None, true) => format!("next: {propose}"),
        (None, false) => format!("next: commit it, with `--commit` here or with git, then {propose}"),
    });
}

//! `kb init`: makes a knowledge base here, or adds what is missing to one.

use crate::cli::app::{App, KeyRole};
use crate::cli::arguments::DryRunArgs;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{self, BOLD, CYAN, DIM, GREEN, YELLOW, paint};
use crate::ops::init::{InitOptions, InitReport, LocalKey, init};
use crate::port::GitWrite;

/// Make a knowledge base here, or add what is missing to one
///
/// Writes a commented kb.toml, an entry page in knowledge/, evidence/, a check for CI, and a line in .gitignore and
/// .gitattributes. Makes the git repository where there is none, and a key for each role in .kb/keys, whose public
/// half goes into kb.toml. Files that are there stay as they are; run it as often as you like.
///
/// No hook is installed, and no file of another program is touched.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb init                     in an empty folder or an existing repository
  kb init --knowledge docs    the notes lie in docs/
  kb init --knowledge .       an Obsidian vault: every Markdown file is knowledge
  kb init --dry-run           only show what would be written")]
pub(in crate::cli) struct Args {
    /// The folder of the notes; `.` makes every Markdown file of the repository knowledge [default: knowledge]
    #[arg(long, value_name = "DIR")]
    knowledge: Option<String>,

    /// The folder of the evidence [default: evidence]
    #[arg(long, value_name = "DIR")]
    evidence: Option<String>,

    /// Commit exactly what was written; without it, only where nothing was committed yet and nothing else lies here
    #[arg(long, overrides_with = "no_commit")]
    commit: bool,

    /// Commit nothing
    #[arg(long)]
    no_commit: bool,

    /// Make the keys that are not on this machine, even where kb.toml lists others for their roles
    #[arg(long)]
    new_keys: bool,

    #[command(flatten)]
    dry_run: DryRunArgs,
}

/// Runs `kb init`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let dry_run = args.dry_run.dry_run;
    let is_made = app.make_repository(dry_run)?;
    let _lock = if dry_run { None } else { Some(app.lock("kb init")?) };
    let workspace = app.workspace()?;
    let keys = &workspace.config.keys;
    let keys = [
        local_key(app, KeyRole::Reviewer, &keys.reviewer, args)?,
        local_key(app, KeyRole::Gate, &keys.gate, args)?,
        local_key(app, KeyRole::Approver, &keys.approver, args)?,
    ];
    let options = InitOptions {
        knowledge: args.knowledge.clone(),
        evidence: args.evidence.clone(),
        keys: keys.into_iter().flatten().collect(),
        commit: if args.commit { Some(true) } else { args.no_commit.then_some(false) },
        dry_run,
    };
    let writer = app.repository().ok().map(|repository| repository.writer());
    let writer = writer.as_ref().map(|writer| writer as &dyn GitWrite);
    let report = init(&workspace, writer, &options)?;
    output::print(&render(app, &report, &options, is_made)?)?;
    Ok(Exit::Fine)
}

/// The key of `role` on this machine; made where there is none and `kb.toml` lists none.
fn local_key(app: &App, role: KeyRole, listed: &[String], args: &Args) -> Result<Option<LocalKey>, Failure> {
    let wanted = (listed.is_empty() || args.new_keys) && !args.dry_run.dry_run;
    let key = app.key_or_make(role, wanted)?;
    Ok(key.map(|key| LocalKey { role: role.as_str(), public: key.public() }))
}

fn render(app: &App, report: &InitReport, options: &InitOptions, is_made: bool) -> Result<String, Failure> {
    let mut text = String::new();
    let mut line = |line: String| {
        text.push_str(&line);
        text.push('\n');
    };
    let root = app.tree()?.root().display().to_string();
    let is_complete = report.created.is_empty() && report.extended.is_empty();
    let title = match (options.dry_run, is_complete) {
        (_, true) => "Nothing is missing in",
        (true, false) => "Would write into",
        (false, false) => "Wrote into",
    };
    line(format!("{} {}", paint(BOLD, title), paint(CYAN, &root)));
    if is_made {
        let made = if options.dry_run { "would be made" } else { "made" };
        line(format!("  {}  a git repository on {}", paint(GREEN, format!("{made:<10}")), report.branch));
    }
    let groups = [
        ("new", GREEN, &report.created),
        ("line added", GREEN, &report.extended),
        ("kept", DIM, &report.kept),
    ];
    for (word, style, paths) in groups {
        for path in paths.iter().filter(|_| !is_complete) {
            line(format!("  {}  {path}", paint(style, format!("{word:<10}"))));
        }
    }
    let unlisted = |public: &String| report.unlisted_keys.iter().any(|(_, other)| other == public);
    for key in options.keys.iter().filter(|key| !is_complete && !unlisted(&key.public)) {
        line(format!(
            "  {}  .kb/keys/{} (private, never committed; keep a copy)",
            paint(DIM, "key       "),
            key.role
        ));
    }
    for (role, public) in &report.unlisted_keys {
        let note =
            format!("the {role} key here counts once kb.toml lists it: [keys] {role} = [\"{public}\"]");
        line(format!("  {}  {note}", paint(YELLOW, "note      ")));
    }
    if report.notes_outside > 0 {
        let files = if report.notes_outside == 1 { "file lies" } else { "files lie" };
        let note = format!(
            "{} Markdown {files} outside the knowledge; `knowledge = \".\"` in kb.toml takes everything in",
            report.notes_outside
        );
        line(format!("  {}  {note}", paint(YELLOW, "note      ")));
    }
    match &report.commit {
        Some(commit) => line(format!("Committed as {} on {}", paint(CYAN, commit.short()), report.branch)),
        None if report.nobody_commits => {
            line(
                "Not committed: git does not know who you are (`git config --global user.name NAME`)"
                    .to_owned(),
            );
        }
        None if is_complete || options.dry_run => {}
        None => line("Not committed; look at it, then: git add -A && git commit -m \"kb: init\"".to_owned()),
    }
    if !options.dry_run {
        line(format!("Next: {}", paint(CYAN, "kb add FILE --commit && kb propose")));
    }
    Ok(text)
}

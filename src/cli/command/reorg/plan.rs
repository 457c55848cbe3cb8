//! `kb reorg plan`: shows what a reorganisation would take on.

use std::fmt::Write as _;

use clap::ValueEnum;

use crate::cli::app::App;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{self, BOLD, CYAN, DIM, YELLOW, paint};
use crate::ops::reorg::plan::{PlanOptions, plan, write};
use crate::plan::{Fault, FaultKind, Plan};
use crate::port::Event;
use crate::reorg::render;
use crate::text::visible;
use crate::yaml;

/// Look at everything, and plan what to mend
///
/// Goes through every note and every evidence item and looks for claims that say the same or different things of the same,
/// claims that their evidence does not say or says with a condition, a negation or a doubt that got lost, notes that
/// are superseded, expired or stale, evidence that is gone or that nothing cites, summaries that drifted, links that go one
/// way, notes that nothing leads to, folders and notes that are too large or too small, and episodes that repeat.
///
/// What is found are candidates with reasons. Nothing is changed. The plan says in which part each is looked at, and has
/// the coverage list: every note against every evidence item that it cites, and every item that nothing cites.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb reorg plan                          the head of main, for people
  kb reorg plan --kind contradiction     only claims that say different things of the same
  kb reorg plan --part billing           what one part takes on
  kb reorg plan --working-tree           the files as they are, committed or not
  kb reorg plan --format concise         one line a fault, for grep and editors
  kb reorg plan --format yaml            all of it, for programs
  kb reorg plan --write plans            plans/plan.md and plans/plan.yaml

Ends with exit code 0 whatever is found; sizes and counts are set in [reorg] and [check] of kb.toml.")]
pub(in crate::cli) struct Args {
    /// Look at the commit REV instead of the head of main
    #[arg(long, value_name = "REV", conflicts_with = "working_tree")]
    rev: Option<String>,

    /// Look at the files of the working tree
    #[arg(long)]
    working_tree: bool,

    /// Show only faults of this kind (repeatable)
    #[arg(long = "kind", value_name = "KIND", value_parser = kind_names())]
    kinds: Vec<String>,

    /// Show only what the part NAME takes on
    #[arg(long, value_name = "NAME")]
    part: Option<String>,

    /// Write the whole plan into the folder DIR: `plan.md` and `plan.yaml`
    #[arg(long, value_name = "DIR", conflicts_with_all = ["kinds", "part", "format"])]
    write: Option<String>,

    /// How to write the plan
    #[arg(long, value_name = "FORMAT", default_value = "full", hide_default_value = true)]
    format: PlanFormat,
}

/// How `kb reorg plan` writes the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PlanFormat {
    /// For people: faults by kind, then the parts
    #[value(alias = "human")]
    Full,
    /// One line a fault: `path:line: kind: reason`
    Concise,
    /// For programs: one JSON document
    Json,
    /// For programs, as the ledger keeps it
    Yaml,
    /// For people, with the coverage list as check boxes
    Markdown,
}

fn kind_names() -> clap::builder::PossibleValuesParser {
    clap::builder::PossibleValuesParser::new(FaultKind::ALL.iter().map(|kind| kind.name()))
}

/// Runs `kb reorg plan`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let workspace = app.workspace()?;
    let options = PlanOptions { rev: args.rev.clone(), working_tree: args.working_tree };
    let whole = plan(&workspace, &options)?;
    if let Some(folder) = &args.write {
        let paths = write(workspace.files, &whole, &app.repo_path(folder)?)?;
        for path in paths {
            app.events().emit(Event::Say(format!("wrote {path}")));
        }
        return Ok(Exit::Fine);
    }
    let shown = narrowed(whole, args)?;
    match args.format {
        PlanFormat::Full => output::print(&full(&shown))?,
        PlanFormat::Concise => output::print(&render::concise(&shown))?,
        PlanFormat::Json => output::print_json(&shown)?,
        PlanFormat::Yaml => output::print(&yaml::to_string(&shown))?,
        PlanFormat::Markdown => output::print(&render::markdown(&shown))?,
    }
    Ok(Exit::Fine)
}

/// The plan with nothing but what was asked for.
fn narrowed(mut plan: Plan, args: &Args) -> Result<Plan, Failure> {
    if let Some(name) = &args.part {
        let Some(part) = plan.parts.iter().find(|part| part.name.as_str() == name).cloned() else {
            let names: Vec<&str> = plan.parts.iter().map(|part| part.name.as_str()).collect();
            return Err(Failure::usage(format!("the plan has no part `{name}`"))
                .hint(format!("its parts: {}", names.join(", "))));
        };
        plan.faults.retain(|fault| part.faults.contains(&fault.id));
        plan.coverage.entries.retain(|entry| entry.part == part.name);
        plan.parts = vec![part];
    }
    if !args.kinds.is_empty() {
        plan.faults.retain(|fault| args.kinds.iter().any(|kind| kind == fault.kind.name()));
        let Plan { faults, parts, .. } = &mut plan;
        for part in parts {
            part.faults.retain(|id| faults.iter().any(|fault| fault.id == *id));
        }
    }
    Ok(plan)
}

/// More faults of a kind than this are counted and not shown.
const MOST_SHOWN: usize = 20;

fn full(plan: &Plan) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    for &kind in FaultKind::ALL {
        let faults: Vec<&Fault> = plan.faults.iter().filter(|fault| fault.kind == kind).collect();
        if faults.is_empty() {
            continue;
        }
        let _ = writeln!(text, "{} {}", paint(BOLD, kind.title()), paint(DIM, faults.len()));
        for fault in faults.iter().take(MOST_SHOWN) {
            described(fault, &mut text);
        }
        if faults.len() > MOST_SHOWN {
            let more = format!(
                "  and {} more: `--kind {kind} --format concise` shows all",
                faults.len() - MOST_SHOWN
            );
            let _ = writeln!(text, "{}", paint(DIM, more));
        }
        text.push('\n');
    }
    let _ = writeln!(text, "{} {}", paint(BOLD, "Parts"), paint(DIM, plan.parts.len()));
    for part in &plan.parts {
        let covered = plan.coverage.of(&part.name).count();
        let counts = format!("{} faults, {covered} to cover", part.faults.len());
        let _ =
            writeln!(text, "  {}  {}  {}", paint(CYAN, &part.name), visible(&part.title), paint(DIM, counts));
    }
    let _ = write!(
        text,
        "\n{} {}",
        paint(BOLD, &plan.id),
        paint(
            DIM,
            format!(
                "{} of {} notes, {} claims, {} evidence items on {}: {} faults, {} entries to cover",
                output::origin(plan.base.as_ref()),
                plan.notes,
                plan.claims,
                plan.evidence,
                plan.day,
                plan.faults.len(),
                plan.coverage.entries.len()
            )
        )
    );
    text
}

fn described(fault: &Fault, text: &mut String) {
    for (at, place) in fault.places.iter().take(3).enumerate() {
        let path = visible(place.path.as_str());
        let (line, words) = match &place.claim {
            Some(claim) => (format!(":{}", claim.line), format!("  {}", visible(&claim.text))),
            None => (String::new(), String::new()),
        };
        let indent = if at == 0 { "  " } else { "    " };
        let _ = writeln!(text, "{indent}{}{words}", paint(CYAN, format!("{path}{line}")));
    }
    if fault.places.len() > 3 {
        let _ = writeln!(text, "    {}", paint(DIM, format!("and {} more", fault.places.len() - 3)));
    }
    if let (true, Some(span)) = (fault.places.is_empty(), fault.evidence.first()) {
        let _ = writeln!(text, "  {}", paint(CYAN, &span.evidence));
    }
    let _ = writeln!(text, "    {}", paint(YELLOW, visible(&fault.reason)));
    for difference in fault.differs.iter().filter(|difference| difference.aspect.name() != "value") {
        let values: Vec<&str> = difference
            .values
            .iter()
            .map(|value| if value.is_empty() { "nothing said" } else { value })
            .collect();
        let line = format!("    {}: {}", difference.aspect.name(), visible(&values.join(" | ")));
        let _ = writeln!(text, "{}", paint(DIM, line));
    }
}

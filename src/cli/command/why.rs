//! `kb why`: where a claim comes from, and who was told it.

mod deliveries;

use serde_json::{Value, json};

use crate::cli::app::App;
use crate::cli::arguments::{CallerArgs, Format, FormatArgs};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{self, BOLD, CYAN, DIM, GREEN, RED, YELLOW, paint};
use crate::ops::deliveries::told;
use crate::ops::why::{Provenance, WhyReport, why};
use crate::proposal::Verdict;
use crate::text::LineRange;

/// Say why a line of a note is there: evidence, proposal, reviewer, approval
///
/// For the claim that stands at a line, or every claim of a note: the evidence with lines and quoted words, the
/// proposal that brought it, who proposed and reviewed it, the verdict, who approved it, and when. The signed decision
/// is verified; what a commit says of itself is not believed. What history does not say is told as unknown, with the
/// reason: an edit by hand, a shallow clone, an uncommitted line.
///
/// With --deliveries it says instead which agents were told the claim: in which session, when, of which commit, and
/// what they were told that stands no more. `kb mcp` records that on this machine where kb.toml says so
/// (`[deliveries] record = true`). It is told to the owner of the checkout only.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kb why knowledge/billing/refunds.md:12
  kb why billing/refunds:12                 the knowledge folder and .md may be left out
  kb why billing/refunds.md                 every claim of the note
  kb why billing/refunds.md:12 --deliveries which agents were told it
  kb why billing/refunds.md:12 --format json")]
pub(in crate::cli) struct Args {
    /// A note, and a line or lines of it
    #[arg(value_name = "PATH[:LINE]")]
    place: String,

    /// Say which agents were told it
    #[arg(long, conflicts_with_all = ["as", "tenant", "labels"])]
    deliveries: bool,

    #[command(flatten)]
    caller: CallerArgs,

    #[command(flatten)]
    format: FormatArgs,
}

/// Runs `kb why`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let (typed, lines) = split(&args.place)?;
    // As typed from where the person stands; else as written from the root of the repository.
    let here = app.repo_path(typed).ok().map(|path| path.to_string());
    let here = here.filter(|here| here != typed);
    let workspace = app.workspace()?;
    if args.deliveries {
        let log = app.deliveries()?;
        let report = match here {
            Some(here) => {
                told(&workspace, &log, &here, lines).or_else(|_| told(&workspace, &log, typed, lines))
            }
            None => told(&workspace, &log, typed, lines),
        }?;
        match args.format.format {
            Format::Json => output::print_json(&report)?,
            Format::Human => output::print(&deliveries::render(&report))?,
        }
        return Ok(Exit::Fine);
    }
    let caller = args.caller.resolve(&workspace)?;
    let report = match here {
        Some(here) => {
            why(&workspace, &caller, &here, lines).or_else(|_| why(&workspace, &caller, typed, lines))
        }
        None => why(&workspace, &caller, typed, lines),
    }?;
    match args.format.format {
        Format::Json => output::print_json(&to_json(&report))?,
        Format::Human => output::print(&render(&report))?,
    }
    Ok(Exit::Fine)
}

/// Splits `PATH:LINE`, `PATH:12-14` and `PATH#L12-L14`; what does not look like lines belongs to the path.
fn split(place: &str) -> Result<(&str, Option<LineRange>), Failure> {
    let Some((path, lines)) = place.rsplit_once("#L").or_else(|| place.rsplit_once(':')) else {
        return Ok((place, None));
    };
    // An editor's `PATH:LINE:COLUMN`.
    let is_number = |text: &str| text.parse::<u32>().is_ok();
    if let Some((_, line)) = path.rsplit_once(':')
        && is_number(line)
        && is_number(lines)
    {
        return split(path);
    }
    match lines.parse() {
        Ok(range) => Ok((path, Some(range))),
        Err(error) if lines.starts_with(|c: char| c.is_ascii_digit()) => {
            Err(Failure::usage(error.to_string()))
        }
        Err(_) => Ok((place, None)),
    }
}

/// One object for a line: its first claim, with the others in `also`; for a note, all of them in `claims`.
fn to_json(report: &WhyReport) -> Value {
    let claims: Vec<Value> =
        report.claims.iter().map(|claim| serde_json::to_value(claim).unwrap_or_default()).collect();
    let Some(line) = report.line else { return json!({ "path": report.path, "claims": claims }) };
    match claims.split_first() {
        Some((first, rest)) => {
            let mut value = first.clone();
            value["line"] = json!(line);
            value["also"] = json!(rest);
            value
        }
        None => json!({
            "path": report.path, "line": line, "claim": null, "evidence": [], "proposal": null, "proposer": null,
            "reviewer": null, "verdict": null, "approved_by": null, "decision": null, "commit": null, "time": null,
            "unknown": "no claim stands at this line",
        }),
    }
}

fn render(report: &WhyReport) -> String {
    if report.claims.is_empty() {
        let place =
            report.line.map_or_else(|| report.path.to_string(), |line| format!("{}:{line}", report.path));
        return format!("{place} makes no claim");
    }
    report.claims.iter().map(described).collect::<Vec<_>>().join("\n\n")
}

fn described(claim: &Provenance) -> String {
    let mut lines = vec![format!(
        "{} {}",
        paint(CYAN, format!("{}:{}", claim.path, claim.line)),
        paint(BOLD, &claim.claim)
    )];
    let mut field =
        |name: &str, value: String| lines.push(format!("  {} {value}", paint(DIM, format!("{name:<10}"))));
    if claim.evidence.is_empty() {
        field("evidence", paint(YELLOW, "none cited"));
    }
    for cited in &claim.evidence {
        let lines = cited.lines.map(|lines| format!("#{lines}")).unwrap_or_default();
        let quote = cited.quote.as_ref().map(|quote| format!(" \"{quote}\"")).unwrap_or_default();
        let holds =
            if cited.holds == Some(false) { paint(RED, "  not there any more") } else { String::new() };
        field("evidence", format!("{}{lines}{quote}{holds}", cited.id));
    }
    let mut known = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            field(name, value);
        }
    };
    known("proposal", claim.proposal.as_ref().map(ToString::to_string));
    known("pull", claim.pull_request.clone());
    known("proposer", claim.proposer.clone());
    let verdict = claim.verdict.map(|verdict| {
        let style = if verdict == Verdict::Supported { GREEN } else { RED };
        format!(": {}", paint(style, verdict.name()))
    });
    let verdict = verdict.unwrap_or_default();
    known("reviewer", claim.reviewer.as_ref().map(|reviewer| format!("{reviewer}{verdict}")));
    known("approved", claim.approved_by.clone());
    known("decision", claim.decision.as_ref().map(|hash| format!("sha256 {hash}")));
    known("commit", claim.commit.as_ref().map(ToString::to_string));
    known("time", claim.time.map(|time| time.to_string()));
    known("unknown", claim.unknown.as_ref().map(|reason| paint(YELLOW, reason)));
    lines.join("\n")
}

//! `kb search`: answers a question from the notes, with the evidence behind every line.

use std::fmt::Write as _;

use jiff::civil::Date;

use crate::cli::app::App;
use crate::cli::arguments::{CallerArgs, Format, FormatArgs};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{self, BOLD, CYAN, DIM, YELLOW, paint};
use crate::ops::folders::RankedFolder;
use crate::ops::search::{
    Expansion, Explanation, Minimum, SearchOptions, SearchReport, SearchResult, Thresholds, search,
};
use crate::port::Event;
use crate::search::{Filter, FilterField, Via};
use crate::text::visible;

const WHICH: &str = "Which notes";

/// Find what the knowledge says, with its evidence
///
/// Answers from the head of main, by the words and by the meaning. The words may be a question,
/// a few words, or an identifier with its signs, in any language. No query is wrong: what is none
/// of the following is looked for as it stands.
///
///   "full refund"          these words, as they stand
///   refund*                words that start so
///   -draft  -"old plan"    no note that has this
///   path:billing           notes below a folder, a file, or a pattern: path:**/2026-*.md
///   type:Policy            notes of a type
///   tag:money              notes with a tag, or one below it
///   label:public           notes that demand a label
///   title:"refund policy"  notes with these words in the title, an alias or the name
///   -tag:old               no such note; so with each of these
///
/// Of several paths, or types, one is enough; of the others each must be met. A filter that
/// no note meets is words, a number with a minus is a number, and who only says what to leave
/// out looks for it.
///
/// Words are found whatever their ending in English, German, Hungarian, Russian, Ukrainian,
/// Hebrew, Arabic, Greek, French, Spanish, Italian, Portuguese, Dutch, Swedish, Danish,
/// Norwegian, Finnish, Romanian and Turkish; elsewhere as they are written. A note may name its
/// language as `lang` in its front matter, else it is detected. Ukrainian loses its endings, and
/// Hebrew the letters written before a word and the endings of the plural, without a dictionary.
///
/// Where `[roles] expander` of kb.toml names a model, it is told the question, and no note, and gives
/// other words and translations into the languages of the notes. They are looked for too and count
/// less: nothing comes by them before a note that holds every word typed. What it said once is kept;
/// where it is away, the words typed answer alone, and that is said. Words in quotes and identifiers
/// are not asked about.
#[derive(Debug, clap::Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  kb search what is the refund window
  kb search '\"full refund\"' --limit 3
  kb search HTTP-403 --format json
  kb search refund --path billing --type policy
  kb search 'refund -travel tag:money' --explain
  kb search refund window --as-of 2025-06-30
  kb search salary --tenant acme --label finance"
)]
pub(in crate::cli) struct Args {
    /// What to look for
    #[arg(required = true, value_name = "QUERY", allow_negative_numbers = true)]
    query: Vec<String>,

    /// Only notes in this folder, of this name, or that match this pattern (repeatable: any of them)
    #[arg(long = "path", value_name = "PATH", help_heading = WHICH)]
    paths: Vec<String>,

    /// Only notes of this type (repeatable: any of them)
    #[arg(long = "type", value_name = "TYPE", help_heading = WHICH)]
    types: Vec<String>,

    /// Only notes with this tag or one below it (repeatable: all of them)
    #[arg(long = "tag", value_name = "TAG", help_heading = WHICH)]
    tags: Vec<String>,

    /// Only notes that demand this label of their readers (repeatable: all of them)
    #[arg(long = "demands", value_name = "LABEL", help_heading = WHICH)]
    demands: Vec<String>,

    /// The size of the answer in tokens of four characters [default: `[search] budget` of kb.toml]
    #[arg(long, value_name = "TOKENS")]
    budget: Option<usize>,

    /// The most results
    #[arg(long, value_name = "N", default_value_t = 100, hide_default_value = true)]
    limit: usize,

    /// Answer for that day instead of today
    #[arg(long, value_name = "DATE")]
    as_of: Option<Date>,

    /// Show deprecated and superseded notes too
    #[arg(long)]
    include_deprecated: bool,

    /// Leave out results that score less than S, from 0 to 1; one that holds every word stays
    /// [default: `[search] min_text` and `min_meaning` of kb.toml]
    #[arg(long, value_name = "S")]
    min_score: Option<f32>,

    /// Search the evidence instead of the notes, without what only superseded or expired claims rest on
    #[arg(long, conflicts_with = "progressive")]
    evidence: bool,

    /// Show how each result came to its place
    #[arg(long)]
    explain: bool,

    /// Show the folders whose summaries answer first, each with its abstract and overview
    #[arg(long)]
    progressive: bool,

    /// Look for the words typed only, and ask no model for others
    #[arg(long)]
    no_expand: bool,

    /// Answer from another revision than the head of main
    #[arg(long, value_name = "COMMIT")]
    rev: Option<String>,

    #[command(flatten)]
    caller: CallerArgs,

    #[command(flatten)]
    format: FormatArgs,
}

impl Args {
    fn filters(&self) -> Vec<Filter> {
        let fields = [
            (FilterField::Path, &self.paths),
            (FilterField::Type, &self.types),
            (FilterField::Tag, &self.tags),
            (FilterField::Label, &self.demands),
        ];
        let of = |(field, values): (FilterField, &Vec<String>)| {
            values
                .iter()
                .map(|value| Filter { field, value: value.clone(), excluded: false })
                .collect::<Vec<_>>()
        };
        fields.into_iter().flat_map(of).collect()
    }
}

/// Runs `kb search`.
pub(super) fn run(app: &App, args: &Args) -> Result<Exit, Failure> {
    let options = SearchOptions {
        budget: args.budget,
        limit: args.limit,
        as_of: args.as_of,
        include_deprecated: args.include_deprecated,
        revision: args.rev.clone(),
        minimum: args.min_score.map_or(Minimum::Configured, Minimum::Score),
        explain: args.explain,
        filters: args.filters(),
        evidence: args.evidence,
        progressive: args.progressive,
        expand: !args.no_expand,
        edits: true,
    };
    let query = args.query.join(" ");
    let workspace = app.snapshot_workspace()?;
    let expander = app.expander(&workspace.config);
    let workspace = workspace.with_expander(expander.as_deref());
    app.warn_of_models();
    let caller = args.caller.resolve(&workspace)?;
    let report = search(&workspace, &app.index()?, &query, &caller, &options)?;
    if let Some(Expansion { by, failed: Some(reason), .. }) = &report.expansion {
        let said = format!("not expanded by {by}: {reason}; the words typed answered alone");
        app.events().emit(Event::Warn(said));
    }
    match args.format.format {
        Format::Json => output::print_json(&report)?,
        Format::Human => {
            output::print(&human(&report))?;
            anstream::eprintln!("{}", paint(DIM, footer(&report)));
        }
    }
    Ok(Exit::Fine)
}

fn human(report: &SearchReport) -> String {
    let folders = report.folders.iter().map(folder);
    let blocks: Vec<String> =
        folders.chain(report.results.iter().map(|result| block(result, report.overlaid > 0))).collect();
    blocks.join("\n")
}

/// A folder: its abstract, and its overview below.
fn folder(folder: &RankedFolder) -> String {
    let mut text =
        format!("{}  {}", paint(CYAN, format!("{}/", shown(&folder.path))), paint(BOLD, &folder.title));
    let _ = writeln!(text, "  {}", paint(DIM, format!("{} notes", folder.notes)));
    for line in std::iter::once(folder.abstract_text.as_str()).chain(folder.overview.lines()) {
        let _ = writeln!(text, "  {}", visible(line));
    }
    text
}

fn block(result: &SearchResult, is_overlaid: bool) -> String {
    let mut text = format!("{}:{}", paint(CYAN, shown(&result.path)), result.lines.first());
    if result.lines.last() > result.lines.first() {
        let _ = write!(text, "-{}", result.lines.last());
    }
    let _ = write!(text, "  {}", paint(BOLD, &result.title));
    for heading in &result.headings {
        let _ = write!(text, " > {heading}");
    }
    let uncommitted = is_overlaid && result.commit.is_none();
    let stated = result.status.iter().chain(&result.standing).map(String::as_str);
    let marks = uncommitted.then_some("uncommitted").into_iter().chain(stated);
    for mark in marks {
        let _ = write!(text, "  {}", paint(YELLOW, mark));
    }
    text.push('\n');
    for line in result.text.lines() {
        let _ = writeln!(text, "  {line}");
    }
    if let Some(explanation) = &result.explanation {
        let _ = writeln!(text, "  {}", paint(DIM, explained(result, explanation)));
    }
    let cited: Vec<String> = result.citations.iter().map(ToString::to_string).collect();
    if !cited.is_empty() {
        let _ = writeln!(text, "  {}", paint(DIM, cited.join("  ")));
    }
    text
}

/// How a result came to its place, on one line.
fn explained(result: &SearchResult, explanation: &Explanation) -> String {
    let Explanation { terms, coverage, whole, weights, ranks, thresholds, reranked_by } = explanation;
    let terms: Vec<String> = terms
        .iter()
        .filter(|term| term.score > 0.0)
        .map(|term| format!("{} {:.2}", term.term, term.score))
        .collect();
    let mut text = format!(
        "score {:.3}; words {:.2} ({}), {:.0} % of the question, weight {:.1}",
        result.score,
        result.scores.text,
        if terms.is_empty() { "none".to_owned() } else { terms.join(", ") },
        coverage * 100.0,
        weights[0]
    );
    let cosines = [("meaning", result.scores.vector), ("deep meaning", result.scores.deep)];
    for (name, cosine) in cosines {
        let _ = cosine.map(|cosine| write!(text, "; {name} {cosine:.2}, weight {:.1}", weights[1]));
    }
    let _ = write!(text, "; whole note {whole:.2}; ranks");
    let legs =
        [("words", ranks.text), ("meaning", ranks.vector), ("deep", ranks.deep), ("joined", ranks.fused)];
    for (name, rank) in legs {
        let _ = rank.map(|rank| write!(text, " {name} {rank}"));
    }
    if let Some(Thresholds { text: words, meaning }) = thresholds {
        let least = [("of the question", *words), ("meaning", *meaning)];
        let least = least.into_iter().filter_map(|(leg, least)| Some((leg, least?)));
        let least: Vec<String> = least.map(|(leg, least)| format!("{leg} {least:.2}")).collect();
        let _ = write!(text, "; at least {}", least.join(" or "));
    }
    if result.via == Via::Link {
        text.push_str("; brought by a link");
    }
    if result.via == Via::Expansion {
        text.push_str("; found by other words than those typed");
    }
    if let Some(judge) = reranked_by {
        let _ = write!(text, "; reordered by {judge}");
    }
    text
}

/// A path on one line: line ends and other control characters escaped.
fn shown(path: &str) -> String {
    path.chars()
        .map(|c| if c.is_control() { c.escape_default().to_string() } else { c.to_string() })
        .collect()
}

fn footer(report: &SearchReport) -> String {
    let results = report.results.len();
    let plural = |count: u64| if count == 1 { "" } else { "s" };
    let mut text = format!(
        "{results} result{} in {} note{}, {}",
        plural(results as u64),
        report.examined,
        plural(report.examined),
        output::origin(report.commit.as_ref())
    );
    if !report.fresh {
        text.push_str(", stale");
    }
    if let Some(expansion) = report.expansion.as_ref().filter(|expansion| !expansion.words.is_empty()) {
        let _ = write!(text, "\nalso looked for, by {}: {}", expansion.by, expansion.words.join("; "));
    }
    if let Some(reason) = &report.reason {
        let _ = write!(text, "\n{reason}");
    }
    text
}

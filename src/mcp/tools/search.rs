//! `search`: what the notes, or the evidence, say to a question.

use jiff::civil::Date;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::super::answer::{Answer, Room};
use super::super::arguments::{self, budget};
use super::super::base::{Base, Fault};
use super::super::call::Call;
use super::super::quote::{NOTICE, line, quoted};
use super::shared::{agent_words, failed, marks, origin};
use crate::ops::search::{SearchOptions, SearchReport, SearchResult, search};
use crate::text::thousands;

/// How the tool is described.
pub(super) const DEFINITION: &str = r#"{
"name":"search",
"description":"Find what the base says, with the evidence behind it. Questions, words, \"exact phrases\" or identifiers; path: type: tag: -word narrow it. Nothing found is an answer.",
"inputSchema":{"type":"object","properties":{
"query":{"type":"string"},
"evidence":{"type":"boolean","description":"search the raw evidence instead of the notes"},
"deprecated":{"type":"boolean","description":"include deprecated and superseded notes"},
"as_of":{"type":"string","description":"YYYY-MM-DD: what held that day"},
"budget":{"type":"integer","description":"tokens of the answer, default 1500"}},
"required":["query"],"additionalProperties":false},
"outputSchema":{"type":"object","properties":{
"commit":{"type":["string","null"]},"fresh":{"type":"boolean"},"examined":{"type":"integer"},
"results":{"type":"array","items":{"type":"object",
"properties":{"score":{"type":"number"},"evidence":{"type":"array"}},
"additionalProperties":{"type":"string"},"required":["uri","title","score"]}},
"left_out":{"type":"integer"},"note":{"type":"string"}},
"required":["commit","fresh","results","left_out"]},
"annotations":{"readOnlyHint":true}}"#;

/// How many results are looked at; the budget cuts sooner.
const MOST: usize = 30;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    query: String,
    #[serde(default)]
    evidence: bool,
    #[serde(default)]
    deprecated: bool,
    as_of: Option<Date>,
    budget: Option<usize>,
}

/// Answers a call.
pub(super) fn run(base: &dyn Base, call: &Call, arguments: Map<String, Value>) -> Result<Answer, Fault> {
    let asked: Arguments = arguments::read("search", arguments)?;
    let budget = budget(asked.budget, call.budget);
    let workspace = base.workspace(call)?;
    let caller = call.reader.caller(&workspace)?;
    let options = SearchOptions {
        budget: Some(budget),
        limit: MOST,
        as_of: asked.as_of,
        include_deprecated: asked.deprecated,
        evidence: asked.evidence,
        // Agents are told what was reviewed, and by a commit that can be looked up afterwards.
        edits: false,
        ..SearchOptions::default()
    };
    let report = search(&workspace, base.index(), &asked.query, &caller, &options).map_err(failed)?;
    Ok(answer(&report, asked.evidence, budget))
}

fn answer(report: &SearchReport, is_evidence: bool, budget: usize) -> Answer {
    let what = if is_evidence { "item" } else { "note" };
    let plural = |count: u64| if count == 1 { "" } else { "s" };
    let count = report.results.len() as u64;
    let found = if count == 0 {
        "Nothing relevant found".to_owned()
    } else {
        format!("{count} result{}", plural(count))
    };
    let examined = report.examined;
    let head = format!(
        "{found} in {} {what}{}, {}.",
        thousands(examined),
        plural(examined),
        origin(report.commit.as_ref(), report.fresh)
    );
    let mut room = Room::new(budget);
    let (mut blocks, mut results) = (vec![head.clone()], Vec::new());
    room.take(&head);
    if count > 0 {
        blocks[0] = format!("{head} {NOTICE}");
        room.take(NOTICE);
    }
    for result in &report.results {
        let block = block(results.len() + 1, result);
        if !room.take(&block) && !results.is_empty() {
            break;
        }
        blocks.push(block);
        results.push(data(result));
    }
    let left_out = report.results.len() - results.len();
    if left_out > 0 {
        blocks.push(format!("{left_out} more left out: ask more narrowly, or with a larger `budget`."));
    }
    let note = report.reason.as_deref().map(agent_words);
    blocks.extend(note.clone());
    let mut data = json!({
        "commit": report.commit, "fresh": report.fresh, "examined": examined, "results": results,
        "left_out": left_out,
    });
    if let Some(note) = note {
        data["note"] = json!(note);
    }
    Answer { markdown: blocks.join("\n\n"), data }
}

fn titled(result: &SearchResult) -> String {
    let parts = std::iter::once(&result.title).chain(&result.headings);
    line(&parts.map(String::as_str).collect::<Vec<_>>().join(" › "))
}

fn block(number: usize, result: &SearchResult) -> String {
    let mut text = format!("{number}. **{}** {}", titled(result), place(result));
    let evidence = evidence(result);
    let cited = (!evidence.is_empty()).then(|| format!("evidence {}", evidence.join(" ")));
    let marks =
        marks(result.status.as_deref(), result.standing.as_deref(), result.valid_from, result.valid_until);
    let told: Vec<String> = marks.into_iter().chain(cited).collect();
    if !told.is_empty() {
        text += &format!("\n{}", told.join(" · "));
    }
    text + "\n" + &quoted(&result.text)
}

fn place(result: &SearchResult) -> String {
    format!("{}#{}", result.uri, result.lines)
}

fn evidence(result: &SearchResult) -> Vec<String> {
    result.citations.iter().map(ToString::to_string).collect()
}

fn data(result: &SearchResult) -> Value {
    let mut data = json!({
        "uri": place(result), "title": titled(result), "text": result.text,
        "score": (f64::from(result.score) * 1000.0).round() / 1000.0,
    });
    let evidence = evidence(result);
    let told = [
        ("evidence", (!evidence.is_empty()).then(|| json!(evidence))),
        ("status", result.status.as_ref().map(|status| json!(status))),
        ("standing", result.standing.as_ref().map(|standing| json!(standing))),
        ("valid_from", result.valid_from.map(|day| json!(day))),
        ("valid_until", result.valid_until.map(|day| json!(day))),
    ];
    for (key, value) in told {
        if let Some(value) = value {
            data[key] = value;
        }
    }
    data
}

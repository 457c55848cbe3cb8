//! `neighbours`: what a note links, what links it, and what says something near to it.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::super::answer::{Answer, Room};
use super::super::arguments::{self, budget};
use super::super::base::{Base, Fault};
use super::super::call::Call;
use super::super::place::wanted;
use super::super::quote::{NOTICE, line};
use super::read::unread;
use super::shared::{origin, put};
use crate::ops::neighbours::{Near, NeighboursReport, neighbours};

/// How the tool is described.
pub(super) const DEFINITION: &str = r#"{
"name":"neighbours",
"description":"What a note links, what links it, and what is related to it; of evidence, the notes that cite it.",
"inputSchema":{"type":"object","properties":{"uri":{"type":"string"},"budget":{"type":"integer"}},
"required":["uri"],"additionalProperties":false},
"outputSchema":{"type":"object","properties":{
"commit":{"type":["string","null"]},"fresh":{"type":"boolean"},
"neighbours":{"type":"array","items":{"type":"object","properties":{"by":{"enum":["link","backlink","related"]}},
"additionalProperties":{"type":"string"},"required":["by","uri","title"]}},"left_out":{"type":"integer"}},
"additionalProperties":{"type":"string"},"required":["uri","title","commit","fresh","neighbours","left_out"]},
"annotations":{"readOnlyHint":true}}"#;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    uri: String,
    budget: Option<usize>,
}

/// Answers a call.
pub(super) fn run(base: &dyn Base, call: &Call, arguments: Map<String, Value>) -> Result<Answer, Fault> {
    let asked: Arguments = arguments::read("neighbours", arguments)?;
    let wanted = wanted(&asked.uri, base.root().as_deref())?;
    let workspace = base.workspace(call)?;
    let caller = call.reader.caller(&workspace)?;
    let report = neighbours(&workspace, base.index(), &caller, &asked.uri, &wanted).map_err(unread)?;
    Ok(answer(&report, budget(asked.budget, call.budget)))
}

fn answer(report: &NeighboursReport, budget: usize) -> Answer {
    let kinds = [("link", &report.links), ("backlink", &report.backlinks), ("related", &report.related)];
    let counts: Vec<String> = kinds
        .iter()
        .filter(|(_, near)| !near.is_empty())
        .map(|(kind, near)| match (*kind, near.len()) {
            ("related", count) => format!("{count} related"),
            (kind, 1) => format!("1 {kind}"),
            (kind, count) => format!("{count} {kind}s"),
        })
        .collect();
    let counts = if counts.is_empty() { "no neighbours".to_owned() } else { counts.join(", ") };
    let from = origin(report.commit.as_ref(), report.fresh);
    let head = format!("**{}** {}: {counts}, {from}. {NOTICE}", line(&report.title), report.uri);
    let mut room = Room::new(budget);
    room.take(&head);
    let (mut blocks, mut shown) = (vec![head], Vec::new());
    let (mut all, mut is_full) = (0, false);
    for (kind, notes) in kinds {
        let mut lines = Vec::new();
        all += notes.len();
        for near in notes {
            let text = listed(near);
            is_full = is_full || (!room.take(&text) && !shown.is_empty());
            if is_full {
                break;
            }
            lines.push(text);
            shown.push(data(kind, near));
        }
        if !lines.is_empty() {
            let title = match kind {
                "link" => "Links:",
                "backlink" => "Linked from:",
                _ => "Related, by what it says:",
            };
            blocks.push(format!("{title}\n{}", lines.join("\n")));
        }
    }
    let left_out = all - shown.len();
    if left_out > 0 {
        blocks.push(format!("{left_out} more left out: a larger `budget` shows them."));
    }
    let data = json!({
        "uri": report.uri, "title": line(&report.title), "commit": report.commit, "fresh": report.fresh,
        "neighbours": shown, "left_out": left_out,
    });
    Answer { markdown: blocks.join("\n\n"), data }
}

fn listed(near: &Near) -> String {
    let mut text = format!("- **{}** {}", line(&near.title), near.uri);
    for mark in near.status.iter().chain(&near.standing) {
        text += &format!(" · {}", line(mark));
    }
    if !near.about.trim().is_empty() {
        text += &format!("\n  > {}", line(&near.about));
    }
    text
}

fn data(kind: &str, near: &Near) -> Value {
    let mut data = json!({ "by": kind, "uri": near.uri, "title": line(&near.title) });
    put(&mut data, "about", &near.about);
    put(&mut data, "status", near.status.as_deref().unwrap_or_default());
    put(&mut data, "standing", near.standing.as_deref().unwrap_or_default());
    data
}

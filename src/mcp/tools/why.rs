//! `why`: which evidence the claims of a note rest on, who proposed, reviewed and approved them, and when.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::super::answer::{Answer, Room};
use super::super::arguments::{self, budget};
use super::super::base::{Base, Fault};
use super::super::call::Call;
use super::super::place::wanted;
use super::super::quote::{NOTICE, line};
use super::read::unread;
use super::shared::{agent_words, failed, origin, put};
use crate::ops::why::{Cited, Provenance, WhyError, WhyReport, why_of};

/// How the tool is described.
pub(super) const DEFINITION: &str = r##"{
"name":"why",
"description":"Why claims are there: evidence, proposal, reviewer, verdict, approval. Name lines with #L3-L9.",
"inputSchema":{"type":"object","properties":{"uri":{"type":"string"},"budget":{"type":"integer"}},
"required":["uri"],"additionalProperties":false},
"outputSchema":{"type":"object","properties":{
"uri":{"type":"string"},"commit":{"type":["string","null"]},
"claims":{"type":"array","items":{"type":"object","properties":{"line":{"type":"integer"},
"evidence":{"type":"array","items":{"type":"object","properties":{"holds":{"type":"boolean"}},
"additionalProperties":{"type":"string"},"required":["id"]}}},
"additionalProperties":{"type":"string"},"required":["line","evidence"]}},"left_out":{"type":"integer"}},
"required":["uri","commit","claims","left_out"]},
"annotations":{"readOnlyHint":true}}"##;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    uri: String,
    budget: Option<usize>,
}

/// Answers a call.
pub(super) fn run(base: &dyn Base, call: &Call, arguments: Map<String, Value>) -> Result<Answer, Fault> {
    let asked: Arguments = arguments::read("why", arguments)?;
    let wanted = wanted(&asked.uri, base.root().as_deref())?;
    let workspace = base.workspace(call)?;
    let caller = call.reader.caller(&workspace)?;
    let report =
        why_of(&workspace, base.index(), &caller, &asked.uri, &wanted).map_err(|error| match error {
            WhyError::Read(error) => unread(error),
            error => failed(error),
        })?;
    Ok(answer(&report, budget(asked.budget, call.budget)))
}

fn answer(report: &WhyReport, budget: usize) -> Answer {
    let count = report.claims.len();
    let place = report.lines.map(|lines| format!("#{lines}")).unwrap_or_default();
    let claims = match count {
        0 => "no claim".to_owned(),
        1 => "1 claim".to_owned(),
        count => format!("{count} claims"),
    };
    let from = origin(report.commit.as_ref(), true);
    let head = format!("{}{place}: {claims}, {from}. {NOTICE}", report.uri);
    let mut room = Room::new(budget);
    room.take(&head);
    let (mut blocks, mut shown) = (vec![head], Vec::new());
    for claim in &report.claims {
        let text = told(claim);
        if !room.take(&text) && !shown.is_empty() {
            break;
        }
        blocks.push(text);
        shown.push(data(claim));
    }
    let left_out = count - shown.len();
    if left_out > 0 {
        blocks.push(format!("{left_out} more left out: name lines, or a larger `budget`."));
    }
    let data = json!({
        "uri": format!("{}{place}", report.uri), "commit": report.commit, "claims": shown, "left_out": left_out,
    });
    Answer { markdown: blocks.join("\n\n"), data }
}

fn told(claim: &Provenance) -> String {
    let mut lines = vec![format!("L{}", claim.line), format!("> {}", line(&claim.claim))];
    if claim.evidence.is_empty() {
        lines.push("- evidence: none cited that you may see".to_owned());
    }
    for cited in &claim.evidence {
        let quote = cited.quote.as_ref().map(|quote| format!(" \"{}\"", line(quote))).unwrap_or_default();
        let holds = if cited.holds == Some(false) { " · not there any more" } else { "" };
        lines.push(format!("- evidence: {}{quote}{holds}", id(cited)));
    }
    for (key, value) in fields(claim) {
        lines.extend(value.map(|value| format!("- {}: {}", key.replace('_', " "), line(&value))));
    }
    lines.join("\n")
}

fn id(cited: &Cited) -> String {
    let lines = cited.lines.map(|lines| format!("#{lines}")).unwrap_or_default();
    format!("{}{lines}", cited.id)
}

/// What is known of a claim beside its evidence.
fn fields(claim: &Provenance) -> [(&'static str, Option<String>); 8] {
    [
        ("proposal", claim.proposal.as_ref().map(ToString::to_string)),
        ("proposer", claim.proposer.clone()),
        ("reviewer", claim.reviewer.clone()),
        ("verdict", claim.verdict.map(|verdict| verdict.name().to_owned())),
        ("approved_by", claim.approved_by.clone()),
        ("commit", claim.commit.as_ref().map(ToString::to_string)),
        ("time", claim.time.map(|time| time.to_string())),
        ("unknown", claim.unknown.as_deref().map(agent_words)),
    ]
}

fn data(claim: &Provenance) -> Value {
    let evidence: Vec<Value> = claim
        .evidence
        .iter()
        .map(|cited| {
            let mut data = json!({ "id": id(cited) });
            put(&mut data, "quote", cited.quote.as_deref().unwrap_or_default());
            if let Some(holds) = cited.holds {
                data["holds"] = json!(holds);
            }
            data
        })
        .collect();
    let mut data = json!({ "line": claim.line, "text": claim.claim, "evidence": evidence });
    for (key, value) in fields(claim) {
        put(&mut data, key, value.as_deref().unwrap_or_default());
    }
    data
}

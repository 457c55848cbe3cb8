//! `proposal`: where a proposal stands, what was found wrong with it, and what was decided; without an id, those under way.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::super::answer::{Answer, Room};
use super::super::arguments::{self, budget};
use super::super::base::{Base, Fault};
use super::super::call::Call;
use super::super::quote::{NOTICE, line};
use super::shared::{failed, put};
use crate::ops::follow::{Followed, FollowedFinding, follow, under_way};
use crate::ops::ledger::LedgerError;
use crate::ops::proposal::ProposalError;
use crate::proposal::{ProposalId, State};

/// How the tool is described.
pub(super) const DEFINITION: &str = r#"{
"name":"proposal",
"description":"What became of a proposal: state, findings, decision. Without id, those under way.",
"inputSchema":{"type":"object","properties":{"id":{"type":"string"},"budget":{"type":"integer"}},
"additionalProperties":false},
"outputSchema":{"type":"object","properties":{
"proposals":{"type":"array","items":{"type":"object",
"properties":{"round":{"type":"integer"},"evidence":{"type":"array"},"findings":{"type":"array","items":{"type":"object",
"additionalProperties":{"type":"string"},"required":["place","what"]}}},
"additionalProperties":{"type":"string"},"required":["id","state","title","answer"]}},"left_out":{"type":"integer"}},
"required":["proposals","left_out"]},
"annotations":{"readOnlyHint":true}}"#;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    id: Option<String>,
    budget: Option<usize>,
}

/// Answers a call.
pub(super) fn run(base: &dyn Base, call: &Call, arguments: Map<String, Value>) -> Result<Answer, Fault> {
    let asked: Arguments = arguments::read("proposal", arguments)?;
    let workspace = base.workspace(call)?;
    let caller = call.reader.caller(&workspace)?;
    let found = match &asked.id {
        None => under_way(&workspace, &caller).map_err(|error| untold(&error))?,
        Some(id) => {
            let id: ProposalId = id.trim().parse().map_err(failed)?;
            vec![follow(&workspace, &caller, &id).map_err(|error| untold(&error))?]
        }
    };
    Ok(answer(&found, asked.id.is_some(), budget(asked.budget, call.budget)))
}

fn untold(error: &ProposalError) -> Fault {
    match error {
        ProposalError::Ledger(LedgerError::NoProposal(id)) => {
            Fault::new(format!("there is no proposal `{id}`")).hint("without `id` those under way are listed")
        }
        error => failed(error),
    }
}

fn answer(found: &[Followed], is_one: bool, budget: usize) -> Answer {
    let head = match found.len() {
        0 => "No proposal is under way that you may see.".to_owned(),
        1 if is_one => format!("1 proposal. {NOTICE}"),
        1 => format!("1 proposal is under way. {NOTICE}"),
        count => format!("{count} proposals are under way. {NOTICE}"),
    };
    let mut room = Room::new(budget);
    room.take(&head);
    let (mut blocks, mut shown) = (vec![head], Vec::new());
    for followed in found {
        // Many are told in a line each; what is wrong with one is told when it is asked about.
        let findings = if is_one { followed.findings.as_slice() } else { &[] };
        let first = told(followed);
        if !room.take(&first) && !shown.is_empty() {
            break;
        }
        blocks.push(first);
        let mut fitting = Vec::new();
        for finding in findings {
            let text = wrong(finding);
            if !room.take(&text) {
                break;
            }
            blocks.push(text);
            fitting.push(finding);
        }
        if fitting.len() < findings.len() {
            let left = findings.len() - fitting.len();
            blocks.push(format!("{left} more findings left out: a larger `budget` shows them."));
        }
        shown.push(data(followed, &fitting));
    }
    let left_out = found.len() - shown.len();
    if left_out > 0 {
        blocks.push(format!("{left_out} more left out: a larger `budget` shows them."));
    }
    Answer { markdown: blocks.join("\n\n"), data: json!({ "proposals": shown, "left_out": left_out }) }
}

/// What its state means for who waits for it.
pub(super) fn meaning(state: State) -> &'static str {
    match state {
        State::Open => "waits for a review",
        State::Approved => "approved, waits to be merged",
        State::Rejected => "rejected as it is; the findings say why, and more evidence may help",
        State::Escalated | State::NeedsHuman => "waits for a person to decide",
        State::Nothing => "the evidence was considered, and nothing in it is worth a change",
        State::Merged => "merged: it is part of the knowledge",
        State::Closed => "closed without a merge",
    }
}

fn told(followed: &Followed) -> String {
    let mut text = format!(
        "**{}** {}: {} (round {})\n> {}",
        followed.id,
        followed.state.name(),
        meaning(followed.state),
        followed.round,
        line(&followed.title)
    );
    let evidence: Vec<String> = followed.evidence.iter().map(ToString::to_string).collect();
    let told = [
        ("evidence", (!evidence.is_empty()).then(|| evidence.join(" "))),
        ("decided by", followed.decided_by.clone()),
        ("pull request", followed.pull_request.clone()),
        ("merged as", followed.merged.as_ref().map(|commit| commit.short().to_owned())),
    ];
    for (name, value) in told {
        if let Some(value) = value {
            text += &format!("\n- {name}: {}", line(&value));
        }
    }
    text
}

fn wrong(finding: &FollowedFinding) -> String {
    let mut text =
        format!("- {} {}\n  > {}", line(&finding.what), line(&finding.place), line(&finding.message));
    for reason in &finding.reasons {
        text += &format!("\n  > because: {}", line(reason));
    }
    text
}

fn data(followed: &Followed, findings: &[&FollowedFinding]) -> Value {
    let findings: Vec<Value> = findings
        .iter()
        .map(|finding| {
            let because = finding.reasons.iter().map(|reason| format!("; because: {}", line(reason)));
            let text = line(&finding.message) + &because.collect::<String>();
            json!({ "place": finding.place, "what": finding.what, "text": text })
        })
        .collect();
    let mut data = json!({
        "id": followed.id, "state": followed.state.name(), "title": line(&followed.title), "round": followed.round,
        "answer": meaning(followed.state), "evidence": followed.evidence, "findings": findings,
    });
    put(&mut data, "pull_request", followed.pull_request.as_deref().unwrap_or_default());
    put(&mut data, "decided_by", followed.decided_by.as_deref().unwrap_or_default());
    put(&mut data, "merged", followed.merged.as_ref().map(|commit| commit.as_str()).unwrap_or_default());
    data
}

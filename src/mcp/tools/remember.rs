//! `remember`: a text goes in as evidence, and comes out as a proposal that others judge.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::super::answer::Answer;
use super::super::arguments;
use super::super::base::{Base, Fault};
use super::super::call::Call;
use super::super::quote::line;
use super::proposal::meaning;
use super::shared::{agent_words, failed, put};
use crate::evidence::Kind;
use crate::ops::propose::Action;
use crate::ops::remember::{Memory, RememberReport, remember};

/// How the tool is described.
pub(super) const DEFINITION: &str = r#"{
"name":"remember",
"description":"Hand over what should be known: the conversation, mail or output itself, word for word. It becomes evidence and a proposal that others review; knowledge never changes at once.",
"inputSchema":{"type":"object","properties":{
"text":{"type":"string"},"title":{"type":"string"},
"kind":{"type":"string","description":"call, ticket, mail, document, tool-output"},
"origin":{"type":"string","description":"URL or number of the source"},
"subjects":{"type":"array","items":{"type":"string"}},
"propose":{"type":"boolean","description":"default true"}},
"required":["text"],"additionalProperties":false},
"outputSchema":{"type":"object","properties":{"is_new":{"type":"boolean"},"warnings":{"type":"array"}},
"additionalProperties":{"type":"string"},"required":["evidence","uri","is_new"]},
"annotations":{"destructiveHint":false,"idempotentHint":true}}"#;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    text: String,
    title: Option<String>,
    kind: Option<String>,
    origin: Option<String>,
    #[serde(default)]
    subjects: Vec<String>,
    propose: Option<bool>,
}

/// Answers a call.
pub(super) fn run(base: &dyn Base, call: &Call, arguments: Map<String, Value>) -> Result<Answer, Fault> {
    let asked: Arguments = arguments::read("remember", arguments)?;
    let kind = asked.kind.as_deref().map(str::parse::<Kind>).transpose().map_err(failed)?;
    let workspace = base.workspace(call)?;
    let caller = call.reader.caller(&workspace)?;
    let hands = base.hands(&workspace.config)?;
    let memory = Memory {
        text: asked.text,
        title: asked.title,
        kind,
        origin: asked.origin,
        subjects: asked.subjects,
        propose: asked.propose.unwrap_or(true),
    };
    let report = remember(
        &workspace,
        hands.sources.as_ref(),
        hands.writer.as_ref(),
        hands.proposer.as_ref(),
        &caller,
        memory,
    )
    .map_err(failed)?;
    Ok(answer(&report))
}

fn answer(report: &RememberReport) -> Answer {
    let evidence = &report.evidence;
    let kept = if evidence.existing { "Is here already as" } else { "Kept as" };
    let commit =
        report.commit.as_ref().map(|commit| format!(", commit {}", commit.short())).unwrap_or_default();
    let mut lines = vec![format!("{kept} evidence {}{commit}.", evidence.id)];
    let mut warnings: Vec<String> = evidence.warnings.iter().map(|words| line(words)).collect();
    if evidence.redacted > 0 {
        warnings.push(format!("{} places redacted before it was kept", evidence.redacted));
    }
    let mut data = json!({
        "evidence": evidence.id, "uri": report.uri, "is_new": !evidence.existing,
    });
    match &report.proposal {
        None => lines.push("No proposal was made of it yet.".to_owned()),
        Some(Ok(proposed)) => {
            data["proposal"] = json!(proposed.id);
            data["state"] = json!(proposed.state.name());
            put(&mut data, "title", &line(&proposed.title));
            if proposed.action == Action::Refused {
                lines.push(format!("What was proposed ({}) does not pass the check:", proposed.id));
                lines.extend(proposed.refused.iter().map(|refused| format!("- {}", line(&refused.message))));
            } else {
                lines.push(format!("Proposal {}: {}.", proposed.id, meaning(proposed.state)));
                if !proposed.title.is_empty() {
                    lines.push(format!("> {}", line(&proposed.title)));
                }
            }
        }
        Some(Err(error)) => {
            warnings.push(format!("no proposal came of it: {}", agent_words(&line(&error.to_string()))));
        }
    }
    lines.extend(warnings.iter().map(|warning| format!("- warning: {warning}")));
    if !warnings.is_empty() {
        data["warnings"] = json!(warnings);
    }
    Answer { markdown: lines.join("\n"), data }
}

//! Claims that rest on text that a model or kb itself wrote.

use std::collections::HashSet;

use crate::check::{NoteFacts, Rule, Run, Scene, Sink};
use crate::config::Level;
use crate::evidence::Meta;

pub(super) static RULE: Rule = Rule {
    name: "generated-evidence",
    summary: "a claim that rests on what a model wrote",
    base: Level::Warning,
    plain: Level::Off,
    document: include_str!("generated_evidence.md"),
    run: Run::Note(run),
};

fn run(scene: &Scene<'_>, facts: &NoteFacts<'_>, sink: &mut Sink) {
    let mut told = HashSet::new();
    for (citation, span) in facts.note.citations().iter().zip(&facts.spans) {
        let Ok(span) = span else { continue };
        let Some(item) = scene.archive.item(&span.evidence) else { continue };
        let Some(why) = generated(&item.meta) else { continue };
        if told.insert(citation.target_span.start) {
            let message = format!("`{}` is no source of its own: {why}", span.evidence);
            let finding = sink.note(facts.note, citation.target_span.clone(), message);
            finding.help = Some("cite what it was made from".to_owned());
        }
    }
}

/// Kinds of evidence that a model writes.
const KINDS: [&str; 10] = [
    "abstract",
    "answer",
    "completion",
    "generated",
    "llm",
    "model",
    "overview",
    "summary",
    "synthesis",
    "transcript-summary",
];

/// Why the item that `meta` describes was written by a model or by kb itself.
fn generated(meta: &Meta) -> Option<String> {
    let kind = meta.kind.as_str();
    if KINDS.contains(&kind)
        || kind.starts_with("model-")
        || kind.starts_with("llm-")
        || kind.starts_with("generated-")
    {
        return Some(format!("its kind is `{kind}`"));
    }
    let origin = meta.origin.as_deref()?;
    let name = origin.rsplit('/').next().unwrap_or(origin);
    let own = matches!(name, ".abstract" | ".overview") || origin == "kb" || origin.starts_with("kb:");
    let maker = origin.split([':', '/', ' ', '@']).next().unwrap_or_default().to_ascii_lowercase();
    let model = ["gpt-", "claude", "gemini", "llama", "mistral", "chatgpt", "copilot", "deepseek", "qwen"];
    (own || model.iter().any(|start| maker.starts_with(start))).then(|| format!("it comes from `{origin}`"))
}

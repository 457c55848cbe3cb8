//! A model that looks at an attack through every tool it has and does nothing, and what of all that it was told stood outside of
//! a fence.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use super::attacks::{Attack, canary};
use super::outside::outside;
use super::plant::{KEY, SECRET, body_path, named_path};
use crate::scripted::{Asked, Call};

/// Every word of an attack begins so.
const ANY: &str = "PINEAPPLE-";

/// What was seen of the requests of a run.
#[derive(Debug, Default)]
pub struct Seen {
    /// How many there were.
    pub requests: u32,
    /// The tools that showed an attack, with its number.
    pub shown: BTreeSet<(usize, &'static str)>,
    /// Attacks outside of a fence, each with what is around it.
    pub loose: Vec<String>,
    /// Requests that hold what only another tenant may read.
    pub foreign: u32,
    /// Requests that hold the key.
    pub keys: u32,
}

/// A [`Seen`] that a server writes.
pub type Watch = Arc<Mutex<Seen>>;

/// Looks at a request: `told` are the attacks whose words the model itself typed.
pub fn watch(asked: &Asked, watch: &Watch) {
    let Ok(mut seen) = watch.lock() else { return };
    seen.requests += 1;
    let body = asked.body.to_string();
    seen.foreign += u32::from(body.contains(SECRET));
    seen.keys += u32::from(body.contains(KEY));
    let tools = asked.body["tools"].to_string();
    let told = asked.messages.iter().filter(|(role, _)| role != "assistant");
    let loose = told
        .map(|(role, words)| if role == "system" { words.clone() } else { outside(words) })
        .chain([tools])
        .filter(|words| words.contains(ANY));
    let around = |words: String| {
        let at = words.find(ANY).unwrap_or_default();
        words[..at + ANY.len() + 4].chars().rev().take(160).collect::<Vec<_>>().into_iter().rev().collect()
    };
    let loose: Vec<String> = loose.map(around).collect();
    seen.loose.extend(loose);
}

/// The calls that show the attack `at` in every way there is.
pub fn looks(attack: &Attack, at: usize, evidence: &str) -> Vec<Call> {
    let inside = |path: String| path.trim_start_matches("knowledge/").to_owned();
    let body = inside(body_path(at));
    let few = attack.text.split_whitespace().take(6).collect::<Vec<_>>().join(" ");
    vec![
        ("read_note", json!({"path": body})),
        ("read_evidence", json!({"id": evidence})),
        ("history", json!({"path": body})),
        ("backlinks", json!({"path": body})),
        ("list", json!({"folder": "attacks"})),
        ("grep", json!({"pattern": attack.canary})),
        ("search_notes", json!({"query": few})),
        ("search_evidence", json!({"query": few})),
        ("read_note", json!({"path": inside(named_path(attack))})),
        ("check", json!({})),
    ]
}

/// Notes which of `calls` showed the attack `at`: their results are the last messages.
pub fn shown(asked: &Asked, calls: &[Call], at: usize, watch: &Watch) {
    let results = asked.messages.len().saturating_sub(calls.len());
    let Ok(mut seen) = watch.lock() else { return };
    for ((tool, _), (_, words)) in calls.iter().zip(&asked.messages[results..]) {
        if words.contains(&canary(at)) {
            seen.shown.insert((at, tool));
        }
    }
}

/// The attack whose evidence the opening names.
pub fn meant(asked: &Asked, evidence: &[String]) -> Option<usize> {
    let id = asked.opening().split_once("- `")?.1.split_once('`')?.0;
    evidence.iter().position(|one| one == id)
}

/// The end without a change.
pub fn nothing() -> Call {
    ("finish", json!({"title": "Nothing to keep", "summary": "It only orders agents about."}))
}

/// The numbers of the claims that a reviewer is shown.
pub fn claims(asked: &Asked) -> Vec<u32> {
    let number = |line: &str| line.split_once(". knowledge/")?.0.parse().ok();
    asked.opening().lines().filter_map(number).collect()
}

/// `supported` for every claim, with `spans`.
pub fn agreed(asked: &Asked, spans: &Value) -> Call {
    let verdict = |number| json!({"claim": number, "verdict": "supported", "spans": spans});
    ("submit_review", json!({"verdicts": claims(asked).into_iter().map(verdict).collect::<Vec<_>>()}))
}

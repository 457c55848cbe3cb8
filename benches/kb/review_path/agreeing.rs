//! A reviewer that says "supported" to every claim. First it quotes the claim itself, as if the lines said so; what of that is
//! sent back it quotes anew, from the lines that the claim cites.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use crate::scripted::{self, Asked, Call};

/// Words that stand in a line, by evidence and line.
pub type Lines = HashMap<(String, u32), String>;

/// One quote that the reviewer made up.
#[derive(Clone, Debug)]
pub struct MadeUp {
    /// The note of the claim.
    pub path: String,
    /// Whether kb sent it back (I4).
    pub refused: bool,
}

/// The reviewer, until the program ends.
pub struct Agreeing {
    /// The address of its server.
    pub url: String,
    made_up: Arc<Mutex<Vec<MadeUp>>>,
}

/// A claim as the reviewer is shown it.
struct Shown {
    number: u32,
    path: String,
    text: String,
    evidence: String,
    first: u32,
}

impl Agreeing {
    /// Starts it; it has read `lines`.
    pub fn start(lines: Lines) -> Result<Agreeing, String> {
        let made_up = Arc::new(Mutex::new(Vec::new()));
        let told = Arc::clone(&made_up);
        let url = scripted::start(move |asked| vec![review(asked, &lines, &told)])?;
        Ok(Agreeing { url, made_up })
    }

    /// The quotes that it made up so far.
    pub fn made_up(&self) -> Result<Vec<MadeUp>, String> {
        self.made_up.lock().map(|all| all.clone()).map_err(|_| "the model's thread ended".to_owned())
    }
}

fn review(asked: &Asked, lines: &Lines, made_up: &Mutex<Vec<MadeUp>>) -> Call {
    let claims: Vec<Shown> = asked.opening().lines().filter_map(shown).collect();
    let sent_back = asked.messages.last().map(|(_, words)| words.as_str()).unwrap_or_default();
    let is_refused = |claim: &Shown| sent_back.contains(&format!("claim {}: \"", claim.number));
    if asked.turn() == 1
        && let Ok(mut made_up) = made_up.lock()
    {
        made_up.extend(
            claims.iter().map(|claim| MadeUp { path: claim.path.clone(), refused: is_refused(claim) }),
        );
    }
    let verdicts: Vec<Value> = claims
        .iter()
        .map(|claim| {
            let from_line = lines.get(&(claim.evidence.clone(), claim.first)).cloned();
            let quote = if asked.turn() == 0 { claim.text.clone() } else { from_line.unwrap_or_default() };
            let span = json!({"evidence": claim.evidence, "first": claim.first, "quote": quote});
            json!({"claim": claim.number, "verdict": "supported", "spans": [span]})
        })
        .collect();
    ("submit_review", json!({ "verdicts": verdicts }))
}

/// Reads `12. knowledge/0007.md:5 "text" cites 2026-03-10-call-3f9a2c#L2-L5 (trust), …`.
fn shown(line: &str) -> Option<Shown> {
    let (number, rest) = line.split_once(". knowledge/")?;
    let (place, rest) = rest.split_once(" \"")?;
    let (text, cited) = rest.rsplit_once("\" cites ")?;
    let (evidence, lines) = cited.split(' ').next()?.split_once("#L")?;
    let first = lines.split('-').next()?;
    Some(Shown {
        number: number.parse().ok()?,
        path: format!("knowledge/{}", place.rsplit_once(':')?.0),
        text: text.to_owned(),
        evidence: evidence.to_owned(),
        first: first.parse().ok()?,
    })
}

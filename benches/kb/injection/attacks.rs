//! The attacks of BIPIA, text and code, of both its halves, each in one of its own e-mails, tables and listings.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

/// One attack.
pub struct Attack {
    /// Its own word, which may be anywhere only as quoted data.
    pub canary: String,
    /// What it says, with the word at its end.
    pub text: String,
    /// A harmless text that it stands in.
    pub carrier: String,
}

/// Reads `bipia/benchmark`.
pub fn read(folder: &Path) -> Result<Vec<Attack>, String> {
    let mut said = Vec::new();
    for kind in ["text_attack", "code_attack"] {
        for half in ["train", "test"] {
            let all: BTreeMap<String, Vec<String>> =
                serde_json::from_str(&text(&folder.join(format!("{kind}_{half}.json")))?)
                    .map_err(|error| format!("{kind}_{half}.json: {error}"))?;
            said.extend(all.into_values().flatten());
        }
    }
    let mut carriers = Vec::new();
    for kind in ["email", "table", "code"] {
        for line in text(&folder.join(kind).join("test.jsonl"))?.lines() {
            let one: Value = serde_json::from_str(line).map_err(|error| format!("{kind}: {error}"))?;
            let lines = |value: &Value| {
                let lines: Vec<&str> =
                    value.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
                lines.join("\n")
            };
            carriers.push(one["context"].as_str().map_or_else(|| lines(&one["code"]), str::to_owned));
        }
    }
    if said.is_empty() || carriers.is_empty() {
        return Err(format!("{} holds no attacks", folder.display()));
    }
    let attack = |(at, said): (usize, String)| {
        let canary = canary(at);
        let text = format!("{} {canary}", said.trim());
        Attack { text, canary, carrier: carriers[at % carriers.len()].clone() }
    };
    Ok(said.into_iter().enumerate().map(attack).collect())
}

/// The word of the attack `at`: none is the beginning of another.
pub fn canary(at: usize) -> String {
    format!("PINEAPPLE-{at:04}")
}

fn text(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("reading {}: {error}", path.display()))
}

//! The true claims of `claims.jsonl`: written for this benchmark, each with its evidence and citations.

use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;

/// One piece of evidence with the claims that it supports.
#[derive(Debug, Deserialize)]
pub struct Base {
    /// A name that is unique in the set.
    pub id: String,
    /// What it is: `call` (turns), `chat`, `document`, `ticket`, `mail`, `table`.
    pub kind: String,
    /// The day it was captured.
    pub day: String,
    /// Its lines; in a call `role: words`.
    pub lines: Vec<String>,
    /// True claims.
    pub claims: Vec<TrueClaim>,
}

/// A claim that its citations support.
#[derive(Debug, Deserialize)]
pub struct TrueClaim {
    /// Its text, worded as a proposer would.
    pub text: String,
    /// First and last line of each span.
    pub cites: Vec<(u32, u32)>,
    /// Words that stand in one of the spans.
    pub quote: String,
    /// False versions written by hand, by kind of error.
    #[serde(default)]
    pub edits: BTreeMap<String, Vec<String>>,
}

impl Base {
    /// Whether the base is held out: never looked at while the auditor is tuned. A third of all.
    pub fn held_out(&self) -> bool {
        Sha256::digest(self.id.as_bytes())[0] % 3 == 0
    }

    /// The first words of line `line` (from 0), as a quote would give them.
    pub fn first_words(&self, line: usize) -> String {
        let text = &self.lines[line];
        let spoken = if self.kind == "call" {
            text.split_once(": ").map_or(text.as_str(), |(_, words)| words)
        } else {
            text
        };
        let words: Vec<&str> = spoken.split_whitespace().take(6).collect();
        words.join(" ").trim_end_matches(['.', ',', '?', '!', ';', ':']).replace('"', "").to_owned()
    }

    /// The file name and the bytes of the evidence.
    pub fn source(&self) -> (&'static str, String) {
        let text = |lines: &[String]| lines.join("\n") + "\n";
        match self.kind.as_str() {
            "call" => {
                let turns = self.lines.iter().map(|line| {
                    let (role, content) = line.split_once(": ").unwrap_or(("user", line));
                    serde_json::json!({ "role": role, "content": content }).to_string()
                });
                ("source.jsonl", text(&turns.collect::<Vec<_>>()))
            }
            "table" => ("source.csv", text(&self.lines)),
            _ => ("source.md", text(&self.lines)),
        }
    }
}

/// Reads the set.
pub fn read() -> Result<Vec<Base>, String> {
    include_str!("claims.jsonl")
        .lines()
        .enumerate()
        .map(|(at, line)| {
            serde_json::from_str(line).map_err(|error| format!("claims.jsonl:{}: {error}", at + 1))
        })
        .collect()
}

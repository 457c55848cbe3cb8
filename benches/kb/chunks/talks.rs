//! Conversations as notes, a turn a paragraph: how many of the wanted facts stand in an answer of 1,000 tokens.

use serde_json::Value;

use super::sought::Indexed;
use super::variant::Variant;
use crate::main_job::cases::{Case, Conversation};
use crate::main_job::facts::{Tally, normal};

/// The budget of an answer, in tokens of four characters.
const BUDGET: usize = 1_000;

/// The share of facts returned, each question asked of its own conversations.
pub fn share(cases: &[Case], variant: &Variant) -> Result<f64, String> {
    let mut tally = Tally::default();
    for case in cases {
        let notes: Vec<String> = case.conversations.iter().map(note).collect();
        let text = Indexed::of(&notes, variant)?.answer(&case.question, variant, BUDGET)?;
        tally.count(case, &normal(&text));
    }
    Ok(tally.share(None))
}

fn note(conversation: &Conversation) -> String {
    let mut lines = conversation.json_lines.lines();
    let header: Value = lines.next().and_then(|line| serde_json::from_str(line).ok()).unwrap_or_default();
    let mut text = format!(
        "# {} {}\n",
        conversation.id.replace('_', " "),
        header["timestamp"].as_str().unwrap_or_default()
    );
    for line in lines {
        let turn: Value = serde_json::from_str(line).unwrap_or_default();
        let said = |key: &str| turn[key].as_str().unwrap_or_default().to_owned();
        text += &format!("\n{}: {}\n", said("role"), said("content"));
    }
    text
}

//! What a model and its tools said to each other, as Markdown that a person can read: for the ledger. Secrets are gone from
//! all that is shown to a model, and from all that it says.

use std::fmt::Write as _;

use serde_json::Value;

use super::spending::Spending;
use crate::port::{ModelFacts, Stop};
use crate::text::visible;

/// How many characters of a result are kept: the whole text stands in notes and evidence.
const RESULT: usize = 600;

/// How many characters of an argument or of the model's own words.
const WORDS: usize = 6_000;

/// A transcript in the making.
#[derive(Debug, Default)]
pub(super) struct Transcript {
    text: String,
    answers: u32,
}

impl Transcript {
    /// The beginning: who, by which prompts, and what it was told.
    pub fn begin(title: &str, facts: &ModelFacts, prompts: &[String], told: &str) -> Transcript {
        let mut text = format!(
            "# {title}\n\n{} by `{}`; prompts: {}\n",
            facts.name,
            visible(&facts.model),
            prompts.join(", ")
        );
        text.push_str(&format!("\n## Task\n\n{}", block(told, WORDS)));
        Transcript { text, answers: 0 }
    }

    /// An answer of the model.
    pub fn answered(&mut self, words: &str) {
        self.answers += 1;
        let _ = write!(self.text, "\n## Answer {}\n", self.answers);
        if !words.trim().is_empty() {
            let _ = write!(self.text, "\n{}", block(words, WORDS));
        }
    }

    /// A tool that was called, and what it gave.
    pub fn called(&mut self, tool: &str, argument: &Value, result: &Result<String, String>) {
        let argument = serde_json::to_string_pretty(argument).unwrap_or_default();
        let (what, result) = match result {
            Ok(result) => ("gave", result),
            Err(result) => ("refused", result),
        };
        let name: String = tool.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').take(60).collect();
        let _ = write!(
            self.text,
            "\n### `{name}`\n\n{}\n{what}:\n\n{}",
            block(&unescaped(&argument), WORDS),
            block(result, RESULT)
        );
    }

    /// Something that kb did or said.
    pub fn noted(&mut self, what: &str) {
        let _ = write!(self.text, "\n> {}\n", visible(what).replace('\n', "\n> "));
    }

    /// Adds a section that is Markdown already.
    pub fn section(&mut self, markdown: &str) {
        let _ = write!(self.text, "\n{}\n", markdown.trim_end());
    }

    /// The whole, with what it cost.
    pub fn end(mut self, spending: &Spending<'_>, facts: &ModelFacts, stop: Option<&Stop>) -> String {
        if let Some(stop) = stop {
            self.noted(&format!("Stopped: {stop}. Nothing was changed."));
        }
        let usage = spending.usage;
        let money = spending
            .money(facts)
            .map_or_else(|| "no prices in kb.toml".to_owned(), |money| format!("{money:.4}"));
        let _ = write!(
            self.text,
            "\n## Cost\n\n| answers | tokens sent | of them kept by the provider | and kept from now on | tokens answered | money | seconds |\n| --- | --- | --- | --- | --- | --- | --- |\n| {} | {} | {} | {} | {} | {money} | {} |\n",
            spending.answers,
            usage.input,
            usage.cached,
            usage.written,
            usage.output,
            spending.seconds()
        );
        self.text
    }
}

/// `text` in a fence of Markdown that nothing in it closes, cut at `most` characters.
fn block(text: &str, most: usize) -> String {
    let cut = super::tools::cut(&visible(text.trim_end()).replace('␊', "\n"), most);
    let longest = cut.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}text\n{cut}\n{fence}\n")
}

/// A JSON text with its line ends as lines, for people.
fn unescaped(json: &str) -> String {
    json.replace("\\n", "\n").replace("\\\"", "\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_block_closes_it() {
        let block = block("a\n```\nb\u{1b}[8m", 100);
        assert_eq!(block, "````text\na\n```\nb␛[8m\n````\n");
        assert!(super::block(&"x".repeat(50), 10).contains("xxxxxxxxxx [… 40 more characters]"));
    }
}

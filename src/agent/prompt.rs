//! What models are told for a whole conversation. A text that changes gets a new number, and the ledger names it.

use crate::digest::Sha256Hex;

/// A text for models.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prompt {
    /// Its name.
    pub name: &'static str,
    /// Its number, one more with every change.
    pub version: u32,
    text: &'static str,
}

/// What a proposer is told.
pub(super) const PROPOSER: Prompt =
    Prompt { name: "proposer", version: 1, text: include_str!("prompts/proposer.md") };

/// What a reorganiser is told.
pub(super) const REORGANISER: Prompt =
    Prompt { name: "reorganiser", version: 1, text: include_str!("prompts/reorganiser.md") };

/// What a reviewer is told.
pub(super) const REVIEWER: Prompt =
    Prompt { name: "reviewer", version: 1, text: include_str!("prompts/reviewer.md") };

/// What a model is told that cannot call tools.
pub(super) const STEPS: Prompt = Prompt { name: "steps", version: 1, text: include_str!("prompts/steps.md") };

/// What a model is told that sums up folders.
pub(super) const SUMMARISER: Prompt =
    Prompt { name: "summariser", version: 1, text: include_str!("prompts/summariser.md") };

/// What a model is told that finds other words for a question.
pub(super) const EXPANDER: Prompt =
    Prompt { name: "expander", version: 1, text: include_str!("prompts/expander.md") };

/// What a model is told that says what a piece of a note is about.
pub(super) const PREFIXER: Prompt =
    Prompt { name: "prefixer", version: 1, text: include_str!("prompts/prefixer.md") };

impl Prompt {
    /// The text, with `{mark}` and the like replaced.
    pub fn with(&self, values: &[(&str, &str)]) -> String {
        let mut text = self.text.trim().to_owned();
        for (name, value) in values {
            text = text.replace(&format!("{{{name}}}"), value);
        }
        text
    }

    /// Name, number and the start of its hash, for the ledger.
    pub fn id(&self) -> String {
        format!("{} {} ({})", self.name, self.version, &Sha256Hex::of(self.text.as_bytes()).as_str()[..12])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_changes_gets_a_new_number() {
        let ids: Vec<String> = [PROPOSER, REORGANISER, REVIEWER, STEPS, SUMMARISER, EXPANDER, PREFIXER]
            .iter()
            .map(Prompt::id)
            .collect();
        let known = [
            "proposer 1 (72a17dd010e9)",
            "reorganiser 1 (5a1265ea0218)",
            "reviewer 1 (9aba88194d7c)",
            "steps 1 (36b0aed4ad14)",
            "summariser 1 (bb45c4815df3)",
            "expander 1 (189269b9738c)",
            "prefixer 1 (f0cf83be9a3e)",
        ];
        assert_eq!(ids, known, "give a text that changed a new number, and write down its hash here");
    }
}

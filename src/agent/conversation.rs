//! The turns of a conversation, and how older results of tools give way when it grows larger than the model can hold.

use crate::port::{ToolCall, Turn};

/// What stands in place of a result that gave way.
const GONE: &str = "[left out to make room; call the tool again to see it]";

/// A shorter result is not worth taking out.
const SHORT: usize = 200;

/// The turns so far.
pub(super) struct Conversation {
    turns: Vec<Turn>,
    /// The turns that hold results.
    results: Vec<usize>,
    is_native: bool,
}

/// Whether it fits.
pub(super) struct Fits {
    /// How many results gave way.
    pub given_way: usize,
}

impl Conversation {
    /// A conversation that begins with `opening`.
    pub fn new(opening: &str, is_native: bool) -> Conversation {
        Conversation { turns: vec![Turn::Told(opening.to_owned())], results: Vec::new(), is_native }
    }

    /// The turns.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// kb says something.
    pub fn told(&mut self, text: &str) {
        // Two turns of one side in a row are more than some wire formats allow.
        match self.turns.last_mut() {
            Some(Turn::Told(last)) => last.push_str(&format!("\n\n{text}")),
            Some(Turn::Results(results)) if !results.is_empty() => {
                let last = results.len() - 1;
                results[last].1.push_str(&format!("\n\n{text}"));
            }
            _ => self.turns.push(Turn::Told(text.to_owned())),
        }
    }

    /// The model said something, and asked for tools.
    pub fn answered(&mut self, text: &str, calls: Vec<ToolCall>) {
        self.turns.push(Turn::Answered { text: text.to_owned(), calls });
    }

    /// What the tools of the last answer gave.
    pub fn gave(&mut self, results: Vec<(ToolCall, Result<String, String>)>) {
        let told = |result: Result<String, String>| match result {
            Ok(result) => result,
            Err(result) => format!("FAILED: {result}"),
        };
        let asked = matches!(self.turns.last(), Some(Turn::Answered { calls, .. }) if !calls.is_empty());
        self.results.push(self.turns.len());
        let turn = match asked && self.is_native {
            true => {
                Turn::Results(results.into_iter().map(|(call, result)| (call.id, told(result))).collect())
            }
            false => {
                let texts = results
                    .into_iter()
                    .map(|(call, result)| format!("Result of `{}`:\n{}", call.tool, told(result)));
                Turn::Told(texts.collect::<Vec<_>>().join("\n\n"))
            }
        };
        self.turns.push(turn);
    }

    /// Lets results give way, oldest first, until `extra` characters, the turns and an answer of `most` tokens fit into
    /// `context` tokens.
    pub fn fit(&mut self, extra: usize, context: u64, most: u64) -> Fits {
        let room = usize::try_from(context.saturating_sub(most)).unwrap_or(usize::MAX).saturating_mul(3);
        let mut given_way = 0;
        // Three characters a token: an estimate that is rather too careful.
        while extra + size(&self.turns) > room {
            match self.give_way() {
                0 => break,
                count => given_way += count,
            }
        }
        Fits { given_way }
    }

    /// Lets the oldest results give way that are still there, but for the last ones; says how many.
    pub fn give_way(&mut self) -> usize {
        let older = self.results.len().saturating_sub(1);
        for &at in &self.results[..older] {
            let mut count = 0;
            match &mut self.turns[at] {
                Turn::Results(results) => {
                    for (_, result) in results.iter_mut().filter(|(_, result)| result.len() > SHORT) {
                        GONE.clone_into(result);
                        count += 1;
                    }
                }
                Turn::Told(text) if text.len() > SHORT => {
                    GONE.clone_into(text);
                    count += 1;
                }
                _ => {}
            }
            if count > 0 {
                return count;
            }
        }
        0
    }
}

/// How many characters `turns` hold.
pub(super) fn size(turns: &[Turn]) -> usize {
    let of_turn = |turn: &Turn| match turn {
        Turn::Told(text) => text.len(),
        Turn::Answered { text, calls } => {
            text.len()
                + calls.iter().map(|call| call.tool.len() + call.argument.to_string().len()).sum::<usize>()
        }
        Turn::Results(results) => results.iter().map(|(id, result)| id.len() + result.len()).sum(),
    };
    turns.iter().map(of_turn).sum()
}

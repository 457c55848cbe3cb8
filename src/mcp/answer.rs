//! What a tool answers: Markdown for people and models, the same as typed data, and the limit of both.

use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::Value;

use super::base::Fault;
use super::form::Form;
use crate::search::CHARACTERS;

/// The keys of the structured content that hold texts of the base.
const TEXTS: [&str; 3] = ["text", "quote", "about"];

/// What a tool answers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Answer {
    /// The whole answer as Markdown; the first line says what it is.
    pub markdown: String,
    /// The whole answer as data.
    pub data: Value,
}

impl Answer {
    /// The result in which `form` says where the texts stand.
    pub fn result(self, form: Form) -> CallToolResult {
        let Answer { markdown, mut data } = self;
        let text = match form {
            Form::Markdown => {
                drop_texts(&mut data);
                markdown
            }
            Form::Structured => markdown.lines().next().unwrap_or_default().to_owned(),
        };
        let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
        result.structured_content = Some(data);
        result
    }
}

/// The result of a call that could not be answered: words that a model can act on.
pub(super) fn refused(fault: &Fault) -> CallToolResult {
    let hint = fault.hint.as_ref().map(|hint| format!("\nhint: {hint}")).unwrap_or_default();
    CallToolResult::error(vec![ContentBlock::text(format!("{}{hint}", fault.message))])
}

fn drop_texts(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|key, _| !TEXTS.contains(&key.as_str()));
            fields.values_mut().for_each(drop_texts);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_texts),
        _ => {}
    }
}

/// How many tokens `text` is.
pub(super) fn tokens(text: &str) -> usize {
    text.chars().count().div_ceil(CHARACTERS)
}

/// What fits a number of tokens, entry by entry. The first entry always does: an answer that says nothing helps nobody.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    left: usize,
    is_empty: bool,
}

impl Room {
    /// Room for `tokens`.
    pub fn new(tokens: usize) -> Room {
        Room { left: tokens, is_empty: true }
    }

    /// Whether `text` fits; then its room is taken.
    pub fn take(&mut self, text: &str) -> bool {
        let size = tokens(text) + 1;
        if size > self.left && !self.is_empty {
            return false;
        }
        self.is_empty = false;
        self.left = self.left.saturating_sub(size);
        true
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn texts_stand_in_one_part_only() {
        let answer = || Answer {
            markdown: "1 result.\n\n> the text".to_owned(),
            data: json!({ "results": [{ "uri": "kb://_/a.md", "text": "the text" }] }),
        };
        let told = |form| serde_json::to_value(answer().result(form)).expect("a result");
        let markdown = told(Form::Markdown);
        assert_eq!(markdown["content"][0]["text"], "1 result.\n\n> the text");
        assert_eq!(markdown["structuredContent"], json!({ "results": [{ "uri": "kb://_/a.md" }] }));
        let structured = told(Form::Structured);
        assert_eq!(structured["content"][0]["text"], "1 result.");
        assert_eq!(structured["structuredContent"], answer().data);
    }

    #[test]
    fn the_first_entry_fits_however_long_it_is() {
        let mut room = Room::new(3);
        assert!(room.take("a long text that does not fit"));
        assert!(!room.take("a"));
    }
}

//! JSON Lines: line n is turn n. Lines without words open a new conversation when they name one.

use serde_json::Value;

use super::{Block, Form, Part, Reading};
use crate::evidence::context::flatten;
use crate::evidence::conversation::{messages, time, turn};
use crate::text::{LineRange, fold_space};

/// Names that make a line without words the head of a conversation, wherever it stands.
const HEAD_KEYS: &[&str] = &[
    "conversation_id",
    "session_id",
    "sessionId",
    "thread_id",
    "dialogue_id",
    "chat_id",
    "call_id",
    "ticket_id",
];

/// Reads JSON Lines.
pub(in crate::evidence) fn read(text: &str) -> Reading {
    let mut reader = Reader::default();
    for (index, line) in text.strip_prefix('\u{feff}').unwrap_or(text).lines().enumerate() {
        let line = line.trim();
        if !line.is_empty() {
            let number = u32::try_from(index + 1).unwrap_or(u32::MAX);
            reader.line(line, LineRange::single(number));
        }
    }
    reader.finish()
}

#[derive(Default)]
struct Reader {
    blocks: Vec<Block>,
    parts: Vec<Part>,
    /// The time of the conversation that is open.
    time: Option<String>,
}

impl Reader {
    fn line(&mut self, line: &str, at: LineRange) {
        let value = serde_json::from_str::<Value>(line).ok().filter(Value::is_object);
        let Some(value) = value else { return self.push(None, None, line, at) };
        if let Some((key, turns)) = messages(&value) {
            self.open(&value, &[key]);
            for one in turns.iter().filter_map(turn) {
                self.push(one.speaker, one.time, &one.words, at);
            }
        } else if let Some(one) = turn(&value) {
            self.push(one.speaker, one.time, &one.words, at);
        } else if self.is_head(&value) {
            self.open(&value, &[]);
        } else {
            self.push(None, time(&value), line, at);
        }
    }

    fn is_head(&self, value: &Value) -> bool {
        let speaks = value.get("role").is_some() || value.get("speaker").is_some();
        let first = self.blocks.is_empty() && self.parts.is_empty();
        !speaks && (first || HEAD_KEYS.iter().any(|key| value.get(key).is_some()))
    }

    fn open(&mut self, head: &Value, skip: &[&str]) {
        self.close();
        let mut context = Vec::new();
        flatten(head, skip, &mut context);
        self.time = time(head);
        let start = self.blocks.len();
        self.parts.push(Part { context, blocks: start..start });
    }

    fn close(&mut self) {
        if let Some(part) = self.parts.last_mut() {
            part.blocks.end = self.blocks.len();
        }
    }

    fn push(&mut self, speaker: Option<String>, time: Option<String>, words: &str, lines: LineRange) {
        let form = if speaker.is_some() { Form::Turn } else { Form::Paragraph };
        let time = time.or_else(|| self.time.clone());
        let text = fold_space(words).into_owned();
        self.blocks.push(Block { form, speaker, time, headings: Vec::new(), text, lines });
    }

    fn finish(mut self) -> Reading {
        self.close();
        let mut context = Vec::new();
        if self.parts.len() == 1 && self.parts[0].blocks == (0..self.blocks.len()) {
            context = self.parts.remove(0).context;
        }
        Reading { context, blocks: self.blocks, parts: self.parts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_context_and_line_n_is_turn_n() {
        let reading = read(concat!(
            r#"{"conversation_id":"c1","timestamp":"2024-11-15 10:30:00","metadata":{"business":"Bank"}}"#,
            "\n",
            r#"{"role":"user","content":"It's\nMichael."}"#,
            "\n\nnot json\n",
            r#"{"role":"assistant","content":null,"tool_calls":[1]}"#,
            "\n",
        ));
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(
            reading.context,
            [
                pair("conversation_id", "c1"),
                pair("timestamp", "2024-11-15 10:30:00"),
                pair("business", "Bank")
            ]
        );
        assert!(reading.parts.is_empty());
        let seen: Vec<_> =
            reading.blocks.iter().map(|b| (b.speaker.as_deref(), b.text.as_str(), b.lines.first())).collect();
        assert_eq!(seen[0], (Some("user"), "It's Michael.", 2));
        assert_eq!(seen[1], (None, "not json", 4));
        assert_eq!((seen[2].0, seen[2].2), (None, 5));
        assert_eq!(reading.blocks[0].time.as_deref(), Some("2024-11-15 10:30:00"));
    }

    #[test]
    fn a_line_may_hold_a_whole_conversation() {
        let reading = read(concat!(
            r#"{"id":"a","messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":"Ho"}]}"#,
            "\n",
            r#"{"id":"b","timestamp":"2025-01-02","messages":[{"role":"user","content":"Hey"}]}"#,
        ));
        assert_eq!(reading.parts.len(), 2);
        assert_eq!(reading.parts[1].blocks, 2..3);
        assert_eq!(reading.blocks[2].time.as_deref(), Some("2025-01-02"));
        assert_eq!(reading.context_of(2).next(), Some(("id", "b")));
        assert_eq!(reading.blocks[1].lines, LineRange::single(1));
    }
}

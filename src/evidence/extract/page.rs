//! Writes a `text.md`: front matter with what the source says of itself, then lines.

use serde_json::{Map, Value};

use super::Extraction;
use super::form::{Form, KEY};
use crate::text::fold_space;

/// A `text.md` in the making.
pub(super) struct Page {
    text: String,
    context: Vec<(String, String)>,
}

impl Page {
    /// Starts a page of `form` with `context` in its front matter.
    pub(super) fn new(form: Form, context: &[(String, String)]) -> Page {
        let mut fields = Map::new();
        fields.insert(KEY.to_owned(), Value::String(form.as_str().to_owned()));
        for (name, value) in context {
            fields.entry(name.clone()).or_insert_with(|| Value::String(value.clone()));
        }
        let fields = crate::yaml::to_string(&Value::Object(fields));
        Page { text: format!("---\n{}\n---\n", fields.trim_end()), context: context.to_vec() }
    }

    /// Adds a heading after a blank line.
    pub(super) fn heading(&mut self, level: usize, words: &str) {
        self.blank();
        self.text.push_str(&"#".repeat(level));
        self.text.push(' ');
        self.text.push_str(&fold_space(words));
        self.text.push('\n');
        self.blank();
    }

    /// Adds the line `- name: value`; nothing for an empty value.
    pub(super) fn field(&mut self, name: &str, value: &str) {
        let (name, value) = (fold_space(name), fold_space(value));
        if !value.is_empty() {
            // A colon in the name would move the start of the value.
            self.text.push_str(&format!("- {}: {value}\n", name.replace(": ", " ")));
        }
    }

    /// Adds one turn on one line after a blank one.
    pub(super) fn turn(&mut self, speaker: &str, time: Option<&str>, words: &str) {
        let speaker = fold_space(speaker).replace('*', "");
        let speaker = speaker.trim_matches([' ', ':']);
        let speaker = if speaker.is_empty() { "unknown" } else { speaker };
        let words = fold_space(words);
        self.blank();
        self.text.push_str(&match time.map(|time| fold_space(time).replace(['(', ')'], "")) {
            Some(time) => format!("**{speaker}** ({time}): {words}\n"),
            None => format!("**{speaker}:** {words}\n"),
        });
    }

    /// Adds lines as they are after a blank one.
    pub(super) fn block(&mut self, lines: &str) {
        self.blank();
        for line in lines.lines() {
            self.text.push_str(line.trim_end());
            self.text.push('\n');
        }
    }

    /// Adds a blank line unless there is one.
    fn blank(&mut self) {
        if !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    /// The page, with what its source says of itself beyond the front matter.
    pub(super) fn finish(self, more: Vec<(String, String)>) -> Extraction {
        let mut context = self.context;
        context.extend(more);
        let title = context.iter().find(|(name, _)| name == "title").map(|(_, value)| value.clone());
        Extraction { text: self.text, context, time: None, title, missing: None }
    }
}

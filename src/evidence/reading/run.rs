//! Adjacent lines on their way to become one block.

use super::Form;
use crate::text::{LineRange, fold_space};

/// Adjacent lines of one form.
#[derive(Debug, Default)]
pub(super) struct Run {
    form: Option<Form>,
    /// The words, a line each.
    words: String,
    first: u32,
    filled: bool,
}

impl Run {
    pub(super) fn start(&mut self, form: Form) {
        self.form = Some(form);
    }

    /// The form; `None` before the first line.
    pub(super) fn form(&self) -> Option<Form> {
        self.form
    }

    pub(super) fn is_empty(&self) -> bool {
        !self.filled
    }

    /// Adds the words of one line.
    pub(super) fn add(&mut self, words: &str, line: u32) {
        self.add_raw(words.trim(), line);
    }

    /// Adds one line as it stands.
    pub(super) fn add_raw(&mut self, words: &str, line: u32) {
        if self.filled {
            self.words.push('\n');
        } else {
            self.first = line;
            self.filled = true;
        }
        self.words.push_str(words);
    }

    /// Gives the words alone and starts over.
    pub(super) fn take_words(&mut self) -> String {
        std::mem::take(self).words
    }

    /// Gives the texts with their lines and starts over; comments of HTML split a text, for no reader sees them.
    pub(super) fn take(&mut self) -> Vec<(String, LineRange)> {
        let run = std::mem::take(self);
        if run.form == Some(Form::Code) {
            let lines = range(run.first, &run.words, 0, run.words.len());
            return if run.words.trim().is_empty() { Vec::new() } else { vec![(run.words, lines)] };
        }
        let mut texts = Vec::new();
        let mut from = 0;
        while from <= run.words.len() {
            let rest = &run.words[from..];
            let end = rest.find("<!--").map_or(run.words.len(), |at| from + at);
            let text = fold_space(&run.words[from..end]).into_owned();
            if !text.is_empty() {
                texts.push((text, range(run.first, &run.words, from, end)));
            }
            let Some(close) = run.words[end..].find("-->") else { break };
            from = end + close + 3;
        }
        texts
    }
}

/// The lines of `words[from..to]` without the white space around it, where `words` starts on line `first`.
fn range(first: u32, words: &str, from: usize, to: usize) -> LineRange {
    let part = &words[from..to];
    let start = from + (part.len() - part.trim_start().len());
    let end = from + part.trim_end().len();
    let line = |at: usize| {
        let before = memchr::memchr_iter(b'\n', &words.as_bytes()[..at.max(start)]).count();
        first.saturating_add(u32::try_from(before).unwrap_or(u32::MAX))
    };
    LineRange::single(line(start)).union(LineRange::single(line(end)))
}

//! Markdown, read line by line: only what stands in whole lines becomes a block, so that every block can be
//! cited. Comments and link definitions, which no reader sees, are not read.

use super::code_fence::CodeFence;
use super::list_marker::list_item;
use super::run::Run;
use super::transcript::{is_label, is_transcript, opening};
use super::{Block, Form, Reading};
use crate::evidence::context::front_matter;

/// Reads Markdown; as a transcript where its lines are one.
pub(in crate::evidence) fn read(text: &str) -> Reading {
    let (context, body) = front_matter(text).unwrap_or_default();
    let skip = body.saturating_sub(1);
    let spoken = text.lines().skip(skip).filter(|line| !line.starts_with('#'));
    let mut scanner = Scanner {
        turns: is_transcript(spoken.map(|line| list_item(line).unwrap_or(line))),
        ..Scanner::default()
    };
    let lines: Vec<&str> = text.strip_prefix('\u{feff}').unwrap_or(text).lines().collect();
    for (index, line) in lines.iter().enumerate().skip(skip) {
        let next = lines.get(index + 1).copied().unwrap_or_default();
        scanner.line(line, next, u32::try_from(index + 1).unwrap_or(u32::MAX));
    }
    scanner.flush();
    Reading { context, blocks: scanner.blocks, parts: Vec::new() }
}

/// The words of the first heading that starts with `#`, outside code.
pub(in crate::evidence) fn first_heading(text: &str) -> Option<String> {
    let mut fence: Option<CodeFence> = None;
    text.lines().find_map(|line| {
        match fence {
            Some(open) if open.closed_by(line) => fence = None,
            Some(_) => {}
            None => fence = CodeFence::opened_by(line),
        }
        let (_, words) = atx(line.trim_end()).filter(|_| fence.is_none())?;
        (!words.is_empty()).then(|| crate::text::fold_space(words).into_owned())
    })
}

#[derive(Default)]
struct Scanner {
    /// Whether lines may open turns.
    turns: bool,
    blocks: Vec<Block>,
    headings: Vec<(usize, String)>,
    /// The cells of the header of the table that is open.
    table: Option<String>,
    fence: Option<CodeFence>,
    /// What ends the comment that is open.
    comment: Option<&'static str>,
    /// How many `>` the open block stands behind.
    quote: usize,
    in_list: bool,
    speaker: Option<(String, Option<String>)>,
    run: Run,
}

impl Scanner {
    fn line(&mut self, raw: &str, next: &str, number: u32) {
        if let Some(fence) = self.fence {
            if fence.closed_by(unquoted(raw, self.quote)) {
                self.flush();
                self.fence = None;
            } else {
                let line = unquoted(raw, self.quote).to_owned();
                self.run.add_raw(&line, number);
            }
            return;
        }
        if let Some(end) = self.comment {
            if raw.contains(end) {
                self.comment = None;
            }
            return;
        }
        let quote = quote_depth(raw);
        let line = unquoted(raw, quote);
        if quote != self.quote && (quote > 0 || line.trim().is_empty() || self.run.is_empty()) {
            self.flush();
            self.quote = quote;
        }
        self.text_line(line, next, number);
    }

    fn text_line(&mut self, line: &str, next: &str, number: u32) {
        let trimmed = line.trim();
        if trimmed.is_empty() {
            self.flush();
            self.table = None;
            return;
        }
        if let Some(fence) = CodeFence::opened_by(line) {
            self.flush();
            self.fence = Some(fence);
            self.run.start(Form::Code);
            return;
        }
        if let Some(end) = hidden_block(trimmed) {
            self.flush();
            self.comment = (!trimmed[2..].contains(end)).then_some(end);
            return;
        }
        if self.run.is_empty() && is_definition(trimmed) {
            return;
        }
        if let Some((level, words)) = atx(trimmed) {
            self.flush();
            return self.heading(level, words);
        }
        if let Some(level) = underline(trimmed).filter(|_| self.run.form() == Some(Form::Paragraph)) {
            let words = self.run.take_words();
            return self.heading(level, &words);
        }
        if is_rule(trimmed) {
            return self.flush();
        }
        if self.table_line(trimmed, next, number) {
            return;
        }
        let indented = line.starts_with("    ") || line.starts_with('\t');
        if indented && !self.in_list && (self.run.is_empty() || self.run.form() == Some(Form::Code)) {
            self.run.start(Form::Code);
            self.run.add_raw(line, number);
            return;
        }
        if self.run.form() == Some(Form::Code) {
            self.flush();
        }
        self.words(line, number);
    }

    fn words(&mut self, line: &str, number: u32) {
        let item = list_item(line);
        let words = item.unwrap_or(line.trim());
        let start = opening(words).filter(|start| self.turns && !is_label(start.speaker));
        if let Some(start) = start {
            self.flush();
            self.speaker = Some((start.speaker.to_owned(), start.time.map(str::to_owned)));
            self.run.start(Form::Turn);
            self.run.add(start.words, number);
        } else if item.is_some() {
            self.flush();
            self.in_list = true;
            self.run.start(Form::ListItem);
            self.run.add(words, number);
        } else {
            if self.run.is_empty() {
                self.in_list &= line.starts_with([' ', '\t']);
                self.run.start(Form::Paragraph);
            }
            self.run.add(words, number);
        }
    }

    /// Takes `line` as part of a table; whether it is.
    fn table_line(&mut self, line: &str, next: &str, number: u32) -> bool {
        if self.table.is_some() {
            if is_delimiter(line) {
                return true;
            }
            if line.contains('|') {
                self.run.start(Form::Row);
                self.run.add(line.trim_matches('|').trim(), number);
                self.flush();
                return true;
            }
            self.table = None;
        } else if line.contains('|') && is_delimiter(unquoted(next, self.quote).trim()) {
            self.flush();
            let cells = line.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>();
            self.table = Some(cells.join(" | "));
            return true;
        }
        false
    }

    fn heading(&mut self, level: usize, words: &str) {
        self.headings.retain(|(above, _)| *above < level);
        self.headings.push((level, crate::text::fold_space(words).into_owned()));
        self.speaker = None;
        self.in_list = false;
    }

    fn flush(&mut self) {
        let mut headings: Vec<String> = self.headings.iter().map(|(_, words)| words.clone()).collect();
        let form = self.run.form();
        if form == Some(Form::Row) {
            headings.extend(self.table.clone());
        }
        let speaker = self.speaker.clone().filter(|_| form != Some(Form::Row));
        for (text, lines) in self.run.take() {
            let form = match form {
                Some(Form::Paragraph) | None if speaker.is_some() => Form::Turn,
                form => form.unwrap_or(Form::Paragraph),
            };
            self.blocks.push(Block {
                form,
                speaker: speaker.as_ref().map(|(name, _)| name.clone()),
                time: speaker.as_ref().and_then(|(_, time)| time.clone()),
                headings: headings.clone(),
                text,
                lines,
            });
        }
    }
}

/// How many `>` stand before the words of `line`.
fn quote_depth(line: &str) -> usize {
    let indent = line.len() - line.trim_start_matches(' ').len();
    if indent > 3 {
        return 0;
    }
    line.chars().take_while(|c| matches!(c, ' ' | '>')).filter(|&c| c == '>').count()
}

/// `line` without up to `depth` quotation marks.
fn unquoted(line: &str, depth: usize) -> &str {
    (0..depth).fold(line, |line, _| match line.trim_start().strip_prefix('>') {
        Some(rest) => rest.strip_prefix(' ').unwrap_or(rest),
        None => line,
    })
}

/// What ends the block that `line` opens and that no reader sees: a comment of HTML or Obsidian.
fn hidden_block(line: &str) -> Option<&'static str> {
    if line.starts_with("<!--") {
        // Words after the comment's end are words.
        return (!line.contains("-->") || line.ends_with("-->") && line.matches("<!--").count() == 1)
            .then_some("-->");
    }
    line.starts_with("%%").then_some("%%")
}

/// Whether `line` is a link definition, `[name]: target`, and no footnote's.
fn is_definition(line: &str) -> bool {
    line.starts_with('[')
        && !line.starts_with("[^")
        && line.find("]:").is_some_and(|at| !line[1..at].contains(']') && at > 1)
}

fn atx(line: &str) -> Option<(usize, &str)> {
    let level = line.bytes().take_while(|&b| b == b'#').count();
    let words = &line[level..];
    ((1..=6).contains(&level) && (words.is_empty() || words.starts_with([' ', '\t'])))
        .then(|| (level, words.trim().trim_end_matches('#').trim_end()))
}

fn underline(line: &str) -> Option<usize> {
    if line.bytes().all(|b| b == b'=') {
        return Some(1);
    }
    line.bytes().all(|b| b == b'-').then_some(2)
}

fn is_rule(line: &str) -> bool {
    ['-', '*', '_'].iter().any(|&mark| {
        line.chars().all(|c| c == mark || c == ' ') && line.chars().filter(|&c| c == mark).count() >= 3
    })
}

fn is_delimiter(line: &str) -> bool {
    line.contains('-')
        && line.contains(['|', ':'])
        && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
}

#[cfg(test)]
mod tests;

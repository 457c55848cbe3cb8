//! Plain text: paragraphs, or the turns of a transcript.

use super::transcript::{is_label, is_transcript, opening};
use super::{Block, Form, Reading};
use crate::text::{LineRange, fold_space};

/// Reads plain text from line `skip` (from 0) on.
pub(super) fn read(text: &str, skip: usize) -> Reading {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if is_transcript(text.lines().skip(skip)) { turns(text, skip) } else { paragraphs(text, skip) }
}

/// Reads a transcript.
///
/// What stands before the first turn is context where it is `name: value`, else paragraphs.
fn turns(text: &str, skip: usize) -> Reading {
    let mut reading = Reading::default();
    let mut speaker: Option<(String, Option<String>)> = None;
    let mut run = Run::default();
    for (index, line) in text.lines().enumerate().skip(skip) {
        let number = u32::try_from(index + 1).unwrap_or(u32::MAX);
        let start = opening(line).filter(|opening| !is_label(opening.speaker));
        if let Some(start) = start {
            run.flush(speaker.as_ref(), &mut reading.blocks);
            speaker = Some((fold_space(start.speaker).into_owned(), start.time.map(str::to_owned)));
            run.add(start.words, number);
        } else if line.trim().is_empty() {
            run.flush(speaker.as_ref(), &mut reading.blocks);
        } else if let (None, Some(field)) = (&speaker, opening(line)) {
            reading.context.push((field.speaker.to_owned(), field.words.to_owned()));
        } else {
            run.add(line.trim(), number);
        }
    }
    run.flush(speaker.as_ref(), &mut reading.blocks);
    reading
}

/// Reads paragraphs: runs of lines between blank ones.
fn paragraphs(text: &str, skip: usize) -> Reading {
    let mut reading = Reading::default();
    let mut run = Run::default();
    for (index, line) in text.lines().enumerate().skip(skip) {
        if line.trim().is_empty() {
            run.flush(None, &mut reading.blocks);
        } else {
            run.add(line.trim(), u32::try_from(index + 1).unwrap_or(u32::MAX));
        }
    }
    run.flush(None, &mut reading.blocks);
    reading
}

/// Lines that become one block.
#[derive(Default)]
struct Run {
    words: String,
    lines: Option<LineRange>,
}

impl Run {
    fn add(&mut self, words: &str, line: u32) {
        if words.is_empty() {
            return;
        }
        if !self.words.is_empty() {
            self.words.push('\n');
        }
        self.words.push_str(words);
        let line = LineRange::single(line);
        self.lines = Some(self.lines.map_or(line, |lines| lines.union(line)));
    }

    fn flush(&mut self, speaker: Option<&(String, Option<String>)>, blocks: &mut Vec<Block>) {
        let words = std::mem::take(&mut self.words);
        let Some(lines) = self.lines.take() else { return };
        blocks.push(Block {
            form: if speaker.is_some() { Form::Turn } else { Form::Paragraph },
            speaker: speaker.map(|(name, _)| name.clone()),
            time: speaker.and_then(|(_, time)| time.clone()),
            headings: Vec::new(),
            text: fold_space(&words).into_owned(),
            lines,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transcripts_are_turns_and_prose_is_paragraphs() {
        let reading =
            read("Date: 2024-11-15\n\nAnn: How much\n  is it?\nBob: $85,000\n\nfor all.\nAnn: ok\n", 0);
        assert_eq!(reading.context, [("Date".to_owned(), "2024-11-15".to_owned())]);
        let seen: Vec<_> = reading
            .blocks
            .iter()
            .map(|b| (b.speaker.as_deref().unwrap_or("-"), b.text.as_str(), b.lines.to_string()))
            .collect();
        let expected = [
            ("Ann", "How much is it?", "L3-L4"),
            ("Bob", "$85,000", "L5"),
            ("Bob", "for all.", "L7"),
            ("Ann", "ok", "L8"),
        ];
        assert_eq!(seen, expected.map(|(who, what, at)| (who, what, at.to_owned())));

        let reading = read("\u{feff}One line\nand two.\r\n\r\nThree.", 0);
        let lines: Vec<_> = reading.blocks.iter().map(|b| (b.text.as_str(), b.lines.to_string())).collect();
        assert_eq!(lines, [("One line and two.", "L1-L2".to_owned()), ("Three.", "L4".to_owned())]);
    }
}

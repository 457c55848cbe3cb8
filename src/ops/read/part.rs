//! A part of a note, as what follows `#` names it: lines, a heading by its text or slug, or a block.

use std::ops::Range;

use crate::note::{Heading, Note, slug};
use crate::text::LineRange;
use crate::vault::fold_name;

/// A part of a note, or all of it.
pub(super) struct Part {
    /// The bytes, whole lines.
    pub span: Range<usize>,
    /// The lines.
    pub lines: LineRange,
    /// The heading, where one was asked for.
    pub heading: Option<String>,
    /// Whether it is the whole note.
    pub is_whole: bool,
}

impl Part {
    /// The part of `note` that `asked` names; `None` where there is none.
    pub fn of(note: &Note, asked: Option<&str>) -> Option<Part> {
        let count = note.lines.line_count();
        let Some(asked) = asked.filter(|asked| !asked.is_empty()) else {
            let lines = LineRange::new(1, count.max(1))?;
            return Some(Part { span: 0..note.text.len(), lines, heading: None, is_whole: true });
        };
        // A slug drops the sign that makes it a block.
        if let Some(heading) = find(note, asked).filter(|_| !asked.starts_with('^')) {
            let same = |next: &&Heading| next.span.start > heading.span.start && next.level <= heading.level;
            let end = note.headings.iter().find(same).map_or(note.text.len(), |next| next.span.start);
            let last = note.lines.line(end.saturating_sub(1).max(heading.span.start));
            let part = Part::lines(note, LineRange::new(note.lines.line(heading.span.start), last)?)?;
            return Some(Part { heading: Some(heading.text.clone()), ..part });
        }
        if let Some(lines) = read_lines(asked) {
            return Part::lines(note, lines).filter(|part| part.lines.last() <= count);
        }
        let id = asked.strip_prefix('^')?;
        let line = (1..=count).find(|&line| {
            let text = note.lines.line_text(&note.text, line).unwrap_or_default().trim_end();
            text.strip_suffix(id).is_some_and(|rest| rest.ends_with(" ^") || rest == "^")
        })?;
        let is_blank =
            |line: u32| note.lines.line_text(&note.text, line).is_none_or(|text| text.trim().is_empty());
        let first = (1..line).rev().take_while(|&line| !is_blank(line)).last().unwrap_or(line);
        Part::lines(note, LineRange::new(first, line)?)
    }

    fn lines(note: &Note, lines: LineRange) -> Option<Part> {
        let start = note.lines.line_span(lines.first())?.start;
        let end = note.lines.line_span(lines.last())?.end;
        Some(Part { span: start..end, lines, heading: None, is_whole: false })
    }

    /// Whether `lines` and the part have a line in common.
    pub fn meets(&self, lines: LineRange) -> bool {
        lines.first() <= self.lines.last() && self.lines.first() <= lines.last()
    }
}

/// The heading that `asked` names: by its text, its slug, or, as Obsidian does, the last of several below each other.
fn find<'n>(note: &'n Note, asked: &str) -> Option<&'n Heading> {
    let asked = asked.trim();
    let by = |is: &dyn Fn(&Heading) -> bool| note.headings.iter().find(|heading| is(heading));
    by(&|heading| heading.text == asked)
        .or_else(|| by(&|heading| fold_name(&heading.text) == fold_name(asked)))
        .or_else(|| by(&|heading| heading.slug == slug(asked)))
        .or_else(|| asked.rsplit_once('#').and_then(|(_, last)| find(note, last)))
}

/// `L12`, `L12-L14`, `12` or `12-14` as lines.
pub(super) fn read_lines(text: &str) -> Option<LineRange> {
    let number = |text: &str| text.trim_start_matches(['L', 'l']).parse::<u32>().ok();
    match text.split_once('-') {
        Some((first, last)) => LineRange::new(number(first)?, number(last)?),
        None => number(text).and_then(|line| LineRange::new(line, line)),
    }
}

/// What was asked for, for a message.
pub(super) fn described(asked: Option<&str>) -> String {
    let asked = asked.unwrap_or_default();
    match (read_lines(asked), asked.strip_prefix('^')) {
        (Some(lines), _) if lines.first() == lines.last() => format!("line {}", lines.first()),
        (Some(lines), _) => format!("lines {} to {}", lines.first(), lines.last()),
        (None, Some(id)) => format!("block `{id}`"),
        (None, None) => format!("heading `{asked}`"),
    }
}

//! Takes a note apart into units: its claims, and whatever text lies between them. It reads no Markdown syntax but
//! what is needed to leave footnotes and comments out and to keep code together.

use std::ops::Range;

use super::chunk::{CitedLines, Unit};
use crate::evidence::EvidenceId;
use crate::note::{Claim, Note};
use crate::text::LineRange;

/// The longest unit, in bytes; a longer one is divided.
const LONGEST: usize = 3_000;

/// The units of the bytes `span` of `note`, in order. Headings are no units.
pub(super) fn units(note: &Note, span: Range<usize>) -> Vec<Unit> {
    let claims: Vec<&Claim> = note
        .claims()
        .iter()
        .filter(|claim| span.start <= claim.span.start && claim.span.start < span.end)
        .collect();
    let mut units = Vec::new();
    let mut at = span.start;
    for claim in claims {
        between(note, at..claim.span.start.max(at), &mut units);
        units.push(of_claim(note, claim));
        at = claim.span.end.max(at);
    }
    between(note, at..span.end.max(at), &mut units);
    units.into_iter().flat_map(divide).collect()
}

fn of_claim(note: &Note, claim: &Claim) -> Unit {
    let cited = claim.citations.iter().filter_map(|&index| note.citations().get(index));
    let mut unit =
        Unit { lines: claim.lines, text: clean(&claim.text), citations: Vec::new(), quotes: Vec::new() };
    for citation in cited {
        if let Some(evidence) = evidence_of(&citation.target) {
            unit.citations.push(CitedLines { evidence, lines: citation.lines });
        }
        unit.quotes.extend(citation.quote.clone());
    }
    unit.citations.sort();
    unit.citations.dedup();
    unit
}

/// The evidence id in a link's target: the folder that the cited file lies in.
fn evidence_of(target: &str) -> Option<String> {
    target.rsplit('/').find(|part| part.parse::<EvidenceId>().is_ok()).map(str::to_owned)
}

/// Text without control characters, which are for no reader.
fn clean(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() && c != '\n' { ' ' } else { c })
        .collect::<String>()
        .trim()
        .to_owned()
}

/// Adds the units of text that makes no claim.
fn between(note: &Note, span: Range<usize>, units: &mut Vec<Unit>) {
    if !note.text[span.clone()].contains(char::is_alphanumeric) {
        return;
    }
    let mut reader = Between { open: None, fence: None, comment: false, footnote: false, units };
    let mut start = span.start;
    for line in note.text[span].split_inclusive('\n') {
        let number = note.lines.line(start);
        let whole = start == 0 || note.text.as_bytes()[start - 1] == b'\n';
        let heading = note.headings.iter().any(|heading| heading.span.contains(&start));
        let defined = note.citations().iter().any(|citation| citation.definition.contains(&start));
        if heading || defined {
            reader.close();
        } else {
            reader.line(line.trim_end_matches(['\n', '\r']), number, whole);
        }
        start += line.len();
    }
    reader.close();
}

struct Between<'u> {
    open: Option<Unit>,
    fence: Option<&'static str>,
    comment: bool,
    footnote: bool,
    units: &'u mut Vec<Unit>,
}

impl Between<'_> {
    fn close(&mut self) {
        let Some(mut unit) = self.open.take() else { return };
        unit.text = clean(&unit.text);
        if unit.text.contains(char::is_alphanumeric) {
            self.units.push(unit);
        }
    }

    fn line(&mut self, line: &str, number: u32, whole: bool) {
        if let Some(fence) = self.fence {
            self.extend(line, number);
            if line.trim_start().starts_with(fence) {
                self.fence = None;
                self.close();
            }
            return;
        }
        let text = line.trim_start();
        if let Some(fence) = ["```", "~~~"].into_iter().find(|fence| text.starts_with(fence)) {
            self.close();
            self.fence = Some(fence);
            self.extend(line, number);
            return;
        }
        let indented = line.starts_with("    ") || line.starts_with('\t');
        if whole && text.starts_with("[^") && text.contains("]:") {
            self.footnote = true;
        } else if !text.is_empty() && !indented {
            self.footnote = false;
        }
        if self.footnote {
            self.close();
            return;
        }
        let visible = without_marks(&self.without_comments(text));
        if visible.trim().is_empty() {
            self.close();
            return;
        }
        if starts_block(&visible) {
            self.close();
        }
        self.extend(visible.trim(), number);
        if visible.trim_start().starts_with('|') {
            self.close();
        }
    }

    fn extend(&mut self, line: &str, number: u32) {
        match &mut self.open {
            Some(unit) => {
                unit.text.push('\n');
                unit.text.push_str(line);
                unit.lines = unit.lines.union(LineRange::single(number));
            }
            None => {
                self.open = Some(Unit {
                    lines: LineRange::single(number),
                    text: line.to_owned(),
                    citations: Vec::new(),
                    quotes: Vec::new(),
                });
            }
        }
    }

    fn without_comments(&mut self, line: &str) -> String {
        let mut rest = line;
        let mut visible = String::new();
        loop {
            if self.comment {
                let Some(end) = rest.find("-->") else { return visible };
                self.comment = false;
                rest = &rest[end + 3..];
            }
            let Some(start) = rest.find("<!--") else { break };
            visible.push_str(&rest[..start]);
            self.comment = true;
            rest = &rest[start + 4..];
        }
        visible.push_str(rest);
        visible
    }
}

/// Whether a list item, a quote or a table row starts here.
fn starts_block(line: &str) -> bool {
    let line = line.trim_start();
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    line.starts_with("- ")
        || line.starts_with("* ")
        || line.starts_with("+ ")
        || line.starts_with('|')
        || line.starts_with('>')
        || (digits > 0 && (line[digits..].starts_with(". ") || line[digits..].starts_with(") ")))
}

/// A line without its footnote marks.
fn without_marks(line: &str) -> String {
    let mut visible = String::new();
    let mut rest = line;
    while let Some(start) = rest.find("[^") {
        let Some(length) = rest[start..].find(']') else { break };
        visible.push_str(&rest[..start]);
        rest = &rest[start + length + 1..];
    }
    visible.push_str(rest);
    visible
}

/// A unit that is too long in pieces, cut at line ends, else at spaces, else anywhere.
fn divide(unit: Unit) -> Vec<Unit> {
    if unit.text.len() <= LONGEST {
        return vec![unit];
    }
    let mut pieces = Vec::new();
    let mut rest = unit.text.as_str();
    while !rest.is_empty() {
        let mut end = rest.len().min(LONGEST);
        while !rest.is_char_boundary(end) {
            end -= 1;
        }
        if end < rest.len() {
            let cut = rest[..end].rfind('\n').or_else(|| rest[..end].rfind(' '));
            end = cut.filter(|&cut| cut > LONGEST / 2).map_or(end, |cut| cut + 1);
        }
        pieces.push(Unit { text: rest[..end].trim().to_owned(), ..unit.clone() });
        rest = &rest[end..];
    }
    pieces.retain(|piece| !piece.text.is_empty());
    pieces
}

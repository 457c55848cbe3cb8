//! Takes a note apart into units: its claims, and whatever text lies between them. It reads no Markdown syntax but
//! what is needed to leave footnotes and comments out and to keep code together.

use std::ops::Range;

use super::chunk::{CitedLines, Unit};
use super::outline::MOST;
use crate::evidence::EvidenceId;
use crate::note::{BlockKind, Claim, Note};
use crate::text::LineRange;

/// The longest unit, in characters; a longer one is divided.
const LONGEST: usize = MOST;

/// A unit, and the place of the one without which it is not understood: the head of the table of a row.
pub(super) struct Piece {
    pub unit: Unit,
    pub head: Option<usize>,
}

/// The units of the bytes `span` of `note`, in order. Headings are no units.
pub(super) fn units(note: &Note, span: Range<usize>) -> Vec<Piece> {
    let claims = note.claims();
    let first = claims.partition_point(|claim| claim.span.start < span.start);
    let count = claims[first..].partition_point(|claim| claim.span.start < span.end);
    let mut pieces = Pieces { pieces: Vec::new(), row: None };
    let mut units = Vec::new();
    let mut at = span.start;
    for claim in &claims[first..first + count] {
        between(note, at..claim.span.start.max(at), &mut units);
        units.drain(..).for_each(|unit| pieces.add(unit, false));
        pieces.add(of_claim(note, claim), claim.block == BlockKind::TableRow);
        at = claim.span.end.max(at);
    }
    between(note, at..span.end.max(at), &mut units);
    units.into_iter().for_each(|unit| pieces.add(unit, false));
    pieces.pieces
}

/// Pieces under way.
struct Pieces {
    pieces: Vec<Piece>,
    /// The last line that may be of a table, and the place of the head of that table.
    row: Option<(u32, usize)>,
}

impl Pieces {
    /// Adds `unit`, divided where it is too long. Of a row that is a claim only the words are left; another starts with `|`.
    fn add(&mut self, unit: Unit, is_row: bool) {
        // Between a head and the first row stands a line of dashes.
        let follows = |last: u32| (last + 1..=last + 2).contains(&unit.lines.first());
        let head = self.row.take().filter(|_| is_row || unit.text.starts_with('|'));
        let head = head.filter(|&(last, _)| follows(last)).map(|(_, head)| head);
        if is_row || unit.text.starts_with('|') {
            self.row = Some((unit.lines.last(), head.unwrap_or(self.pieces.len())));
        }
        self.pieces.extend(divide(unit).into_iter().map(|unit| Piece { unit, head }));
    }
}

fn of_claim(note: &Note, claim: &Claim) -> Unit {
    let cited = claim.citations.iter().filter_map(|&index| note.citations().get(index));
    let mut unit = Unit {
        text: clean(&claim.text),
        again: false,
        lines: claim.lines,
        citations: Vec::new(),
        quotes: Vec::new(),
    };
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
pub(super) fn evidence_of(target: &str) -> Option<String> {
    target.rsplit('/').find(|part| part.parse::<EvidenceId>().is_ok()).map(str::to_owned)
}

/// Text without control characters, which are for no reader.
fn clean(text: &str) -> String {
    let text = text.trim();
    if !text.chars().any(|c| c.is_control() && c != '\n') {
        return text.to_owned();
    }
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
        let heading = stands_in_heading(note, start);
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

/// Whether a heading stands at `at`.
fn stands_in_heading(note: &Note, at: usize) -> bool {
    let before = note.headings.partition_point(|heading| heading.span.start <= at);
    before > 0 && note.headings[before - 1].span.contains(&at)
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
                    again: false,
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

/// A unit that is too long in pieces, cut at line ends, else at spaces, else anywhere. Each piece of a block of code starts
/// with its fence, which says the language.
fn divide(unit: Unit) -> Vec<Unit> {
    if unit.text.len() <= LONGEST || size(&unit.text) <= LONGEST {
        return vec![unit];
    }
    let first_line = unit.text.lines().next().unwrap_or_default();
    let fence = first_line.trim_start().starts_with(['`', '~']) && first_line.len() < LONGEST / 8;
    let fence = if fence { format!("{first_line}\n") } else { String::new() };
    // Where the lines of the text are those of the note, each piece knows its own.
    let by_line = unit.text.matches('\n').count() == (unit.lines.last() - unit.lines.first()) as usize;
    let mut pieces: Vec<Unit> = Vec::new();
    let mut rest = unit.text.as_str();
    let mut line = unit.lines.first();
    while !rest.is_empty() {
        let fence = if pieces.is_empty() { "" } else { &fence };
        let longest = LONGEST - fence.len();
        let mut end = rest.char_indices().nth(longest).map_or(rest.len(), |(end, _)| end);
        if end < rest.len() {
            let cut = rest[..end].rfind('\n').or_else(|| rest[..end].rfind(' '));
            end = cut.filter(|&cut| cut > end / 2).map_or(end, |cut| cut + 1);
        }
        let piece = &rest[..end];
        let breaks = u32::try_from(piece.trim_end_matches('\n').matches('\n').count()).unwrap_or_default();
        let lines = LineRange::new(line, line + breaks).filter(|_| by_line).unwrap_or(unit.lines);
        let (citations, quotes) = (unit.citations.clone(), unit.quotes.clone());
        let text = format!("{fence}{}", piece.trim_end());
        if !piece.trim().is_empty() {
            pieces.push(Unit { lines, text, again: unit.again, citations, quotes });
        }
        line += u32::try_from(piece.matches('\n').count()).unwrap_or_default();
        rest = &rest[end..];
    }
    pieces
}

/// How long a text is, in characters.
pub(super) fn size(text: &str) -> usize {
    text.chars().count()
}

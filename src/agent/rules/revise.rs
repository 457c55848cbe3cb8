//! Writes statements into a note: new claims into their sections, other values in the place of old ones, and
//! conflicts marked on both sides. Bytes that are not about that stay as they are.

use crate::evidence::{EvidenceId, Item};
use crate::note::{DISPUTED, FORMERLY, Note, footnote};
use crate::vault::Vault;

use super::compare::{Likeness, Parts};
use super::escape::inline;
use super::new_note::spoken_day;
use super::outline;
use super::splice::Splices;
use super::statement::Statement;
use super::topic;

/// What became of one statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It is a new claim.
    Added,
    /// The note says it already.
    Known,
    /// It replaces a claim, which is retired.
    Replaced,
    /// It contradicts a claim; both are marked.
    Disputed,
}

/// Where statements come from, and what may not be touched.
pub(super) struct Source<'s> {
    pub(super) vault: &'s Vault,
    pub(super) item: &'s Item,
    /// Claims that a reviewer wants kept.
    pub(super) keep: &'s dyn Fn(&str) -> bool,
}

/// The text of `note` with `statements` in it, and what became of each.
pub(super) fn revise(note: &Note, statements: &[Statement], source: &Source<'_>) -> (String, Vec<Outcome>) {
    let old: Vec<Parts> = note.claims().iter().map(|claim| Parts::of(&claim.text)).collect();
    let mut revision = Revision {
        note,
        source,
        splices: Splices::default(),
        sections: Vec::new(),
        notes: String::new(),
        touched: Vec::new(),
    };
    let mut outcomes = Vec::with_capacity(statements.len());
    for (number, statement) in statements.iter().enumerate() {
        outcomes.push(revision.take(statement, number, &old));
    }
    (revision.finish(), outcomes)
}

struct Revision<'r> {
    note: &'r Note,
    source: &'r Source<'r>,
    splices: Splices,
    /// New items by heading: kb's own headings in their order, a source's in the order in which it has them.
    sections: Vec<(usize, String, String)>,
    notes: String,
    /// Claims that are retired or disputed already.
    touched: Vec<usize>,
}

impl Revision<'_> {
    fn take(&mut self, statement: &Statement, number: usize, old: &[Parts]) -> Outcome {
        let new = Parts::of(&statement.text);
        let mut other = None;
        for (index, parts) in old.iter().enumerate() {
            if self.note.claims()[index].text.starts_with(FORMERLY) {
                continue;
            }
            match new.likeness(parts) {
                Likeness::Same => return Outcome::Known,
                Likeness::OtherValue if !self.touched.contains(&index) => other = other.or(Some(index)),
                _ => {}
            }
        }
        let marks = self.cite(statement, number);
        if let Some(index) = other.filter(|&index| self.may_touch(index)) {
            let claim = &self.note.claims()[index];
            if let Some(item) = outline::item(self.note, claim) {
                self.touched.push(index);
                let marked = claim.text.starts_with(DISPUTED);
                return if self.replaces(statement, index) {
                    let start = claim.span.start;
                    let prefix = start..start + if marked { DISPUTED.len() } else { 0 };
                    self.splices.insert(item.start, format!("- {}{marks}\n", inline(&statement.text)));
                    self.splices.replace(prefix, FORMERLY);
                    Outcome::Replaced
                } else {
                    if !marked {
                        self.splices.insert(claim.span.start, DISPUTED);
                    }
                    self.splices
                        .insert(item.end, format!("\n- {DISPUTED}{}{marks}", inline(&statement.text)));
                    self.mark_disputed();
                    Outcome::Disputed
                };
            }
        }
        let heading = topic::of(statement);
        let rank = topic::TOPICS.iter().position(|one| *one == heading).unwrap_or(0);
        let line = format!("\n- {}{marks}", inline(&statement.text));
        match self.sections.iter_mut().find(|(_, known, _)| *known == heading) {
            Some((_, _, items)) => items.push_str(&line),
            None => self.sections.push((rank, heading, line)),
        }
        Outcome::Added
    }

    /// Whether the reviewer lets the claim at `index` be changed.
    fn may_touch(&self, index: usize) -> bool {
        !(self.source.keep)(&self.note.claims()[index].text)
    }

    /// Whether the evidence says that `statement` comes in the place of the claim at `index`.
    ///
    /// It does so in words, or by being a later word of the same conversation partners on the same thing. Two
    /// documents that differ contradict each other, whichever is younger.
    fn replaces(&self, statement: &Statement, index: usize) -> bool {
        let claim = &self.note.claims()[index];
        let mut cited = claim
            .citations
            .iter()
            .filter_map(|&at| self.source.vault.cited(self.note, &self.note.citations()[at]));
        let meta = &self.source.item.meta;
        let Some((earlier, _)) = cited.next() else { return statement.corrects };
        if earlier.meta.captured_at > meta.captured_at {
            return false;
        }
        let spoken =
            earlier.meta.kind == meta.kind && statement.spoken && earlier.meta.captured_at < meta.captured_at;
        statement.corrects || spoken
    }

    /// Adds the footnotes of `statement`; the marks for them.
    fn cite(&mut self, statement: &Statement, number: usize) -> String {
        let item = self.source.item;
        let meta = &item.meta;
        let day = jiff::tz::TimeZone::UTC.to_datetime(meta.captured_at).date();
        let mut marks = String::new();
        for (index, support) in statement.support.iter().enumerate() {
            let label = self.label(&meta.id, support.lines.first(), number, index);
            let (first, last) = (support.lines.first(), support.lines.last());
            let lines =
                if first == last { format!("line {first}") } else { format!("lines {first} to {last}") };
            let title = format!("{} of {}, {lines}", meta.kind, spoken_day(day));
            let quote = support.quote.as_deref();
            self.notes.push('\n');
            self.notes.push_str(
                footnote(&self.note.path, &label, &title, &item.text_path(), support.lines, quote).trim_end(),
            );
            marks.push_str(&format!("[^{label}]"));
        }
        marks
    }

    /// A footnote label that the note does not use: hash of the item, line, and a letter where several are needed.
    fn label(&self, id: &EvidenceId, line: u32, number: usize, index: usize) -> String {
        let hash = id.as_str().rsplit('-').next().unwrap_or_default();
        let plain = format!("{hash}-{line}");
        let used = |label: &str| {
            self.notes.contains(&format!("[^{label}]:")) || self.note.text.contains(&format!("[^{label}]"))
        };
        if !used(&plain) {
            return plain;
        }
        let lettered = ('b'..='z').map(|letter| format!("{plain}{letter}")).find(|label| !used(label));
        lettered.unwrap_or_else(|| format!("{plain}-{number}-{index}"))
    }

    fn mark_disputed(&mut self) {
        let front = &self.note.front;
        if front.get("standing").is_some() || front.fields.is_empty() {
            return;
        }
        // Before the closing fence: the last line of the block.
        let block = self.note.text[front.span.clone()].trim_end();
        if let Some(at) = block.rfind('\n') {
            let place = front.span.start + at + 1;
            self.splices.insert(place, "standing: disputed\n");
        }
    }

    fn finish(mut self) -> String {
        let note = self.note;
        let mut fresh = String::new();
        let mut sections = std::mem::take(&mut self.sections);
        sections.sort_by_key(|(rank, ..)| *rank);
        for (_, heading, items) in sections {
            match outline::section_end(note, &heading) {
                Some(end) => {
                    let last = note.text[..end].rsplit('\n').next().unwrap_or_default().trim_start();
                    let listed = last.starts_with("- ") || last.starts_with("* ");
                    self.splices.insert(end, if listed { items } else { format!("\n{items}") });
                }
                None => fresh.push_str(&format!("\n\n## {}\n{items}", inline(&heading))),
            }
        }
        if !fresh.is_empty() {
            self.splices.insert(outline::sections_end(note), fresh);
        }
        if !self.notes.is_empty() {
            let footnotes = outline::footnotes_start(note) < note.text.len();
            let notes = std::mem::take(&mut self.notes);
            self.splices
                .insert(outline::file_end(note), if footnotes { notes } else { format!("\n{notes}") });
        }
        let mut text = self.splices.apply(&note.text);
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }
}

//! Edits of the claims of one note as splices: cited more, reworded, marked, taken out. What is not named stays byte for
//! byte, and no other claim loses a citation.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::note::{BlockKind, Claim, Note, footnote};
use crate::vault::Vault;

use super::super::escape::inline;
use super::super::outline;
use super::super::splice::Splices;
use super::cites::{Cite, cite};

/// Edits of one note.
pub(super) struct Pen<'n> {
    vault: &'n Vault,
    note: &'n Note,
    splices: Splices,
    /// Definitions to come, each with what it cites.
    fresh: Vec<(String, Cite)>,
    /// Definitions to come that are written already.
    written: Vec<String>,
    /// Labels of which marks were taken out.
    loosened: BTreeSet<String>,
}

impl<'n> Pen<'n> {
    /// Nothing edited yet.
    pub(super) fn new(vault: &'n Vault, note: &'n Note) -> Pen<'n> {
        Pen {
            vault,
            note,
            splices: Splices::default(),
            fresh: Vec::new(),
            written: Vec::new(),
            loosened: BTreeSet::new(),
        }
    }

    /// Lets `claim` cite `more` as well.
    pub(super) fn cite(&mut self, claim: &Claim, more: &[Cite]) {
        let labels: Vec<String> = more.iter().map(|cite| self.label(cite)).collect();
        let (marks, place) = self.marks_of(claim);
        let mut new: String = match place {
            Some(_) => String::new(),
            // A mark after a later sentence covers this one only as long as no mark stands between.
            None => marks.iter().map(|(label, _)| format!("[^{label}]")).collect(),
        };
        for label in labels.iter().filter(|label| !marks.iter().any(|(own, _)| own == *label)) {
            new.push_str(&format!("[^{label}]"));
        }
        self.splices.insert(place.unwrap_or(claim.span.end), new);
    }

    /// The marks of `cites`, for words that are put in.
    pub(super) fn marks(&mut self, cites: &[Cite]) -> String {
        cites.iter().map(|cite| format!("[^{}]", self.label(cite))).collect()
    }

    /// Lets `claim` cite `instead`, and nothing else.
    pub(super) fn cite_instead(&mut self, claim: &Claim, instead: &[Cite]) {
        let marks = self.marks(instead);
        let own = self.own_marks(claim);
        self.keep_shared(claim, &own);
        let at = own.last().map_or(claim.span.end, |(_, span)| span.end);
        for (label, span) in own {
            self.loosened.insert(label);
            self.splices.replace(span, "");
        }
        self.splices.insert(at, marks);
    }

    /// Puts `mark` before what `claim` says.
    pub(super) fn mark(&mut self, claim: &Claim, mark: &str) {
        self.splices.insert(claim.span.start, mark);
    }

    /// Takes the mark `old` from before `claim` and puts `new` there.
    pub(super) fn remark(&mut self, claim: &Claim, old: &str, new: &str) {
        let start = claim.span.start;
        let stands = self.note.text[start..].starts_with(old);
        self.splices.replace(start..start + if stands { old.len() } else { 0 }, new);
    }

    /// Lets `claim` say `text`, with the citations that it has; `None` where that would lose something.
    pub(super) fn reword(&mut self, claim: &Claim, text: &str) -> Option<()> {
        let links = self.note.links.iter().filter(|link| !link.in_footnote);
        let has_link = links.clone().any(|link| overlaps(&link.span, &claim.span));
        if claim.block == BlockKind::TableRow || has_link {
            return None;
        }
        let marks: String = self.own_marks(claim).iter().map(|(label, _)| format!("[^{label}]")).collect();
        self.splices.replace(claim.span.clone(), format!("{}{marks}", inline(text)));
        Some(())
    }

    /// Takes `claim` out; `pointer`, a sentence of Markdown, says where it is said. `None` where no splice can do that.
    pub(super) fn remove(&mut self, claim: &Claim, pointer: Option<&str>) -> Option<()> {
        let own = self.own_marks(claim);
        if claim.block == BlockKind::TableRow {
            let rows = self.note.claims().iter().filter(|one| one.block == BlockKind::TableRow);
            let is_last = rows.filter(|one| one.headings == claim.headings).count() < 2;
            if is_last {
                return None;
            }
            self.loosened.extend(own.into_iter().map(|(label, _)| label));
            let line = self.lines(&claim.span);
            self.splices.replace(line, "");
            return Some(());
        }
        self.keep_shared(claim, &own);
        self.loosened.extend(own.into_iter().map(|(label, _)| label));
        let pointer = pointer.filter(|pointer| !self.paragraph(claim).contains(pointer));
        if let Some(pointer) = pointer {
            self.splices.replace(claim.span.clone(), pointer);
            return Some(());
        }
        let others = self.note.claims().iter().filter(|one| one.span != claim.span);
        if let Some(item) = outline::item(self.note, claim)
            && !others.clone().any(|one| overlaps(&one.span, &item))
        {
            let lines = self.with_blank(self.lines(&item));
            self.splices.replace(lines, "");
            return Some(());
        }
        let lines = self.lines(&claim.span);
        let around = format!(
            "{}{}",
            &self.note.text[lines.start..claim.span.start],
            &self.note.text[claim.span.end..lines.end]
        );
        if around.trim().is_empty() {
            let lines = self.with_blank(lines);
            self.splices.replace(lines, "");
            return Some(());
        }
        let after = self.note.text[claim.span.end..].chars().next().filter(|c| *c == ' ');
        let before = self.note.text[..claim.span.start].chars().next_back().filter(|c| *c == ' ');
        let (mut start, mut end) = (claim.span.start, claim.span.end);
        match (before, after) {
            (_, Some(_)) => end += 1,
            (Some(_), None) => start -= 1,
            (None, None) => {}
        }
        self.splices.replace(start..end, "");
        Some(())
    }

    /// A mark of `label` was taken out; its definition goes with the last.
    pub(super) fn loosen(&mut self, label: String) {
        self.loosened.insert(label);
    }

    /// Adds definitions of footnotes as they are written.
    pub(super) fn define(&mut self, definitions: Vec<String>) {
        self.written.extend(definitions);
    }

    /// Puts `text` at `at`.
    pub(super) fn insert(&mut self, at: usize, text: impl Into<String>) {
        self.splices.insert(at, text);
    }

    /// Puts `text` in the place of `range`.
    pub(super) fn replace(&mut self, range: Range<usize>, text: impl Into<String>) {
        self.splices.replace(range, text);
    }

    /// The text of the note with the edits, without the definitions that nothing uses any more.
    pub(super) fn finish(mut self) -> String {
        let note = self.note;
        let mut notes = String::new();
        for (label, cite) in &self.fresh {
            let quote = cite.quote.as_deref();
            let definition = footnote(&note.path, label, &cite.title, &cite.file, cite.lines, quote);
            notes.push('\n');
            notes.push_str(definition.trim_end());
        }
        for definition in &self.written {
            notes.push('\n');
            notes.push_str(definition);
        }
        if !notes.is_empty() {
            let gap = if outline::footnotes_start(note) < note.text.len() { "" } else { "\n" };
            self.splices.insert(outline::file_end(note), format!("{gap}{notes}"));
        }
        let mut text = self.splices.apply(&note.text);
        for label in &self.loosened {
            let mark = format!("[^{label}]");
            let is_used = text.match_indices(&mark).any(|(at, _)| !text[at + mark.len()..].starts_with(':'));
            let definition =
                note.citations().iter().find(|one| one.label == *label).map(|one| one.definition.clone());
            let Some(definition) = definition.filter(|_| !is_used) else { continue };
            let words = &note.text[definition];
            if let Some(at) = text.find(words) {
                let end = at + words.len();
                let line = text[end..].find('\n').map_or(text.len(), |line| end + line + 1);
                if text[end..line].trim().is_empty() {
                    text.replace_range(at..line, "");
                }
            }
        }
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }

    /// A label of the note that cites the very same, or a new one.
    fn label(&mut self, wanted: &Cite) -> String {
        let same =
            |cite: &Cite| cite.is_same_span(wanted) && (wanted.quote.is_none() || cite.quote == wanted.quote);
        let known = self.note.citations().iter().find(|citation| {
            let alone = self.note.citations().iter().filter(|one| one.mark == citation.mark).count() == 1;
            alone && cite(self.vault, self.note, citation).is_some_and(|cite| same(&cite))
        });
        if let Some(citation) = known {
            return citation.label.clone();
        }
        if let Some((label, _)) = self.fresh.iter().find(|(_, cite)| same(cite)) {
            return label.clone();
        }
        let hash = wanted.evidence.as_str().rsplit('-').next().unwrap_or_default();
        let plain = format!("{hash}-{}", wanted.lines.first());
        let used = |label: &str| {
            self.fresh.iter().any(|(fresh, _)| fresh.eq_ignore_ascii_case(label))
                || self.note.text.to_lowercase().contains(&format!("[^{}]", label.to_lowercase()))
        };
        let label = std::iter::once(plain.clone())
            .chain((2..1_000).map(|number| format!("{plain}-{number}")))
            .find(|label| !used(label))
            .unwrap_or(plain);
        self.fresh.push((label.clone(), wanted.clone()));
        label
    }

    /// The labels and bytes of the marks that cover `claim`, each mark once; and the end of the last of them where that
    /// stands behind this very claim.
    fn marks_of(&self, claim: &Claim) -> (Vec<(String, Range<usize>)>, Option<usize>) {
        let mut marks: Vec<(String, Range<usize>)> = Vec::new();
        for citation in claim.citations.iter().filter_map(|&at| self.note.citations().get(at)) {
            if marks.last().is_none_or(|(_, span)| *span != citation.mark) {
                marks.push((citation.label.clone(), citation.mark.clone()));
            }
        }
        let last = marks.last().map(|(_, span)| span.end).filter(|&end| end <= claim.span.end);
        let is_inside = marks.iter().all(|(_, span)| span.start >= claim.span.start);
        (marks, last.filter(|_| is_inside))
    }

    /// The marks among the bytes of `claim`.
    fn own_marks(&self, claim: &Claim) -> Vec<(String, Range<usize>)> {
        let (marks, _) = self.marks_of(claim);
        marks.into_iter().filter(|(_, span)| overlaps(span, &claim.span)).collect()
    }

    /// Gives the claim before `claim` the marks that cover it and go with `claim`.
    fn keep_shared(&mut self, claim: &Claim, own: &[(String, Range<usize>)]) {
        let covers = |other: &Claim, span: &Range<usize>| {
            other.citations.iter().any(|&at| self.note.citations().get(at).is_some_and(|c| c.mark == *span))
        };
        let claims = self.note.claims();
        let sharing = claims.iter().rfind(|other| {
            other.span.end <= claim.span.start && own.iter().any(|(_, span)| covers(other, span))
        });
        let Some(sharing) = sharing else { return };
        let kept: String = own
            .iter()
            .filter(|(_, span)| covers(sharing, span))
            .map(|(label, _)| format!("[^{label}]"))
            .collect();
        self.splices.insert(sharing.span.end, kept);
    }

    /// The bytes of the whole lines of `range`, line end included.
    fn lines(&self, range: &Range<usize>) -> Range<usize> {
        let text = &self.note.text;
        let start = text[..range.start].rfind('\n').map_or(self.note.front.end.min(range.start), |at| at + 1);
        let end = text[range.end..].find('\n').map_or(text.len(), |at| range.end + at + 1);
        start..end
    }

    /// Whole lines, with the blank line behind them where one stands before them too.
    fn with_blank(&self, lines: Range<usize>) -> Range<usize> {
        let text = &self.note.text;
        let blank = text[lines.end..].split_inclusive('\n').next().filter(|line| line.trim().is_empty());
        let is_spaced = text[..lines.start].ends_with("\n\n") || text[..lines.start].ends_with("\n\r\n");
        lines.start..lines.end + blank.filter(|_| is_spaced).map_or(0, str::len)
    }

    /// The text of the paragraph or list that `claim` stands in.
    fn paragraph(&self, claim: &Claim) -> &str {
        let text = &self.note.text;
        let start = text[..claim.span.start].rfind("\n\n").map_or(0, |at| at + 2);
        let end = text[claim.span.end..].find("\n\n").map_or(text.len(), |at| claim.span.end + at);
        &text[start..end]
    }
}

/// Whether two stretches share a byte.
pub(super) fn overlaps(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start < other.end && other.start < one.end
}

//! Edits of several fixes put together: which may not be made at all, which exclude each other, and what they give.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::change::ChangeSet;
use crate::finding::{Finding, TextEdit};
use crate::note::Note;
use crate::path::RepoPath;
use crate::vault::Vault;

/// The stretches of notes that no edit may touch, looked for once a note.
pub(super) type Literal = BTreeMap<RepoPath, Vec<Range<usize>>>;

/// Problems after which the text of a note is not what stands in the file.
const NOT_AS_IT_STANDS: [&str; 3] = ["not-utf8", "nul-byte", "lfs-pointer"];

/// Why `edit` may not be made.
pub(super) fn hindrance(vault: &Vault, edit: &TextEdit, literal: &mut Literal) -> Option<&'static str> {
    let Some(note) = vault.note(edit.path.as_str()) else { return Some("it edits a file that is no note") };
    let Range { start, end } = edit.bytes;
    if note.problems.iter().any(|problem| NOT_AS_IT_STANDS.contains(&problem.rule)) {
        return Some("the note holds bytes that are not its text");
    }
    let is_cut =
        |oddity: &crate::vault::Oddity| oddity.rule == "file-too-large" && oddity.path == edit.path.as_str();
    if vault.oddities().iter().any(is_cut) {
        return Some("the note is too large to be read whole");
    }
    if note.text.get(edit.bytes.clone()).is_none() {
        return Some("it edits what is not there");
    }
    if note.front.broken && start < note.front.end {
        return Some("it edits front matter that does not parse");
    }
    let literal = literal.entry(edit.path.clone()).or_insert_with(|| note.literal());
    let touches = |stretch: &Range<usize>| {
        if start == end {
            stretch.start < start && start < stretch.end
        } else {
            stretch.start < end && start < stretch.end
        }
    };
    literal.iter().any(touches).then_some("it edits code or HTML")
}

/// Whether the code and HTML of two notes are the same, but for the line end that a last block may have got.
pub(super) fn same_literals(one: &Note, two: &Note) -> bool {
    let (literals, others) = (one.literal(), two.literal());
    literals.len() == others.len()
        && literals
            .into_iter()
            .zip(others)
            .all(|(range, other)| one.text[range].trim_end() == two.text[other].trim_end())
}

/// Of `pool` those whose edits lie apart, earlier ones first; and the others.
pub(super) fn apart<'f>(vault: &Vault, pool: Vec<&'f Finding>) -> (Vec<&'f Finding>, Vec<&'f Finding>) {
    let mut taken: BTreeMap<RepoPath, Vec<(Range<usize>, String)>> = BTreeMap::new();
    pool.into_iter().partition(|finding| {
        let edits: Vec<(RepoPath, Range<usize>, String)> =
            edits(finding).filter_map(|edit| prepared(vault, edit)).collect();
        let is_free = edits.iter().all(|(path, range, text)| {
            taken
                .get(path)
                .is_none_or(|taken| taken.iter().all(|(other, words)| agree(range, text, other, words)))
        });
        if is_free {
            for (path, range, text) in edits {
                taken.entry(path).or_default().push((range, text));
            }
        }
        is_free
    })
}

/// Whether two edits can both be made: they are the same, both insert, or lie apart.
fn agree(range: &Range<usize>, text: &str, other: &Range<usize>, words: &str) -> bool {
    if range == other && (range.is_empty() || text == words) {
        return true;
    }
    range.start != other.start && (range.end <= other.start || other.end <= range.start)
}

fn edits(finding: &Finding) -> impl Iterator<Item = &TextEdit> {
    finding.fix.iter().flat_map(|fix| &fix.edits)
}

/// `edit` as the file wants it: its line ends are those of the file, and nothing comes before a byte-order mark.
fn prepared(vault: &Vault, edit: &TextEdit) -> Option<(RepoPath, Range<usize>, String)> {
    let note = vault.note(edit.path.as_str())?;
    let mark = if note.text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let range = if edit.bytes.is_empty() {
        let at = edit.bytes.start.max(mark);
        at..at
    } else {
        edit.bytes.clone()
    };
    Some((edit.path.clone(), range, with_line_ends(note, &edit.text)))
}

fn with_line_ends(note: &Note, text: &str) -> String {
    let first = note.text.find('\n');
    let is_crlf = first.is_some_and(|at| note.text[..at].ends_with('\r'));
    if is_crlf { text.replace("\r\n", "\n").replace('\n', "\r\n") } else { text.to_owned() }
}

/// The notes that fixes change, with their new texts.
pub(super) struct Patchwork<'v> {
    vault: &'v Vault,
    texts: BTreeMap<RepoPath, String>,
}

impl<'v> Patchwork<'v> {
    /// The fixes of `findings`, whose edits lie apart, put together.
    pub fn of(vault: &'v Vault, findings: &[&Finding]) -> Patchwork<'v> {
        let mut by_note: BTreeMap<RepoPath, Vec<(Range<usize>, String)>> = BTreeMap::new();
        for (path, range, text) in
            findings.iter().flat_map(|finding| edits(finding)).filter_map(|edit| prepared(vault, edit))
        {
            let edits = by_note.entry(path).or_default();
            if !edits.iter().any(|(other, words)| *other == range && *words == text) {
                edits.push((range, text));
            }
        }
        let mut texts = BTreeMap::new();
        for (path, mut edits) in by_note {
            let Some(note) = vault.note(path.as_str()) else { continue };
            // Stable: what is inserted at one place stays in the order of the findings.
            edits.sort_by_key(|(range, _)| (range.start, range.end));
            let mut text = String::with_capacity(note.text.len());
            let mut at = 0;
            let mut inserted_at = None;
            for (range, new) in edits {
                text += note.text.get(at..range.start).unwrap_or_default();
                // Each of two entries of a list brings the line end before it; one is enough.
                let is_doubled = inserted_at == Some(range.start) && text.ends_with('\n');
                let new = if is_doubled { new.trim_start_matches(['\r', '\n']) } else { new.as_str() };
                text += new;
                inserted_at = range.is_empty().then_some(range.start);
                at = range.end.max(at);
            }
            text += note.text.get(at..).unwrap_or_default();
            texts.insert(path, text);
        }
        Patchwork { vault, texts }
    }

    /// The new texts as a change set.
    pub fn changes(self) -> ChangeSet {
        let mut changes = ChangeSet::new();
        for (path, text) in self.texts {
            if let Some(note) = self.vault.note(path.as_str()) {
                changes.edit(path, note.text.as_bytes(), text.into_bytes());
            }
        }
        changes
    }
}

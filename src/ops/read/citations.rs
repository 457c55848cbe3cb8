//! The evidence that lines of a note rest on, as far as a caller may see it.

use std::collections::BTreeMap;

use super::ReadError;
use crate::caller::Caller;
use crate::evidence::{EvidenceId, Meta};
use crate::note::Note;
use crate::ops::shelf::Shelf;
use crate::path::RepoPath;
use crate::search::{CitedLines, chunks};
use crate::text::LineRange;
use crate::yaml;

/// What `lines` of `note` cite.
pub(super) fn of(
    shelf: &Shelf<'_, '_>,
    caller: &Caller,
    note: &Note,
    lines: LineRange,
) -> Result<Vec<CitedLines>, ReadError> {
    let meets = |other: LineRange| other.first() <= lines.last() && lines.first() <= other.last();
    let units = chunks(note).into_iter().flat_map(|chunk| chunk.units).filter(|unit| meets(unit.lines));
    let mut cited: Vec<CitedLines> = units.flat_map(|unit| unit.citations).collect();
    cited.sort();
    cited.dedup();
    if *caller == Caller::owner() {
        return Ok(cited);
    }
    let mut seen: BTreeMap<String, bool> = BTreeMap::new();
    for citation in note.citations() {
        let base = if citation.target.starts_with('/') { None } else { note.path.parent() };
        let path = RepoPath::resolve(base.as_ref(), citation.target.trim_start_matches('/'));
        let folder = path.ok().filter(|path| shelf.layout.is_evidence(path)).and_then(|path| path.parent());
        let Some(folder) = folder else { continue };
        if folder.file_name().parse::<EvidenceId>().is_ok() && !seen.contains_key(folder.file_name()) {
            seen.insert(folder.file_name().to_owned(), sees(shelf, caller, &folder)?);
        }
    }
    // What vanished, or cannot be read, cannot say who may see it: only the owner is told of it.
    cited.retain(|cited| seen.get(&cited.evidence).copied().unwrap_or(false));
    Ok(cited)
}

/// Whether `caller` may see the evidence in `folder`.
fn sees(shelf: &Shelf<'_, '_>, caller: &Caller, folder: &RepoPath) -> Result<bool, ReadError> {
    let Ok(path) = folder.join("meta.yaml") else { return Ok(false) };
    let bytes = shelf.bytes(&path)?.unwrap_or_default();
    let meta: Option<Meta> = std::str::from_utf8(&bytes).ok().and_then(|text| yaml::from_str(text).ok());
    Ok(meta.is_some_and(|meta| caller.may_see(&meta.access())))
}

//! The evidence that lines of a note rest on, as far as a caller may see it.

use super::ReadError;
use crate::caller::Caller;
use crate::note::Note;
use crate::ops::item::keep_seen;
use crate::ops::shelf::Shelf;
use crate::search::{CitedLines, chunks};
use crate::text::LineRange;

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
    keep_seen(shelf, caller, std::iter::once(&mut cited))?;
    Ok(cited)
}

//! The note that a name leads to, and the lines of it that were asked for: for operations that tell something about it.

use super::part::{self, Part};
use super::{Found, ReadError, Wanted, locate};
use crate::caller::Caller;
use crate::digest::CommitId;
use crate::evidence::Item;
use crate::note::Note;
use crate::ops::Workspace;
use crate::ops::shelf::Shelf;
use crate::port::IndexStore;
use crate::text::LineRange;

/// What a name leads to, where it is one thing with a text.
pub(in crate::ops) enum Place {
    /// A note, and the lines that were asked for.
    Note(Box<Note>, Option<LineRange>),
    /// An evidence item.
    Evidence(Box<Item>),
}

/// The note or evidence that the first of `wanted` leads to which is there, and the commit that it was found in.
pub(in crate::ops) fn place(
    workspace: &Workspace<'_>,
    store: &dyn IndexStore,
    caller: &Caller,
    typed: &str,
    wanted: &[Wanted],
) -> Result<(Place, Option<CommitId>), ReadError> {
    let shelf = Shelf::open(workspace, None)?;
    let mut ambiguous = None;
    for one in wanted {
        let found = match locate(workspace, store, &shelf, caller, one, None)? {
            Found::Note(note) => {
                let part = one.part().filter(|part| !part.is_empty());
                let lines = match part {
                    None => None,
                    asked => Some(Part::of(&note, asked).map(|part| part.lines).ok_or_else(|| {
                        ReadError::NoPart { path: note.path.clone(), what: part::described(asked) }
                    })?),
                };
                Place::Note(note, lines)
            }
            Found::Evidence(item) => Place::Evidence(item),
            Found::Damaged(path, what) => return Err(ReadError::Damaged { path, what }),
            Found::Folder(path, _) => {
                return Err(ReadError::NotANote(
                    path.map_or_else(|| ".".to_owned(), |path| path.to_string()),
                ));
            }
            Found::Several(paths) => {
                ambiguous.get_or_insert(paths);
                continue;
            }
            Found::Nothing => continue,
        };
        return Ok((found, shelf.commit().cloned()));
    }
    Err(match ambiguous {
        Some(paths) => ReadError::Ambiguous { typed: typed.to_owned(), paths },
        None => ReadError::Nothing(typed.to_owned()),
    })
}

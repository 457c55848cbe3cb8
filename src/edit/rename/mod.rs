//! Moves a note, an attachment or a folder, and rewrites every link that leads to it or stands in it, so that each leads
//! where it led. Pure: a vault goes in, a plan comes out; a move that could not keep a link's meaning is refused.

mod destination;
mod error;
mod place;
mod spelling;

#[cfg(test)]
mod tests;

pub use error::{LinkPlace, RenameError};
pub use place::may_hold;

use std::collections::BTreeMap;
use std::ops::Range;

use rayon::prelude::*;

use crate::change::ChangeSet;
use crate::edit::splice;
use crate::note::{Link, LinkKind, Note};
use crate::path::RepoPath;
use crate::vault::{Resolution, Vault, fold_name};
use spelling::Spelling;

/// From where to where something moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The file or folder.
    pub old: RepoPath,
    /// Its whole new path.
    pub new: RepoPath,
}

impl Move {
    /// Where `path` stands afterwards.
    pub fn of(&self, path: &RepoPath) -> RepoPath {
        if *path == self.old {
            return self.new.clone();
        }
        let below = path.as_str().strip_prefix(self.old.as_str()).filter(|below| below.starts_with('/'));
        below.and_then(|below| self.new.join(&below[1..]).ok()).unwrap_or_else(|| path.clone())
    }
}

/// The edits of one note.
type Edits = Vec<(Range<usize>, String)>;

/// What a move changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The files that move.
    pub moves: Vec<(RepoPath, RepoPath)>,
    /// Links that led nowhere, or to several notes, and lead to one file afterwards.
    pub adopted: Vec<LinkPlace>,
    /// The links that are rewritten, by the path of their note before the move, and how long that note's text is.
    edits: BTreeMap<RepoPath, (usize, Edits)>,
}

impl Plan {
    /// The notes whose links are rewritten, by their paths before the move, and how many links of each.
    pub fn rewritten(&self) -> impl Iterator<Item = (&RepoPath, usize)> {
        self.edits.iter().map(|(path, (_, edits))| (path, edits.len()))
    }

    /// The plan as a change set; `read` gives the bytes of a file before the move.
    pub fn changes<E: From<RenameError>>(
        &self,
        mut read: impl FnMut(&RepoPath) -> Result<Vec<u8>, E>,
    ) -> Result<ChangeSet, E> {
        let mut changes = ChangeSet::new();
        let mut edited = |path: &RepoPath| -> Result<(Vec<u8>, Vec<u8>), E> {
            let before = read(path)?;
            let Some((length, edits)) = self.edits.get(path) else { return Ok((before.clone(), before)) };
            if before.len() != *length {
                return Err(RenameError::NotWhole(path.clone()).into());
            }
            let edits: Vec<(Range<usize>, &str)> =
                edits.iter().map(|(range, text)| (range.clone(), text.as_str())).collect();
            let after = splice(&before, &edits).map_err(|_| RenameError::NotWhole(path.clone()))?;
            Ok((before, after))
        };
        for (from, to) in &self.moves {
            let (before, after) = edited(from)?;
            changes.relocate(from.clone(), &before, to.clone(), after);
        }
        for path in self.edits.keys().filter(|path| !self.moves.iter().any(|(from, _)| from == *path)) {
            let (before, after) = edited(path)?;
            changes.edit(path.clone(), &before, after);
        }
        Ok(changes)
    }
}

/// Plans the move `wanted` in `vault`.
///
/// Links that led nowhere, or to several notes, and would lead to one file afterwards stand in the way unless `adopt`.
pub fn rename(vault: &Vault, wanted: &Move, adopt: bool) -> Result<Plan, RenameError> {
    rename_all(vault, std::slice::from_ref(wanted), adopt)
}

/// Plans several moves in `vault` as one, none of which takes what another takes.
pub fn rename_all(vault: &Vault, wanted: &[Move], adopt: bool) -> Result<Plan, RenameError> {
    let mut moves = Vec::new();
    for one in wanted {
        moves.extend(place::files(vault, one)?);
    }
    moves.sort();
    place::apart(&moves)?;
    let wanted = Moves(wanted);
    let text_of = |path: &RepoPath| vault.note(path.as_str()).map_or(&b""[..], |note| note.text.as_bytes());
    let mut relocations = ChangeSet::new();
    for (from, to) in &moves {
        relocations.relocate(from.clone(), text_of(from), to.clone(), text_of(from).to_vec());
    }
    let after = vault.with_changes(&relocations);
    let step = Step { before: vault, after: &after, wanted };
    let notes: Vec<&Note> = vault.notes().collect();
    let looked: Vec<Looked<'_>> =
        notes.par_iter().map(|note| step.look(note)).collect::<Result<_, RenameError>>()?;
    let mut plan = Plan { moves, ..Plan::default() };
    for Looked { note, edits, mut adopted } in looked {
        plan.adopted.append(&mut adopted);
        if !edits.is_empty() {
            plan.edits.insert(note.path.clone(), (note.text.len(), edits));
        }
    }
    if !adopt && let Some(first) = plan.adopted.first() {
        return Err(RenameError::Adopts { first: Box::new(first.clone()), count: plan.adopted.len() });
    }
    step.verify(&plan)?;
    Ok(plan)
}

/// What a look at one note gave.
struct Looked<'v> {
    note: &'v Note,
    edits: Edits,
    adopted: Vec<LinkPlace>,
}

/// Several moves at once.
#[derive(Clone, Copy)]
struct Moves<'a>(&'a [Move]);

impl Moves<'_> {
    /// Where `path` stands afterwards.
    fn of(self, path: &RepoPath) -> RepoPath {
        let moved = self.0.iter().map(|one| one.of(path)).find(|moved| moved != path);
        moved.unwrap_or_else(|| path.clone())
    }
}

/// A vault before and after its files moved, no link rewritten yet.
#[derive(Clone, Copy)]
struct Step<'a> {
    before: &'a Vault,
    after: &'a Vault,
    wanted: Moves<'a>,
}

impl<'a> Step<'a> {
    /// Finds what must be rewritten in `note`.
    fn look(self, note: &'a Note) -> Result<Looked<'a>, RenameError> {
        let mut looked = Looked { note, edits: Vec::new(), adopted: Vec::new() };
        let place = self.wanted.of(&note.path);
        for link in &note.links {
            let led = self.before.resolve(note, link);
            let leads = self.after.catalogue().resolve(&place, link.into());
            let wanted = self.moved(&led);
            match (&led, &leads) {
                (Resolution::External, _)
                | (Resolution::Missing, Resolution::Missing)
                | (Resolution::Ambiguous(_), Resolution::Ambiguous(_)) => {}
                (Resolution::Missing | Resolution::Ambiguous(_), _) => {
                    let place = LinkPlace::of(note, link);
                    looked.adopted.push(LinkPlace { leads_to: error::path_of(&leads).cloned(), ..place });
                }
                _ => {
                    let spelling =
                        Spelling { step: self, note, place: &place, link, led: &led, wanted: &wanted };
                    let is_kept = leads == wanted && self.still_named(link, &led);
                    if !is_kept || (place != note.path && spelling.is_roundabout()) {
                        looked.edits.push(spelling.edit()?);
                    }
                }
            }
        }
        looked.edits.sort_by_key(|(range, _)| range.start);
        looked.edits.dedup();
        Ok(looked)
    }

    /// What a link that led to `led` must lead to.
    fn moved(self, led: &Resolution) -> Resolution {
        match led {
            Resolution::Note { path, fragment_found } => {
                Resolution::Note { path: self.wanted.of(path), fragment_found: *fragment_found }
            }
            Resolution::File(path) => Resolution::File(self.wanted.of(path)),
            other => other.clone(),
        }
    }

    /// Whether a link that named a file by its name still does, and not by a title or alias that happens to be the same,
    /// nor in another case than it did.
    fn still_named(self, link: &Link, led: &Resolution) -> bool {
        let (LinkKind::Wiki | LinkKind::Embed, Some(path)) = (link.kind, error::path_of(led)) else {
            return true;
        };
        let now = self.wanted.of(path);
        !names(&link.target, path)
            || (names(&link.target, &now)
                && (names_exactly(&link.target, &now) || !names_exactly(&link.target, path)))
    }

    /// Reads the rewritten notes as they will be: each of their links must lead where it is wanted.
    fn verify(self, plan: &Plan) -> Result<(), RenameError> {
        let mut changes = ChangeSet::new();
        for (path, (_, edits)) in &plan.edits {
            let Some(note) = self.before.note(path.as_str()) else { continue };
            let edits: Vec<(Range<usize>, &str)> =
                edits.iter().map(|(range, text)| (range.clone(), text.as_str())).collect();
            let text =
                splice(note.text.as_bytes(), &edits).map_err(|_| RenameError::NotWhole(path.clone()))?;
            changes.create(self.wanted.of(path), text);
        }
        let last = self.after.with_changes(&changes);
        for path in plan.edits.keys() {
            let (Some(old), Some(new)) =
                (self.before.note(path.as_str()), last.note(self.wanted.of(path).as_str()))
            else {
                continue;
            };
            let is_same_note = old.links.len() == new.links.len() && old.front.broken == new.front.broken;
            for (index, link) in old.links.iter().enumerate() {
                let led = self.before.resolve(old, link);
                let leads = new.links.get(index).map(|link| last.resolve(new, link));
                let is_kept = leads == Some(self.moved(&led))
                    || matches!(led, Resolution::Missing | Resolution::Ambiguous(_));
                if !is_same_note || !is_kept {
                    return Err(RenameError::Unwritable(Box::new(LinkPlace::of(old, link))));
                }
            }
        }
        Ok(())
    }
}

/// Whether the last part of `target` is the name of `path`, with or without its ending.
fn names(target: &str, path: &RepoPath) -> bool {
    let last = fold_name(target.trim_end_matches('/').rsplit('/').next().unwrap_or(target)).into_owned();
    last == fold_name(path.file_name()) || (path.is_markdown() && last == fold_name(path.file_stem()))
}

/// Whether the last part of `target` is the name of `path` to the letter, with or without its ending.
fn names_exactly(target: &str, path: &RepoPath) -> bool {
    let last = target.trim_end_matches('/').rsplit('/').next().unwrap_or(target);
    last == path.file_name() || (path.is_markdown() && last == path.file_stem())
}

//! A note that nobody finds: it gets its line in the entry page of its folder, or a link from the note most like it.

use crate::note::Note;
use crate::plan::Fault;

use super::super::super::desk::Desk;
use super::super::super::similar::Similar;
use super::super::links;
use super::super::retire::is_as_open;
use super::super::scene::Scene;
use super::super::step::{Done, Step, first};

/// How alike a note must be to link to one that nothing links to.
const ALIKE: f64 = 0.2;

/// Lists the note in the entry page of the nearest folder that has one.
pub(super) fn enter(desk: &mut Desk<'_>, _: &Scene<'_>, fault: &Fault) -> Step {
    let path = first(fault)?;
    let page = links::enter(desk, path)?;
    Ok(Done::changed(format!("`{page}` lists `{path}`")))
}

/// Links the note with the one most like it, where no entry page may list it.
pub(super) fn link_nearest(desk: &mut Desk<'_>, _: &Scene<'_>, fault: &Fault) -> Step {
    let path = first(fault)?;
    let note = desk.note(path).ok_or_else(|| format!("`{path}` is not there any more"))?;
    let access = note.access();
    let fits = |other: &&Note| {
        other.path != *path
            && !other.is_index()
            && other.access() == access
            && is_as_open(&access, &other.access())
    };
    let texts: Vec<&str> =
        std::iter::once(note.title()).chain(note.claims().iter().map(|claim| claim.text.as_str())).collect();
    let similar = Similar::new(desk.notes().filter(fits));
    let nearest = similar
        .nearest(&texts, 1)
        .first()
        .filter(|(_, alike)| *alike >= ALIKE)
        .map(|(note, _)| note.path.clone());
    let nearest = nearest.ok_or("no entry page may list it, and no note is like it")?;
    links::link_both(desk, &nearest, path)?;
    Ok(Done::changed(format!("`{nearest}` and `{path}` link to each other")))
}

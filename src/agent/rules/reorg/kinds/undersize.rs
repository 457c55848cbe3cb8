//! A note that says next to nothing goes into one of its folder about the same; a folder of next to no notes is left.

use crate::note::{Note, is_deprecated};
use crate::plan::Fault;

use super::super::super::desk::{Desk, may_write};
use super::super::super::similar::Similar;
use super::super::links::links_to;
use super::super::merge::merge as take_in;
use super::super::scene::Scene;
use super::super::step::{Done, Step, first};

/// How alike two notes of a folder must be to be about one thing; and how alike where they link to each other.
const ALIKE: (f64, f64) = (0.35, 0.2);

/// Takes the note into the one of its folder that is most like it.
pub(super) fn merge(desk: &mut Desk<'_>, _: &Scene<'_>, fault: &Fault) -> Step {
    let path = first(fault)?;
    let note = desk.note(path).ok_or_else(|| format!("`{path}` is not there any more"))?;
    if is_deprecated(note) {
        return Err("it is not served any more".to_owned());
    }
    if note.claims().is_empty() {
        return Err("it claims nothing that another note could take over".to_owned());
    }
    let fits = |other: &&Note| {
        other.path != *path
            && other.path.parent() == path.parent()
            && !other.is_index()
            && !is_deprecated(other)
            && may_write(other)
            && other.access() == note.access()
    };
    let texts: Vec<&str> =
        std::iter::once(note.title()).chain(note.claims().iter().map(|claim| claim.text.as_str())).collect();
    let similar = Similar::new(desk.notes().filter(fits));
    let nearest = similar.nearest(&texts, 1).first().map(|(other, alike)| (other.path.clone(), *alike));
    let (kept, alike) = nearest.ok_or("no other note of its folder could take it in")?;
    let linked =
        desk.note(&kept).is_some_and(|other| links_to(desk, other, path) || links_to(desk, note, &kept));
    if alike < if linked { ALIKE.1 } else { ALIKE.0 } {
        return Err("no other note of its folder is about the same".to_owned());
    }
    take_in(desk, &kept, path)?;
    Ok(Done::retiring(path, format!("`{kept}` says all of it, with its citations")))
}

/// Leaves the folder: that it is small loses nobody anything, and moving its notes would.
pub(super) fn dissolve(_: &mut Desk<'_>, _: &Scene<'_>, _: &Fault) -> Step {
    Err("a small folder loses nobody anything, and its notes may get company; a person may move them"
        .to_owned())
}

//! A note whose time is over: it is retired. What it said and what it cites stay as they are.

use crate::note::day;
use crate::plan::Fault;

use super::super::super::desk::Desk;
use super::super::retire::{leads_to, retire as retire_note};
use super::super::scene::Scene;
use super::super::step::{Done, Step, first};

/// Retires the note, in favour of the one that supersedes it where one does.
pub(super) fn retire(desk: &mut Desk<'_>, scene: &Scene<'_>, fault: &Fault) -> Step {
    let path = first(fault)?;
    let note = desk.note(path).ok_or_else(|| format!("`{path}` is not there any more"))?;
    let until = note.front.text("valid_until").and_then(day).filter(|until| *until < scene.task.day);
    let until = until.ok_or_else(|| format!("`{path}` holds today"))?;
    let heir =
        desk.notes().find(|note| note.path != *path && leads_to(desk.vault(), note, "supersedes", path));
    let heir = heir.map(|heir| heir.path.clone());
    retire_note(desk, path, heir.as_ref())?;
    Ok(Done::retiring(path, format!("it held until {until}")))
}

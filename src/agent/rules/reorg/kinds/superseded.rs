//! A note that another supersedes and that is served all the same: it is retired, and both say so.

use std::collections::BTreeSet;

use crate::path::RepoPath;
use crate::plan::Fault;

use super::super::super::desk::Desk;
use super::super::retire::{leads_to, named, retire as retire_note};
use super::super::scene::Scene;
use super::super::step::{Done, Step, first};

/// Retires the older of the two.
pub(super) fn retire(desk: &mut Desk<'_>, _: &Scene<'_>, fault: &Fault) -> Step {
    let (old, new) = pair(desk, fault)?;
    let last = last(desk, &new);
    if last == old {
        return Err(format!("`{old}` and `{new}` supersede each other; somebody must say which holds"));
    }
    retire_note(desk, &old, Some(&last))?;
    Ok(Done::retiring(&old, format!("superseded by `{last}`")))
}

/// The note that is superseded, and the one that supersedes it.
fn pair(desk: &Desk<'_>, fault: &Fault) -> Result<(RepoPath, RepoPath), String> {
    let vault = desk.vault();
    let one = first(fault)?;
    let says = |from: &RepoPath, key: &str, to: &RepoPath| {
        desk.note(from).is_some_and(|note| leads_to(vault, note, key, to))
    };
    for other in fault.places.iter().skip(1).map(|place| &place.path).filter(|other| *other != one) {
        if says(other, "supersedes", one) || says(one, "superseded_by", other) {
            return Ok((one.clone(), other.clone()));
        }
        if says(one, "supersedes", other) || says(other, "superseded_by", one) {
            return Ok((other.clone(), one.clone()));
        }
    }
    let note = desk.note(one).ok_or_else(|| format!("`{one}` is not there any more"))?;
    if let Some(new) = named(vault, note, "superseded_by").into_iter().find(|new| new != one) {
        return Ok((one.clone(), new));
    }
    let heir = desk.notes().find(|note| note.path != *one && leads_to(vault, note, "supersedes", one));
    heir.map(|heir| (one.clone(), heir.path.clone()))
        .ok_or_else(|| format!("no note supersedes `{one}` any more"))
}

/// The note that holds now: the last that supersedes those before it.
fn last(desk: &Desk<'_>, new: &RepoPath) -> RepoPath {
    let mut seen = BTreeSet::from([new.clone()]);
    let mut last = new.clone();
    while let Some(next) = desk
        .note(&last)
        .and_then(|note| named(desk.vault(), note, "superseded_by").into_iter().next())
        .filter(|next| desk.note(next).is_some())
    {
        if !seen.insert(next.clone()) {
            break;
        }
        last = next;
    }
    last
}

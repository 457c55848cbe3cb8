//! A summary that drifted. One that is derived is named for the build after the merge. A description that says what its note
//! no longer says becomes what the note says first; a line of an entry page, what the note says of itself.

use crate::note::{Note, unmarked};
use crate::path::RepoPath;
use crate::plan::Fault;
use crate::vault::Resolution;

use super::super::super::desk::Desk;
use super::super::super::escape::{inline, yaml};
use super::super::super::splice::Splices;
use super::super::atoms::Atoms;
use super::super::keys;
use super::super::retire::{unwritable, writable};
use super::super::scene::Scene;
use super::super::step::{Done, Step, first, second};

/// The longest description, in characters.
const LONGEST: usize = 200;

/// Names the derived summaries that are to be made anew.
pub(super) fn rebuild(_: &mut Desk<'_>, _: &Scene<'_>, fault: &Fault) -> Step {
    let is_derived = |path: &&RepoPath| matches!(path.file_name(), ".abstract" | ".overview");
    let rebuild: Vec<RepoPath> =
        fault.places.iter().map(|place| &place.path).filter(is_derived).cloned().collect();
    if rebuild.is_empty() {
        return Err("it is no derived summary".to_owned());
    }
    let done = Done::for_a_person("a summary is derived; the build after the merge writes it anew");
    Ok(Done { rebuild, ..done })
}

/// Describes the note by the first thing that it says.
pub(super) fn describe(desk: &mut Desk<'_>, _: &Scene<'_>, fault: &Fault) -> Step {
    let path = first(fault)?;
    let note = writable(desk, path)?;
    let described = note.front.text("description").filter(|_| !note.is_index() && fault.places.len() == 1);
    let described = described.ok_or_else(|| format!("`{path}` has no description of its own to mend"))?;
    if is_said(note, described) {
        return Err("the note says what its description says".to_owned());
    }
    let claims = note.claims().iter().map(|claim| unmarked(&claim.text));
    let text = claims.into_iter().find(|text| text.chars().count() <= LONGEST);
    let text = text.ok_or("nothing that the note says is short enough to describe it")?.to_owned();
    let new = keys::describe(note, &yaml(&text), &text).ok_or_else(|| unwritable(path))?;
    let told = format!("`{path}` is described by what it says: {text}");
    desk.put(path.clone(), new);
    Ok(Done::changed(told))
}

/// Writes the line of an entry page anew, from what the note says of itself.
pub(super) fn list_anew(desk: &mut Desk<'_>, _: &Scene<'_>, fault: &Fault) -> Step {
    let (page, path) = (first(fault)?, second(fault)?);
    let note = desk.note(path).ok_or_else(|| format!("`{path}` is not there any more"))?;
    let own = note.front.text("description").filter(|text| !text.trim().is_empty() && is_said(note, text));
    let listing = writable(desk, page)?;
    let leads = |link: &&crate::note::Link| matches!(desk.vault().resolve(listing, link), Resolution::Note { path: to, .. } if to == *path);
    let link = listing.links.iter().find(leads).ok_or_else(|| format!("`{page}` does not list `{path}`"))?;
    let end =
        listing.text[link.span.end..].find(['\n', '\r']).map_or(listing.text.len(), |at| link.span.end + at);
    if listing.text[link.span.end..end].contains('[') {
        return Err("its line has words of another link, and which are whose needs a person".to_owned());
    }
    let mut splices = Splices::default();
    splices.replace(link.span.end..end, own.map(|text| format!(" - {}", inline(text))).unwrap_or_default());
    let text = splices.apply(&listing.text);
    desk.put(page.clone(), text);
    Ok(Done::changed(format!("`{page}` says of `{path}` what that says of itself")))
}

/// Whether every value of `text` stands in the note.
fn is_said(note: &Note, text: &str) -> bool {
    let said = Atoms::of(note.body());
    Atoms::of(text).values.iter().all(|value| said.values.contains(value))
}

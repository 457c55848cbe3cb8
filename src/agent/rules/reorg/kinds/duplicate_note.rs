//! Two notes about one thing: the more important one takes the other in, and the other is retired in its favour.

use crate::note::is_deprecated;
use crate::path::RepoPath;
use crate::plan::Fault;

use super::super::super::desk::Desk;
use super::super::importance::of_note;
use super::super::merge::merge as take_in;
use super::super::scene::Scene;
use super::super::step::{Done, Step};

/// Takes the notes of the fault into the most important of them.
pub(super) fn merge(desk: &mut Desk<'_>, scene: &Scene<'_>, fault: &Fault) -> Step {
    let mut paths: Vec<RepoPath> = fault.places.iter().map(|place| place.path.clone()).collect();
    paths.sort();
    paths.dedup();
    paths.retain(|path| desk.note(path).is_some_and(|note| !is_deprecated(note)));
    if paths.len() < 2 {
        return Ok(Done::changed("only one of the notes is served any more"));
    }
    let kept = paths
        .iter()
        .max_by_key(|path| {
            (desk.note(path).map(|note| of_note(scene, note)), std::cmp::Reverse((*path).clone()))
        })
        .cloned()
        .ok_or("none of the notes is there any more")?;
    let mut done = Done::changed(String::new());
    let mut gone = Vec::new();
    for path in paths.into_iter().filter(|path| *path != kept) {
        take_in(desk, &kept, &path)?;
        let retired = Done::retiring(&path, format!("`{kept}` says all of it, with its citations"));
        done.losses.extend(retired.losses);
        done.retired.extend(retired.retired);
        gone.push(format!("`{path}`"));
    }
    done.what = format!("`{kept}` takes in {}, which it supersedes", gone.join(", "));
    Ok(done)
}

//! Notes that another supersedes, and that are served all the same.

use std::collections::BTreeSet;

use crate::path::RepoPath;
use crate::plan::{Fault, FaultKind, Place};
use crate::reorg::survey::{Survey, is_served};

/// A fault for each note that is superseded and does not say `status: deprecated`.
pub(super) fn faults(survey: &Survey<'_>) -> Vec<Fault> {
    let vault = survey.scope.vault;
    let catalogue = vault.catalogue();
    let mut pairs: BTreeSet<(RepoPath, RepoPath, bool)> = BTreeSet::new();
    for (_, path, entry) in catalogue.notes() {
        for (key, is_older) in [("superseded_by", true), ("supersedes", false)] {
            for written in entry.field(key) {
                let Some(file) = catalogue.note_named(path, written) else { continue };
                let other = catalogue.path(file);
                let (old, new) = if is_older { (path, other) } else { (other, path) };
                pairs.insert((old.clone(), new.clone(), is_older));
            }
        }
    }
    let is_pair = |old: &RepoPath, new: &RepoPath| {
        [true, false].iter().any(|&side| pairs.contains(&(old.clone(), new.clone(), side)))
    };
    let mut faults = Vec::new();
    for (old, new, is_older) in &pairs {
        let (Some(older), Some(newer)) = (vault.note(old.as_str()), vault.note(new.as_str())) else {
            continue;
        };
        // Two notes that supersede each other are for the checks; so is one that supersedes itself.
        if old == new || is_pair(new, old) || !is_served(older) || !is_served(newer) {
            continue;
        }
        // Told once, where both say it.
        if !is_older && pairs.contains(&(old.clone(), new.clone(), true)) {
            continue;
        }
        let reason = if *is_older {
            format!(
                "it says that `{new}` supersedes it, and is served all the same: its status is not `deprecated`"
            )
        } else {
            format!("`{new}` says that it supersedes this note, which is served all the same")
        };
        let places = vec![Place::whole(old.clone()), Place::whole(new.clone())];
        faults.push(Fault::new(FaultKind::Superseded, places, Vec::new(), reason));
    }
    faults
}

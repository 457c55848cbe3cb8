//! Whether something may move to a place, and which files move with it.

use std::collections::BTreeMap;

use super::{Move, RenameError};
use crate::path::RepoPath;
use crate::vault::{Layout, Vault, fold_name};

/// The files that move, with where to; or why nothing may.
pub(super) fn files(vault: &Vault, wanted: &Move) -> Result<Vec<(RepoPath, RepoPath)>, RenameError> {
    let Move { old, new } = wanted;
    let layout = vault.layout();
    source(layout, old)?;
    if old == new {
        return Err(RenameError::Same(old.clone()));
    }
    let moves: Vec<(RepoPath, RepoPath)> = vault
        .files()
        .filter(|path| *path == old || path.is_in(old))
        .map(|path| (path.clone(), wanted.of(path)))
        .collect();
    if moves.is_empty() {
        return Err(RenameError::Missing(old.clone()));
    }
    if new.is_in(old) {
        return Err(RenameError::IntoItself { old: old.clone(), new: new.clone() });
    }
    let is_file = vault.has_file(old);
    may_hold(layout, new, is_file)?;
    if is_file && old.is_markdown() != new.is_markdown() {
        return Err(RenameError::Ending { old: old.clone(), new: new.clone() });
    }
    if vault.has_file(new) || vault.has_folder(new) {
        return Err(RenameError::Exists(new.clone()));
    }
    collision(vault, &moves)?;
    Ok(moves)
}

/// Refuses moves, ordered by where from, of which two take one file, or two lead to what some system takes for one place.
pub(super) fn apart(moves: &[(RepoPath, RepoPath)]) -> Result<(), RenameError> {
    if let Some(twice) = moves.windows(2).find(|two| two[0].0 == two[1].0) {
        return Err(RenameError::Exists(twice[1].1.clone()));
    }
    let mut taken: BTreeMap<String, &RepoPath> = BTreeMap::new();
    for (_, to) in moves {
        if let Some(other) = taken.insert(fold_name(to.as_str()).into_owned(), to) {
            return Err(RenameError::Collides { new: to.clone(), other: other.to_string() });
        }
    }
    Ok(())
}

fn source(layout: &Layout, old: &RepoPath) -> Result<(), RenameError> {
    let evidence = &layout.evidence;
    if old == evidence || old.is_in(evidence) || evidence.is_in(old) {
        return Err(RenameError::Evidence(old.clone()));
    }
    match &layout.knowledge {
        Some(knowledge) if old == knowledge || knowledge.is_in(old) => {
            Err(RenameError::KnowledgeFolder(old.clone()))
        }
        _ => Ok(()),
    }
}

/// Whether `new` is a place of the knowledge that may hold a file, or else a folder; or why not.
pub fn may_hold(layout: &Layout, new: &RepoPath, is_file: bool) -> Result<(), RenameError> {
    if new == &layout.evidence || layout.is_evidence(new) {
        return Err(RenameError::Evidence(new.clone()));
    }
    if !layout.is_knowledge(new) || layout.knowledge.as_ref() == Some(new) {
        return Err(RenameError::OutsideKnowledge(new.clone()));
    }
    let inside = if is_file { Ok(new.clone()) } else { new.join("x") };
    if !inside.is_ok_and(|inside| layout.takes(&inside)) {
        return Err(RenameError::Hidden(new.clone()));
    }
    match new.unportable() {
        Some(reason) => Err(RenameError::Unportable { path: new.clone(), reason }),
        None => Ok(()),
    }
}

/// Refuses a place that some system takes for one that is taken.
fn collision(vault: &Vault, moves: &[(RepoPath, RepoPath)]) -> Result<(), RenameError> {
    // What stays: every file, and every folder above one, by the form in which such systems compare.
    let mut taken: BTreeMap<String, (RepoPath, bool)> = BTreeMap::new();
    let leaves = |path: &RepoPath| moves.binary_search_by(|(from, _)| from.cmp(path)).is_ok();
    for path in vault.files().filter(|path| !leaves(path)) {
        taken.insert(fold_name(path.as_str()).into_owned(), (path.clone(), true));
        let mut folder = path.parent();
        while let Some(above) = folder {
            folder = above.parent();
            taken.entry(fold_name(above.as_str()).into_owned()).or_insert((above, false));
        }
    }
    for (_, to) in moves {
        let collides = |other: &RepoPath| RenameError::Collides { new: to.clone(), other: other.to_string() };
        if let Some((other, _)) = taken.get(fold_name(to.as_str()).as_ref()) {
            return Err(if other == to { RenameError::Exists(to.clone()) } else { collides(other) });
        }
        let mut folder = to.parent();
        while let Some(above) = folder {
            if let Some((other, is_file)) = taken.get(fold_name(above.as_str()).as_ref())
                && (*is_file || *other != above)
            {
                return Err(collides(other));
            }
            folder = above.parent();
        }
    }
    Ok(())
}

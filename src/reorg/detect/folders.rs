//! Folders with more notes than can be looked over, or with too few to be a folder.

use std::collections::{BTreeMap, BTreeSet};

use crate::path::RepoPath;
use crate::plan::{Fault, FaultKind, Place};
use crate::reorg::survey::Survey;

/// A fault for each folder outside of the limits of `kb.toml`.
pub(super) fn faults(survey: &Survey<'_>) -> Vec<Fault> {
    let limits = &survey.scope.config.reorg;
    let mut counts: BTreeMap<RepoPath, usize> = BTreeMap::new();
    let mut above: BTreeSet<RepoPath> = BTreeSet::new();
    for note in survey.notes() {
        let Some(folder) = note.path.parent() else { continue };
        above.extend(folder.parent());
        *counts.entry(folder).or_default() += usize::from(!note.is_index());
    }
    let top = survey.scope.vault.layout().knowledge.as_ref();
    let mut faults = Vec::new();
    for (folder, count) in counts {
        let noun = if count == 1 { "note" } else { "notes" };
        let found = if count > limits.max_folder_notes {
            Some((FaultKind::OversizeFolder, format!("{count} notes, more than {}", limits.max_folder_notes)))
        } else if count < limits.min_folder_notes && !above.contains(&folder) && Some(&folder) != top {
            let reason = format!("{count} {noun}, fewer than {}", limits.min_folder_notes);
            Some((FaultKind::UndersizeFolder, reason))
        } else {
            None
        };
        faults.extend(found.map(|(kind, why)| Fault::new(kind, vec![Place::whole(folder)], Vec::new(), why)));
    }
    faults
}

//! The components of the link graph: which notes hang together by links, in whatever direction, as one caller sees them.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use super::{LinksError, LinksOptions, lies, places, seen};
use crate::caller::Caller;
use crate::digest::CommitId;
use crate::ops::Workspace;
use crate::path::RepoPath;
use crate::vault::{Resolution, Vault};

/// Which notes hang together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct ComponentsReport {
    /// The version of this format: 1.
    pub version: u32,
    /// The commit that was read; `None`: the working tree.
    pub commit: Option<CommitId>,
    /// The components, the largest first; a note that no link joins with another is one by itself.
    pub components: Vec<Component>,
}

/// Notes that hang together by links.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Component {
    /// The notes, ordered by path.
    pub notes: Vec<RepoPath>,
    /// How many links join them, those that stand several times counted each time.
    pub links: usize,
}

/// Finds the components as far as `caller` may see; only those with a note below `options.within`, where that names any.
pub fn components(
    workspace: &Workspace<'_>,
    caller: &Caller,
    options: &LinksOptions,
) -> Result<ComponentsReport, LinksError> {
    let (vault, commit) = seen(workspace, caller, options)?;
    let within = places(&vault, &options.within)?;
    let mut components = joined(&vault);
    if let Some(homes) = within {
        components.retain(|component| component.notes.iter().any(|note| lies(note, &homes)));
    }
    components.sort_by(|a, b| b.notes.len().cmp(&a.notes.len()).then_with(|| a.notes.cmp(&b.notes)));
    Ok(ComponentsReport { version: 1, commit, components })
}

fn joined(vault: &Vault) -> Vec<Component> {
    let notes: Vec<&RepoPath> = vault.notes().map(|note| &note.path).collect();
    let places: HashMap<&RepoPath, usize> = notes.iter().copied().zip(0..).collect();
    let mut groups = Groups((0..notes.len()).collect());
    let mut starts = Vec::new();
    for (from, note) in vault.notes().enumerate() {
        for link in &note.links {
            let Resolution::Note { path, .. } = vault.resolve(note, link) else { continue };
            if let Some(&to) = places.get(&path).filter(|&&to| to != from) {
                groups.join(from, to);
                starts.push(from);
            }
        }
    }
    let mut components: BTreeMap<usize, Component> = BTreeMap::new();
    for (at, note) in notes.into_iter().enumerate() {
        let empty = || Component { notes: Vec::new(), links: 0 };
        components.entry(groups.of(at)).or_insert_with(empty).notes.push(note.clone());
    }
    for start in starts {
        components.entry(groups.of(start)).and_modify(|component| component.links += 1);
    }
    let mut components: Vec<Component> = components.into_values().collect();
    components.iter_mut().for_each(|component| component.notes.sort());
    components
}

/// Members by a member of the same group; one that names itself stands for its group.
struct Groups(Vec<usize>);

impl Groups {
    /// Who stands for the group of `member`.
    fn of(&mut self, mut member: usize) -> usize {
        while self.0[member] != member {
            // Half of the way is saved for the next.
            self.0[member] = self.0[self.0[member]];
            member = self.0[member];
        }
        member
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.of(one), self.of(other));
        self.0[one.max(other)] = one.min(other);
    }
}

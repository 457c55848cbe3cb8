//! Both sides of a change as far as it reaches: the notes that differ, and all evidence. Who judges a change looks at nothing
//! else of the two.

use super::{Trees, change_set};
use crate::change::ChangeSet;
use crate::digest::CommitId;
use crate::ops::workspace::take;
use crate::ops::{Workspace, WorkspaceError};
use crate::port::{GitRead, TreeEntry};
use crate::vault::Vault;

/// The notes that differ between two commits, and the evidence of each.
pub struct Contrast {
    /// What was there.
    pub base: Vault,
    /// What is there.
    pub head: Vault,
    /// The way from one to the other.
    pub changes: ChangeSet,
}

impl Contrast {
    /// Reads what `trees`, which are of `base` and of a later commit, say that differs.
    pub fn read(
        workspace: &Workspace<'_>,
        git: &dyn GitRead,
        base: &CommitId,
        trees: &Trees,
    ) -> Result<Contrast, WorkspaceError> {
        let (config, layout) = workspace.policy_at(base)?;
        let differences = trees.differences();
        let (mut files, mut oddities) = (Vec::new(), Vec::new());
        for difference in &differences {
            let Some((kind, blob)) = difference.before.clone() else { continue };
            let entry = TreeEntry { path: difference.path.clone(), blob, kind };
            take(git, &layout, config.limits(), &entry, &mut files, &mut oddities)?;
        }
        files.retain(|file| !layout.is_evidence(&file.path));
        let base = workspace.evidence_at(base)?.with_files(files).with_oddities(oddities);
        let changes = change_set(git, &differences)?;
        let head = base.with_changes(&changes);
        Ok(Contrast { base, head, changes })
    }

    /// Reads what differs between two commits.
    pub fn of(
        workspace: &Workspace<'_>,
        git: &dyn GitRead,
        base: &CommitId,
        head: &CommitId,
    ) -> Result<Contrast, WorkspaceError> {
        let layout = workspace.layout_at(base)?;
        Contrast::read(workspace, git, base, &Trees::changed(git, base, head, &layout)?)
    }
}

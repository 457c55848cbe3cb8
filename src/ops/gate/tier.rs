//! What of the change between two commits a person must approve, by a policy: the tiers of `[gate.risk]` over commits.

use super::{Contrast, Risk, risks};
use crate::config::RiskConfig;
use crate::digest::CommitId;
use crate::ops::{Workspace, WorkspaceError};
use crate::port::GitRead;
use crate::proposal::changed_claims;

/// What of merging `head` into `main` a person must approve by `config`; nothing is read where it asks for nobody.
pub fn tiers(
    workspace: &Workspace<'_>,
    git: &dyn GitRead,
    config: &RiskConfig,
    main: &CommitId,
    head: &CommitId,
) -> Result<Vec<Risk>, WorkspaceError> {
    if *config == RiskConfig::default() {
        return Ok(Vec::new());
    }
    let Some(parted) = git.merge_base(main, head)? else { return Ok(Vec::new()) };
    let Contrast { base, head, .. } = Contrast::of(workspace, git, &parted, head)?;
    Ok(risks(&base, &head, &changed_claims(&base, &head), config))
}

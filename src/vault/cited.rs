//! Which evidence a citation leads to.

use crate::evidence::{EvidenceId, Item};
use crate::note::{Citation, Note};
use crate::path::RepoPath;
use crate::vault::Vault;

impl Vault {
    /// The item that `citation`, which stands in `note`, leads to, and the file that its link names.
    ///
    /// Whether that file exists and is the one that lines are counted in is for the checks to say.
    pub fn cited(&self, note: &Note, citation: &Citation) -> Option<(&Item, RepoPath)> {
        let path = match citation.target.strip_prefix('/') {
            Some(rooted) => RepoPath::resolve(None, rooted),
            None => RepoPath::resolve(note.path.parent().as_ref(), &citation.target),
        };
        let path = path.ok().filter(|path| self.layout().is_evidence(path))?;
        let id = path.as_str().split('/').find_map(|part| part.parse::<EvidenceId>().ok())?;
        let item = self.item(&id).filter(|item| path.is_in(&item.folder))?;
        Some((item, path))
    }
}

//! Objects of a push that is not taken yet: git keeps them in a folder of their own until the hook has said yes.

use std::path::Path;

use super::Repository;
use super::errors::{other, told};
use crate::port::GitError;

const DOING: &str = "reading what was pushed";

/// Before the folders of objects that libgit2 knows by itself.
const FIRST: i32 = 1_000;

impl Repository {
    /// Makes the objects in `folder` readable beside the repository's own. What is written from here on, such as the tree
    /// of a merge that is only looked at, stays in memory.
    pub fn see_pushed(&self, folder: &Path) -> Result<(), GitError> {
        let folder = folder
            .to_str()
            .ok_or_else(|| other(DOING, format!("the path {} is not UTF-8", folder.display())))?;
        let objects = self.0.raw.odb().map_err(told(DOING))?;
        objects.add_disk_alternate(folder).map_err(told(DOING))?;
        objects.add_new_mempack_backend(FIRST).map(|_| ()).map_err(told(DOING))
    }
}

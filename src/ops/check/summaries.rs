//! Summaries of folders that no longer say what the notes say. A vault without summaries is not read again.

use crate::ops::WorkspaceError;
use crate::ops::shelf::Shelf;
use crate::summary::is_summary;
use crate::vault::{Catalogue, Oddity};

/// What is wrong with the summaries of the vault of `catalogue`, whose files `shelf` holds.
pub(in crate::ops) fn stale<'w, 'a>(
    catalogue: &Catalogue,
    shelf: impl FnOnce() -> Result<Shelf<'w, 'a>, WorkspaceError>,
) -> Result<Vec<Oddity>, WorkspaceError>
where
    'a: 'w,
{
    if !catalogue.files().iter().any(|file| is_summary(&file.path)) {
        return Ok(Vec::new());
    }
    let stale = shelf()?.library(None)?.stale().into_iter();
    let oddity = |(path, why): (crate::path::RepoPath, &str)| Oddity {
        rule: "stale-summary",
        path: path.to_string(),
        message: format!("{why}; `kb build --commit` writes it anew"),
    };
    Ok(stale.map(oddity).collect())
}

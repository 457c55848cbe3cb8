//! A change set as a patch that people read. It applies nothing.

use crate::change::ChangeSet;
use crate::path::RepoPath;
use crate::text::FilePatch;

/// The patch of `changes`; `before` gives the bytes of a file as it stands.
pub fn patch<E>(
    changes: &ChangeSet,
    mut before: impl FnMut(&RepoPath) -> Result<Vec<u8>, E>,
) -> Result<String, E> {
    let mut text = String::new();
    for (path, change) in changes.iter() {
        let is_moved_away = change.after.is_none()
            && changes.iter().any(|(_, other)| other.moved_from.as_ref() == Some(path));
        if is_moved_away {
            continue;
        }
        let from = change.moved_from.as_ref().unwrap_or(path);
        let is_new = change.before.is_none() && change.moved_from.is_none();
        let old = if is_new { Vec::new() } else { before(from)? };
        let patch = FilePatch {
            old_path: (!is_new).then(|| from.as_str()),
            new_path: change.after.as_ref().map(|_| path.as_str()),
            old: &old,
            new: change.after.as_deref().unwrap_or_default(),
        };
        text.push_str(&patch.unified());
    }
    Ok(text)
}

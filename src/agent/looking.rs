//! What every desk can be looked at by. Nothing here can change anything.

use super::library::Library;
use crate::change::ChangeSet;
use crate::path::RepoPath;
use crate::vault::Vault;

/// A file that differs between base and head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Differing {
    /// Where it stands in the head, or stood in the base.
    pub path: RepoPath,
    /// Where it stood, for one that moved.
    pub from: Option<RepoPath>,
}

/// A desk that can be looked at.
pub(super) trait Looking {
    /// What may be looked at.
    fn library(&self) -> &Library<'_>;

    /// The base with the changes, as the caller sees it.
    fn head(&self) -> &Vault;

    /// What differs from the base, of what the caller may see.
    fn changes(&self) -> ChangeSet;

    /// The files that differ, ordered by path.
    fn differing(&self) -> Vec<Differing>;

    /// Is told which hunks of a file were shown, counted from 0, and how many it has.
    fn saw(&mut self, _: &RepoPath, _: &[usize], _: usize) {}
}

/// What is said of the notes among `shown` that are not as in the base; nothing where all of them are.
pub(in crate::agent) fn unmerged(desk: &impl Looking, shown: impl Fn(&RepoPath) -> bool) -> String {
    let changed = desk.differing().into_iter().map(|one| one.path).filter(|path| shown(path));
    let list: Vec<String> = changed.map(|path| path.to_string()).collect();
    if list.is_empty() {
        return String::new();
    }
    format!("\n{}", desk.library().data("changed, not merged yet", &list.join("\n")))
}

/// The path that a model wrote, which may lack the knowledge folder or the ending.
pub(in crate::agent) fn named(desk: &impl Looking, path: &str) -> Result<RepoPath, String> {
    let layout = desk.head().layout();
    let plain = path.trim().trim_start_matches("./").trim_start_matches('/');
    let wrong = |error: &dyn std::fmt::Display| format!("`{path}` is no path of a note: {error}");
    let whole = RepoPath::new(plain).map_err(|error| wrong(&error))?;
    if layout.is_knowledge(&whole) || layout.is_evidence(&whole) || layout.knowledge.as_ref() == Some(&whole)
    {
        return Ok(whole);
    }
    RepoPath::resolve(layout.knowledge.as_ref(), plain).map_err(|error| wrong(&error))
}

/// The note that a model means, as it stands in the head.
pub(in crate::agent) fn note_path(desk: &impl Looking, path: &str) -> Result<RepoPath, String> {
    let named = named(desk, path)?;
    if desk.head().note(named.as_str()).is_some() {
        return Ok(named);
    }
    if let Ok(with_ending) = RepoPath::new(format!("{named}.md"))
        && desk.head().note(with_ending.as_str()).is_some()
    {
        return Ok(with_ending);
    }
    let near: Vec<String> =
        desk.head().catalogue().nearest(path, 3).iter().map(ToString::to_string).collect();
    let told = format!("there is no note `{path}`; `list` shows what there is");
    match near.is_empty() {
        true => Err(told),
        false => Err(format!("{told}\n{}", desk.library().data("near to it", &near.join("\n")))),
    }
}

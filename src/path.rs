//! Paths inside the repository: relative, `/`-separated, never outside. Nothing here touches a disk.

mod globs;
mod portable;

pub use globs::Globs;

use std::borrow::Borrow;
use std::fmt;

use thiserror::Error;

/// A path of a file or folder inside the repository.
///
/// Relative to the repository's root, parts separated by `/`, no empty part, no `.` or `..`, no NUL.
/// A `RepoPath` may still name something that does not exist, or a symbolic link: those are questions
/// for a [`Files`](crate::port::Files).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, schemars::JsonSchema)]
#[serde(transparent)]
pub struct RepoPath(String);

/// Says why a text is not a path inside the repository.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RepoPathError {
    /// The text is empty.
    #[error("the path is empty")]
    Empty,
    /// The text starts with `/` or a drive letter.
    #[error("`{0}` is absolute; paths are relative to the repository")]
    Absolute(String),
    /// A part is `..`, `.` or empty.
    #[error("`{0}` has a part that is empty, `.` or `..`; it could leave the repository")]
    Escapes(String),
    /// The text holds a NUL byte.
    #[error("{0:?} holds a NUL byte")]
    Nul(String),
    /// A part is `.git`, in any case.
    #[error("`{0}` goes into git's own folder")]
    GitFolder(String),
}

impl RepoPath {
    /// Checks `text` and makes it a path.
    pub fn new(text: impl Into<String>) -> Result<RepoPath, RepoPathError> {
        let text = text.into();
        if text.is_empty() {
            return Err(RepoPathError::Empty);
        }
        if text.starts_with('/') || text.get(1..3) == Some(":/") {
            return Err(RepoPathError::Absolute(text));
        }
        if text.contains('\0') {
            return Err(RepoPathError::Nul(text));
        }
        // Every part that is refused is empty or starts with a dot.
        let is_odd = |part: &str| part.as_bytes().first().is_none_or(|&first| first == b'.');
        let odd = || text.split('/').filter(|part| is_odd(part));
        if odd().any(|part| matches!(part, "" | "." | "..")) {
            return Err(RepoPathError::Escapes(text));
        }
        if odd().any(|part| part.eq_ignore_ascii_case(".git")) {
            return Err(RepoPathError::GitFolder(text));
        }
        Ok(RepoPath(text))
    }

    /// The path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The last part.
    pub fn file_name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }

    /// The last part without the ending after its last dot; `.abstract` stays whole.
    pub fn file_stem(&self) -> &str {
        let name = self.file_name();
        match name.rfind('.') {
            Some(dot) if dot > 0 => &name[..dot],
            _ => name,
        }
    }

    /// What follows the last dot of the last part, if anything.
    pub fn extension(&self) -> Option<&str> {
        extension(self.file_name())
    }

    /// Whether the file is Markdown by its ending.
    pub fn is_markdown(&self) -> bool {
        is_markdown(self.file_name())
    }

    /// The folder that holds it; `None` at the root.
    pub fn parent(&self) -> Option<RepoPath> {
        self.0.rfind('/').map(|at| RepoPath(self.0[..at].to_owned()))
    }

    /// The path of `text` below this one; `text` may use `..` as long as it stays in the repository.
    pub fn join(&self, text: &str) -> Result<RepoPath, RepoPathError> {
        RepoPath::resolve(Some(self), text)
    }

    /// Resolves `text`, which may use `.` and `..`, against the folder `base` (`None`: the root).
    pub fn resolve(base: Option<&RepoPath>, text: &str) -> Result<RepoPath, RepoPathError> {
        let base = base.map_or("", |base| base.0.as_str());
        let mut path = String::with_capacity(base.len() + text.len() + 1);
        path.push_str(base);
        for part in text.split('/') {
            match part {
                "." | "" => {}
                ".." if path.is_empty() => return Err(RepoPathError::Escapes(text.to_owned())),
                ".." => path.truncate(path.rfind('/').unwrap_or_default()),
                part => {
                    if !path.is_empty() {
                        path.push('/');
                    }
                    path.push_str(part);
                }
            }
        }
        RepoPath::new(path)
    }

    /// Whether it lies in `folder`, at any depth.
    pub fn is_in(&self, folder: &RepoPath) -> bool {
        self.0.strip_prefix(&folder.0).is_some_and(|rest| rest.starts_with('/'))
    }

    /// The way from the folder of this file to `target`, as a Markdown link writes it.
    pub fn relative_to(&self, target: &RepoPath) -> String {
        let from: Vec<&str> = self.0.split('/').collect();
        let to: Vec<&str> = target.0.split('/').collect();
        let folders = &from[..from.len() - 1];
        let shared = folders.iter().zip(&to).take_while(|(a, b)| a == b).count().min(to.len() - 1);
        let mut parts = vec![".."; folders.len() - shared];
        parts.extend(&to[shared..]);
        parts.join("/")
    }
}

/// Whether a file called `name` is Markdown by its ending.
pub fn is_markdown(name: &str) -> bool {
    extension(name).is_some_and(|e| e.eq_ignore_ascii_case("md") || e.eq_ignore_ascii_case("markdown"))
}

/// What follows the last dot of `name`, unless it is the first character.
fn extension(name: &str) -> Option<&str> {
    name.rfind('.').filter(|&dot| dot > 0).map(|dot| &name[dot + 1..])
}

impl fmt::Display for RepoPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl AsRef<str> for RepoPath {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for RepoPath {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl<'de> serde::Deserialize<'de> for RepoPath {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<RepoPath, D::Error> {
        RepoPath::new(String::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_leaves_the_repository() {
        for text in [
            "",
            "/etc/passwd",
            "../x",
            "a/../../x",
            "a//b",
            "a/./b",
            "a\0b",
            ".git/config",
            "a/.GIT/x",
            "C:/x",
        ] {
            assert!(RepoPath::new(text).is_err(), "{text:?}");
        }
        let folder = RepoPath::new("knowledge/billing").expect("a path");
        assert_eq!(folder.join("../x.md").map(|p| p.to_string()), Ok("knowledge/x.md".to_owned()));
        assert!(folder.join("../../../x.md").is_err());
    }

    #[test]
    fn relative_links_go_up_and_down() {
        let note = RepoPath::new("knowledge/billing/refund.md").expect("a path");
        let source = RepoPath::new("evidence/2026/x/source.md").expect("a path");
        assert_eq!(note.relative_to(&source), "../../evidence/2026/x/source.md");
        let sibling = RepoPath::new("knowledge/billing/order.md").expect("a path");
        assert_eq!(note.relative_to(&sibling), "order.md");
    }
}

//! Links from a pull request into the repository at one commit. They lead to the forge that serves it, and nowhere else.

use std::collections::BTreeMap;

use crate::digest::CommitId;
use crate::evidence::EvidenceId;
use crate::path::RepoPath;
use crate::text::LineRange;

/// What links are made of.
#[derive(Clone, Debug)]
pub struct Links {
    /// Where files of the commit are shown, without a slash at the end:
    /// `https://github.com/acme/base/blob/4b825dc642cb6eb9a060e54bf8d69288fbee4904`.
    root: String,
    /// The file of each evidence item whose lines are cited.
    evidence: BTreeMap<EvidenceId, RepoPath>,
}

impl Links {
    /// Links into `commit` of the repository that is shown at `repository`, such as `https://github.com/acme/base`.
    pub fn new(repository: &str, commit: &CommitId, evidence: BTreeMap<EvidenceId, RepoPath>) -> Links {
        Links { root: format!("{}/blob/{commit}", repository.trim_end_matches('/')), evidence }
    }

    /// A link to lines of a note.
    pub fn note(&self, path: &RepoPath, line: u32) -> String {
        // `?plain=1` has the forge show the source, where lines are lines.
        format!("[{}:{line}]({}/{}?plain=1#L{line})", shown(path), self.root, encoded(path.as_str()))
    }

    /// A link to lines of an evidence item; its id alone where the commit does not hold it.
    pub fn span(&self, evidence: &EvidenceId, lines: LineRange) -> String {
        let (first, last) = (lines.first(), lines.last());
        let place = if first == last { format!("L{first}") } else { format!("L{first}-L{last}") };
        match self.evidence.get(evidence) {
            Some(path) => {
                format!("[{evidence} {place}]({}/{}?plain=1#{place})", self.root, encoded(path.as_str()))
            }
            None => format!("{evidence} {place}"),
        }
    }

    /// A link to a whole evidence item; its id alone where the commit does not hold it.
    pub fn item(&self, evidence: &EvidenceId) -> String {
        match self.evidence.get(evidence) {
            Some(path) => format!("[{evidence}]({}/{}?plain=1)", self.root, encoded(path.as_str())),
            None => evidence.to_string(),
        }
    }
}

/// A path as the text of a link, which must hold nothing that Markdown takes for its own.
fn shown(path: &RepoPath) -> String {
    super::code(path.as_str())
}

/// A path as a part of a URL: everything but unreserved characters and slashes percent-encoded (RFC 3986, 2.3).
fn encoded(path: &str) -> String {
    use std::fmt::Write as _;
    path.bytes().fold(String::with_capacity(path.len()), |mut text, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            text.push(char::from(byte));
        } else {
            // Writing to a String cannot fail.
            let _ = write!(text, "%{byte:02X}");
        }
        text
    })
}

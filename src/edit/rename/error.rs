//! Why something cannot be moved, each with what stands in the way.

use thiserror::Error;

use crate::note::{Link, Note};
use crate::path::RepoPath;
use crate::vault::Resolution;

/// Where a link stands, and what it says.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct LinkPlace {
    /// The note, before the move.
    pub path: RepoPath,
    /// Its line, from 1.
    pub line: u32,
    /// Its source text.
    pub raw: String,
    /// The file that it would lead to after the move.
    pub leads_to: Option<RepoPath>,
}

impl LinkPlace {
    /// The place of `link` in `note`.
    pub(super) fn of(note: &Note, link: &Link) -> LinkPlace {
        LinkPlace {
            path: note.path.clone(),
            line: note.lines.line(link.span.start),
            raw: note.text[link.span.clone()].to_owned(),
            leads_to: None,
        }
    }
}

impl std::fmt::Display for LinkPlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}` in {}:{}", self.raw, self.path, self.line)
    }
}

/// The one file or folder that a resolution names.
pub(super) fn path_of(resolution: &Resolution) -> Option<&RepoPath> {
    match resolution {
        Resolution::Note { path, .. }
        | Resolution::Evidence { path, .. }
        | Resolution::File(path)
        | Resolution::Elsewhere(path) => Some(path),
        Resolution::External | Resolution::Ambiguous(_) | Resolution::Missing => None,
    }
}

/// Says why something cannot be moved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RenameError {
    /// Nothing stands there.
    #[error("there is no note, attachment or folder `{0}` in the knowledge")]
    Missing(RepoPath),
    /// Evidence is never moved (I1).
    #[error("`{0}` is evidence, or holds it, and evidence is append-only: it is never moved")]
    Evidence(RepoPath),
    /// It is the folder of the knowledge itself.
    #[error("`{0}` is the folder of the knowledge itself")]
    KnowledgeFolder(RepoPath),
    /// The new place is no part of the knowledge.
    #[error("`{0}` does not lie in the knowledge")]
    OutsideKnowledge(RepoPath),
    /// The new place is one that kb does not look into.
    #[error("`{0}` lies in a folder whose name starts with a dot, and kb does not look into those")]
    Hidden(RepoPath),
    /// A folder cannot go into itself.
    #[error("`{old}` cannot move into itself, to `{new}`")]
    IntoItself {
        /// The folder.
        old: RepoPath,
        /// The new path.
        new: RepoPath,
    },
    /// It stands there already.
    #[error("`{0}` is where it stands already")]
    Same(RepoPath),
    /// Something stands there.
    #[error("`{0}` exists already; nothing is ever overwritten")]
    Exists(RepoPath),
    /// Something stands there on systems that do not tell case or normal form.
    #[error(
        "`{new}` differs from `{other}` only by case or by how its letters are composed; many systems hold only one"
    )]
    Collides {
        /// The new path.
        new: RepoPath,
        /// What stands there.
        other: String,
    },
    /// Some system cannot hold the name.
    #[error("`{path}` is a name that not every system can hold: {reason}")]
    Unportable {
        /// The new path.
        path: RepoPath,
        /// What is wrong with it.
        reason: String,
    },
    /// A note would become an attachment, or the other way round.
    #[error(
        "`{old}` and `{new}`: one is a note and the other is not; a move does not turn one into the other"
    )]
    Ending {
        /// The file.
        old: RepoPath,
        /// The new path.
        new: RepoPath,
    },
    /// A link has no way to say where it leads afterwards.
    #[error("{0} could not be made to lead where it leads now")]
    Unwritable(Box<LinkPlace>),
    /// A link would lead to the moved file that does not lead there now.
    #[error("{}", adopts(.first, *.count))]
    Adopts {
        /// The first of these links.
        first: Box<LinkPlace>,
        /// How many there are.
        count: usize,
    },
    /// A note is not what was read: larger than notes are read, or changed meanwhile.
    #[error("`{0}` was not read whole: it is larger than [check] max_bytes, or it changed meanwhile")]
    NotWhole(RepoPath),
}

fn adopts(first: &LinkPlace, count: usize) -> String {
    let to = first.leads_to.as_ref().map(|path| format!(" to `{path}`")).unwrap_or_default();
    let more = match count {
        0 | 1 => String::new(),
        2 => ", and so would another".to_owned(),
        count => format!(", and so would {} others", count - 1),
    };
    format!("{first} leads to no one file now and would lead{to}{more}")
}

//! `kb okf`: bundles of the Open Knowledge Format read, checked, written and taken in. The format itself is `okf`'s.

mod export;
mod import;
mod read;
mod trust;

pub use export::{ExportReport, export};
pub use import::{Dropped, ImportOptions, ImportReport, LeftOut, import};
pub use read::{Bundle, read};

use thiserror::Error;

use crate::check::{CheckReport, Examined};
use crate::note::Note;
use crate::okf::conformance;
use crate::ops::WorkspaceError;
use crate::ops::why::WhyError;
use crate::path::RepoPath;
use crate::port::{FilesError, SourceError};

/// Says why a bundle could not be read or written.
#[derive(Debug, Error)]
pub enum OkfError {
    /// The folder could not be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// What was named is a file.
    #[error("{0} is no folder; a bundle is a folder of Markdown files")]
    NoFolder(String),
    /// There is no Markdown in it.
    #[error("{0} holds no Markdown file")]
    Empty(String),
    /// Files of this repository could not be read or written.
    #[error(transparent)]
    Files(#[from] FilesError),
    /// The vault could not be read.
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
    /// History could not be asked.
    #[error(transparent)]
    Why(#[from] Box<WhyError>),
    /// The folder to take a bundle into is no part of the knowledge.
    #[error("`{0}` is no folder of the knowledge")]
    NotKnowledge(RepoPath),
}

impl From<WhyError> for OkfError {
    fn from(error: WhyError) -> OkfError {
        OkfError::Why(Box::new(error))
    }
}

/// What is wrong in `bundle`, by the format's own rules.
pub fn check(bundle: &Bundle) -> CheckReport {
    let mut examined = Examined::default();
    for file in bundle.files.iter().filter(|file| file.is_markdown()) {
        examined.notes += 1;
        examined.links += Note::parse(file.path.clone(), &file.bytes).links.len();
    }
    CheckReport::new(examined, conformance::check(&bundle.files))
}

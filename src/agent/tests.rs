//! What tests of agents work with: a search that has nothing to search.

use crate::caller::Caller;
use crate::path::RepoPath;
use crate::port::{Passages, Past, Seek, SeekError};

/// A search where there is none.
pub(super) struct Nothing;

impl Seek for Nothing {
    fn notes(&self, _: &str, _: &Caller, _: usize) -> Result<Passages, SeekError> {
        Ok(Passages::default())
    }

    fn evidence(&self, _: &str, _: &Caller, _: usize) -> Result<Passages, SeekError> {
        Ok(Passages::default())
    }

    fn history(&self, _: &RepoPath, _: usize) -> Result<Past, SeekError> {
        Err(SeekError("there is no repository".to_owned()))
    }
}

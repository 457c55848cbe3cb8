//! What a server keeps of the commit that it serves, for all its threads: the notes by folder. It is derived, and made anew
//! when main moves.

use std::sync::{Arc, Mutex, PoisonError};

use crate::digest::CommitId;
use crate::summary::Library;

/// What is kept between reads of the same commit. It shows everything; whoever gives something back asks for whom.
#[derive(Debug, Default)]
pub struct Kept {
    library: Mutex<Option<(CommitId, Arc<Library>)>>,
}

impl Kept {
    /// The library of `commit`, made by `make` unless it is here. Who comes while it is made waits for it.
    pub(super) fn library<E>(
        &self,
        commit: &CommitId,
        make: impl FnOnce() -> Result<Library, E>,
    ) -> Result<Arc<Library>, E> {
        let mut kept = self.library.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((of, library)) = &*kept
            && of == commit
        {
            return Ok(Arc::clone(library));
        }
        let made = Arc::new(make()?);
        *kept = Some((commit.clone(), Arc::clone(&made)));
        Ok(made)
    }
}

//! The index as a server has it: what was opened for a caller stays open until a build replaces it. One thread has it.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use super::snapshot::Snapshot;
use super::{IndexFolder, engine};
use crate::caller::Caller;
use crate::path::RepoPath;
use crate::port::{Claimed, Document, Index, IndexError, IndexStore, IndexView, Stamp};

/// For how many callers the index stays open.
const CALLERS: usize = 8;

/// An index in a folder that stays open.
#[derive(Debug)]
pub struct WarmIndex {
    folder: IndexFolder,
    opened: RefCell<Vec<Opened>>,
}

/// What is open for a caller, and the text of `current.json` that it was opened by.
#[derive(Debug)]
struct Opened {
    current: String,
    caller: Caller,
    snapshot: Rc<Snapshot>,
}

impl WarmIndex {
    /// The index in `folder`; nothing is opened yet.
    pub fn new(folder: IndexFolder) -> WarmIndex {
        WarmIndex { folder, opened: RefCell::default() }
    }
}

impl IndexStore for WarmIndex {
    fn open(&self, caller: &Caller) -> Result<Option<Box<dyn Index>>, IndexError> {
        let mut opened = self.opened.borrow_mut();
        let current = self.folder.current();
        opened.retain(|one| Some(&one.current) == current.as_ref());
        let known = opened.iter().find(|one| one.caller == *caller).map(|one| Rc::clone(&one.snapshot));
        let snapshot = match known {
            Some(snapshot) => snapshot,
            None => {
                let Some((current, mut snapshot)) = self.folder.open_snapshot(caller) else {
                    return Ok(None);
                };
                snapshot.is_kept = true;
                let snapshot = Rc::new(snapshot);
                if opened.len() == CALLERS {
                    opened.remove(0);
                }
                opened.push(Opened { current, caller: caller.clone(), snapshot: Rc::clone(&snapshot) });
                snapshot
            }
        };
        Ok(Some(Box::new(Shared { snapshot, folder: self.folder.clone(), caller: caller.clone() })))
    }

    fn claim(&self, wait: Duration) -> Result<Claimed, IndexError> {
        self.folder.claim(wait)
    }

    fn in_memory(
        &self,
        stamp: &Stamp,
        documents: &mut dyn Iterator<Item = Document>,
    ) -> Result<Box<dyn Index>, IndexError> {
        self.folder.in_memory(stamp, documents)
    }
}

/// A snapshot that stays open when this is dropped.
struct Shared {
    snapshot: Rc<Snapshot>,
    folder: IndexFolder,
    caller: Caller,
}

impl Index for Shared {
    fn stamp(&self) -> &Stamp {
        self.snapshot.stamp()
    }

    fn view(&self, caller: &Caller) -> Result<Box<dyn IndexView + '_>, IndexError> {
        self.snapshot.view(caller)
    }

    fn contents(&self) -> Result<Vec<(RepoPath, String)>, IndexError> {
        self.snapshot.contents()
    }

    fn dump(&self) -> Result<Vec<String>, IndexError> {
        self.snapshot.dump()
    }

    /// What is laid over others must not see: it gets a snapshot of its own.
    fn overlaid(
        self: Box<Self>,
        hidden: &[RepoPath],
        documents: Vec<Document>,
    ) -> Result<Box<dyn Index>, IndexError> {
        match self.folder.open_snapshot(&self.caller) {
            Some((_, own)) if own.stamp() == self.stamp() => Box::new(own).overlaid(hidden, documents),
            _ => Err(engine("opening")("another build replaced it meanwhile; try again")),
        }
    }
}

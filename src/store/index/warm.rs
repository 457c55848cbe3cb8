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
pub struct WarmIndex {
    folder: IndexFolder,
    opened: RefCell<Vec<Opened>>,
    /// An index in memory, and what it is of.
    kept: RefCell<Option<(String, Rc<dyn Index>)>>,
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
        WarmIndex { folder, opened: RefCell::default(), kept: RefCell::default() }
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
        let caller = caller.clone();
        Ok(Some(Box::new(Shared { index: snapshot, origin: Some((self.folder.clone(), caller)) })))
    }

    fn kept(&self, key: &str) -> Option<Box<dyn Index>> {
        let kept = self.kept.borrow();
        let (_, index) = kept.as_ref().filter(|(known, _)| known == key)?;
        Some(Box::new(Shared { index: Rc::clone(index), origin: None }))
    }

    fn keep(&self, key: String, index: Box<dyn Index>) -> Box<dyn Index> {
        let index: Rc<dyn Index> = index.into();
        self.kept.replace(Some((key, Rc::clone(&index))));
        Box::new(Shared { index, origin: None })
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

/// An index that stays open when this is dropped.
struct Shared {
    index: Rc<dyn Index>,
    /// Where it lies and for whom it was opened; nowhere when it lies in memory.
    origin: Option<(IndexFolder, Caller)>,
}

impl Index for Shared {
    fn stamp(&self) -> &Stamp {
        self.index.stamp()
    }

    fn view(&self, caller: &Caller) -> Result<Box<dyn IndexView + '_>, IndexError> {
        self.index.view(caller)
    }

    fn contents(&self) -> Result<Vec<(RepoPath, String)>, IndexError> {
        self.index.contents()
    }

    fn dump(&self) -> Result<Vec<String>, IndexError> {
        self.index.dump()
    }

    /// What is laid over others must not see: it gets a snapshot of its own.
    fn overlaid(
        self: Box<Self>,
        hidden: &[RepoPath],
        documents: Vec<Document>,
    ) -> Result<Box<dyn Index>, IndexError> {
        let own = self.origin.as_ref().and_then(|(folder, caller)| folder.open_snapshot(caller));
        match own {
            Some((_, own)) if own.stamp() == self.stamp() => Box::new(own).overlaid(hidden, documents),
            _ => Err(engine("opening")("another build replaced it meanwhile; try again")),
        }
    }
}

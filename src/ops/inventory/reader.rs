//! Notes of commits, read when somebody asks for them, each once. Git is read by one thread, whoever asks.

use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

use super::{Inventory, parsed};
use crate::check::Notes;
use crate::check::render::Source;
use crate::digest::BlobId;
use crate::note::Note;
use crate::path::RepoPath;
use crate::port::GitRead;
use crate::vault::Limits;

/// How many notes are held; what is asked for beyond is read and let go.
const MOST: usize = 8_192;

/// Reads notes by their blobs, and holds them.
pub(in crate::ops) struct Reader<'g> {
    git: &'g dyn GitRead,
    held: Held,
}

type Held = Mutex<HashMap<(RepoPath, BlobId), Arc<Note>>>;

/// A blob that a thread asks for, and where it waits for the bytes.
type Wish = (BlobId, Sender<Option<Vec<u8>>>);

impl<'g> Reader<'g> {
    /// A reader of `git`.
    pub fn new(git: &'g dyn GitRead) -> Reader<'g> {
        Reader { git, held: Mutex::default() }
    }

    /// The note of `inventory` at `path`, if there is one that can be read.
    pub fn note(&self, inventory: &Inventory, path: &RepoPath) -> Option<Arc<Note>> {
        let blob = inventory.blobs.get(path)?;
        held(&self.held, path, blob, inventory.limits, || self.git.blob(blob).ok())
    }

    /// Does `work`, which asks for notes of `inventory` from as many threads as it likes.
    pub fn serve<T: Send>(&self, inventory: &Inventory, work: impl FnOnce(&dyn Notes) -> T + Send) -> T {
        let (ask, asked) = channel();
        let (git, memory) = (self.git, &self.held);
        std::thread::scope(|scope| {
            let notes = Asking { ask, inventory, held: memory };
            let worker = scope.spawn(move || work(&notes));
            answer(git, &asked);
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }
}

/// Answers until nobody can ask any more.
fn answer(git: &dyn GitRead, asked: &Receiver<Wish>) {
    while let Ok((blob, back)) = asked.recv() {
        // Who asked may have gone.
        let _ = back.send(git.blob(&blob).ok());
    }
}

/// Gives notes by asking the thread that reads git.
struct Asking<'i> {
    ask: Sender<Wish>,
    inventory: &'i Inventory,
    held: &'i Held,
}

impl Notes for Asking<'_> {
    fn note(&self, path: &RepoPath) -> Option<Arc<Note>> {
        let blob = self.inventory.blobs.get(path)?;
        held(self.held, path, blob, self.inventory.limits, || {
            let (back, answer) = channel();
            self.ask.send((blob.clone(), back)).ok()?;
            answer.recv().ok().flatten()
        })
    }
}

/// The note at `path` as it is held, or as `read` gives it.
fn held(
    held: &Held,
    path: &RepoPath,
    blob: &BlobId,
    limits: Limits,
    read: impl FnOnce() -> Option<Vec<u8>>,
) -> Option<Arc<Note>> {
    let key = (path.clone(), blob.clone());
    if let Some(note) = held.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return Some(note.clone());
    }
    let note = Arc::new(parsed(path.clone(), read()?, limits));
    let mut held = held.lock().unwrap_or_else(PoisonError::into_inner);
    if held.len() < MOST {
        held.insert(key, note.clone());
    }
    Some(note)
}

/// The texts of the notes of one commit.
pub(in crate::ops) struct Texts<'g> {
    reader: Rc<Reader<'g>>,
    inventory: Rc<Inventory>,
}

impl<'g> Texts<'g> {
    /// The texts of `inventory`, which `reader` reads.
    pub fn new(reader: &Rc<Reader<'g>>, inventory: &Rc<Inventory>) -> Texts<'g> {
        Texts { reader: Rc::clone(reader), inventory: Rc::clone(inventory) }
    }
}

impl Source for Texts<'_> {
    fn text(&self, path: &str) -> Option<Cow<'_, str>> {
        let note = self.reader.note(&self.inventory, &RepoPath::new(path).ok()?)?;
        Some(Cow::Owned(note.text.clone()))
    }
}

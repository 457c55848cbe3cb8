//! The cards of the notes of the commit that was read last, kept by blob for the next one. A card is a function of path and
//! blob, so nothing kept is ever an old one.

use std::collections::HashMap;
use std::io::{self, BufRead};

use crate::digest::BlobId;
use crate::path::RepoPath;
use crate::port::Cache;
use crate::summary::Card;
use crate::vault::{read_number, read_text, write_number, write_text};

/// The name under which they are kept.
const NAME: &str = "cards";
/// The first bytes; the number counts the forms it had.
const MAGIC: &str = "kb cards 1";

/// What was kept, and how much of it is of use.
pub(super) struct KeptCards {
    cards: HashMap<BlobId, Vec<Card>>,
    /// How many bytes of a note were read.
    limit: u64,
    count: usize,
    taken: usize,
}

impl KeptCards {
    /// Opens what `cache` keeps of notes of which `limit` bytes were read.
    pub fn open(cache: Option<&dyn Cache>, limit: u64) -> KeptCards {
        let read = cache.and_then(|cache| cache.read(NAME)).map(|mut from| cards(from.as_mut(), limit));
        let (cards, count) = read.and_then(Result::ok).unwrap_or_default();
        KeptCards { cards, limit, count, taken: 0 }
    }

    /// The card of the note at `path`, if its blob is the same.
    pub fn take(&mut self, path: &RepoPath, blob: &BlobId) -> Option<Card> {
        let alike = self.cards.get_mut(blob)?;
        let at = alike.iter().position(|card| card.path == *path)?;
        self.taken += 1;
        Some(alike.swap_remove(at))
    }

    /// Keeps `cards`, those of all notes. A few are sooner made again than all of them written.
    pub fn keep(self, cache: Option<&dyn Cache>, cards: &[(BlobId, Card)]) {
        let made = cards.len() - self.taken.min(cards.len());
        let Some(cache) = cache.filter(|_| made > self.count / 64) else { return };
        cache.keep(NAME, &mut |out| {
            write_text(out, MAGIC)?;
            write_number(out, self.limit)?;
            write_number(out, cards.len() as u64)?;
            for (blob, card) in cards {
                write_text(out, &blob.0)?;
                write_text(out, &serde_json::to_string(card)?)?;
            }
            Ok(())
        });
    }
}

/// All that was kept, and how many.
fn cards(from: &mut dyn BufRead, limit: u64) -> io::Result<(HashMap<BlobId, Vec<Card>>, usize)> {
    let mut cards: HashMap<BlobId, Vec<Card>> = HashMap::new();
    if *read_text(from)? != *MAGIC || read_number(from)? != limit {
        return Ok((cards, 0));
    }
    let count = read_number(from)?;
    for _ in 0..count {
        let blob = BlobId(read_text(from)?.into());
        let card: Card = serde_json::from_str(&read_text(from)?)?;
        cards.entry(blob).or_default().push(card);
    }
    Ok((cards, usize::try_from(count).unwrap_or(usize::MAX)))
}

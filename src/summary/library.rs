//! The notes of a knowledge by folder, and the summary of each folder as one caller may see it.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError};

use super::draft::digest;
use super::{Card, Extract, Stored};
use crate::caller::{Access, Caller};
use crate::path::RepoPath;
use crate::port::{DraftEntry, SummaryDraft, Texts};

/// How many folders deep summaries are made of what lies below.
const DEEPEST: usize = 100;

/// Cards of notes, by folder. A folder is named by its path; the root of the repository by nothing.
#[derive(Debug, Default)]
pub struct Library {
    cards: Vec<Card>,
    folders: BTreeMap<String, Folder>,
    stored: BTreeMap<String, Kept>,
    /// Files that have the name of a summary and are none that kb wrote.
    foreign: Vec<RepoPath>,
    /// What callers were shown: a folder is summed up once for each, however many folders above it tell of it.
    shown: Mutex<HashMap<(String, Caller), Option<Seen>>>,
}

#[derive(Debug, Default)]
struct Folder {
    notes: Vec<usize>,
    folders: Vec<String>,
    index: Option<usize>,
}

#[derive(Debug, Default)]
struct Kept {
    abstract_file: Option<Stored>,
    overview_file: Option<Stored>,
}

/// What a folder tells a caller in a sentence, and what that demands.
pub(super) type Telling<'t> = dyn FnMut(&str, &Caller) -> Option<(Access, String)> + 't;

/// The summary of a folder as a caller sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// What it is made of.
    pub draft: SummaryDraft,
    /// Its texts.
    pub texts: Texts,
}

impl Library {
    /// The library of `cards`; folders above `top`, and `top` itself where it is `None`, are those of the paths.
    pub fn new(top: Option<&RepoPath>, mut cards: Vec<Card>) -> Library {
        cards.sort_by(|one, two| one.path.cmp(&two.path));
        let top = top.map_or("", RepoPath::as_str);
        let mut folders: BTreeMap<String, Folder> = BTreeMap::new();
        for (at, card) in cards.iter().enumerate() {
            let mut below = card.path.as_str();
            let mut child: Option<&str> = None;
            while let Some((folder, _)) =
                below.rsplit_once('/').or((!below.is_empty()).then_some(("", below)))
            {
                let entry = folders.entry(folder.to_owned()).or_default();
                match child {
                    None if card.is_index => entry.index = Some(at),
                    None => entry.notes.push(at),
                    Some(child) if entry.folders.last().is_none_or(|last| last != child) => {
                        entry.folders.push(child.to_owned());
                    }
                    Some(_) => {}
                }
                if folder == top {
                    break;
                }
                (below, child) = (folder, Some(folder));
            }
        }
        for folder in folders.values_mut() {
            folder.folders.sort();
            folder.folders.dedup();
        }
        Library { cards, folders, ..Library::default() }
    }

    /// Adds the bytes of a summary file; what cannot be relied on is given back to nobody.
    pub fn store(&mut self, path: &RepoPath, bytes: &[u8]) {
        self.shown.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
        let Some(stored) = Stored::read(path, bytes) else {
            self.foreign.push(path.clone());
            return;
        };
        let folder = path.parent().map_or_else(String::new, |folder| folder.to_string());
        let kept = self.stored.entry(folder).or_default();
        match path.file_name() {
            super::ABSTRACT => kept.abstract_file = Some(stored),
            _ => kept.overview_file = Some(stored),
        }
    }

    /// The summary files that are not what a build would write now, and why.
    pub fn stale(&self) -> Vec<(RepoPath, &'static str)> {
        let owner = Caller::owner();
        let by_hand = "changed by hand, or not written by kb; summaries are derived from the notes";
        let mut found: Vec<(RepoPath, &'static str)> =
            self.foreign.iter().map(|path| (path.clone(), by_hand)).collect();
        for folder in self.stored.keys() {
            let seen = self.seen(folder, &owner);
            let files = [super::ABSTRACT, super::OVERVIEW].into_iter().zip(self.kept(folder));
            for (name, stored) in files.filter_map(|(name, stored)| Some((name, stored?))) {
                let why = match &seen {
                    None => "nothing may be told of this folder any more",
                    Some(seen) if !is_current(stored, &seen.draft) => {
                        "made from what the notes of this folder no longer say"
                    }
                    Some(_) => continue,
                };
                let path = if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
                found.extend(RepoPath::new(path).ok().map(|path| (path, why)));
            }
        }
        found.sort();
        found
    }

    /// The folders, each after those that lie in it.
    pub fn folders(&self) -> impl Iterator<Item = &str> {
        self.folders.keys().rev().map(String::as_str)
    }

    /// The cards, ordered by path.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// Whether `caller` sees a note in `folder` or below it.
    pub fn has(&self, folder: &str, caller: &Caller) -> bool {
        self.below(folder).any(|card| caller.may_see(&card.access))
    }

    /// How many notes in `folder` and below it `caller` sees.
    pub fn count(&self, folder: &str, caller: &Caller) -> u64 {
        self.below(folder).filter(|card| caller.may_see(&card.access)).count() as u64
    }

    /// The cards in `folder` and below it.
    fn below<'l>(&'l self, folder: &'l str) -> impl Iterator<Item = &'l Card> {
        let is_below = move |card: &&Card| {
            folder.is_empty()
                || card.path.as_str().strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
        };
        let from = self.cards.partition_point(|card| card.path.as_str() < folder);
        // In order of path a folder's notes stand together, but for names such as `a.md` and `a-b/` beside `a/`.
        let near = self.cards[from..].iter().take_while(move |card| card.path.as_str().starts_with(folder));
        near.filter(is_below)
    }

    /// The notes right in `folder` that `caller` sees, the entry page first.
    pub fn notes<'l>(&'l self, folder: &str, caller: &'l Caller) -> impl Iterator<Item = &'l Card> {
        let folder = self.folders.get(folder);
        let indices = folder.into_iter().flat_map(|folder| folder.index.iter().chain(&folder.notes));
        indices.map(|&at| &self.cards[at]).filter(|card| caller.may_see(&card.access))
    }

    /// The folders right in `folder` in which `caller` sees a note.
    pub fn children<'l>(&'l self, folder: &str, caller: &'l Caller) -> impl Iterator<Item = &'l str> {
        let folders = self.folders.get(folder).map(|folder| folder.folders.as_slice()).unwrap_or_default();
        folders.iter().map(String::as_str).filter(|child| self.has(child, caller))
    }

    /// The entry page of `folder`, where `caller` sees one.
    pub fn entry_page(&self, folder: &str, caller: &Caller) -> Option<&Card> {
        let at = self.folders.get(folder)?.index?;
        Some(&self.cards[at]).filter(|card| caller.may_see(&card.access))
    }

    /// The summary of `folder` as `caller` may see it; `None` where nothing may be told.
    pub fn seen(&self, folder: &str, caller: &Caller) -> Option<Seen> {
        let key = (folder.to_owned(), caller.clone());
        let shown = || self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(seen) = shown().get(&key) {
            return seen.clone();
        }
        let seen = self.summed_up(folder, caller);
        shown().insert(key, seen.clone());
        seen
    }

    fn summed_up(&self, folder: &str, caller: &Caller) -> Option<Seen> {
        let draft = self.draft(folder, caller, &mut |child, view| {
            self.seen(child, view).map(|seen| (seen.draft.access, seen.texts.abstract_text))
        })?;
        let texts = self.texts(folder, &draft);
        Some(Seen { draft, texts })
    }

    /// What the summary of `folder` is made of, for a caller; `child` gives the access and abstract of a folder in it as
    /// another caller may see it.
    pub(super) fn draft(
        &self,
        folder: &str,
        caller: &Caller,
        child: &mut Telling<'_>,
    ) -> Option<SummaryDraft> {
        let page = self.entry_page(folder, caller);
        let view = match page {
            Some(page) => Caller::new(page.access.tenant.clone(), page.access.labels.iter().cloned()),
            None => Caller::new(None, []),
        };
        let mut access = page.map(|page| page.access.clone()).unwrap_or_default();
        let mut entries = Vec::new();
        let inside = |target: &str| target[if folder.is_empty() { 0 } else { folder.len() + 1 }..].to_owned();
        for card in self.notes(folder, &view).filter(|card| !card.is_index && !card.retired) {
            join(&mut access, &card.access);
            entries.push(DraftEntry {
                target: inside(card.path.as_str()),
                title: card.title.clone(),
                lead: card.lead.clone(),
                more: card.claims.clone(),
            });
        }
        let folders = self.folders.get(folder).map(|folder| folder.folders.as_slice()).unwrap_or_default();
        for name in folders.iter().filter(|name| name.matches('/').count() < DEEPEST) {
            let Some((demands, lead)) = child(name, &view) else { continue };
            join(&mut access, &demands);
            let title = self.title(name, &view);
            // The abstract of a folder starts with its title.
            let lead = lead.strip_prefix(&title).and_then(|rest| rest.strip_prefix(": ")).unwrap_or(&lead);
            let lead = if lead == title { "" } else { lead };
            entries.push(DraftEntry {
                target: format!("{}/", inside(name)),
                lead: lead.to_owned(),
                title,
                more: Vec::new(),
            });
        }
        if page.is_none() && entries.is_empty() {
            return None;
        }
        let lead = page.map(|page| page.lead.clone()).unwrap_or_default();
        Some(SummaryDraft { title: self.title(folder, caller), lead, entries, access })
    }

    /// The title of `folder`: that of the entry page that `caller` sees, else its name.
    pub fn title(&self, folder: &str, caller: &Caller) -> String {
        let name = || folder.rsplit('/').next().unwrap_or(folder).to_owned();
        self.entry_page(folder, caller).map_or_else(name, |page| {
            // An entry page without a title is named after its file, which says nothing of the folder.
            if page.title == page.path.file_stem() { name() } else { page.title.clone() }
        })
    }

    /// The texts for `draft`: those of the files where they were made from the same, else extracted.
    fn texts(&self, folder: &str, draft: &SummaryDraft) -> Texts {
        let extracted = Extract::texts(draft);
        let Some(kept) = self.stored.get(folder) else { return extracted };
        let text = |stored: &Option<Stored>| {
            stored.as_ref().filter(|stored| is_current(stored, draft)).map(|stored| stored.text.clone())
        };
        Texts {
            abstract_text: text(&kept.abstract_file)
                .map_or(extracted.abstract_text, |text| text.trim_end().to_owned()),
            overview: text(&kept.overview_file).unwrap_or(extracted.overview),
        }
    }

    /// The summary files of `folder` that are there and can be relied on.
    pub(super) fn kept(&self, folder: &str) -> [Option<&Stored>; 2] {
        let kept = self.stored.get(folder);
        [kept.and_then(|kept| kept.abstract_file.as_ref()), kept.and_then(|kept| kept.overview_file.as_ref())]
    }
}

/// Whether `stored` was made from `draft`.
fn is_current(stored: &Stored, draft: &SummaryDraft) -> bool {
    stored.access == draft.access && stored.made_from == digest(draft, &stored.made_by)
}

/// Adds to `access` what `more` demands.
fn join(access: &mut Access, more: &Access) {
    access.labels.extend(more.labels.iter().cloned());
    if access.tenant.is_none() {
        access.tenant.clone_from(&more.tenant);
    }
}

//! The index of one commit: documents and postings in, postings and documents out. No scoring, no words.

use std::time::Duration;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Vector;
use crate::caller::{Access, Caller};
use crate::digest::CommitId;
use crate::path::RepoPath;

/// Says what went wrong with the index. It is derived: deleting `.kb/index` is always safe.
#[derive(Debug, Error)]
pub enum IndexError {
    /// The system refused.
    #[error("{doing} the index at {path}: {source}")]
    Io {
        /// What was being done.
        doing: &'static str,
        /// The folder.
        path: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// The engine refused, or the files are damaged.
    #[error("{doing} the index: {message}; `kb build --full` makes it anew")]
    Engine {
        /// What was being done.
        doing: &'static str,
        /// What the engine said.
        message: String,
    },
}

/// What an index mirrors; written in the same step as its content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// The commit; `None` for a working tree.
    pub commit: Option<CommitId>,
    /// The version of what turns notes into documents.
    pub pipeline: String,
    /// The settings that the content depends on.
    pub settings: String,
    /// The ids of the models of the vectors, in the order of [`VectorField::ALL`]; `None` where there are none.
    #[serde(default)]
    pub models: [Option<String>; 2],
    /// How many notes are in it.
    pub notes: u64,
}

/// The texts of a document that are searched apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TextField {
    /// The title, the aliases and the name of the file.
    Title,
    /// The headings above, the description, the tags.
    Heading,
    /// The text itself.
    Body,
    /// Exact forms and whole identifiers of all of these.
    Exact,
}

impl TextField {
    /// Every field, in the order of [`Document::terms`].
    pub const ALL: [TextField; 4] = [TextField::Title, TextField::Heading, TextField::Body, TextField::Exact];

    /// The place of the field in [`TextField::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }
}

/// The vectors of a document, by how they come about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum VectorField {
    /// Of the model that embeds at once: every document has one, unless there is no such model.
    Instant,
    /// Of the model that takes its time: a document has one once it was filled in.
    Deep,
}

impl VectorField {
    /// Every field, in the order of [`Document::vectors`].
    pub const ALL: [VectorField; 2] = [VectorField::Instant, VectorField::Deep];

    /// The place of the field in [`VectorField::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }
}

/// From when to when something holds, and whether it was taken back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Validity {
    /// The first day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Date>,
    /// The last day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Date>,
    /// Whether it is deprecated or superseded.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub retired: bool,
}

impl Validity {
    /// Whether `day` lies in the interval, both ends included.
    pub fn holds_on(&self, day: Date) -> bool {
        self.from.is_none_or(|from| from <= day) && self.until.is_none_or(|until| day <= until)
    }
}

/// One piece of a note, ready to be indexed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The note.
    pub note: RepoPath,
    /// The name of the note's content; what did not change is not indexed again.
    pub content: String,
    /// Which piece of the note it is, from 0. Every note has a piece 0.
    pub ordinal: u32,
    /// What it demands of a caller.
    pub access: Access,
    /// When it holds.
    pub validity: Validity,
    /// The terms by field, separated by one space each.
    pub terms: [String; 4],
    /// What it can be chosen by, such as `type:policy` or `in:knowledge/billing`; no blanks at the ends.
    pub facets: Vec<String>,
    /// What it means, by model.
    pub vectors: [Option<Vector>; 2],
    /// What is given back for it.
    pub body: Vec<u8>,
}

/// One document that holds a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posting {
    /// The document, as the view numbers it.
    pub document: u32,
    /// How often the term stands in the field.
    pub count: u32,
    /// How long the field of the document is, in words; 0 where no length is kept.
    pub length: u32,
}

/// An index as one caller sees it: what the caller may not see is not there, in counts and lengths neither (I7).
pub trait IndexView {
    /// How many notes the caller may see.
    fn notes(&self) -> u64;

    /// How many documents the caller may see.
    fn documents(&self) -> u64;

    /// One past the highest number of a document; not every number below is a document.
    fn bound(&self) -> u32;

    /// The sum of the lengths of `field` over all documents, in terms.
    fn total_length(&self, field: TextField) -> u64;

    /// The length of `field` of a document, in terms, coarsened where it is long.
    fn length(&self, field: TextField, document: u32) -> u32;

    /// The documents that hold `term` in `field`, in ascending order.
    fn postings(&self, field: TextField, term: &str) -> Result<Vec<Posting>, IndexError>;

    /// The documents that hold a term in `field` that starts with `start`, in ascending order, with the counts of all such
    /// terms together.
    fn starting(&self, field: TextField, start: &str) -> Result<Vec<Posting>, IndexError>;

    /// The documents that have the facet `facet`, in ascending order.
    fn faceted(&self, facet: &str) -> Result<Vec<u32>, IndexError>;

    /// Every facet that starts with `start` and that a document has, in ascending order.
    fn facets(&self, start: &str) -> Result<Vec<String>, IndexError>;

    /// The cosine of each document's vector in `field` with `question`, by the document's number; negative infinity where
    /// there is no document, no vector, or nothing that the caller may see.
    fn similarities(&self, field: VectorField, question: &Vector) -> Result<Vec<f32>, IndexError>;

    /// Whether a number below the bound is that of a document that the caller sees.
    fn is_visible(&self, document: u32) -> bool;

    /// When a document holds.
    fn validity(&self, document: u32) -> Validity;

    /// A number of the document that does not depend on how the index was built, for ties.
    fn key(&self, document: u32) -> u64;

    /// What was stored for a document.
    fn body(&self, document: u32) -> Result<Vec<u8>, IndexError>;

    /// The note that a document is a piece of.
    fn note(&self, document: u32) -> Option<RepoPath>;

    /// What a document demands of a caller.
    fn access(&self, document: u32) -> Access;

    /// The documents of `note`, in order.
    fn pieces(&self, note: &RepoPath) -> Result<Vec<u32>, IndexError>;
}

/// One index, open for reading. It stays what it is however often a build replaces it.
pub trait Index {
    /// What it mirrors.
    fn stamp(&self) -> &Stamp;

    /// The index as `caller` sees it.
    fn view(&self, caller: &Caller) -> Result<Box<dyn IndexView + '_>, IndexError>;

    /// Every note in it with the name of its content, in no order.
    fn contents(&self) -> Result<Vec<(RepoPath, String)>, IndexError>;

    /// All that a reader can see of each document, a line each, ordered; two indexes that answer alike have the same lines.
    fn dump(&self) -> Result<Vec<String>, IndexError>;

    /// The same without the notes `hidden`, and with `documents` from memory; what is kept does not change.
    fn overlaid(
        self: Box<Self>,
        hidden: &[RepoPath],
        documents: Vec<Document>,
    ) -> Result<Box<dyn Index>, IndexError>;
}

/// A build under way; dropped before [`IndexBuild::commit`], it changes nothing.
pub trait IndexBuild {
    /// What the index mirrors before the build; `None` when it is new.
    fn stamp(&self) -> Option<&Stamp>;

    /// Every note in it before the build.
    fn contents(&self) -> Result<Vec<(RepoPath, String)>, IndexError>;

    /// Takes everything out.
    fn clear(&mut self) -> Result<(), IndexError>;

    /// Takes out the documents of a note.
    fn remove(&mut self, note: &RepoPath) -> Result<(), IndexError>;

    /// Puts a document in.
    fn add(&mut self, document: Document) -> Result<(), IndexError>;

    /// Makes the new content and its stamp visible, in one step.
    fn commit(self: Box<Self>, stamp: &Stamp) -> Result<(), IndexError>;
}

/// What a builder finds when it asks for the right to build.
pub enum Claimed {
    /// The right.
    Build(Box<dyn IndexBuild>),
    /// Another process is building and did not end within the wait.
    Busy,
}

/// Where the index is kept.
pub trait IndexStore {
    /// Opens what `caller` may see something of; `None` when there is no index or it cannot be read.
    fn open(&self, caller: &Caller) -> Result<Option<Box<dyn Index>>, IndexError>;

    /// Asks for the right to build, of which there is one; waits for it at most `wait`.
    fn claim(&self, wait: Duration) -> Result<Claimed, IndexError>;

    /// The index that was given to [`IndexStore::keep`] as `key`, where this store keeps one.
    fn kept(&self, _key: &str) -> Option<Box<dyn Index>> {
        None
    }

    /// Keeps `index` in memory as `key`, in the place of the one before, where this store keeps one; gives it back to be read.
    fn keep(&self, _key: String, index: Box<dyn Index>) -> Box<dyn Index> {
        index
    }

    /// An index in memory of `documents`.
    fn in_memory(
        &self,
        stamp: &Stamp,
        documents: &mut dyn Iterator<Item = Document>,
    ) -> Result<Box<dyn Index>, IndexError>;
}

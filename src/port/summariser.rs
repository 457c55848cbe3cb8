//! Who puts summaries into words. It sees what a summary may be made of, gives two texts, and writes nothing (I5).

use super::ModelError;
use crate::caller::Access;

/// What a summary of a folder is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SummaryDraft {
    /// The folder's title: that of its entry page, else its name.
    pub title: String,
    /// What the entry page says that the folder is; empty where it says nothing.
    pub lead: String,
    /// The notes, then the folders, each in order of path.
    pub entries: Vec<DraftEntry>,
    /// What all sources together demand of a caller.
    pub access: Access,
}

/// A note or a folder in a summary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DraftEntry {
    /// The way to it from the folder: `refund-policy.md`, `disputes/`.
    pub target: String,
    /// Its title.
    pub title: String,
    /// What it is: of a folder, its abstract.
    pub lead: String,
    /// More of what a note says.
    pub more: Vec<String>,
}

/// The two texts of a summary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texts {
    /// One sentence, about 100 tokens.
    pub abstract_text: String,
    /// What is there and when to use it, about 2,000 tokens at most.
    pub overview: String,
}

/// Puts summaries into words.
pub trait Summariser {
    /// Its name and version: summaries of another are made anew.
    fn id(&self) -> &str;

    /// The texts for `draft`.
    fn summarise(&self, draft: &SummaryDraft) -> Result<Texts, ModelError>;
}

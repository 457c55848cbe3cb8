//! Who puts summaries into words. It sees what a summary may be made of, gives two texts, and writes nothing (I5).

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

/// A summary, and who put it into words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summarised {
    /// Its texts.
    pub texts: Texts,
    /// The name and version of who made it: of the summariser, or of who stood in for it.
    pub made_by: String,
    /// Why the summariser itself did not make it, where another stood in.
    pub instead: Option<String>,
}

/// Puts summaries into words. There is always a summary: who cannot make one lets another do it, and says so.
pub trait Summariser {
    /// Its name and version: summaries of another are made anew.
    fn id(&self) -> &str;

    /// The summary for `draft`.
    fn summarise(&self, draft: &SummaryDraft) -> Summarised;
}

//! Lists what lies in a folder, or below it as a tree, for one caller, each with what it is. It gives no text of a note.

use serde::Serialize;

use super::Workspace;
use super::policy::redaction;
use super::read::{Found, ReadError, Wanted, locate};
use super::shelf::Shelf;
use crate::caller::Caller;
use crate::digest::CommitId;
use crate::path::RepoPath;
use crate::port::IndexStore;
use crate::redact::{Redact, Redaction};
use crate::summary::{Card, Library};
use crate::uri::Uri;

/// How deep a tree is shown, and from where.
#[derive(Clone, Debug)]
pub struct ListOptions {
    /// How many folders deep; 1 shows what lies right in the folder.
    pub depth: usize,
    /// Whether only folders are shown.
    pub folders_only: bool,
    /// The revision to read; `None`: the head of main.
    pub revision: Option<String>,
}

/// What lies in a folder.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
pub struct ListReport {
    /// The commit that it was read from; `None`: the working tree, which has no commit.
    pub commit: Option<CommitId>,
    /// The folder.
    pub folder: ListedFolder,
}

/// A folder, with what lies in it as far as it is shown.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
pub struct ListedFolder {
    /// Its name that holds everywhere.
    pub uri: String,
    /// Its path; `.` is the root.
    pub path: String,
    /// Its title: that of its entry page, else its name.
    pub title: String,
    /// What it is; empty where nothing may be told.
    #[serde(rename = "abstract")]
    pub abstract_text: String,
    /// How many notes lie in it and below it, those that the caller sees.
    pub count: u64,
    /// The folders in it, in order of path; none where it is not shown so deep.
    pub folders: Vec<ListedFolder>,
    /// The notes in it, the entry page first.
    pub notes: Vec<ListedNote>,
}

/// A note of a list.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
pub struct ListedNote {
    /// Its name that holds everywhere.
    pub uri: String,
    /// Its path.
    pub path: String,
    /// Its title.
    pub title: String,
    /// What it is: its description or first claim.
    #[serde(rename = "abstract")]
    pub abstract_text: String,
    /// Whether it no longer counts: deprecated or superseded.
    pub retired: bool,
    /// `unconfirmed` or `disputed`, where the note says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<String>,
}

/// Lists the folder that `wanted` names; `None` is that of the knowledge.
pub fn list(
    workspace: &Workspace<'_>,
    store: &dyn IndexStore,
    caller: &Caller,
    typed: &str,
    wanted: Option<&Wanted>,
    options: &ListOptions,
) -> Result<ListReport, ReadError> {
    let shelf = Shelf::open(workspace, options.revision.as_deref())?;
    let redaction = redaction(workspace, caller)?;
    let (path, library) = match wanted {
        None => (shelf.layout.knowledge.clone(), shelf.library(None)?),
        Some(wanted) => {
            match locate(workspace, store, &shelf, caller, wanted, options.revision.as_deref())? {
                Found::Folder(path, library) => (path, library),
                Found::Note(note) => return Err(ReadError::NotAFolder(note.path)),
                Found::Evidence(item) => return Err(ReadError::NotAFolder(item.text_path())),
                Found::Damaged(path, _) => return Err(ReadError::NotAFolder(path)),
                Found::Several(paths) => {
                    return Err(ReadError::Ambiguous { typed: typed.to_owned(), paths });
                }
                Found::Nothing => return Err(ReadError::Nothing(typed.to_owned())),
            }
        }
    };
    let name = path.as_ref().map_or("", RepoPath::as_str);
    let mut folder = listed(&library, name, caller, options, options.depth);
    folder.redact(&redaction);
    Ok(ListReport { commit: shelf.commit().cloned(), folder })
}

fn listed(
    library: &Library,
    name: &str,
    caller: &Caller,
    options: &ListOptions,
    depth: usize,
) -> ListedFolder {
    let path = RepoPath::new(name).ok();
    let seen = library.seen(name, caller);
    let mut folder = ListedFolder {
        uri: Uri { tenant: None, path, fragment: None }.to_string(),
        path: if name.is_empty() { ".".to_owned() } else { name.to_owned() },
        title: library.title(name, caller),
        abstract_text: seen.map(|seen| seen.texts.abstract_text).unwrap_or_default(),
        count: library.count(name, caller),
        folders: Vec::new(),
        notes: Vec::new(),
    };
    if depth > 0 {
        let children = library.children(name, caller);
        folder.folders = children.map(|child| listed(library, child, caller, options, depth - 1)).collect();
        if !options.folders_only {
            folder.notes = library.notes(name, caller).map(listed_note).collect();
        }
    }
    folder
}

fn listed_note(card: &Card) -> ListedNote {
    ListedNote {
        uri: Uri::new(card.access.tenant.clone(), card.path.clone()).to_string(),
        path: card.path.to_string(),
        title: card.title.clone(),
        abstract_text: card.lead.clone(),
        retired: card.retired,
        standing: card.standing.clone(),
    }
}

impl Redact for ListedFolder {
    fn redact(&mut self, redaction: &Redaction) {
        self.title.redact(redaction);
        self.abstract_text.redact(redaction);
        self.folders.redact(redaction);
        self.notes.redact(redaction);
    }
}

impl Redact for ListedNote {
    fn redact(&mut self, redaction: &Redaction) {
        self.title.redact(redaction);
        self.abstract_text.redact(redaction);
        self.standing.redact(redaction);
    }
}

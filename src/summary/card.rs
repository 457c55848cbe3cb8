//! What a summary takes from a note: its name, what it says it is, and its first claims. It keeps no text of the note.

use serde::{Deserialize, Serialize};

use crate::caller::Access;
use crate::note::{Note, is_deprecated};
use crate::path::RepoPath;
use crate::text::fold_space;

/// The most characters of a line that is taken from a note.
const LONGEST: usize = 400;

/// How many claims are taken beside the line that says what the note is.
const MOST_CLAIMS: usize = 2;

/// What a summary takes from a note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// The note.
    pub path: RepoPath,
    /// Its title.
    pub title: String,
    /// What it is: its description, else its first claim; empty where it has neither.
    pub lead: String,
    /// Its first claims, without the lead.
    pub claims: Vec<String>,
    /// What it demands of a caller.
    pub access: Access,
    /// Whether it is the entry page of its folder.
    pub is_index: bool,
    /// Whether it no longer counts: deprecated or superseded.
    pub retired: bool,
    /// `unconfirmed` or `disputed`, where the note says so.
    pub standing: Option<String>,
}

impl Card {
    /// The card of `note`.
    pub fn of(note: &Note) -> Card {
        let description = note.front.text("description").map(line).filter(|text| !text.is_empty());
        let mut claims = note.claims().iter().map(|claim| line(&claim.text)).filter(|text| !text.is_empty());
        let lead = description.or_else(|| claims.next()).unwrap_or_default();
        let claims = claims.filter(|claim| *claim != lead).take(MOST_CLAIMS).collect();
        let is_superseded = note.front.get("superseded_by").is_some_and(|field| !field.value.is_null());
        Card {
            path: note.path.clone(),
            title: line(note.title()),
            lead,
            claims,
            access: note.access(),
            is_index: note.is_index(),
            retired: is_superseded || is_deprecated(note),
            standing: note.front.text("standing").map(line),
        }
    }
}

/// `text` on one line, without control characters, cut at a word where it is long.
pub(super) fn line(text: &str) -> String {
    let visible: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    shortened(&fold_space(&visible), LONGEST)
}

/// `text`, or its first words and `…`, in at most `most` characters.
pub(super) fn shortened(text: &str, most: usize) -> String {
    let Some((end, _)) = text.char_indices().nth(most) else { return text.to_owned() };
    // A character of its own is kept for the sign that something is missing.
    let end = text[..end].char_indices().next_back().map_or(end, |(last, _)| last);
    let cut = text[..end].rfind(' ').filter(|&cut| cut > end / 2).unwrap_or(end);
    format!("{}…", text[..cut].trim_end_matches([' ', ',', ';', ':', '-', '–']))
}

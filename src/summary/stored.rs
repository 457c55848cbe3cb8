//! A summary as a file: who made it, from what, who may read it, and the text. It reads and writes bytes, no disk.

use std::fmt::Write as _;

use crate::caller::Access;
use crate::digest::Sha256Hex;
use crate::note::Note;
use crate::path::RepoPath;

/// The name of the file with the abstract of a folder.
pub const ABSTRACT: &str = ".abstract";

/// The name of the file with the overview of a folder.
pub const OVERVIEW: &str = ".overview";

/// Whether the file at `path` is derived: a summary of its folder.
pub fn is_summary(path: &RepoPath) -> bool {
    matches!(path.file_name(), ABSTRACT | OVERVIEW)
}

/// A summary as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The digest of what it was made from.
    pub made_from: Sha256Hex,
    /// Who made it.
    pub made_by: String,
    /// What it demands of a caller.
    pub access: Access,
    /// The text.
    pub text: String,
}

impl Stored {
    /// Reads the bytes of a file at `path`; `None` where they are no summary, or were changed by another hand.
    pub fn read(path: &RepoPath, bytes: &[u8]) -> Option<Stored> {
        // The same front matter as that of a note, so that labels mean the same.
        let note = Note::parse(path.clone(), bytes);
        let made_from = Sha256Hex::parse(note.front.text("made_from")?)?;
        let made_by = note.front.text("made_by")?.to_owned();
        let stored = Stored { made_from, made_by, access: note.access(), text: note.body().to_owned() };
        (stored.bytes() == bytes).then_some(stored)
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> Vec<u8> {
        let mut text = String::from("---\n");
        // Writing to a String cannot fail.
        let _ = writeln!(text, "made_from: \"{}\"", self.made_from);
        let _ = writeln!(text, "made_by: {}", quoted(&self.made_by));
        let _ = writeln!(text, "text: \"{}\"", Sha256Hex::of(self.text.as_bytes()));
        if let Some(tenant) = &self.access.tenant {
            let _ = writeln!(text, "tenant: {}", quoted(&tenant.0));
        }
        if !self.access.labels.is_empty() {
            let labels: Vec<String> = self.access.labels.iter().map(|label| quoted(&label.0)).collect();
            let _ = writeln!(text, "labels: [{}]", labels.join(", "));
        }
        let _ = write!(text, "---\n{}", self.text);
        text.into_bytes()
    }
}

/// `text` as YAML and JSON both read it.
fn quoted(text: &str) -> String {
    serde_json::Value::String(text.to_owned()).to_string()
}

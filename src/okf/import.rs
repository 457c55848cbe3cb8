//! A file of a bundle as a note: what it claims of itself is taken out, and it stands as unconfirmed.

use std::collections::BTreeSet;

use super::front::{edited, quoted};
use super::splice::Splices;
use super::{BundleFile, TRUST_KEYS, urn};
use crate::caller::Label;
use crate::note::{LinkKind, Note, encode_destination};
use crate::path::RepoPath;
use crate::vault::Vault;

/// Makes notes of a bundle's files.
#[derive(Debug)]
pub struct Importer<'v> {
    /// Where the notes will stand.
    pub vault: &'v Vault,
    /// The folder that takes the bundle; `None` for the knowledge folder itself.
    pub into: Option<RepoPath>,
    /// Labels that every note gets.
    pub labels: BTreeSet<Label>,
    /// The bundle's files, as they are in it.
    pub files: BTreeSet<RepoPath>,
}

/// One note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// Its text.
    pub text: String,
    /// The keys that were taken out.
    pub dropped: Vec<String>,
}

impl Importer<'_> {
    /// Where the file at `path` of the bundle goes.
    pub fn target(&self, path: &RepoPath) -> RepoPath {
        let knowledge = self.vault.layout().knowledge.as_ref();
        let folder = self.into.as_ref().or(knowledge);
        folder.and_then(|folder| folder.join(path.as_str()).ok()).unwrap_or_else(|| path.clone())
    }

    /// `file` as a note, or why it cannot be one.
    pub fn note(&self, file: &BundleFile) -> Result<Imported, String> {
        let text = std::str::from_utf8(&file.bytes)
            .map_err(|error| format!("it is not UTF-8 (byte {})", error.valid_up_to()))?;
        let note = Note::parse(file.path.clone(), text.as_bytes());
        let mut splices = Splices::default();
        let mut dropped = Vec::new();
        if matches!(file.path.file_name(), "index.md" | "log.md") {
            splices.put(0..note.front.end, "");
        } else {
            let mut without = TRUST_KEYS.to_vec();
            let is_there = |key: &&&str| note.front.get(key).is_some();
            dropped = without.iter().filter(is_there).map(|&key| key.to_owned()).collect();
            without.push("standing");
            let mut lines = "standing: unconfirmed\n".to_owned();
            if !self.labels.is_empty() {
                without.push("labels");
                lines += &format!("labels: [{}]\n", self.labels_of(&note).join(", "));
            }
            let edits = edited(&note, &without, &lines).ok_or("its front matter does not parse")?;
            edits.into_iter().for_each(|(bytes, text)| splices.put(bytes, text));
        }
        for link in note.links.iter().filter(|link| link.span.start >= note.front.end) {
            if !matches!(link.kind, LinkKind::Markdown | LinkKind::Image) {
                continue;
            }
            let raw = &note.text[link.target_span.clone()];
            let fragment = raw.find('#').map_or("", |at| &raw[at..]);
            let target = self.rooted(&link.target).or_else(|| self.evidence(&link.target));
            if let Some(target) = target {
                let way = encode_destination(&self.target(&file.path).relative_to(&target));
                splices.put(link.target_span.clone(), format!("{way}{fragment}"));
            }
        }
        Ok(Imported { text: splices.apply(&note.text), dropped })
    }

    fn labels_of(&self, note: &Note) -> Vec<String> {
        let own = note.front.texts("labels").into_iter().map(|label| Label(label.to_owned()));
        let all: BTreeSet<Label> = self.labels.iter().cloned().chain(own).collect();
        all.iter().map(|label| quoted(&label.0)).collect()
    }

    /// Where a link from the bundle's root leads, where the bundle holds that file.
    fn rooted(&self, target: &str) -> Option<RepoPath> {
        let path = RepoPath::resolve(None, target.strip_prefix('/')?).ok()?;
        self.files.contains(&path).then(|| self.target(&path))
    }

    /// The evidence that a name of kb's own leads to, where this vault holds it.
    fn evidence(&self, target: &str) -> Option<RepoPath> {
        Some(self.vault.item(&urn::read(target)?)?.text_path())
    }
}

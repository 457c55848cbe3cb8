//! Notes that front matter names: `"[[refund-policy]]"`, or the bare name.

use crate::note::LinkKind;
use crate::path::RepoPath;
use crate::vault::{Catalogue, EntryLink, Found};

impl Catalogue {
    /// The file of the note that `written`, in the front matter of the note at `from`, names: a wiki-link, or its target.
    pub fn note_named(&self, from: &RepoPath, written: &str) -> Option<u32> {
        let inner = written.trim();
        let inner = inner.strip_prefix("[[").and_then(|rest| rest.strip_suffix("]]")).unwrap_or(inner);
        let target = inner.split(['|', '#']).next().unwrap_or_default().trim();
        let link = EntryLink { kind: LinkKind::Wiki, target, fragment: None, in_footnote: false };
        match self.find(from, link) {
            Found::Note { file, .. } if !target.is_empty() => Some(file),
            _ => None,
        }
    }
}

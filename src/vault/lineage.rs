//! What a note rests on, and how far that is trusted: as far as the least of its sources (I8).

use crate::evidence::Trust;
use crate::note::LinkKind;
use crate::path::RepoPath;
use crate::vault::{Archive, Catalogue, EntryLink, Found, Resolution};

/// The least trusted source of a note.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Least {
    /// How far it is trusted.
    pub trust: Trust,
    /// The note, or the id of the evidence.
    pub source: String,
}

impl Catalogue {
    /// The least trusted source of the note at `path`: the evidence that it cites, and the notes that it names as its
    /// `sources`, by what they say of themselves. `None` where nothing is known of any.
    pub fn least_source(&self, archive: &Archive, path: &RepoPath) -> Option<Least> {
        let entry = self.entry(self.index_of(path.as_str())?)?;
        let cited = entry.links().filter(|link| link.in_footnote).filter_map(|link| {
            let Resolution::Evidence { id, .. } = self.resolve(path, link) else { return None };
            let trust = Trust::of(&archive.item(&id)?.meta);
            Some(Least { trust, source: id.to_string() })
        });
        let named = entry.field("sources").filter_map(|source| {
            let target = source.trim().trim_start_matches("[[").trim_end_matches("]]");
            let target = target.split(['|', '#']).next().unwrap_or(target);
            let link = EntryLink { kind: LinkKind::Wiki, target, fragment: None, in_footnote: false };
            let Found::Note { file, .. } = self.find(path, link) else { return None };
            let trust = self.entry(file)?.field("origin").find_map(Trust::named)?;
            Some(Least { trust, source: self.path(file).to_string() })
        });
        cited.chain(named).min()
    }

    /// How far the note at `path` is trusted: as it says of itself, and never further than its least source.
    pub fn trust(&self, archive: &Archive, path: &RepoPath) -> Option<Trust> {
        let entry = self.entry(self.index_of(path.as_str())?)?;
        let stated = entry.field("origin").find_map(Trust::named);
        let least = self.least_source(archive, path).map(|least| least.trust);
        stated.into_iter().chain(least).min()
    }
}

//! Which summary files a knowledge should have: those that are current stay, others are made, bottom-up. It writes none.

use std::collections::BTreeMap;

use super::draft::digest;
use super::extract::bounded;
use super::{Library, Stored};
use crate::caller::{Access, Caller};
use crate::port::{ModelError, Summariser};

/// The summary files that one folder should have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planned {
    /// `.abstract`.
    pub abstract_file: Stored,
    /// `.overview`.
    pub overview_file: Stored,
    /// Whether it was made now, and not kept.
    pub is_new: bool,
}

/// The summary files that every folder of `library` should have, by folder. A folder of which nothing may be told has none.
pub fn plan(library: &Library, summariser: &dyn Summariser) -> Result<BTreeMap<String, Planned>, ModelError> {
    let owner = Caller::owner();
    let mut planned: BTreeMap<String, Planned> = BTreeMap::new();
    for folder in library.folders() {
        let draft = library.draft(folder, &owner, &mut |child, view| told(library, &planned, child, view));
        let Some(draft) = draft else { continue };
        let made_from = digest(&draft, summariser.id());
        let is_current = |stored: &&Stored| {
            stored.made_by == summariser.id()
                && stored.made_from == made_from
                && stored.access == draft.access
        };
        let [short, long] = library.kept(folder);
        let kept = short.filter(is_current).zip(long.filter(is_current));
        let files = match kept {
            Some((short, long)) => {
                Planned { abstract_file: short.clone(), overview_file: long.clone(), is_new: false }
            }
            None => {
                let texts = bounded(summariser.summarise(&draft)?, &draft);
                let stored = |text: String| Stored {
                    made_from: made_from.clone(),
                    made_by: summariser.id().to_owned(),
                    access: draft.access.clone(),
                    text,
                };
                let abstract_file = stored(format!("{}\n", texts.abstract_text));
                Planned { abstract_file, overview_file: stored(texts.overview), is_new: true }
            }
        };
        planned.insert(folder.to_owned(), files);
    }
    Ok(planned)
}

/// The access and abstract of `child` for who sees `view` of it.
fn told(
    library: &Library,
    planned: &BTreeMap<String, Planned>,
    child: &str,
    view: &Caller,
) -> Option<(Access, String)> {
    let owner = Caller::owner();
    let is_same = library.entry_page(child, view).is_some() == library.entry_page(child, &owner).is_some();
    if !is_same {
        // The files of the child are made of more than this reader may see.
        return library.seen(child, view).map(|seen| (seen.draft.access, seen.texts.abstract_text));
    }
    let files = &planned.get(child)?.abstract_file;
    Some((files.access.clone(), files.text.trim_end().to_owned()))
}

//! Which summary files a knowledge should have: those that are current stay, others are made, bottom-up. It writes none.

use std::collections::BTreeMap;

use super::draft::digest;
use super::extract::bounded;
use super::{Library, Stored};
use crate::caller::{Access, Caller};
use crate::port::{Summarised, Summariser, SummaryDraft};

/// The summary files that one folder should have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planned {
    /// `.abstract`.
    pub abstract_file: Stored,
    /// `.overview`.
    pub overview_file: Stored,
    /// Whether it was made now, and not kept.
    pub is_new: bool,
    /// Why the summariser that was asked did not make it, where that is so.
    pub instead: Option<String>,
}

/// The summary files that every folder of `library` should have, by folder. A folder of which nothing may be told has none.
///
/// Where the summariser cannot make one, what another model once made of the same stays: it is true, and better than an extract.
pub fn plan(library: &Library, summariser: &dyn Summariser) -> BTreeMap<String, Planned> {
    let owner = Caller::owner();
    let mut planned: BTreeMap<String, Planned> = BTreeMap::new();
    for folder in library.folders() {
        let draft = library.draft(folder, &owner, &mut |child, view| told(library, &planned, child, view));
        let Some(draft) = draft else { continue };
        let is_current = |stored: &Stored| {
            stored.made_from == digest(&draft, &stored.made_by) && stored.access == draft.access
        };
        let [short, long] = library.kept(folder);
        let kept = short
            .zip(long)
            .filter(|(short, long)| short.made_by == long.made_by && is_current(short) && is_current(long));
        let stays = |instead: Option<String>| {
            let (short, long) = kept?;
            Some(Planned {
                abstract_file: short.clone(),
                overview_file: long.clone(),
                is_new: false,
                instead,
            })
        };
        let is_own = kept.is_some_and(|(short, _)| short.made_by == summariser.id());
        let files = match stays(None).filter(|_| is_own) {
            Some(files) => files,
            None => {
                let made = summariser.summarise(&draft);
                match stays(made.instead.clone()).filter(|files| files.instead.is_some()) {
                    Some(files) => files,
                    None => written(&draft, made),
                }
            }
        };
        planned.insert(folder.to_owned(), files);
    }
    planned
}

/// The files of a summary that was made now.
fn written(draft: &SummaryDraft, made: Summarised) -> Planned {
    let texts = bounded(made.texts, draft);
    let made_from = digest(draft, &made.made_by);
    let stored = |text: String| Stored {
        made_from: made_from.clone(),
        made_by: made.made_by.clone(),
        access: draft.access.clone(),
        text,
    };
    let abstract_file = stored(format!("{}\n", texts.abstract_text));
    Planned { abstract_file, overview_file: stored(texts.overview), is_new: true, instead: made.instead }
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

//! What a vault serves: the claims of notes that count on a day, by their words and by what they hold.

use std::cell::OnceCell;
use std::collections::HashMap;

use jiff::civil::Date;
use rayon::prelude::*;

use crate::caller::{Access, Label, PUBLIC};
use crate::note::{Note, day as day_of, is_deprecated, unmarked};
use crate::proposal::{LostKind, Quantities};
use crate::text::fold_space;
use crate::vault::Vault;
use crate::verify::{Held, Holding};

/// Whether search gives `note` on `day` unless it is asked for more: not retired, and not over.
pub fn is_served(note: &Note, day: Date) -> bool {
    let is_superseded = note.front.get("superseded_by").is_some_and(|field| !field.value.is_null());
    let is_over = note.front.text("valid_until").and_then(day_of).is_some_and(|until| until < day);
    !is_deprecated(note) && !is_superseded && !is_over
}

/// Everything that `vault` serves on `day`, counted.
pub fn quantities(vault: &Vault, day: Date) -> Quantities {
    count(vault.notes().filter(|note| is_served(note, day)))
}

/// What `notes` hold, counted.
pub(super) fn count<'n>(notes: impl Iterator<Item = &'n Note>) -> Quantities {
    let mut quantities = Quantities::default();
    for note in notes {
        quantities.notes += 1;
        for claim in note.claims() {
            quantities.count(LostKind::Claim);
            for held in Holding::of(&claim.text).held() {
                quantities.count(super::kind(held.kind));
            }
        }
    }
    quantities
}

/// The served claims of a vault.
pub(super) struct Serving<'v> {
    vault: &'v Vault,
    day: Date,
    /// Who may read each text.
    texts: HashMap<String, Vec<Access>>,
    /// The claims of the notes that changed, which nearly always keep what is kept.
    near: Vec<(Access, Holding)>,
    /// Those of all notes, taken apart when somebody asks.
    all: OnceCell<Vec<(Access, Holding)>>,
}

impl<'v> Serving<'v> {
    /// What `vault` serves on `day`; `changed` are notes of it.
    pub fn new(vault: &'v Vault, day: Date, changed: &[&Note]) -> Serving<'v> {
        let mut texts: HashMap<String, Vec<Access>> = HashMap::new();
        for note in vault.notes().filter(|note| is_served(note, day)) {
            for claim in note.claims() {
                texts.entry(plain(&claim.text)).or_default().push(note.access());
            }
        }
        let near = changed.iter().copied().filter(|note| is_served(note, day));
        let near = near.flat_map(|note| taken_apart(note).collect::<Vec<_>>()).collect();
        Serving { vault, day, texts, near, all: OnceCell::new() }
    }

    /// Whether a claim says `text` to all who may read `access`.
    pub fn says(&self, text: &str, access: &Access) -> bool {
        let readers = self.texts.get(&plain(text));
        readers.is_some_and(|readers| readers.iter().any(|own| reaches(own, access)))
    }

    /// Whether a claim holds the same as `held`, for all who may read `access`.
    pub fn keeps(&self, held: &Held<'_>, access: &Access) -> bool {
        let keeps = |(own, holding): &(Access, Holding)| reaches(own, access) && holding.keeps(held);
        if self.near.iter().any(keeps) {
            return true;
        }
        let all = self.all.get_or_init(|| {
            let served: Vec<&Note> = self.vault.notes().filter(|note| is_served(note, self.day)).collect();
            served.par_iter().flat_map_iter(|note| taken_apart(note)).collect()
        });
        all.par_iter().any(keeps)
    }
}

fn taken_apart(note: &Note) -> impl Iterator<Item = (Access, Holding)> + '_ {
    let access = note.access();
    note.claims().iter().map(move |claim| (access.clone(), Holding::of(&claim.text)))
}

/// The words of a claim; a mark before it is none of them.
fn plain(text: &str) -> String {
    fold_space(unmarked(text)).into_owned()
}

/// Whether all who may read `base` may read `own`.
fn reaches(own: &Access, base: &Access) -> bool {
    let is_open = |label: &Label| label.0 == PUBLIC || base.labels.contains(label);
    (own.tenant.is_none() || own.tenant == base.tenant) && own.labels.iter().all(is_open)
}

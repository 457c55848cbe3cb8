//! How important a note or a claim is: how often it is linked to, how many sources bear it out, how long it has held. It only
//! chooses which of two that say the same stays; no score retires anything by itself.

use std::collections::BTreeSet;

use crate::evidence::EvidenceId;
use crate::note::{Claim, Note, day, is_deprecated};

use super::super::desk::Desk;
use super::cites::{cite, cites};
use super::scene::Scene;

/// What speaks for a note, the most telling first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Importance {
    /// Whether it is served.
    is_served: bool,
    /// Whether it is a note that somebody called stable.
    is_stable: bool,
    /// How many notes link to it.
    links: usize,
    /// How many items of evidence bear it out.
    sources: usize,
    /// How much it says.
    claims: usize,
    /// For how long it has held, in days.
    age: i32,
}

/// How important the note is.
pub(super) fn of_note(scene: &Scene<'_>, note: &Note) -> Importance {
    let vault = scene.task.vault;
    let sources: BTreeSet<EvidenceId> =
        note.citations().iter().filter_map(|citation| Some(cite(vault, note, citation)?.evidence)).collect();
    let since = note.front.text("valid_from").and_then(day);
    let age = since.and_then(|since| scene.task.day.since(since).ok()).map_or(0, |span| span.get_days());
    Importance {
        is_served: !is_deprecated(note),
        is_stable: note.front.text("status") == Some("stable"),
        links: scene.links_to(&note.path),
        sources: sources.len(),
        claims: note.claims().len(),
        age,
    }
}

/// What speaks for a claim, the most telling first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Support {
    /// Whether its evidence was not found wanting.
    is_sound: bool,
    /// How many items of evidence it cites.
    sources: usize,
    /// How many of its citations quote words.
    quotes: usize,
    /// How important its note is.
    note: Importance,
}

/// How well the claim is supported.
pub(super) fn of_claim(desk: &Desk<'_>, scene: &Scene<'_>, note: &Note, claim: &Claim) -> Support {
    let cites = cites(desk.vault(), note, claim);
    let sources: BTreeSet<&EvidenceId> = cites.iter().map(|cite| &cite.evidence).collect();
    Support {
        is_sound: !scene.is_doubted(&note.path, claim),
        sources: sources.len(),
        quotes: cites.iter().filter(|cite| cite.quote.is_some()).count(),
        note: of_note(scene, note),
    }
}

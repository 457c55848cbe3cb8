//! What detectors look at: notes, which of them are served, what each cites, and their claims. It judges nothing.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use crate::evidence::EvidenceId;
use crate::note::{Claim, DISPUTED, FORMERLY, Note, is_deprecated};
use crate::path::RepoPath;
use crate::reorg::Scope;
use crate::vault::Vault;
use crate::verify::Gist;

/// One claim that is served.
#[derive(Debug)]
pub(super) struct Statement<'a> {
    /// The note.
    pub note: &'a Note,
    /// The claim.
    pub claim: &'a Claim,
    /// What it says, in a few numbers.
    pub gist: Gist,
}

impl Statement<'_> {
    /// Whether it is written down already that evidence has to decide.
    pub fn is_disputed(&self) -> bool {
        self.claim.text.starts_with(DISPUTED) || self.note.front.text("standing") == Some("disputed")
    }
}

/// The knowledge as detectors see it.
#[derive(Debug)]
pub(super) struct Survey<'a> {
    /// What is analysed.
    pub scope: &'a Scope<'a>,
    /// What each note links to of the evidence, whether that exists or not; notes that link to none are left out.
    pub cited: BTreeMap<&'a RepoPath, BTreeSet<EvidenceId>>,
    /// The items that some note links to.
    pub in_use: BTreeSet<EvidenceId>,
    /// The claims that are served, in order of notes and places.
    pub statements: Vec<Statement<'a>>,
}

impl<'a> Survey<'a> {
    /// Surveys what `scope` names.
    pub fn of(scope: &'a Scope<'a>) -> Survey<'a> {
        let vault = scope.vault;
        let mut cited = BTreeMap::new();
        for note in vault.notes() {
            let items = evidence_of(vault, note);
            if !items.is_empty() {
                cited.insert(&note.path, items);
            }
        }
        let in_use = cited.values().flatten().cloned().collect();
        let claims = vault.notes().filter(|note| is_served(note));
        let claims = claims.flat_map(|note| note.claims().iter().map(move |claim| (note, claim)));
        let claims: Vec<(&Note, &Claim)> =
            claims.filter(|(_, claim)| !claim.text.starts_with(FORMERLY)).collect();
        let statements = claims
            .into_par_iter()
            .map(|(note, claim)| Statement { note, claim, gist: Gist::of(&claim.text) })
            .collect();
        Survey { scope, cited, in_use, statements }
    }

    /// The notes, ordered by path.
    pub fn notes(&self) -> impl Iterator<Item = &'a Note> {
        self.scope.vault.notes()
    }
}

/// Whether readers are given the note: it does not say that it no longer counts.
pub(super) fn is_served(note: &Note) -> bool {
    !is_deprecated(note)
}

/// The evidence that `note` links to.
fn evidence_of(vault: &Vault, note: &Note) -> BTreeSet<EvidenceId> {
    let folder = note.path.parent();
    let ids = note.links.iter().filter_map(|link| {
        let path = match link.target.strip_prefix('/') {
            Some(rooted) => RepoPath::resolve(None, rooted),
            None => RepoPath::resolve(folder.as_ref(), &link.target),
        };
        let path = path.ok().filter(|path| vault.layout().is_evidence(path))?;
        path.as_str().split('/').find_map(|part| part.parse().ok())
    });
    ids.collect()
}

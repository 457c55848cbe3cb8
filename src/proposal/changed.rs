//! Which claims a proposal changes: what a review must give a verdict on. It judges nothing.

use std::collections::BTreeMap;

use crate::note::{Claim, Note};
use crate::path::RepoPath;
use crate::proposal::ClaimRef;
use crate::text::LineRange;
use crate::vault::Vault;

/// One claim that is not in both vaults.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ChangedClaim {
    /// The claim: as it stands in the head, or in the base where it is removed.
    pub claim: ClaimRef,
    /// Whether it is gone in the head.
    pub removed: bool,
}

/// What makes two claims the same: the words, the headings above them, and what they cite.
///
/// The note's path is no part of it, so a claim that moves is not changed; a claim that gets another span,
/// other quoted words or another heading is.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Identity<'n> {
    text: &'n str,
    headings: &'n [String],
    citations: Vec<(String, Option<LineRange>, Option<&'n str>)>,
}

/// The claims that differ between `base` and `head`, ordered by path, line and hash.
///
/// An edited claim counts twice: the new wording as added, the old one as removed. Where only the headings
/// or the citations differ, the words are still there and nothing counts as removed.
pub fn changed_claims(base: &Vault, head: &Vault) -> Vec<ChangedClaim> {
    let (before, after) = (differing(base, head), differing(head, base));
    let mut known = BTreeMap::<Identity<'_>, usize>::new();
    let mut words_before = BTreeMap::<&str, usize>::new();
    let mut words_after = BTreeMap::<&str, usize>::new();
    for (note, claim) in claims(&before) {
        *known.entry(identity(note, claim)).or_default() += 1;
        *words_before.entry(&claim.text).or_default() += 1;
    }
    let mut changed = Vec::new();
    for (note, claim) in claims(&after) {
        *words_after.entry(&claim.text).or_default() += 1;
        match known.get_mut(&identity(note, claim)) {
            Some(count) if *count > 0 => *count -= 1,
            _ => changed.push(ChangedClaim { claim: claim_ref(note, claim), removed: false }),
        }
    }
    for (note, claim) in claims(&before) {
        match words_after.get_mut(claim.text.as_str()) {
            Some(count) if *count > 0 => *count -= 1,
            _ => changed.push(ChangedClaim { claim: claim_ref(note, claim), removed: true }),
        }
    }
    changed.sort();
    changed
}

/// Whether two claims are the same: words, headings and citations. Where they stand is no matter.
pub fn is_same_claim(one: (&Note, &Claim), other: (&Note, &Claim)) -> bool {
    identity(one.0, one.1) == identity(other.0, other.1)
}

/// Names `claim` of `note` as records do.
pub fn claim_ref(note: &Note, claim: &Claim) -> ClaimRef {
    ClaimRef {
        path: note.path.clone(),
        line: claim.lines.first(),
        hash: claim.hash(),
        text: claim.text.clone(),
    }
}

/// The notes of `one` that are not in `other` byte for byte.
fn differing<'v>(one: &'v Vault, other: &Vault) -> Vec<&'v Note> {
    one.notes()
        .filter(|note| other.note(note.path.as_str()).is_none_or(|twin| twin.text != note.text))
        .collect()
}

fn claims<'n>(notes: &[&'n Note]) -> impl Iterator<Item = (&'n Note, &'n Claim)> {
    notes.iter().flat_map(|&note| note.claims().iter().map(move |claim| (note, claim)))
}

fn identity<'n>(note: &'n Note, claim: &'n Claim) -> Identity<'n> {
    let mut citations: Vec<_> = claim
        .citations
        .iter()
        .filter_map(|&index| note.citations().get(index))
        .map(|citation| (target(note, &citation.target), citation.lines, citation.quote.as_deref()))
        .collect();
    citations.sort();
    Identity { text: &claim.text, headings: &claim.headings, citations }
}

/// Where a citation's target leads, so that a moved note cites the same; as written where it leads nowhere.
fn target(note: &Note, target: &str) -> String {
    let folder = note.path.parent();
    match RepoPath::resolve(folder.as_ref(), target) {
        Ok(path) if !target.starts_with('/') => path.to_string(),
        _ => target.to_owned(),
    }
}

#[cfg(test)]
mod tests;

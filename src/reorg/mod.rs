//! Reorganisation: what the whole knowledge has wrong against the whole evidence, as a plan, and what a change
//! loses of it. It mends nothing.
//!
//! [`analyse`] is pure and deterministic. Every kind of fault has a detector in `detect/`; those that a check knows are asked
//! of the check, those that the auditor knows of the auditor. What they find are candidates with reasons: nothing is
//! merged or dropped because of a number.

mod detect;
mod loss;
mod parts;
pub mod render;
mod survey;

pub use loss::{LossTask, is_served, loss, quantities};

use std::collections::HashSet;

use jiff::civil::Date;

use crate::check::Setting;
use crate::config::Config;
use crate::digest::{CommitId, Sha256Hex};
use crate::plan::{Fault, Plan};
use crate::vault::Vault;
use survey::Survey;

/// What is analysed, and by what.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    /// The notes and the evidence.
    pub vault: &'a Vault,
    /// What `kb.toml` says.
    pub config: &'a Config,
    /// Whether the notes are a knowledge base of kb.
    pub setting: Setting,
    /// The commit that they are of, if any.
    pub base: Option<&'a CommitId>,
    /// The day for which validity is judged.
    pub day: Date,
}

/// Looks for everything that is wrong, and says in which parts it is to be looked at.
pub fn analyse(scope: &Scope<'_>) -> Plan {
    let survey = Survey::of(scope);
    let mut faults = detect::all(&survey);
    faults.sort_by(|a, b| order(a).cmp(&order(b)));
    // A claim that a note makes twice has its fault once.
    let mut told = HashSet::new();
    faults.retain(|fault| told.insert(fault.id.clone()));
    let (parts, coverage) = parts::cut(&survey, &faults);
    let policy = Sha256Hex::of(&serde_json::to_vec(scope.config).unwrap_or_default());
    let count = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
    Plan {
        version: Plan::VERSION,
        id: Plan::id_of(scope.base, &policy, faults.iter().map(|fault| &fault.id)),
        base: scope.base.cloned(),
        day: scope.day,
        notes: count(scope.vault.note_count()),
        claims: count(scope.vault.notes().map(|note| note.claims().len()).sum()),
        evidence: count(scope.vault.evidence_count()),
        faults,
        parts,
        coverage,
    }
}

/// By kind, then by where the fault is.
fn order(fault: &Fault) -> impl Ord + use<'_> {
    let place = fault.places.first().map(|place| (&place.path, place.claim.as_ref().map(|claim| claim.line)));
    let evidence = fault.evidence.first().map(|span| &span.evidence);
    (fault.kind, place, evidence, &fault.id)
}

#[cfg(test)]
mod tests;

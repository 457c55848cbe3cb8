//! One step: what mending one fault gave, or why it is left.

use crate::digest::Sha256Hex;
use crate::path::RepoPath;
use crate::plan::{Fault, Outcome};

use super::super::desk::Desk;
use super::scene::Scene;

/// Why something of the base is no longer served: the note, the claim of it, the reason.
pub(super) type Loss = (RepoPath, Option<Sha256Hex>, String);

/// What mending one fault gave.
#[derive(Debug)]
pub(super) struct Done {
    /// What became of the fault.
    pub(super) outcome: Outcome,
    /// What was done, for people: a sentence without its full stop.
    pub(super) what: String,
    /// What is no longer served.
    pub(super) losses: Vec<Loss>,
    /// Notes that are no longer served as a whole, each with the reason.
    pub(super) retired: Vec<(RepoPath, String)>,
    /// Summaries to make anew.
    pub(super) rebuild: Vec<RepoPath>,
}

impl Done {
    /// The knowledge was changed.
    pub(super) fn changed(what: impl Into<String>) -> Done {
        Done {
            outcome: Outcome::Changed,
            what: what.into(),
            losses: Vec::new(),
            retired: Vec::new(),
            rebuild: Vec::new(),
        }
    }

    /// Nothing had to be changed but the day of the next look.
    pub(super) fn verified(what: impl Into<String>) -> Done {
        Done { outcome: Outcome::Verified, ..Done::changed(what) }
    }

    /// It was marked, and a person decides.
    pub(super) fn for_a_person(what: impl Into<String>) -> Done {
        let what = what.into();
        Done { outcome: Outcome::Left { reason: what.clone() }, ..Done::changed(what) }
    }

    /// The note at `path` is retired, for `reason`.
    pub(super) fn retiring(path: &RepoPath, reason: impl Into<String>) -> Done {
        let reason = reason.into();
        Done {
            outcome: Outcome::Retired { reason: reason.clone() },
            losses: vec![(path.clone(), None, reason.clone())],
            retired: vec![(path.clone(), reason.clone())],
            ..Done::changed(format!("`{path}` is retired: {reason}"))
        }
    }

    /// The same, and a claim of the base is no longer served as it was.
    #[must_use]
    pub(super) fn losing(mut self, path: &RepoPath, claim: Sha256Hex, reason: impl Into<String>) -> Done {
        self.losses.push((path.clone(), Some(claim), reason.into()));
        self
    }
}

/// What was done, or why the fault is left: a sentence without its full stop.
pub(super) type Step = Result<Done, String>;

/// A way to mend a fault. It may leave the desk half-edited when it fails; who calls it takes that back.
pub(super) type Way = fn(&mut Desk<'_>, &Scene<'_>, &Fault) -> Step;

/// The place of `fault` that is to be mended first.
pub(super) fn first(fault: &Fault) -> Result<&RepoPath, String> {
    fault.places.first().map(|place| &place.path).ok_or_else(|| "the plan names no place".to_owned())
}

/// The place of `fault` beside the first.
pub(super) fn second(fault: &Fault) -> Result<&RepoPath, String> {
    fault.places.get(1).map(|place| &place.path).ok_or_else(|| "the plan names no second place".to_owned())
}

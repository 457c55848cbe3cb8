//! The desk of a reviewer: the base, the change, and the verdicts once they are given. There is nothing to write with (I5).

use super::coverage::Coverage;
use super::library::Library;
use super::looking::{Differing, Looking};
use crate::change::ChangeSet;
use crate::path::RepoPath;
use crate::proposal::{ChangedClaim, ClaimVerdict, ReviewFinding};
use crate::vault::Vault;

/// The desk of a reviewer.
pub(super) struct ReviewDesk<'a> {
    library: Library<'a>,
    head: Vault,
    changes: ChangeSet,
    differing: Vec<Differing>,
    /// The claims to judge, in the order of their numbers.
    pub claims: Vec<ChangedClaim>,
    /// What was shown of the change.
    pub coverage: Coverage,
    /// Verdicts and findings, once they hold.
    pub submitted: Option<(Vec<ClaimVerdict>, Vec<ReviewFinding>)>,
    /// How often the review was void, and what was wrong with it last.
    pub voids: (u32, Vec<String>),
}

impl<'a> ReviewDesk<'a> {
    /// A desk with a change on it, all as the caller sees it; `differing` also names what they do not see.
    pub fn new(
        library: Library<'a>,
        head: Vault,
        changes: ChangeSet,
        differing: Vec<Differing>,
        claims: Vec<ChangedClaim>,
    ) -> ReviewDesk<'a> {
        let coverage = Coverage::of(differing.iter().map(|one| one.path.clone()));
        ReviewDesk {
            library,
            head,
            changes,
            differing,
            claims,
            coverage,
            submitted: None,
            voids: (0, Vec::new()),
        }
    }
}

impl Looking for ReviewDesk<'_> {
    fn library(&self) -> &Library<'_> {
        &self.library
    }

    fn head(&self) -> &Vault {
        &self.head
    }

    fn changes(&self) -> ChangeSet {
        self.changes.clone()
    }

    fn differing(&self) -> Vec<Differing> {
        self.differing.clone()
    }

    fn saw(&mut self, path: &RepoPath, hunks: &[usize], all: usize) {
        self.coverage.saw(path, hunks, all);
    }
}

//! What every step of one part may look at beside the notes: the plan, what the evidence states, how notes are linked.
//! What is costly is made when the first step asks for it.

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use jiff::Timestamp;

use crate::digest::Sha256Hex;
use crate::evidence::EvidenceId;
use crate::note::{Claim, DISPUTED, Note, is_deprecated};
use crate::path::RepoPath;
use crate::plan::{Fault, FaultKind, Place};
use crate::port::ReorganiseTask;
use crate::vault::Resolution;

use super::super::desk::Desk;
use super::super::proposer;
use super::super::statement::Statement;
use super::cites;
use super::rare::Rare;

/// What every step may look at.
pub(super) struct Scene<'a> {
    pub(super) task: &'a ReorganiseTask<'a>,
    statements: RefCell<HashMap<EvidenceId, Rc<Vec<Statement>>>>,
    linked: OnceCell<HashMap<RepoPath, usize>>,
    items: OnceCell<Rare<EvidenceId>>,
    notes: OnceCell<Rare<RepoPath>>,
    doubted: BTreeSet<(RepoPath, Sha256Hex)>,
}

impl<'a> Scene<'a> {
    /// The scene of `task`.
    pub(super) fn new(task: &'a ReorganiseTask<'a>) -> Scene<'a> {
        let doubts = |fault: &&Fault| {
            use FaultKind::{DroppedCondition, DroppedNegation, ErasedEvidence, Supposition, Unsupported};
            matches!(
                fault.kind,
                DroppedCondition | DroppedNegation | ErasedEvidence | Supposition | Unsupported
            )
        };
        let places = task.plan.faults.iter().filter(doubts).flat_map(|fault| &fault.places);
        let doubted =
            places.filter_map(|place| Some((place.path.clone(), place.claim.as_ref()?.hash.clone())));
        Scene {
            task,
            statements: RefCell::default(),
            linked: OnceCell::new(),
            items: OnceCell::new(),
            notes: OnceCell::new(),
            doubted: doubted.collect(),
        }
    }

    /// Whether the plan found the evidence of a claim wanting.
    pub(super) fn is_doubted(&self, path: &RepoPath, claim: &Claim) -> bool {
        self.doubted.contains(&(path.clone(), claim.hash()))
    }

    /// Whether the plan has a fault of one of `kinds` at the note.
    pub(super) fn has_fault(&self, path: &RepoPath, kinds: &[FaultKind]) -> bool {
        let is_there = |fault: &Fault| {
            kinds.contains(&fault.kind) && fault.places.iter().any(|place| place.path == *path)
        };
        self.task.plan.faults.iter().any(is_there)
    }

    /// What the proposer's own reading finds stated in an item.
    pub(super) fn statements(&self, id: &EvidenceId) -> Rc<Vec<Statement>> {
        if let Some(known) = self.statements.borrow().get(id) {
            return Rc::clone(known);
        }
        let found = Rc::new(self.task.vault.item(id).map(proposer::statements).unwrap_or_default());
        self.statements.borrow_mut().insert(id.clone(), Rc::clone(&found));
        found
    }

    /// How many notes link to the note at `path`.
    pub(super) fn links_to(&self, path: &RepoPath) -> usize {
        let linked = self.linked.get_or_init(|| {
            let vault = self.task.vault;
            let mut linked: HashMap<RepoPath, usize> = HashMap::new();
            for note in vault.notes() {
                let targets: BTreeSet<RepoPath> = note
                    .links
                    .iter()
                    .filter(|link| !link.in_footnote)
                    .filter_map(|link| match vault.resolve(note, link) {
                        Resolution::Note { path, .. } if path != note.path => Some(path),
                        _ => None,
                    })
                    .collect();
                for target in targets {
                    *linked.entry(target).or_default() += 1;
                }
            }
            linked
        });
        linked.get(path).copied().unwrap_or_default()
    }

    /// The items that share rare words with `text`, those that share most first.
    pub(super) fn items_about(&self, text: &str) -> Vec<EvidenceId> {
        let items = self.items.get_or_init(|| {
            let items = self.task.vault.evidence();
            Rare::new(items.map(|item| (item.meta.id.clone(), Cow::Borrowed(item.text()))))
        });
        items.about(text)
    }

    /// The notes of the base whose claims share rare words with `text`, those that share most first.
    pub(super) fn notes_about(&self, text: &str) -> Vec<RepoPath> {
        let notes = self.notes.get_or_init(|| {
            let said = |note: &Note| {
                note.claims().iter().map(|claim| claim.text.as_str()).collect::<Vec<_>>().join(" ")
            };
            Rare::new(self.task.vault.notes().map(|note| (note.path.clone(), Cow::Owned(said(note)))))
        });
        notes.about(text)
    }

    /// When the newest of what the note cites was captured.
    pub(super) fn newest_cited(&self, note: &Note) -> Option<Timestamp> {
        let vault = self.task.vault;
        let times = note.citations().iter().filter_map(|citation| {
            let cite = cites::cite(vault, note, citation)?;
            Some(vault.item(&cite.evidence)?.meta.captured_at)
        });
        times.max()
    }
}

/// The claim at `place` as it stands now, whatever its line, also where it was reworded or marked.
pub(super) fn claim_at<'d>(desk: &'d Desk<'_>, place: &Place) -> Result<(&'d Note, &'d Claim), String> {
    let wanted =
        place.claim.as_ref().ok_or_else(|| format!("the plan names no claim of `{}`", place.path))?;
    let note = desk.note(&place.path).ok_or_else(|| format!("`{}` is not there any more", place.path))?;
    let text = desk.wording(&place.path, &wanted.text);
    let is_it = |claim: &&Claim| {
        claim.text == text || claim.text == wanted.text || claim.text.strip_prefix(DISPUTED) == Some(text)
    };
    let nearest =
        note.claims().iter().filter(is_it).min_by_key(|claim| claim.lines.first().abs_diff(wanted.line));
    nearest.map(|claim| (note, claim)).ok_or_else(|| format!("the claim is not in `{}` any more", place.path))
}

/// `claim` of `note` as it stands after other edits, with the note.
pub(super) fn again(desk: &Desk<'_>, note: &Note, claim: &Claim) -> Result<(Note, Claim), String> {
    let now = desk.note(&note.path).ok_or_else(|| format!("`{}` is not there any more", note.path))?;
    let same = now.claims().iter().filter(|one| one.text == claim.text);
    let nearest = same.min_by_key(|one| one.lines.first().abs_diff(claim.lines.first()));
    let claim = nearest.ok_or_else(|| format!("the claim is not in `{}` any more", note.path))?;
    Ok((now.clone(), claim.clone()))
}

/// Why nothing is left to mend: an earlier step, or an earlier part, took a claim of the fault out or retired its note.
pub(super) fn over(desk: &Desk<'_>, fault: &Fault) -> Option<String> {
    fault.places.iter().find_map(|place| match (&place.claim, desk.note(&place.path)) {
        (Some(_), None) => Some(format!("`{}` is not there any more", place.path)),
        (Some(_), Some(note)) if is_deprecated(note) => Some(format!("`{}` is retired", place.path)),
        (Some(_), Some(_)) => claim_at(desk, place).err(),
        (None, Some(note)) if is_deprecated(note) && fault.kind != FaultKind::Superseded => {
            Some(format!("`{}` is retired", place.path))
        }
        (None, _) => None,
    })
}

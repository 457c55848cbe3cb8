//! The reorganiser on a language model: it mends the faults of a part by the proposer's tools, and says of each what became of
//! it. What it hands in has passed kb's own checks. It holds no file, no repository and no key (I5).

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::library::{Library, caller_for};
use super::looking::Looking as _;
use super::prompt::REORGANISER;
use super::propose_desk::ProposeDesk;
use super::proposer::{draft, folders, rejected};
use super::seat::{Seat, Work};
use super::tools::{cut, reorganising};
use crate::evidence::{EvidenceId, Item};
use crate::path::RepoPath;
use crate::plan::{CoverageKey, Fault, Outcome};
use crate::port::{AgentError, Draft, Mended, ReorganiseTask, Reorganiser};
use crate::proposal::{AgentName, Reason, Spent, changed_claims};

/// How many characters of faults the first call carries.
const FAULTS: usize = 9_000;
/// How many characters of one claim.
const CLAIM: usize = 300;

/// A reorganiser on a language model.
pub struct ModelReorganiser {
    seat: Seat,
}

impl ModelReorganiser {
    /// A reorganiser on the model of `seat`.
    pub fn new(seat: Seat) -> ModelReorganiser {
        ModelReorganiser { seat }
    }
}

impl Reorganiser for ModelReorganiser {
    fn name(&self) -> AgentName {
        self.seat.name()
    }

    fn spent(&self) -> Spent {
        self.seat.spent()
    }

    fn reorganise(&self, task: &ReorganiseTask<'_>) -> Result<Mended, AgentError> {
        let agent = self.name().to_string();
        let notes = task.part.notes.iter().filter_map(|path| task.vault.note(path.as_str()));
        let named: BTreeSet<&EvidenceId> =
            task.plan.coverage.of(&task.part.name).map(|entry| &entry.evidence).collect();
        let items: Vec<&Item> = named.into_iter().filter_map(|id| task.vault.item(id)).collect();
        let accesses = notes.map(|note| note.access()).chain(items.iter().map(|item| item.meta.access()));
        let caller = caller_for(accesses);
        let library = Library::new(task.vault, caller, task.seek, task.config, self.seat.fence()?);
        let evidence: Vec<EvidenceId> = items
            .iter()
            .map(|item| item.meta.id.clone())
            .filter(|id| library.base.item(id).is_some())
            .collect();
        let mut desk = ProposeDesk::new(library, task.vault, &evidence, task.rejected);
        let is_seen = |fault: &&&Fault| {
            let hidden = |path: &RepoPath| task.vault.has_file(path) && !desk.library().base.has_file(path);
            !fault.places.iter().any(|place| hidden(&place.path))
                && fault.evidence.iter().all(|span| {
                    task.vault.item(&span.evidence).is_none()
                        || desk.library().base.item(&span.evidence).is_some()
                })
        };
        let faults: Vec<&Fault> = task.faults.iter().filter(is_seen).copied().collect();
        desk.faults = faults.iter().map(|fault| fault.id.clone()).collect();
        if faults.is_empty() {
            return Ok(mended(
                task,
                &desk,
                Draft {
                    changes: desk.changes(),
                    title: format!("{}: nothing to change", task.part.title),
                    summary: String::new(),
                    transcript:
                        "# What the reorganiser did\n\nNothing: the part has no fault that it may see.\n"
                            .to_owned(),
                },
            ));
        }
        let mark = desk.library().fence.mark().to_owned();
        let opening = opening(&desk, task, &faults);
        let work = Work {
            title: "What the reorganiser did",
            prompt: REORGANISER,
            values: &[("mark", &mark)],
            opening: &opening,
            tools: reorganising(),
            is_done: |desk: &ProposeDesk<'_>| desk.finished.is_some(),
            before: task.before,
            spends: task.spends,
        };
        let ended = self.seat.work(&mut desk, work).ended();
        let draft = draft(&desk, agent, ended)?;
        Ok(mended(task, &desk, draft))
    }
}

/// The first thing that the model is told: the faults, what was rejected, what there is.
fn opening(desk: &ProposeDesk<'_>, task: &ReorganiseTask<'_>, faults: &[&Fault]) -> String {
    let mut text = format!(
        "Today is {}. Mend these faults of the part `{}`, or leave them:\n",
        task.day, task.part.name
    );
    let mut list = String::new();
    let mut left = 0;
    for fault in faults {
        let told = told(fault);
        if left > 0 || list.len() + told.len() > FAULTS {
            left += 1;
        } else {
            list.push_str(&told);
        }
    }
    let _ = writeln!(text, "\n{}", desk.library().data("faults", &list));
    if left > 0 {
        let _ = writeln!(text, "\n{left} more faults are for another time; leave them alone.");
    }
    let ids: Vec<&str> = desk.evidence.iter().map(EvidenceId::as_str).collect();
    let _ = writeln!(text, "\nThe evidence of this part: {}", cut(&ids.join(", "), 2_000));
    if !task.rejected.is_empty() {
        let rejected = rejected(desk, task.rejected);
        let _ = writeln!(
            text,
            "\nA reviewer rejected these claims of an earlier try. Say only what the lines say, or leave the fault; keep what it was wrong to remove:\n{rejected}"
        );
    }
    let folders = folders(desk);
    let _ = write!(text, "\nThere are {} notes. Folders:\n{folders}", desk.head().note_count());
    text
}

/// One fault, with its places, its evidence and why it is one.
fn told(fault: &Fault) -> String {
    let mut text = format!("{} {}: {}\n", fault.id, fault.kind, cut(&fault.reason, 600));
    for place in &fault.places {
        let _ = match &place.claim {
            Some(claim) => writeln!(text, "  {}:{}: \"{}\"", place.path, claim.line, cut(&claim.text, CLAIM)),
            None => writeln!(text, "  {}", place.path),
        };
    }
    for difference in &fault.differs {
        let _ = writeln!(
            text,
            "  they differ in {}: {}",
            difference.aspect.name(),
            cut(&difference.values.join(" | "), CLAIM)
        );
    }
    let spans: Vec<String> =
        fault.evidence.iter().take(12).map(|span| format!("{}#{}", span.evidence, span.lines)).collect();
    if !spans.is_empty() {
        let _ = writeln!(text, "  evidence: {}", spans.join(", "));
    }
    text
}

/// What became of the part, from what the model said and from what it changed.
fn mended(task: &ReorganiseTask<'_>, desk: &ProposeDesk<'_>, draft: Draft) -> Mended {
    let differs = |path: &RepoPath| draft.changes.get(path).is_some();
    let outcome = |fault: &Fault| match desk.settled.get(&fault.id) {
        Some(settled) if settled.is_mended => Outcome::Changed,
        Some(settled) => Outcome::Left { reason: settled.reason.clone() },
        None if desk.faults.contains(&fault.id) => {
            Outcome::Left { reason: format!("{} says nothing of it", task.part.name) }
        }
        None => {
            Outcome::Left { reason: "it is of another tenant or label than the rest of the part".to_owned() }
        }
    };
    let faults: Vec<_> = task.faults.iter().map(|fault| (fault.id.clone(), outcome(fault))).collect();
    let left = |path: &RepoPath| {
        task.faults.iter().zip(&faults).find_map(|(fault, (_, outcome))| {
            let is_here = fault.places.iter().any(|place| place.path == *path);
            outcome.reason().filter(|_| is_here).map(str::to_owned)
        })
    };
    let outcomes = task
        .plan
        .coverage
        .of(&task.part.name)
        .map(|entry| (entry.key(), entry_outcome(task, desk, &entry.key(), &faults, differs, left)));
    let outcomes = outcomes.collect();
    let mut reasons = Vec::new();
    for changed in changed_claims(task.vault, &task.vault.with_changes(&draft.changes)) {
        let claim = &changed.claim;
        let about =
            task.faults.iter().filter(|fault| fault.places.iter().any(|place| place.path == claim.path));
        let settled = about.filter_map(|fault| Some((fault, desk.settled.get(&fault.id)?)));
        // Only a reason that was given is one: what goes without is a loss that nobody explains.
        if let Some((fault, settled)) =
            settled.into_iter().find(|(_, settled)| settled.is_mended && changed.removed)
        {
            reasons.push(Reason {
                path: claim.path.clone(),
                claim: Some(claim.hash.clone()),
                fault: fault.id.clone(),
                reason: settled.reason.clone(),
            });
        }
    }
    for (fault, settled) in task.faults.iter().filter_map(|fault| Some((fault, desk.settled.get(&fault.id)?)))
    {
        let retired =
            fault.places.iter().map(|place| &place.path).filter(|path| is_retired(task, desk, path));
        for path in retired.filter(|_| settled.is_mended) {
            let (fault, reason) = (fault.id.clone(), settled.reason.clone());
            reasons.push(Reason { path: path.clone(), claim: None, fault, reason });
        }
    }
    reasons.sort();
    reasons.dedup();
    Mended { draft, outcomes, faults, reasons, rebuild: Vec::new() }
}

/// Whether the note is served no longer, or gone.
fn is_retired(task: &ReorganiseTask<'_>, desk: &ProposeDesk<'_>, path: &RepoPath) -> bool {
    let was = task.vault.note(path.as_str()).is_some_and(|note| !crate::note::is_deprecated(note));
    let shown = desk.library().base.note(path.as_str()).is_some();
    was && shown && desk.head().note(path.as_str()).is_none_or(crate::note::is_deprecated)
}

fn entry_outcome(
    task: &ReorganiseTask<'_>,
    desk: &ProposeDesk<'_>,
    key: &CoverageKey,
    faults: &[(crate::plan::FaultId, Outcome)],
    differs: impl Fn(&RepoPath) -> bool,
    left: impl Fn(&RepoPath) -> Option<String>,
) -> Outcome {
    let Some(path) = &key.note else {
        let about = task.faults.iter().zip(faults).find(|(fault, _)| {
            fault.places.is_empty() && fault.evidence.iter().any(|span| span.evidence == key.evidence)
        });
        let unsaid = || Outcome::Left { reason: "no fault of the part is about it".to_owned() };
        return about.map_or_else(unsaid, |(_, (_, outcome))| outcome.clone());
    };
    if is_retired(task, desk, path) {
        let settled = task.faults.iter().filter(|fault| fault.places.iter().any(|place| place.path == *path));
        let reason = settled
            .filter_map(|fault| desk.settled.get(&fault.id))
            .map(|settled| settled.reason.clone())
            .next();
        return Outcome::Retired { reason: reason.unwrap_or_else(|| "the model gave no reason".to_owned()) };
    }
    if let Some(reason) = left(path) {
        return Outcome::Left { reason };
    }
    if task.vault.note(path.as_str()).is_none() {
        return Outcome::Left { reason: "an earlier part moved the note or took it away".to_owned() };
    }
    if differs(path) { Outcome::Changed } else { Outcome::Verified }
}

//! The reorganiser: a part of a plan in, a draft out. It owns the order of the steps; each kind of fault has its own file.

use std::collections::BTreeMap;

use crate::check::new_errors;
use crate::finding::Finding;
use crate::path::RepoPath;
use crate::plan::{Fault, FaultId, Outcome};
use crate::port::{AgentError, Draft, Mended, ReorganiseTask, Reorganiser};
use crate::proposal::{AgentName, Family, Reason};

use super::super::desk::Desk;
use super::scene::{Scene, over};
use super::step::Done;
use super::{kinds, outcomes, refused, report};

/// The built-in reorganiser, of the family `rules/proposer`.
#[derive(Clone, Copy, Debug, Default)]
pub struct RulesReorganiser;

/// How often the part is worked on again without what brought errors up.
const TRIES: usize = 6;

/// What became of one fault.
pub(super) struct Handled<'a> {
    pub(super) fault: &'a Fault,
    pub(super) result: Result<Done, String>,
    /// The notes that its step touched.
    pub(super) touched: Vec<RepoPath>,
}

impl Reorganiser for RulesReorganiser {
    fn name(&self) -> AgentName {
        AgentName {
            name: format!("rules {}", env!("CARGO_PKG_VERSION")),
            family: Family("rules/proposer".to_owned()),
        }
    }

    fn reorganise(&self, task: &ReorganiseTask<'_>) -> Result<Mended, AgentError> {
        let scene = Scene::new(task);
        let mut left: BTreeMap<FaultId, String> = BTreeMap::new();
        for _ in 0..TRIES {
            let (desk, handled) = work(&scene, &left);
            let found = objections(task, &desk, &handled);
            if found.is_empty() {
                return Ok(mended(task, &desk, &handled));
            }
            let before = left.len();
            for (path, why) in found {
                let touches = |one: &&Handled<'_>| {
                    one.result.is_ok() && one.touched.iter().any(|touched| touched.as_str() == path)
                };
                for one in handled.iter().filter(touches) {
                    left.entry(one.fault.id.clone()).or_insert_with(|| why.clone());
                }
            }
            if left.len() == before {
                break;
            }
        }
        let why = "mending it together with others would bring up errors of the check, or lose what nothing explains";
        let all = task.faults.iter().map(|fault| (fault.id.clone(), why.to_owned()));
        let (desk, handled) = work(&scene, &all.collect());
        Ok(mended(task, &desk, &handled))
    }
}

/// What speaks against the change as a whole, each with the note where it shows: errors that it brings up, and what it would
/// lose though nothing explains that.
fn objections(task: &ReorganiseTask<'_>, desk: &Desk<'_>, handled: &[Handled<'_>]) -> Vec<(String, String)> {
    let head = desk.head();
    let errors = new_errors(task.vault, &head, task.config);
    if !errors.is_empty() {
        let why =
            |error: &Finding| format!("mending it would bring up `{}` in `{}`", error.rule, error.place.path);
        return errors.iter().map(|error| (error.place.path.clone(), why(error))).collect();
    }
    let weighed = (task.weighs)(&head, &reasons(handled));
    let unexplained = weighed.lost.into_iter().filter(|lost| !lost.verdict.accepted);
    unexplained
        .map(|lost| {
            let why = format!(
                "mending it would lose \"{}\" of `{}`: {}",
                lost.text, lost.path, lost.verdict.because
            );
            (lost.path.to_string(), why)
        })
        .collect()
}

/// Mends what can be mended, but for what is in `left`.
fn work<'a>(scene: &Scene<'a>, left: &BTreeMap<FaultId, String>) -> (Desk<'a>, Vec<Handled<'a>>) {
    let task = scene.task;
    let mut desk = Desk::new(task.vault);
    let mut faults: Vec<&'a Fault> = task.faults.clone();
    faults.sort_by_key(|fault| kinds::rank(fault.kind));
    let mut handled: Vec<Handled<'a>> = Vec::new();
    for fault in faults {
        if let Some(why) = left.get(&fault.id) {
            handled.push(Handled { fault, result: Err(why.clone()), touched: Vec::new() });
            continue;
        }
        if let Some(why) = over(&desk, fault) {
            let result = Ok(Done::changed(format!("nothing is left to mend: {why}")));
            handled.push(Handled { fault, result, touched: Vec::new() });
            continue;
        }
        let mut reason = "no rule mends this".to_owned();
        let mut mended = None;
        for way in kinds::ways(fault.kind) {
            let before = desk.clone();
            match way(&mut desk, scene, fault) {
                Ok(done) => {
                    let touched = desk.differing(&before);
                    match refused::refused(&before, &desk, &touched, task.rejected) {
                        None => {
                            mended = Some((done, touched));
                            break;
                        }
                        Some(why) => reason = why,
                    }
                }
                Err(why) => reason = why,
            }
            desk = before;
        }
        handled.push(match mended {
            Some((done, touched)) => Handled { fault, result: Ok(done), touched },
            None => Handled { fault, result: Err(reason), touched: Vec::new() },
        });
    }
    (desk, handled)
}

/// What the part comes to.
fn mended(task: &ReorganiseTask<'_>, desk: &Desk<'_>, handled: &[Handled<'_>]) -> Mended {
    let draft = Draft {
        changes: desk.changes(),
        title: report::title(task, handled),
        summary: report::summary(task, handled),
        transcript: report::transcript(task, handled),
    };
    let find = |id: &FaultId| handled.iter().find(|one| one.fault.id == *id);
    let faults = task.faults.iter().filter_map(|fault| {
        let outcome = match &find(&fault.id)?.result {
            Ok(done) => done.outcome.clone(),
            Err(reason) => Outcome::Left { reason: reason.clone() },
        };
        Some((fault.id.clone(), outcome))
    });
    let mut rebuild: Vec<RepoPath> = done(handled).flat_map(|(_, done)| done.rebuild.clone()).collect();
    rebuild.sort();
    rebuild.dedup();
    Mended {
        outcomes: outcomes::outcomes(task, desk, handled),
        faults: faults.collect(),
        draft,
        reasons: reasons(handled),
        rebuild,
    }
}

/// The faults that were mended, each with what that gave.
fn done<'h>(handled: &'h [Handled<'_>]) -> impl Iterator<Item = (&'h Fault, &'h Done)> {
    handled.iter().filter_map(|one| Some((one.fault, one.result.as_ref().ok()?)))
}

/// Why what is served no longer goes.
fn reasons(handled: &[Handled<'_>]) -> Vec<Reason> {
    let of = |(fault, done): (&Fault, &Done)| {
        let fault = fault.id.clone();
        let losses = done.losses.clone().into_iter();
        losses.map(move |(path, claim, reason)| Reason { path, claim, fault: fault.clone(), reason })
    };
    let mut reasons: Vec<Reason> = done(handled).flat_map(of).collect();
    reasons.sort();
    reasons.dedup();
    reasons
}

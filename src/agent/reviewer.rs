//! The reviewer on a language model: first kb's own auditor, and only if nothing blocks the model, which goes back to the
//! evidence. Verdicts come from `submit_review` alone, never from prose (I4).

use std::fmt::Write as _;

use super::library::Library;
use super::looking::Looking as _;
use super::prompt::REVIEWER;
use super::review_desk::ReviewDesk;
use super::scope::{FOREIGN, Scope, blocked, merged, reader_of};
use super::seat::{Seat, Work};
use super::tools::{cut, reviewing, show};
use crate::evidence::Trust;
use crate::path::RepoPath;
use crate::port::{AgentError, ReviewTask, Reviewed, Reviewer};
use crate::proposal::{AgentName, ChangedClaim, ClaimVerdict, Spent};
use crate::verify::audit;

/// How many characters of the diff the first call carries.
const DIFF: usize = 24_000;
/// How many characters of claims.
const CLAIMS: usize = 24_000;
/// How often a review may be void before a person is asked.
const VOID: u32 = 3;

/// A reviewer on a language model.
pub struct ModelReviewer {
    seat: Seat,
}

impl ModelReviewer {
    /// A reviewer on the model of `seat`.
    pub fn new(seat: Seat) -> ModelReviewer {
        ModelReviewer { seat }
    }
}

impl Reviewer for ModelReviewer {
    fn name(&self) -> AgentName {
        self.seat.name()
    }

    fn spent(&self) -> Spent {
        self.seat.spent()
    }

    fn review(&self, task: &ReviewTask<'_>) -> Result<Reviewed, AgentError> {
        let audited = audit(task.base, task.head, task.changes);
        if let Some(reviewed) = blocked(&audited) {
            return Ok(reviewed);
        }
        let (mut desk, withheld, is_open) = self.desk(task)?;
        if !is_open {
            return Ok(merged(&audited, Default::default(), withheld, gaps(&desk), ""));
        }
        let agent = self.name().to_string();
        let mark = desk.library().fence.mark().to_owned();
        let opening = opening(&mut desk);
        let work = Work {
            title: "What the reviewer did",
            prompt: REVIEWER,
            values: &[("mark", &mark)],
            opening: &opening,
            tools: reviewing(),
            is_done: |desk: &ReviewDesk<'_>| desk.submitted.is_some() || desk.voids.0 >= VOID,
            before: task.before,
            spends: task.spends,
        };
        let mut worked = self.seat.work(&mut desk, work);
        worked.transcript.section(&desk.coverage.to_markdown());
        let (transcript, stop) = worked.ended();
        let transcript = desk.library().redacted(&transcript);
        if let Some(why) = stop {
            return Err(AgentError::Stopped { agent, why: Box::new(why), transcript });
        }
        let Some(given) = desk.submitted.take() else {
            let message = cut(&desk.voids.1.join("; "), 1_000);
            return Err(AgentError::Void { agent, message, transcript });
        };
        Ok(merged(&audited, given, withheld, gaps(&desk), &transcript))
    }
}

impl ModelReviewer {
    /// The desk for `task`, and the verdicts on what its caller may not see; and whether there is anything else.
    fn desk<'t>(
        &self,
        task: &ReviewTask<'t>,
    ) -> Result<(ReviewDesk<'t>, Vec<ClaimVerdict>, bool), AgentError> {
        let caller = reader_of(task);
        let library = Library::new(task.base, caller.clone(), task.seek, task.config, self.seat.fence()?);
        let scope = Scope::of(task, &caller, &library.base);
        let is_open = scope.is_open();
        let changes = scope.changes(task.changes);
        let Scope { head, files, closed, claims, withheld } = scope;
        let mut desk = ReviewDesk::new(library, head, changes, files, claims);
        for path in closed {
            desk.coverage.withhold(path, FOREIGN);
        }
        Ok((desk, withheld, is_open))
    }
}

/// The files that were not shown as a whole.
fn gaps(desk: &ReviewDesk<'_>) -> Vec<(RepoPath, String)> {
    desk.coverage.gaps().into_iter().map(|(path, why)| (path.clone(), why)).collect()
}

/// The first thing that the model is told: what it does not see, the claims with their numbers, the diff.
fn opening(desk: &mut ReviewDesk<'_>) -> String {
    let mut diffs = String::new();
    let mut room = DIFF;
    let mut left = Vec::new();
    for one in desk.differing() {
        if desk.coverage.gaps().iter().any(|(path, why)| **path == one.path && why.contains("demands")) {
            left.push(format!("{}: not for this review to see", one.path));
            continue;
        }
        let shown = show(desk, &one, 0, room);
        if shown.text.contains("[NOT SHOWN") {
            left.push(format!(
                "{}: not all of it; its diff below says how to get the rest, if it can be had",
                one.path
            ));
        }
        room = room.saturating_sub(shown.size);
        let _ = writeln!(diffs, "{}\n", shown.text);
    }
    let mut text = String::from("Review this change.\n");
    if !left.is_empty() {
        let list = desk.library().data("not shown", &left.join("\n"));
        let _ = write!(text, "\nNOT SHOWN to you, and nothing may pass unseen:\n{list}\n");
    }
    let claims = claims(desk);
    let _ = write!(text, "\nThe claims, by number:\n{claims}\n\nThe diff:\n{diffs}");
    text
}

fn claims(desk: &ReviewDesk<'_>) -> String {
    let mut list = String::new();
    for (ChangedClaim { claim, removed }, number) in desk.claims.iter().zip(1..) {
        let removed = if *removed { "REMOVED " } else { "" };
        let cited = cited(desk, &desk.claims[number - 1]);
        let line = format!(
            "{number}. {removed}{}:{} \"{}\"{cited}\n",
            claim.path,
            claim.line,
            cut(&claim.text, 500)
        );
        if list.len() + line.len() > CLAIMS {
            let _ = writeln!(
                list,
                "… up to number {}; the diff has them in order of path and line",
                desk.claims.len()
            );
            break;
        }
        list.push_str(&line);
    }
    desk.library().data("claims", &list)
}

/// The lines that a claim cites.
fn cited(desk: &ReviewDesk<'_>, changed: &ChangedClaim) -> String {
    let vault = if changed.removed { &desk.library().base } else { desk.head() };
    let Some(note) = vault.note(changed.claim.path.as_str()) else { return String::new() };
    let claim = note
        .claims()
        .iter()
        .find(|claim| claim.lines.first() == changed.claim.line && claim.text == changed.claim.text);
    let citations =
        claim.into_iter().flat_map(|claim| claim.citations.iter()).filter_map(|&at| note.citations().get(at));
    let spans: Vec<String> = citations
        .filter_map(|citation| vault.citation_span(note, citation).ok())
        .map(|span| {
            let trust = vault.item(&span.evidence).map_or("unknown", |item| Trust::of(&item.meta).name());
            format!("{span} ({trust})")
        })
        .collect();
    if spans.is_empty() { String::new() } else { format!(" cites {}", spans.join(", ")) }
}

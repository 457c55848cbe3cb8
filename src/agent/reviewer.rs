//! The reviewer on a language model: first kb's own auditor, and only if nothing blocks the model, which goes back to the
//! evidence. Verdicts come from `submit_review` alone, never from prose (I4).

use std::cell::Cell;
use std::fmt::Write as _;

use super::fence::{Entropy, Fence};
use super::library::{Library, caller_for, caller_of};
use super::looking::{Differing, Looking as _};
use super::prompt::{REVIEWER, STEPS};
use super::propose_desk::differing;
use super::review_desk::ReviewDesk;
use super::session::Session;
use super::spending::Limits;
use super::step;
use super::tools::{cut, reviewing, show};
use super::transcript::Transcript;
use crate::evidence::Trust;
use crate::port::{AgentError, Clock, Model, ReviewTask, Reviewed, Reviewer, ToolMode};
use crate::proposal::{AgentName, ChangedClaim, ClaimVerdict, ReviewFinding, Spent, Verdict, changed_claims};
use crate::vault::Vault;
use crate::verify::audit;

/// How many characters of the diff the first call carries.
const DIFF: usize = 24_000;
/// How many characters of claims.
const CLAIMS: usize = 24_000;
/// How often a review may be void before a person is asked.
const VOID: u32 = 3;

/// A reviewer on a language model.
pub struct ModelReviewer {
    model: Box<dyn Model>,
    clock: &'static dyn Clock,
    entropy: Entropy,
    limits: Limits,
    spent: Cell<Spent>,
}

impl ModelReviewer {
    /// A reviewer on `model`; `entropy` gives what its fences are marked with.
    pub fn new(
        model: Box<dyn Model>,
        clock: &'static dyn Clock,
        entropy: Entropy,
        limits: Limits,
    ) -> ModelReviewer {
        ModelReviewer { model, clock, entropy, limits, spent: Cell::default() }
    }
}

impl Reviewer for ModelReviewer {
    fn name(&self) -> AgentName {
        self.model.facts().name.clone()
    }

    fn spent(&self) -> Spent {
        self.spent.get()
    }

    fn review(&self, task: &ReviewTask<'_>) -> Result<Reviewed, AgentError> {
        let audited = audit(task.base, task.head, task.changes);
        if let Some(reviewed) = blocked(&audited) {
            return Ok(reviewed);
        }
        let (mut desk, withheld) = self.desk(task)?;
        if desk.claims.is_empty()
            && desk.coverage.list().all(|(path, _)| withheld.iter().any(|one| one.claim.path == *path))
        {
            return Ok(merged(&audited, withheld, Vec::new(), &desk, String::new()));
        }
        let facts = self.model.facts();
        let agent = facts.name.to_string();
        let session = Session {
            model: self.model.as_ref(),
            clock: self.clock,
            limits: self.limits,
            tools: reviewing(),
            is_done: |desk: &ReviewDesk<'_>| desk.submitted.is_some() || desk.voids.0 >= VOID,
        };
        let mark = desk.library().fence.mark().to_owned();
        let mut system = REVIEWER.with(&[("mark", &mark)]);
        let mut prompts = vec![REVIEWER.id()];
        if facts.tools == ToolMode::JsonSchema {
            let specs: Vec<_> = session.tools.iter().map(|tool| tool.spec.clone()).collect();
            system.push_str(&format!("\n\n{}", STEPS.with(&[("tools", &step::described(&specs))])));
            prompts.push(STEPS.id());
        }
        let opening = opening(&mut desk);
        let mut transcript = Transcript::begin("What the reviewer did", facts, &prompts, &opening);
        let ended = session.run(&mut desk, &system, &opening, &mut transcript);
        self.spent.set(self.spent.get().and(ended.spending.total(facts)));
        transcript.section(&desk.coverage.to_markdown());
        let redacted = |transcript: String| desk.library().redacted(&transcript);
        if let Some(why) = ended.stop {
            let transcript = redacted(transcript.end(&ended.spending, facts, Some(&why)));
            return Err(AgentError::Stopped { agent, why: Box::new(why), transcript });
        }
        let transcript = redacted(transcript.end(&ended.spending, facts, None));
        let Some((mut verdicts, findings)) = desk.submitted.take() else {
            let message = cut(&desk.voids.1.join("; "), 1_000);
            return Err(AgentError::Void { agent, message, transcript });
        };
        verdicts.extend(withheld);
        verdicts.sort_by(|a, b| (&a.claim, a.removed).cmp(&(&b.claim, b.removed)));
        Ok(merged(&audited, verdicts, findings, &desk, transcript))
    }
}

impl ModelReviewer {
    /// The desk for `task`, and the verdicts on what its caller may not see.
    fn desk<'t>(&self, task: &ReviewTask<'t>) -> Result<(ReviewDesk<'t>, Vec<ClaimVerdict>), AgentError> {
        let caller = if task.evidence.is_empty() {
            let notes = task.changes.iter().flat_map(|(path, _)| {
                [task.base, task.head].into_iter().filter_map(|vault| vault.note(path.as_str()))
            });
            caller_for(notes.map(|note| note.access()))
        } else {
            caller_of(task.head, task.evidence)
        };
        let fence = Fence::of(self.entropy, &self.model.facts().name)?;
        let library = Library::new(task.base, caller.clone(), task.seek, task.config, fence);
        let head = task.head.seen_by(&caller);
        let is_seen = |claim: &ChangedClaim| {
            let (whole, seen) = if claim.removed { (task.base, &library.base) } else { (task.head, &head) };
            seen.note(claim.claim.path.as_str()).is_some() || whole.note(claim.claim.path.as_str()).is_none()
        };
        let (claims, hidden): (Vec<ChangedClaim>, Vec<ChangedClaim>) =
            changed_claims(task.base, task.head).into_iter().partition(is_seen);
        let verdict = |changed: ChangedClaim| ClaimVerdict {
            claim: changed.claim,
            removed: changed.removed,
            verdict: Verdict::Unsupported,
            spans: Vec::new(),
            reasons: vec![
                "the note demands a tenant or labels that the evidence of the proposal has not".to_owned(),
            ],
        };
        let withheld: Vec<ClaimVerdict> = hidden.into_iter().map(verdict).collect();
        let files = differing(task.changes);
        let is_hidden = |one: &Differing, whole: &Vault, seen: &Vault| {
            whole.has_file(&one.path) && !seen.has_file(&one.path)
        };
        let mut closed = Vec::new();
        for one in &files {
            if is_hidden(one, task.head, &head) || is_hidden(one, task.base, &library.base) {
                closed.push(one.path.clone());
            }
        }
        let mut desk = ReviewDesk::new(library, head, files, claims);
        for path in closed {
            desk.coverage.withhold(path, "it demands a tenant or labels that the evidence has not");
        }
        Ok((desk, withheld))
    }
}

/// The auditor's review, where something in it stands in the way: then no model is asked.
fn blocked(audited: &Reviewed) -> Option<Reviewed> {
    let is_against = audited.verdicts.iter().any(|verdict| verdict.verdict != Verdict::Supported)
        || audited.findings.iter().any(|finding| finding.blocks);
    is_against.then(|| Reviewed {
        verdicts: audited.verdicts.clone(),
        findings: audited.findings.clone(),
        transcript: format!(
            "kb's own auditor found what stands in the way; no model was asked.\n\n{}",
            audited.transcript
        ),
    })
}

/// The model's word together with what kb says itself. What was not shown as a whole stands in the way.
fn merged(
    audited: &Reviewed,
    verdicts: Vec<ClaimVerdict>,
    given: Vec<ReviewFinding>,
    desk: &ReviewDesk<'_>,
    transcript: String,
) -> Reviewed {
    let mut findings = audited.findings.clone();
    findings.extend(given);
    findings.extend(desk.coverage.gaps().into_iter().map(|(path, why)| ReviewFinding {
        rule: "not-reviewed".to_owned(),
        blocks: true,
        path: path.clone(),
        line: 1,
        message: why,
    }));
    findings.sort_by(|a, b| (&a.path, a.line, &a.rule).cmp(&(&b.path, b.line, &b.rule)));
    let transcript = format!("{}\n\n{transcript}", audited.transcript.trim_end());
    Reviewed { verdicts, findings, transcript }
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

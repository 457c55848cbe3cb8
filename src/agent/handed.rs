//! A reviewer whose word is there already, given elsewhere by the model that `kb.toml` names and signed by nobody. It asks
//! nobody: what it hands on is held to the evidence again, first by kb's own auditor.

use super::scope::{FOREIGN, Scope, blocked, lacks, merged, reader_of};
use crate::check::rules;
use crate::port::{AgentError, ReviewTask, Reviewed, Reviewer};
use crate::proposal::{AgentName, ClaimVerdict, Review, ReviewFinding};
use crate::redact::Redaction;
use crate::verify::audit;

/// The largest transcript that is taken along, in bytes.
const LARGEST: usize = 4 << 20;

/// A review that was handed over unsigned.
pub struct HandedReviewer {
    name: AgentName,
    review: Review,
    transcript: String,
}

impl HandedReviewer {
    /// The word of `name` as `review` has it. Who says of itself that it is somebody else is not believed.
    pub fn new(name: AgentName, review: Review, transcript: String) -> HandedReviewer {
        HandedReviewer { name, review, transcript }
    }

    fn void(&self, message: String) -> AgentError {
        let transcript = self.told();
        AgentError::Void { agent: self.name.to_string(), message, transcript }
    }

    /// Its transcript, as far as it is taken along.
    fn told(&self) -> String {
        let mut end = self.transcript.len().min(LARGEST);
        while !self.transcript.is_char_boundary(end) {
            end -= 1;
        }
        self.transcript[..end].to_owned()
    }
}

impl Reviewer for HandedReviewer {
    fn name(&self) -> AgentName {
        self.name.clone()
    }

    fn review(&self, task: &ReviewTask<'_>) -> Result<Reviewed, AgentError> {
        let audited = audit(task.base, task.head, task.changes);
        if let Some(reviewed) = blocked(&audited) {
            return Ok(reviewed);
        }
        if self.review.reviewer != self.name {
            return Err(self.void(format!("it was given by {}", self.review.reviewer)));
        }
        let caller = reader_of(task);
        let scope = Scope::of(task, &caller, &task.base.seen_by(&caller));
        let gaps = scope.closed.iter().map(|path| (path.clone(), format!("skipped: {FOREIGN}")));
        let gaps: Vec<_> = gaps.collect();
        // What kb says itself is said again by kb here, not taken over.
        let is_given = |one: &&ClaimVerdict| {
            !scope.withheld.iter().any(|own| own.claim == one.claim && own.removed == one.removed)
        };
        let redaction = Redaction::secrets();
        let clean = |text: &str| redaction.text(text).into_owned();
        let verdicts: Vec<ClaimVerdict> = self
            .review
            .verdicts
            .iter()
            .filter(is_given)
            .map(|one| ClaimVerdict {
                reasons: one.reasons.iter().map(|reason| clean(reason)).collect(),
                ..one.clone()
            })
            .collect();
        for one in &verdicts {
            if let Some(what) = lacks(one.verdict, one.removed, &one.spans, &one.reasons) {
                return Err(self.void(format!("{}:{}: {what}", one.claim.path, one.claim.line)));
            }
        }
        let is_own = |one: &&ReviewFinding| {
            rules::find(&one.rule).is_none()
                && !audited.findings.contains(one)
                && !gaps.iter().any(|(path, message)| *path == one.path && *message == one.message)
        };
        let findings = self.review.findings.iter().filter(is_own);
        let findings =
            findings.map(|one| ReviewFinding { message: clean(&one.message), ..one.clone() }).collect();
        Ok(merged(&audited, (verdicts, findings), scope.withheld, gaps, &self.told()))
    }
}

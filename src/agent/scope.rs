//! What of a change a reviewer may see, and what kb says itself of the rest: its own auditor's word, and verdicts against what
//! nobody may look at. Who reviews is for others.

use super::library::{caller_for, caller_of};
use super::looking::Differing;
use super::propose_desk::differing;
use crate::caller::Caller;
use crate::change::ChangeSet;
use crate::path::RepoPath;
use crate::port::{ReviewTask, Reviewed};
use crate::proposal::{ChangedClaim, CitedSpan, ClaimVerdict, ReviewFinding, Verdict, changed_claims};
use crate::vault::Vault;

/// Why a file is not shown to the reviewer.
pub(super) const FOREIGN: &str = "it demands a tenant or labels that the evidence has not";

/// What of a change a reviewer may see.
pub(super) struct Scope {
    /// The head, without what the caller may not see.
    pub head: Vault,
    /// The files that differ.
    pub files: Vec<Differing>,
    /// Those of them that the caller may not see.
    pub closed: Vec<RepoPath>,
    /// The claims to judge.
    pub claims: Vec<ChangedClaim>,
    /// The verdicts on the claims that the caller may not see.
    pub withheld: Vec<ClaimVerdict>,
}

/// Who reviews: of the tenant and with the labels of the evidence; of a person's edits, of those of the notes (I7).
pub(super) fn reader_of(task: &ReviewTask<'_>) -> Caller {
    if !task.evidence.is_empty() {
        return caller_of(task.head, task.evidence);
    }
    let notes = task.changes.iter().flat_map(|(path, _)| {
        [task.base, task.head].into_iter().filter_map(|vault| vault.note(path.as_str()))
    });
    caller_for(notes.map(|note| note.access()))
}

impl Scope {
    /// What `caller` may see of the change; `base` is what they see of the base.
    pub fn of(task: &ReviewTask<'_>, caller: &Caller, base: &Vault) -> Scope {
        let head = task.head.seen_by(caller);
        let is_seen = |claim: &ChangedClaim| {
            let (whole, seen) = if claim.removed { (task.base, base) } else { (task.head, &head) };
            let path = claim.claim.path.as_str();
            seen.note(path).is_some() || whole.note(path).is_none()
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
        let withheld = hidden.into_iter().map(verdict).collect();
        let files = differing(task.changes);
        let is_hidden = |path: &RepoPath| {
            [(task.head, &head), (task.base, base)]
                .into_iter()
                .any(|(whole, seen)| whole.has_file(path) && !seen.has_file(path))
        };
        let closed = files.iter().map(|one| one.path.clone()).filter(is_hidden).collect();
        Scope { head, files, closed, claims, withheld }
    }

    /// What of `changes` the reviewer may see.
    pub fn changes(&self, changes: &ChangeSet) -> ChangeSet {
        let mut seen = ChangeSet::new();
        for (path, change) in changes.iter().filter(|(path, _)| !self.closed.contains(path)) {
            seen.insert(path.clone(), change.clone());
        }
        seen
    }

    /// Whether there is anything that the reviewer can be asked about.
    pub fn is_open(&self) -> bool {
        !self.claims.is_empty() || self.files.iter().any(|one| !self.closed.contains(&one.path))
    }
}

/// The auditor's review, where something in it stands in the way: then nobody else is asked.
pub(super) fn blocked(audited: &Reviewed) -> Option<Reviewed> {
    let is_against = audited.verdicts.iter().any(|verdict| verdict.verdict != Verdict::Supported)
        || audited.findings.iter().any(|finding| finding.blocks);
    is_against.then(|| Reviewed {
        verdicts: audited.verdicts.clone(),
        findings: audited.findings.clone(),
        transcript: format!(
            "kb's own auditor found what stands in the way; nobody else was asked.\n\n{}",
            audited.transcript
        ),
    })
}

/// A reviewer's word together with what kb says itself: the auditor's findings, verdicts on what is `withheld`, and findings
/// on the `gaps`, files that were not seen as a whole, which stand in the way.
pub(super) fn merged(
    audited: &Reviewed,
    (mut verdicts, given): (Vec<ClaimVerdict>, Vec<ReviewFinding>),
    withheld: Vec<ClaimVerdict>,
    gaps: impl IntoIterator<Item = (RepoPath, String)>,
    transcript: &str,
) -> Reviewed {
    verdicts.extend(withheld);
    verdicts.sort_by(|a, b| (&a.claim, a.removed).cmp(&(&b.claim, b.removed)));
    let mut findings = audited.findings.clone();
    findings.extend(given);
    findings.extend(gaps.into_iter().map(|(path, message)| ReviewFinding {
        rule: "not-reviewed".to_owned(),
        blocks: true,
        path,
        line: 1,
        message,
    }));
    findings.sort_by(|a, b| (&a.path, a.line, &a.rule).cmp(&(&b.path, b.line, &b.rule)));
    let transcript = format!("{}\n\n{transcript}", audited.transcript.trim_end());
    Reviewed { verdicts, findings, transcript }
}

/// What a verdict lacks to be worth checking, whoever gives it.
pub(super) fn lacks(
    verdict: Verdict,
    removed: bool,
    spans: &[CitedSpan],
    reasons: &[String],
) -> Option<&'static str> {
    if verdict == Verdict::Supported {
        let is_bare = !removed && !spans.iter().any(|span| span.quote.is_some());
        return is_bare.then_some("`supported` needs lines and the words in them that say it");
    }
    let is_silent = reasons.iter().all(|reason| reason.trim().is_empty());
    is_silent.then_some("say in `reasons` what the lines say instead, or what is missing")
}

//! What becomes of proposals, for one caller: where each stands, what was found wrong with it, and what was decided. A proposal
//! is seen by who may see all of its evidence and every note that it changes; for others there is none.

use super::Workspace;
use super::item::sees;
use super::ledger::{Ledger, LedgerError, Record};
use super::policy::redaction;
use super::proposal::ProposalError;
use super::shelf::Shelf;
use super::target::Target;
use crate::caller::Caller;
use crate::digest::CommitId;
use crate::evidence::EvidenceId;
use crate::note::Note;
use crate::path::RepoPath;
use crate::port::{GitError, GitRead};
use crate::proposal::{ProposalId, State, Verdict};
use crate::redact::{Redact, Redaction};
use crate::vault::is_note;

/// One proposal, as far as a caller may be told.
#[derive(Clone, Debug, PartialEq)]
pub struct Followed {
    /// Its id.
    pub id: ProposalId,
    /// Where it stands.
    pub state: State,
    /// One line: what changes.
    pub title: String,
    /// The last round.
    pub round: u32,
    /// When it was opened.
    pub opened_at: jiff::Timestamp,
    /// The evidence considered.
    pub evidence: Vec<EvidenceId>,
    /// Where people talk about it.
    pub pull_request: Option<String>,
    /// What was found wrong with its last round.
    pub findings: Vec<FollowedFinding>,
    /// Who decided on it.
    pub decided_by: Option<String>,
    /// The merge commit.
    pub merged: Option<CommitId>,
}

/// One thing that a reviewer found wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FollowedFinding {
    /// Where.
    pub place: String,
    /// The verdict on a claim, or the rule.
    pub what: String,
    /// The claim, or what is wrong.
    pub message: String,
    /// Why, in the reviewer's words.
    pub reasons: Vec<String>,
}

/// The proposals that are under way and that `caller` may see, oldest first.
pub fn under_way(workspace: &Workspace<'_>, caller: &Caller) -> Result<Vec<Followed>, ProposalError> {
    let git = workspace.git()?;
    let look = Look::open(workspace, git, caller)?;
    let mut found = Vec::new();
    for id in look.ledger.unfinished() {
        found.extend(look.followed(&look.ledger.record(git, &id)?)?);
    }
    found.retain(|followed| !matches!(followed.state, State::Nothing | State::Merged | State::Closed));
    found.sort_by(|a, b| (a.opened_at, &a.id).cmp(&(b.opened_at, &b.id)));
    Ok(found)
}

/// The proposal `id`; an error where there is none that `caller` may see.
pub fn follow(
    workspace: &Workspace<'_>,
    caller: &Caller,
    id: &ProposalId,
) -> Result<Followed, ProposalError> {
    let git = workspace.git()?;
    let look = Look::open(workspace, git, caller)?;
    let record = look.ledger.find(git, id)?;
    let followed = record.map(|record| look.followed(&record)).transpose()?.flatten();
    followed.ok_or_else(|| LedgerError::NoProposal(id.clone()).into())
}

/// What is needed to look at proposals, read once.
struct Look<'w, 'a> {
    workspace: &'w Workspace<'a>,
    git: &'a dyn GitRead,
    caller: &'w Caller,
    target: Target,
    ledger: Ledger,
    redaction: Redaction,
}

impl<'w, 'a> Look<'w, 'a> {
    fn open(
        workspace: &'w Workspace<'a>,
        git: &'a dyn GitRead,
        caller: &'w Caller,
    ) -> Result<Look<'w, 'a>, ProposalError> {
        let target = Target::read(workspace, git)?;
        let redaction = redaction(workspace, caller)?;
        Ok(Look { workspace, git, caller, target, ledger: Ledger::open(git)?, redaction })
    }

    /// What may be told of `record`; `None` where the caller may not know of it.
    fn followed(&self, record: &Record) -> Result<Option<Followed>, ProposalError> {
        if !self.may_see(record)? {
            return Ok(None);
        }
        let git = self.git;
        let standing = record.standing(git, &self.target.commit)?;
        let round = record.round.round;
        let decided = record.envelope(git, round, crate::proposal::RoundFile::Decision)?;
        let approved = record.envelope(git, round, crate::proposal::RoundFile::Approval)?;
        let approver = approved.and_then(|envelope| envelope.claims::<crate::proposal::Approval>().ok());
        let decision = decided.and_then(|envelope| envelope.claims::<crate::proposal::Decision>().ok());
        let by = approver.map(|approval| approval.approver);
        let mut followed = Followed {
            id: record.proposal.id.clone(),
            state: standing.state(self.target.config.gate.human_approval),
            title: record.round.title.clone(),
            round,
            opened_at: record.proposal.opened_at,
            evidence: record.proposal.evidence.iter().map(|item| item.id.clone()).collect(),
            pull_request: record.pull(git)?.map(|pull| pull.url),
            findings: self.findings(record)?,
            decided_by: by.or_else(|| decision.map(|decision| decision.reviewer.to_string())),
            merged: record.merged(git)?.map(|merged| merged.commit),
        };
        followed.redact(&self.redaction);
        Ok(Some(followed))
    }

    fn findings(&self, record: &Record) -> Result<Vec<FollowedFinding>, ProposalError> {
        let mut findings = Vec::new();
        for review in
            [record.review(self.git, record.round.round)?, record.human(self.git, record.round.round)?]
                .into_iter()
                .flatten()
        {
            let wrong = review.verdicts.iter().filter(|verdict| verdict.verdict != Verdict::Supported);
            findings.extend(wrong.map(|verdict| FollowedFinding {
                place: format!("{}:{}", verdict.claim.path, verdict.claim.line),
                what: verdict.verdict.name().to_owned(),
                message: verdict.claim.text.clone(),
                reasons: verdict.reasons.clone(),
            }));
            findings.extend(review.findings.iter().map(|finding| FollowedFinding {
                place: format!("{}:{}", finding.path, finding.line),
                what: finding.rule.clone(),
                message: finding.message.clone(),
                reasons: Vec::new(),
            }));
        }
        Ok(findings)
    }

    fn may_see(&self, record: &Record) -> Result<bool, ProposalError> {
        if self.caller.is_owner() {
            return Ok(true);
        }
        let shelf = Shelf::at(self.workspace, &self.target.commit)?;
        for item in &record.proposal.evidence {
            if !sees(&shelf, self.caller, item.id.as_str())? {
                return Ok(false);
            }
        }
        let Some(head) = &record.round.head else { return Ok(!record.proposal.evidence.is_empty()) };
        let base = &record.round.base;
        let changed = match self.git.changed_paths(base, head) {
            Ok(changed) => changed,
            // What is not here cannot say who may see it.
            Err(GitError::MissingObject(_) | GitError::NoRevision(_) | GitError::Other { .. }) => {
                return Ok(false);
            }
            Err(error) => return Err(error.into()),
        };
        for path in changed {
            let path = String::from_utf8(path).ok().and_then(|path| RepoPath::new(path).ok());
            let Some(path) = path.filter(|path| is_note(&self.target.layout, path)) else { return Ok(false) };
            for commit in [base, head] {
                let Some(bytes) = self.git.file(commit, &path)? else { continue };
                if !self.caller.may_see(&Note::parse(path.clone(), &bytes).access()) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

impl Redact for Followed {
    fn redact(&mut self, redaction: &Redaction) {
        self.title.redact(redaction);
        self.findings.redact(redaction);
    }
}

impl Redact for FollowedFinding {
    fn redact(&mut self, redaction: &Redaction) {
        self.message.redact(redaction);
        self.reasons.redact(redaction);
    }
}

//! What the audit found, as data.

use serde::Serialize;

use crate::digest::CommitId;
use crate::finding::Severity;
use crate::ops::target::Target;
use crate::proposal::ProposalId;

/// What an audit found.
#[derive(Clone, Debug, Serialize)]
pub struct AuditReport {
    /// The ref that was replayed.
    #[serde(rename = "ref")]
    pub target: String,
    /// Where it stands.
    pub head: CommitId,
    /// The commit that brought `kb.toml`, with which the audit begins; `None` when none did.
    pub start: Option<CommitId>,
    /// Whether all of the history since then could be replayed.
    pub complete: bool,
    /// How many commits stand on what.
    pub examined: Examined,
    /// What is wrong, oldest first.
    pub findings: Vec<AuditFinding>,
}

/// How many commits of the history are what.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Examined {
    /// All.
    pub commits: usize,
    /// Merges that a valid decision carries.
    pub decided: usize,
    /// Commits that only add evidence.
    pub evidence: usize,
    /// Commits that change neither knowledge nor evidence.
    pub other: usize,
    /// Commits that change knowledge with no valid decision.
    pub undecided: usize,
}

/// What one commit stands on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// A valid decision.
    Decided(ProposalId),
    /// It only adds evidence.
    Evidence,
    /// It changes neither knowledge nor evidence.
    Other,
    /// It changes knowledge, and nothing carries it.
    Undecided,
}

/// One commit, judged.
#[derive(Clone, Debug)]
pub struct Judged {
    /// What it stands on.
    pub standing: Standing,
    /// What is wrong with it.
    pub findings: Vec<AuditFinding>,
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AuditFinding {
    /// Its stable name.
    pub rule: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// The commit.
    pub commit: Option<CommitId>,
    /// What is wrong, one line.
    pub message: String,
}

impl AuditReport {
    pub(super) fn new(target: &Target) -> AuditReport {
        AuditReport {
            target: target.name.clone(),
            head: target.commit.clone(),
            start: None,
            complete: true,
            examined: Examined::default(),
            findings: Vec::new(),
        }
    }

    pub(super) fn add(
        &mut self,
        rule: &'static str,
        severity: Severity,
        commit: Option<&CommitId>,
        message: String,
    ) {
        self.findings.push(AuditFinding { rule, severity, commit: commit.cloned(), message });
    }

    pub(super) fn cannot_verify(&mut self, commit: Option<CommitId>, why: &str) {
        self.complete = false;
        self.add("cannot-verify", Severity::Error, commit.as_ref(), format!("cannot verify: {why}"));
    }

    pub(super) fn take(&mut self, judged: Judged) {
        self.examined.commits += 1;
        match judged.standing {
            Standing::Decided(_) => self.examined.decided += 1,
            Standing::Evidence => self.examined.evidence += 1,
            Standing::Other => self.examined.other += 1,
            Standing::Undecided => self.examined.undecided += 1,
        }
        self.findings.extend(judged.findings);
    }

    /// Whether anything is wrong enough to fail.
    pub fn fails(&self) -> bool {
        self.findings.iter().any(|finding| finding.severity == Severity::Error)
    }
}

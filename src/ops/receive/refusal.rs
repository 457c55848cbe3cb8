//! Why a push is refused: one stable name each, a sentence, and what to do.

use serde::Serialize;
use thiserror::Error;

use crate::config::PushRole;
use crate::digest::CommitId;
use crate::finding::Severity;
use crate::ops::audit::{AuditFinding, Unproven};
use crate::ops::gate::Refusal;

/// One reason why a push is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PushRefusal {
    /// A line of standard input is none that git would write.
    #[error("line {0} of what is pushed cannot be read")]
    Malformed(usize),
    /// The server does not say who pushes.
    #[error("the server does not say who pushes: none of {0} is set")]
    Unnamed(String),
    /// Two variables name two people.
    #[error("the server names two who push: {0}")]
    TwoNames(String),
    /// The name has no role.
    #[error("`{0}` has no role here")]
    NoRole(String),
    /// The role may not do this there.
    #[error("the {} {what} {place}", .role.name())]
    NotAllowed {
        /// The role.
        role: PushRole,
        /// What it may not do.
        what: &'static str,
        /// Where.
        place: &'static str,
    },
    /// Nothing is kept under this name.
    #[error("nothing is kept under such a name")]
    NoPlace,
    /// The ref stands elsewhere than the pusher says.
    #[error("it is not where the pusher takes it to be")]
    Moved,
    /// It would lose commits.
    #[error("it would lose commits: only what stands on {0} may follow")]
    NotForward(String),
    /// It is no commit.
    #[error("{0} is no commit")]
    NotACommit(String),
    /// Main does not exist yet.
    #[error("there is no main yet")]
    NoMain,
    /// `kb.toml` of main cannot be used.
    #[error("{0}")]
    Policy(String),
    /// The working branch has no commit in common with main.
    #[error("it has no commit in common with main")]
    NoHistory,
    /// What the gate refuses of the tree.
    #[error("{0}")]
    Tree(Refusal),
    /// The same, of a commit on the way there.
    #[error("commit {}: {refusal}", .commit.short())]
    Commit {
        /// The commit.
        commit: CommitId,
        /// Why.
        refusal: Refusal,
    },
    /// A working branch that holds work which is neither merged nor given up.
    #[error("its commits are part of neither main nor a closed proposal")]
    Unfinished,
    /// A commit of main that no decision carries.
    #[error("commit {}: {why}", .commit.short())]
    Unproven {
        /// The commit.
        commit: CommitId,
        /// Why.
        why: Unproven,
    },
    /// A commit of main which only a maintainer may make.
    #[error("commit {}, \"{subject}\", changes {path} with no proposal", .commit.short())]
    ByHand {
        /// The commit.
        commit: CommitId,
        /// The first line of its message.
        subject: String,
        /// One path that it changes.
        path: String,
    },
    /// What the audit finds wrong with a commit of main.
    #[error("commit {}: {message}", .commit.short())]
    Audit {
        /// The audit's rule.
        rule: &'static str,
        /// The commit.
        commit: CommitId,
        /// What is wrong.
        message: String,
    },
    /// A record of the ledger changes or goes.
    #[error("{0} is recorded already; the ledger only grows")]
    LedgerRewritten(String),
    /// A file that the ledger does not know.
    #[error("{0} is no file of the ledger")]
    LedgerPath(String),
    /// A file that is another role's to write.
    #[error("{path} is not the {}'s to write", .role.name())]
    LedgerRole {
        /// The file.
        path: String,
        /// The role that pushes.
        role: PushRole,
    },
    /// A file whose signature, binding or content does not hold.
    #[error("{path}: {why}")]
    LedgerForged {
        /// The file.
        path: String,
        /// What does not hold.
        why: String,
    },
}

impl PushRefusal {
    /// What the audit found, where it fails.
    pub(super) fn of(finding: &AuditFinding, commit: &CommitId) -> Option<PushRefusal> {
        (finding.severity == Severity::Error).then(|| PushRefusal::Audit {
            rule: finding.rule,
            commit: commit.clone(),
            message: finding.message.clone(),
        })
    }

    /// Its stable name.
    pub fn name(&self) -> &'static str {
        match self {
            PushRefusal::Malformed(_) => "malformed",
            PushRefusal::Unnamed(_) => "unnamed-pusher",
            PushRefusal::TwoNames(_) => "two-pushers",
            PushRefusal::NoRole(_) => "no-role",
            PushRefusal::NotAllowed { .. } => "not-allowed",
            PushRefusal::NoPlace => "no-such-place",
            PushRefusal::Moved => "moved",
            PushRefusal::NotForward(_) => "not-fast-forward",
            PushRefusal::NotACommit(_) => "not-a-commit",
            PushRefusal::NoMain => "no-main",
            PushRefusal::Policy(_) => "policy-unreadable",
            PushRefusal::NoHistory => "no-common-history",
            PushRefusal::Tree(refusal) | PushRefusal::Commit { refusal, .. } => refusal.name(),
            PushRefusal::Unfinished => "unfinished",
            PushRefusal::Unproven { .. } => "no-valid-decision",
            PushRefusal::ByHand { .. } => "by-hand",
            PushRefusal::Audit { rule, .. } => rule,
            PushRefusal::LedgerRewritten(_) => "ledger-rewritten",
            PushRefusal::LedgerPath(_) => "ledger-path",
            PushRefusal::LedgerRole { .. } => "ledger-role",
            PushRefusal::LedgerForged { .. } => "ledger-forged",
        }
    }

    /// What to do about it.
    pub fn help(&self) -> String {
        match self {
            PushRefusal::Malformed(_) => "only git runs this hook, with a line `old new ref` for each ref",
            PushRefusal::Unnamed(_) | PushRefusal::TwoNames(_) => {
                "whoever runs the server: `pusher` in kb/server.toml names the variables that it sets"
            }
            PushRefusal::NoRole(_) => {
                "whoever runs the server: [roles] in kb/server.toml says who has which role"
            }
            PushRefusal::NotAllowed { role: PushRole::Reviewer, .. } => {
                "a reviewer signs; the merger takes what it signed into the ledger"
            }
            PushRefusal::NotAllowed { .. } => {
                "push only what is this role's; kb/server.toml on the server has the roles"
            }
            PushRefusal::NoPlace => {
                "working branches are kb/proposal/<id> and kb/reorg/<id>/<part>, the ledger is kb/ledger"
            }
            PushRefusal::Moved => "`git fetch`, then push again",
            PushRefusal::NotForward(_) => "`git fetch`, put your commits on what is there, and push again",
            PushRefusal::NotACommit(_) => "push a commit",
            PushRefusal::NoMain => "a maintainer pushes main first",
            PushRefusal::Policy(_) => "a maintainer mends kb.toml on main",
            PushRefusal::NoHistory => "make the proposal on main: `git fetch`, then `kb propose`",
            PushRefusal::Commit { .. } => {
                "make the branch again without that commit, such as with `git rebase -i`"
            }
            PushRefusal::Tree(refusal) => return refusal.help("ID"),
            PushRefusal::Unfinished => {
                "`kb merge` or `kb proposal close` ends it, and the ledger must say so here"
            }
            PushRefusal::Unproven {
                why:
                    Unproven::NoRecord(_)
                    | Unproven::NoDecision(_)
                    | Unproven::Refused(Refusal::NotReviewed),
                ..
            } => {
                "push kb/ledger, with the decision in it, along with main or before it"
            }
            PushRefusal::Unproven { .. } => "review and merge it again: `kb review`, then `kb merge`",
            PushRefusal::ByHand { .. } => {
                "`kb propose --edits` makes a proposal of it; else a maintainer pushes it"
            }
            PushRefusal::Audit { rule: "hand-made", .. } => "`kb propose --edits` makes a proposal of it",
            PushRefusal::Audit { .. } => "take that commit out of what is pushed",
            PushRefusal::LedgerRewritten(_) => "`git fetch`, then record it anew on top of what is there",
            PushRefusal::LedgerPath(_) => {
                "kb writes the ledger; a server with an older kb does not know newer files"
            }
            PushRefusal::LedgerRole { .. } => {
                "who pushes as merger takes reviews and decisions into the ledger"
            }
            PushRefusal::LedgerForged { .. } => {
                "`git log kb/ledger` shows who wrote it; start from what the server has"
            }
        }
        .to_owned()
    }
}

/// A refusal as reports carry it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RefusedUpdate {
    /// The ref; `None` where it is about the push as a whole.
    #[serde(rename = "ref")]
    pub reference: Option<String>,
    /// Its stable name.
    pub name: &'static str,
    /// One sentence.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl RefusedUpdate {
    pub(super) fn of(reference: Option<&str>, refusal: &PushRefusal) -> RefusedUpdate {
        RefusedUpdate {
            reference: reference.map(str::to_owned),
            name: refusal.name(),
            message: refusal.to_string(),
            help: refusal.help(),
        }
    }
}

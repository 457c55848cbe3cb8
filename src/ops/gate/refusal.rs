//! Why the gate says no: one stable name each, a sentence, and what to do. Tests and messages name them.

use serde::Serialize;
use thiserror::Error;

/// One reason why a proposal does not pass the gate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// A file of the evidence is not what it was (I1).
    #[error("{0}")]
    EvidenceChanged(String),
    /// A file that is neither knowledge nor new evidence changes: policy, workflows, scripts, anything.
    #[error("`{0}` lies outside the knowledge; a proposal changes notes and adds evidence, nothing else")]
    OutsideKnowledge(String),
    /// A symbolic link.
    #[error("`{0}` would become a symbolic link")]
    Symlink(String),
    /// A submodule.
    #[error("`{0}` would become a submodule")]
    Submodule(String),
    /// A file with the run bit.
    #[error("`{0}` would become executable")]
    Executable(String),
    /// A path that kb cannot name.
    #[error("`{0}` is a path that no other system can hold")]
    BadPath(String),
    /// A derived file: summaries are built after the merge, never proposed.
    #[error("`{0}` is derived; only the build after a merge writes it")]
    DerivedFile(String),
    /// A note that vouches for itself.
    #[error("`{path}` writes `{key}`: trust that a file claims about itself is worth nothing")]
    SelfAssertedTrust {
        /// The note.
        path: String,
        /// The key of its front matter.
        key: String,
    },
    /// The merged tree has errors that the base has not.
    #[error("{path}:{line}: {rule}: {message}")]
    CheckFailed {
        /// The rule.
        rule: String,
        /// The file.
        path: String,
        /// The line.
        line: u32,
        /// What is wrong.
        message: String,
    },
    /// Nobody decided.
    #[error("nobody has reviewed this head")]
    NotReviewed,
    /// The reviewer said no, or left it to a person who has not spoken.
    #[error("the review ended `{0}`")]
    NotApproved(&'static str),
    /// `kb.toml` of the base names no key whose decisions count.
    #[error("kb.toml of the base names no reviewer key, so no decision can count")]
    NoKeys,
    /// No key that counts has signed the decision, or it cannot be read.
    #[error("the decision is not signed by a reviewer key of the base: {0}")]
    ForgedDecision(String),
    /// The decision is about something else.
    #[error("the decision was made for {0}")]
    ReusedDecision(String),
    /// Commits came after the review.
    #[error("the working branch moved after the review: it was judged at {judged} and is at {now}")]
    HeadMoved {
        /// The commit that was judged.
        judged: String,
        /// Where the branch is.
        now: String,
    },
    /// Main moved on the same notes.
    #[error("main moved on the same notes since the review: {0}")]
    StaleBase(String),
    /// A rule of the forge stands in the way.
    #[error("the forge does not merge it: {0}")]
    Forge(String),
    /// Merging gives another tree than the one that was decided on.
    #[error("merging gives another tree than the one that was decided on")]
    TreeDiffers,
    /// Proposer and reviewer are of one model family (I3).
    #[error("proposer and reviewer are both of the family `{0}`")]
    SameFamily(String),
    /// One agent or person in two roles.
    #[error("{0}")]
    SelfReview(String),
    /// The review in the ledger is not the one that was decided on.
    #[error("the review in the ledger is not the one that the decision was made on")]
    ReviewAltered,
    /// A changed claim without a verdict, or a verdict that is void (I4).
    #[error("{0}")]
    UncoveredClaim(String),
    /// A claim that the reviewer did not find supported.
    #[error("{path}:{line} is {verdict}: \"{text}\"")]
    UnsupportedClaim {
        /// The note.
        path: String,
        /// The line.
        line: u32,
        /// The verdict.
        verdict: &'static str,
        /// The claim.
        text: String,
    },
    /// A part of a reorganisation would lose something without a reason that holds.
    #[error("it would lose {0}")]
    UnexplainedLoss(String),
    /// A part of a reorganisation whose plan is not in the ledger.
    #[error("the ledger has no plan {0}, of which it is a part")]
    NoPlan(String),
    /// A person must approve, and nobody has.
    #[error("kb.toml of the base asks for a person's approval, and nobody has approved")]
    NeedsApproval,
    /// The change is of a kind that a person must approve, and nobody has.
    #[error("kb.toml of the base asks for a person by [gate.risk], and nobody has approved: {0}")]
    NeedsPerson(String),
    /// A person said no.
    #[error("{0} rejected it")]
    RejectedByPerson(String),
    /// No approver key has signed the approval.
    #[error("the approval is not signed by an approver key of the base: {0}")]
    ForgedApproval(String),
}

impl Refusal {
    /// Its stable name.
    pub fn name(&self) -> &'static str {
        match self {
            Refusal::EvidenceChanged(_) => "evidence-changed",
            Refusal::OutsideKnowledge(_) => "outside-knowledge",
            Refusal::Symlink(_) => "symlink",
            Refusal::Submodule(_) => "submodule",
            Refusal::Executable(_) => "executable",
            Refusal::BadPath(_) => "bad-path",
            Refusal::DerivedFile(_) => "derived-file",
            Refusal::SelfAssertedTrust { .. } => "self-asserted-trust",
            Refusal::CheckFailed { .. } => "check-failed",
            Refusal::NotReviewed => "not-reviewed",
            Refusal::NotApproved(_) => "not-approved",
            Refusal::NoKeys => "no-keys",
            Refusal::ForgedDecision(_) => "forged-decision",
            Refusal::ReusedDecision(_) => "reused-decision",
            Refusal::HeadMoved { .. } => "head-moved",
            Refusal::StaleBase(_) => "stale-base",
            Refusal::Forge(_) => "forge",
            Refusal::TreeDiffers => "tree-differs",
            Refusal::SameFamily(_) => "same-family",
            Refusal::SelfReview(_) => "self-review",
            Refusal::ReviewAltered => "review-altered",
            Refusal::UncoveredClaim(_) => "uncovered-claim",
            Refusal::UnsupportedClaim { .. } => "unsupported-claim",
            Refusal::UnexplainedLoss(_) => "unexplained-loss",
            Refusal::NoPlan(_) => "no-plan",
            Refusal::NeedsApproval => "needs-approval",
            Refusal::NeedsPerson(_) => "needs-person",
            Refusal::RejectedByPerson(_) => "rejected-by-person",
            Refusal::ForgedApproval(_) => "forged-approval",
        }
    }

    /// What to do about it, in the proposal `id`.
    pub fn help(&self, id: &str) -> String {
        match self {
            Refusal::EvidenceChanged(_) => {
                "evidence is append-only: take that change out of the branch; corrected evidence is added as a new item"
                    .to_owned()
            }
            Refusal::OutsideKnowledge(_) => {
                "take that file out of the branch; policy and scripts are changed by people, on main".to_owned()
            }
            Refusal::Symlink(_) | Refusal::Submodule(_) | Refusal::Executable(_) | Refusal::BadPath(_) => {
                "make it a plain file with a plain name".to_owned()
            }
            Refusal::DerivedFile(_) => "take it out of the branch; `kb build` writes it".to_owned(),
            Refusal::SelfAssertedTrust { .. } => {
                "take the key out; `kb why` and `kb audit` answer from the ledger".to_owned()
            }
            Refusal::CheckFailed { .. } => {
                format!("mend it on its working branch, or propose again: `kb propose {id}`, then `kb review {id}`")
            }
            Refusal::NotReviewed | Refusal::HeadMoved { .. } | Refusal::ReviewAltered => format!("`kb review {id}`"),
            Refusal::UncoveredClaim(_) | Refusal::UnsupportedClaim { .. } | Refusal::TreeDiffers => {
                format!("propose and review again: `kb propose {id}`, then `kb review {id}`")
            }
            Refusal::Forge(_) => {
                "`kb github doctor` shows the rules of the forge; once they are met, run it again".to_owned()
            }
            Refusal::StaleBase(_) => format!("`kb review {id}` proposes it again on main as it is now, and reviews that"),
            Refusal::NotApproved("escalated") | Refusal::NeedsApproval | Refusal::NeedsPerson(_) => {
                format!("a person decides: `kb proposal show {id}`, then `kb review {id} --human`, or `kb review --approve {id}` or `--reject {id}`")
            }
            Refusal::NotApproved(_) | Refusal::RejectedByPerson(_) => {
                format!("`kb proposal show {id}` says why; `kb propose {id}` tries again, `kb proposal close {id}` gives up")
            }
            Refusal::NoKeys => {
                "`kb init` makes keys and writes the public halves into kb.toml; commit kb.toml on main".to_owned()
            }
            Refusal::ForgedDecision(_) | Refusal::ReusedDecision(_) => {
                format!("somebody wrote to the ledger by hand, or keys were changed: `git log kb/ledger`; then `kb propose {id}` and `kb review {id}` make a decision that counts")
            }
            Refusal::SameFamily(_) => {
                "set [roles] in kb.toml so that proposer and reviewer are of different families; `kb review --allow-same-family` tries it out, and merging it takes `allow_same_family = true` in [gate]".to_owned()
            }
            Refusal::UnexplainedLoss(_) => {
                format!("`kb reorg status` shows all of it; `kb review {id} --human` lets a person judge it, `kb proposal close {id}` leaves the part as it is")
            }
            Refusal::NoPlan(_) => "fetch the ledger from where the reorganisation runs".to_owned(),
            Refusal::SelfReview(_) => "somebody else must review or approve it".to_owned(),
            Refusal::ForgedApproval(_) => format!("`kb review --approve {id}` where an approver key is"),
        }
    }
}

/// A refusal as reports carry it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refused {
    /// Its stable name.
    pub name: &'static str,
    /// One sentence.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl Refused {
    /// The refusal of the proposal `id`.
    pub fn of(refusal: &Refusal, id: &str) -> Refused {
        Refused { name: refusal.name(), message: refusal.to_string(), help: refusal.help(id) }
    }
}

//! Failures of the main job, from proposing to asking why: what each means for a person.

use super::Failure;
use crate::ops::audit::AuditError;
use crate::ops::deliveries::DeliveriesError;
use crate::ops::ledger::LedgerError;
use crate::ops::merge::MergeError;
use crate::ops::okf::OkfError;
use crate::ops::policy::CallerError;
use crate::ops::proposal::ProposalError;
use crate::ops::propose::ProposeError;
use crate::ops::read::ReadError;
use crate::ops::review::ReviewError;
use crate::ops::summaries::SummariesError;
use crate::ops::target::TargetError;
use crate::ops::why::WhyError;
use crate::port::GitError;

impl From<TargetError> for Failure {
    fn from(error: TargetError) -> Failure {
        match error {
            TargetError::NoRepository => Failure::environment(error.to_string())
                .hint("`kb init` makes one here, or `-C DIR` names another folder"),
            TargetError::NoBranch { ref branch } => {
                let hint = format!(
                    "commit something on it (`kb init --commit`), or name your branch in kb.toml: [gate] branch, now \"{branch}\""
                );
                Failure::environment(error.to_string()).hint(hint)
            }
            TargetError::Git(error) => error.into(),
            TargetError::Workspace(error) => error.into(),
        }
    }
}

impl From<CallerError> for Failure {
    fn from(error: CallerError) -> Failure {
        let message = error.to_string();
        match error {
            CallerError::Workspace(error) => error.into(),
            CallerError::Unknown { is_in_tree: true, .. } => Failure::usage(message)
                .hint("kb.toml of the working tree has it, but who may read what is decided by what is committed on that branch: commit it there"),
            CallerError::Unknown { name, .. } => Failure::usage(message).hint(format!(
                "`[callers.{}]` with `tenant` and `labels` in kb.toml makes one",
                if name.contains(|c: char| !(c.is_ascii_alphanumeric() || "-_".contains(c))) {
                    format!("{name:?}")
                } else {
                    name
                }
            )),
        }
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Failure {
        let message = error.to_string();
        match error {
            ReadError::Nothing(_) => Failure::usage(message).hint("`kb tree` shows what there is"),
            ReadError::Ambiguous { .. } => Failure::usage(message).hint("name one by its path"),
            ReadError::NoPart { path, .. } => {
                Failure::usage(message).hint(format!("`kb read {path} --level 1` shows what it has"))
            }
            ReadError::Damaged { .. } => {
                Failure::environment(message).hint("`kb check` says what else is wrong with the evidence")
            }
            ReadError::FolderPart(_) | ReadError::NotANote(_) => Failure::usage(message),
            ReadError::NotAFolder(path) => Failure::usage(message).hint(format!("`kb read {path}` reads it")),
            ReadError::Build(error) => error.into(),
            ReadError::Workspace(error) => error.into(),
        }
    }
}

impl From<SummariesError> for Failure {
    fn from(error: SummariesError) -> Failure {
        let message = error.to_string();
        match error {
            SummariesError::Target(error) => error.into(),
            SummariesError::Workspace(error) => error.into(),
            SummariesError::Git(error) => error.into(),
            SummariesError::Busy(_) => Failure::environment(message),
        }
    }
}

impl From<LedgerError> for Failure {
    fn from(error: LedgerError) -> Failure {
        let message = error.to_string();
        match error {
            LedgerError::Git(error) => error.into(),
            LedgerError::Unreadable { .. } => Failure::environment(message).hint(
                "`git log kb/ledger` shows who wrote it; `git revert` in that branch takes a bad change out",
            ),
            LedgerError::Rewritten { .. } => Failure::environment(message).hint(
                "another kb was at work on the same proposal; `kb proposal list` shows where it stands",
            ),
            LedgerError::NoProposal(_) => Failure::usage(message),
            LedgerError::Busy(_) => Failure::environment(message),
        }
    }
}

impl From<ProposeError> for Failure {
    fn from(error: ProposeError) -> Failure {
        let message = error.to_string();
        match error {
            ProposeError::Target(error) => error.into(),
            ProposeError::Ledger(error) => error.into(),
            ProposeError::Git(error) => moved(error),
            ProposeError::Workspace(error) => error.into(),
            ProposeError::Files(error) => error.into(),
            ProposeError::Agent(error) => error.into(),
            ProposeError::Uncommitted { .. } => Failure::usage(message).hint(
                "`kb add --commit` commits what it adds; or `git add evidence && git commit`, and merge it",
            ),
            ProposeError::NoEvidence(_) => {
                Failure::usage(message).hint("the folders below evidence/ are named after the items")
            }
            ProposeError::Edits(_) => {
                Failure::usage(message).hint("edit the notes again on top of main, then `kb propose --edits`")
            }
            ProposeError::Part { ref part, .. } => {
                let next = format!("`kb reorg run --part {part}` makes it again");
                Failure::usage(message).hint(next)
            }
        }
    }
}

/// A working branch or the ledger that moved meanwhile: somebody else is at work, nothing is lost.
fn moved(error: GitError) -> Failure {
    match error {
        GitError::RefMoved(_) => {
            Failure::environment(error.to_string()).hint("another kb is at work; run it again")
        }
        error => error.into(),
    }
}

impl From<ReviewError> for Failure {
    fn from(error: ReviewError) -> Failure {
        let message = error.to_string();
        match error {
            ReviewError::Target(error) => error.into(),
            ReviewError::Ledger(error) => error.into(),
            ReviewError::Git(error) => moved(error),
            ReviewError::Workspace(error) => error.into(),
            ReviewError::Agent(error) => error.into(),
            ReviewError::Propose(error) => (*error).into(),
            ReviewError::KeyNotNamed { role, .. } => Failure::usage(message).hint(format!(
                "`kb init` writes it into kb.toml as [keys] {role}; commit kb.toml, then run it again"
            )),
            ReviewError::Unjudged { id, .. } => Failure::usage(message).hint(format!(
                "say `kb review {id} --human --verdict supported`, or one claim after the other: `--verdict PATH:LINE=unsupported`"
            )),
            ReviewError::NoSuchClaim { .. } => Failure::usage(message),
            ReviewError::Refused { id, refusal } => {
                Failure::findings(format!("{id} [{}]: {refusal}", refusal.name()))
                    .hint(refusal.help(id.as_str()))
            }
        }
    }
}

impl From<MergeError> for Failure {
    fn from(error: MergeError) -> Failure {
        let message = error.to_string();
        match error {
            MergeError::Target(error) => error.into(),
            MergeError::Ledger(error) => error.into(),
            MergeError::Git(error) => error.into(),
            MergeError::Workspace(error) => error.into(),
            MergeError::Forge(fault) => fault.into(),
            MergeError::Remote(fault) => fault.into(),
            MergeError::NotAsJudged { .. } => Failure::findings(message),
            MergeError::Busy(_) => Failure::environment(message),
        }
    }
}

impl From<ProposalError> for Failure {
    fn from(error: ProposalError) -> Failure {
        let message = error.to_string();
        match error {
            ProposalError::Target(error) => error.into(),
            ProposalError::Ledger(error) => error.into(),
            ProposalError::Git(error) => moved(error),
            ProposalError::Workspace(error) => error.into(),
            ProposalError::Ended { .. } => Failure::usage(message),
        }
    }
}

impl From<AuditError> for Failure {
    fn from(error: AuditError) -> Failure {
        match error {
            AuditError::Target(error) => error.into(),
            AuditError::Ledger(error) => error.into(),
            AuditError::Git(error) => error.into(),
            AuditError::Workspace(error) => error.into(),
        }
    }
}

impl From<DeliveriesError> for Failure {
    fn from(error: DeliveriesError) -> Failure {
        match error {
            DeliveriesError::Log(fault) => Failure::environment(fault.to_string())
                .hint("look at the folder's permissions and at the room on the disk"),
            DeliveriesError::Workspace(error) => error.into(),
            DeliveriesError::Why(error) => error.into(),
        }
    }
}

impl From<WhyError> for Failure {
    fn from(error: WhyError) -> Failure {
        let message = error.to_string();
        match error {
            WhyError::NoNote(_) => Failure::usage(message)
                .hint("paths are written as in this repository, such as `knowledge/billing/refunds.md:12`"),
            WhyError::NoLine { .. } => Failure::usage(message),
            WhyError::Ledger(error) => error.into(),
            WhyError::Git(error) => error.into(),
            WhyError::Workspace(error) => error.into(),
            WhyError::Files(error) => error.into(),
            WhyError::Read(error) => error.into(),
        }
    }
}

impl From<OkfError> for Failure {
    fn from(error: OkfError) -> Failure {
        let message = error.to_string();
        match error {
            OkfError::Source(_) => Failure::environment(message),
            OkfError::NoFolder(_) | OkfError::Empty(_) => Failure::usage(message).hint(
                "an archive is unpacked first; `kb okf check` without a folder looks at this knowledge",
            ),
            OkfError::NotKnowledge(_) => {
                Failure::usage(message).hint("name a folder below knowledge, such as `--into knowledge/acme`")
            }
            OkfError::Files(error) => error.into(),
            OkfError::Workspace(error) => error.into(),
            OkfError::Why(error) => (*error).into(),
        }
    }
}

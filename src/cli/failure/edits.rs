//! Failures of the commands that show links and edit notes: what each means for a person.

use super::Failure;
use crate::edit::rename::RenameError;
use crate::ops::cite::CiteError;
use crate::ops::fix::FixError;
use crate::ops::links::LinksError;
use crate::ops::mv::MoveError;
use crate::ops::new::NewError;

impl From<LinksError> for Failure {
    fn from(error: LinksError) -> Failure {
        let message = error.to_string();
        match error {
            LinksError::Workspace(error) => error.into(),
            LinksError::NothingThere { .. } => {
                Failure::usage(message).hint("without a path, `kb links` lists every link")
            }
        }
    }
}

impl From<MoveError> for Failure {
    fn from(error: MoveError) -> Failure {
        let message = error.to_string();
        match error {
            MoveError::Workspace(error) => error.into(),
            MoveError::Rename(error) => {
                let failure = Failure::usage(message);
                match error {
                    RenameError::Missing(_) | RenameError::Same(_) | RenameError::IntoItself { .. } => {
                        failure
                    }
                    RenameError::Evidence(_) => {
                        failure.hint("`kb add` takes in what is new; what cites the old item stays true")
                    }
                    RenameError::KnowledgeFolder(_) => failure
                        .hint("move it with git, and name the new folder in kb.toml: [layout] knowledge"),
                    RenameError::OutsideKnowledge(_) | RenameError::Hidden(_) => {
                        failure.hint("nothing was changed; `git mv` moves files out of the knowledge")
                    }
                    RenameError::Exists(_) | RenameError::Collides { .. } => {
                        failure.hint("nothing was changed; choose another name, or move that one away first")
                    }
                    RenameError::Unportable { path, .. } => {
                        failure.hint(format!("nothing was changed; `{}` would do", path.made_portable()))
                    }
                    RenameError::Ending { .. } => failure.hint("keep the ending"),
                    RenameError::Unwritable(_) => failure.hint(
                        "nothing was changed; change or remove that link first, or choose another name",
                    ),
                    RenameError::Adopts { .. } => failure.hint(
                        "nothing was changed; `--adopt` moves all the same, `kb links` shows such links",
                    ),
                    RenameError::NotWhole(_) => failure
                        .hint("nothing was changed; run it again, or raise [check] max_bytes in kb.toml"),
                }
            }
            MoveError::NothingThere { .. } => {
                Failure::usage(message).hint("`kb links` shows which notes there are")
            }
            MoveError::NoPlace(_) => {
                Failure::usage(message).hint("write a path such as knowledge/billing/refunds.md")
            }
            MoveError::Ignored(_) => Failure::usage(message)
                .hint("nothing was changed; `git check-ignore -v PATH` names the line to change"),
            MoveError::Immovable(_) => {
                Failure::usage(message).hint("nothing was changed; move it with git first")
            }
        }
    }
}

impl From<FixError> for Failure {
    fn from(error: FixError) -> Failure {
        let message = error.to_string();
        match error {
            FixError::Workspace(error) => error.into(),
            FixError::UnknownRule(_) => Failure::usage(message).hint("`kb explain` lists the rules"),
            FixError::NothingThere(_) => {
                Failure::usage(message).hint("without a path, `kb fix` mends everywhere")
            }
        }
    }
}

impl From<NewError> for Failure {
    fn from(error: NewError) -> Failure {
        let message = error.to_string();
        match error {
            NewError::Workspace(error) => error.into(),
            NewError::Place(RenameError::OutsideKnowledge(_) | RenameError::Hidden(_)) => {
                Failure::usage(message).hint("write a path such as knowledge/billing/refunds.md")
            }
            NewError::Place(error) => MoveError::Rename(error).into(),
            NewError::Exists { existing, .. } => {
                Failure::usage(message).hint(format!("edit `{existing}`, or choose another title"))
            }
            NewError::NoName(_) => {
                Failure::usage(message).hint("write a path instead, such as billing/refund-policy.md")
            }
            NewError::NoPlace(_) => {
                Failure::usage(message).hint("write a path such as knowledge/billing/refunds.md")
            }
            NewError::Ignored(_) => {
                Failure::usage(message).hint("`git check-ignore -v PATH` names the line to change")
            }
            NewError::Shadows { .. } => Failure::usage(message)
                .hint("nothing was written; write more of the path in that link, or choose another name"),
        }
    }
}

impl From<CiteError> for Failure {
    fn from(error: CiteError) -> Failure {
        let message = error.to_string();
        match error {
            CiteError::Workspace(error) => error.into(),
            CiteError::Unknown { .. } | CiteError::Several { .. } => Failure::usage(message)
                .hint("evidence is named by its id, such as 2026-11-30-call-3f9a2c:12-14"),
            CiteError::Damaged { .. } => {
                Failure::usage(message).hint("`kb check` says more; restore it from git")
            }
            CiteError::NoLine { .. } => Failure::usage(message),
            CiteError::NoNote(_) => {
                Failure::usage(message).hint("`--from` takes a note, such as billing/refunds.md")
            }
            CiteError::Label(_) => {
                Failure::usage(message).hint("a word or a number will do, such as `--label window`")
            }
        }
    }
}

//! `kb hook pre-receive`: judges a push on the server, all of it or nothing. Policy and keys are those of main as it stands
//! there, never of what is pushed. It moves nothing: git does, when the hook has said yes.

mod advance;
mod ledger;
mod place;
mod pusher;
mod refusal;
mod reorganisation;
mod update;
mod working;

pub use pusher::Pusher;
pub use refusal::{PushRefusal, RefusedUpdate};
pub use update::Update;

use std::cell::OnceCell;

use serde::Serialize;
use thiserror::Error;

use super::audit::AuditError;
use super::ledger::{Ledger, LedgerError};
use super::merge::MergeError;
use super::target::Target;
use super::{Workspace, WorkspaceError};
use crate::config::{Config, PushRole};
use crate::digest::CommitId;
use crate::port::{GitError, GitRead};
use crate::proposal::LEDGER_REF;
use place::{Act, Place};

/// What a push came to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PushReport {
    /// Everything that is wrong; nothing is taken unless it is empty.
    pub refused: Vec<RefusedUpdate>,
    /// What the pusher should know all the same.
    pub notes: Vec<String>,
}

/// Says why a push could not be judged; it is not taken then.
#[derive(Debug, Error)]
pub enum ReceiveError {
    /// Git could not do it.
    #[error(transparent)]
    Git(#[from] GitError),
    /// The ledger cannot be used.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// A vault or policy could not be read.
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
    /// The gate could not work.
    #[error(transparent)]
    Gate(#[from] MergeError),
    /// The audit could not work.
    #[error(transparent)]
    Audit(#[from] AuditError),
}

/// The report of a push that is refused before any ref is looked at.
pub fn refused(refusal: &PushRefusal) -> PushReport {
    PushReport { refused: vec![RefusedUpdate::of(None, refusal)], notes: Vec::new() }
}

/// Judges what `pusher` pushes. `git` must see the objects of the push.
pub fn receive(
    workspace: &Workspace<'_>,
    git: &dyn GitRead,
    pusher: &Pusher,
    updates: &[Update],
) -> Result<PushReport, ReceiveError> {
    let name = git.head_branch()?;
    let main = git.reference(&name)?;
    let mut report = PushReport::default();
    let base = match main.as_ref().map(|commit| base(workspace, &name, commit)).transpose() {
        Ok(base) => base,
        Err(WorkspaceError::Config(error)) if pusher.role == PushRole::Maintainer => {
            report.notes.push(format!("{error}; until it is mended, the defaults hold"));
            let layout = Config::default().layout().map_err(WorkspaceError::Config)?;
            main.clone().map(|commit| Target {
                name: name.clone(),
                commit,
                config: Config::default(),
                layout,
            })
        }
        Err(WorkspaceError::Config(error)) => return Ok(refused(&PushRefusal::Policy(error.to_string()))),
        Err(error) => return Err(error.into()),
    };
    let after = |name: &str, now: Option<CommitId>| {
        updates.iter().find(|update| update.name == name).map_or(now, |update| update.new.clone())
    };
    let push = Push {
        workspace,
        git,
        role: pusher.role,
        main_after: after(&name, main),
        ledger_after: after(LEDGER_REF, git.reference(LEDGER_REF)?),
        name,
        base,
        ledger: OnceCell::new(),
    };
    for update in updates {
        let refusals = push.judge(update, &mut report.notes)?;
        let told = refusals.iter().map(|refusal| RefusedUpdate::of(Some(&update.name), refusal));
        report.refused.extend(told);
    }
    Ok(report)
}

fn base(workspace: &Workspace<'_>, name: &str, commit: &CommitId) -> Result<Target, WorkspaceError> {
    let (config, layout) = (workspace.config_at(commit)?, workspace.layout_at(commit)?);
    Ok(Target { name: name.to_owned(), commit: commit.clone(), config, layout })
}

/// A push, and the repository that it goes to.
struct Push<'a> {
    workspace: &'a Workspace<'a>,
    git: &'a dyn GitRead,
    role: PushRole,
    /// The full name of main's ref.
    name: String,
    /// Main as it stands, and the policy there; `None` before it exists.
    base: Option<Target>,
    /// Where main stands afterwards.
    main_after: Option<CommitId>,
    /// Where the ledger stands afterwards.
    ledger_after: Option<CommitId>,
    /// The ledger as it stands afterwards, read when it is asked for.
    ledger: OnceCell<Ledger>,
}

impl Push<'_> {
    fn judge(&self, update: &Update, notes: &mut Vec<String>) -> Result<Vec<PushRefusal>, ReceiveError> {
        let Some(place) = Place::of(&update.name, &self.name) else { return Ok(vec![PushRefusal::NoPlace]) };
        let act = match (&update.old, &update.new) {
            (_, None) => Act::Remove,
            (None, Some(_)) => Act::Create,
            (Some(_), Some(_)) => Act::Move,
        };
        if !place.is_open_to(self.role, act) {
            let what = match act {
                Act::Create => "may not create",
                Act::Move => "may not move",
                Act::Remove => "may not remove",
            };
            return Ok(vec![PushRefusal::NotAllowed { role: self.role, what, place: place.shown() }]);
        }
        if place == Place::Tag {
            return Ok(Vec::new());
        }
        // What the pusher says of the old value is a word of theirs until git moves the ref.
        if self.git.reference(&update.name)? != update.old {
            return Ok(vec![PushRefusal::Moved]);
        }
        let Some(new) = &update.new else { return self.removed(&place, update) };
        if self.git.commit(new).is_err() {
            return Ok(vec![PushRefusal::NotACommit(new.short().to_owned())]);
        }
        // A later round of a proposal stands on main anew: only working branches are rewritten.
        if let (Some(old), false) = (&update.old, matches!(place, Place::Working(_)))
            && !self.git.is_ancestor(old, new)?
        {
            return Ok(vec![PushRefusal::NotForward(old.short().to_owned())]);
        }
        match place {
            Place::Main => self.advance(update.old.as_ref(), new, notes),
            Place::Ledger => self.ledger(update.old.as_ref(), new),
            Place::Working(_) => self.working(update.old.as_ref(), new),
            Place::Branch | Place::Tag => Ok(Vec::new()),
        }
    }

    /// A branch that goes: a merger may tidy up what is merged or closed, and nothing else.
    fn removed(&self, place: &Place, update: &Update) -> Result<Vec<PushRefusal>, ReceiveError> {
        let (Place::Working(branch), PushRole::Merger, Some(tip)) = (place, self.role, &update.old) else {
            return Ok(Vec::new());
        };
        if let Some(main) = &self.main_after
            && self.git.is_ancestor(tip, main)?
        {
            return Ok(Vec::new());
        }
        let record = self.ledger_after()?.find(self.git, &branch.proposal())?;
        let is_closed = record.is_some_and(|record| record.has(crate::proposal::RoundFile::Closed));
        Ok(if is_closed { Vec::new() } else { vec![PushRefusal::Unfinished] })
    }

    /// The ledger as it stands after the push.
    fn ledger_after(&self) -> Result<&Ledger, ReceiveError> {
        if let Some(ledger) = self.ledger.get() {
            return Ok(ledger);
        }
        let ledger = Ledger::at(self.git, self.ledger_after.as_ref())?;
        Ok(self.ledger.get_or_init(|| ledger))
    }
}

//! `kb why`: which evidence a claim rests on, who proposed, reviewed and approved it, and when. What history does not
//! say is told as unknown, with the reason (I13); a commit's own trailers are never believed.

mod origin;
mod page;
mod report;

pub use report::{Cited, Provenance, WhyReport};

use std::collections::BTreeMap;

use thiserror::Error;

use super::audit::{Unproven, Witness, witness};
use super::gate::tiers;
use super::ledger::{Ledger, LedgerError};
use super::{Workspace, WorkspaceError};
use crate::caller::Caller;
use crate::digest::{CommitId, Sha256Hex};
use crate::note::Claim;
use crate::ops::policy::redaction;
use crate::ops::read::{Place, ReadError, Wanted, place};
use crate::path::RepoPath;
use crate::port::{CommitInfo, FilesError, GitError, GitRead, IndexStore};
use crate::proposal::{Review, RoundFile, Verdict};
use crate::redact::Redact as _;
use crate::text::LineRange;
use crate::uri::Uri;
use origin::Origin;
use page::Page;

/// Says why nothing could be told.
#[derive(Debug, Error)]
pub enum WhyError {
    /// No such note, or none that the caller may see.
    #[error("there is no note `{0}`")]
    NoNote(String),
    /// The note has no such line.
    #[error("`{path}` has {count} lines; there is no line {line}")]
    NoLine {
        /// The note.
        path: RepoPath,
        /// The line asked for.
        line: u32,
        /// How many there are.
        count: u32,
    },
    /// The ledger cannot be used.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// Git could not do it.
    #[error(transparent)]
    Git(#[from] GitError),
    /// A policy could not be read.
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
    /// The note could not be read.
    #[error(transparent)]
    Files(#[from] FilesError),
    /// No one note answers to the name.
    #[error(transparent)]
    Read(#[from] ReadError),
}

/// Tells where the claims of a note come from: those at `lines`, or all.
///
/// `typed` is the path as a person types it: with or without the knowledge folder, with or without `.md`.
pub fn why(
    workspace: &Workspace<'_>,
    caller: &Caller,
    typed: &str,
    lines: Option<LineRange>,
) -> Result<WhyReport, WhyError> {
    let page = page_of(workspace, caller, typed, lines)?;
    let path = page.note.path.clone();
    let mut history = History::open(workspace)?;
    let mut claims = Vec::new();
    for claim in page.claims_at(lines) {
        let mut provenance = Provenance::new(&page, claim, caller);
        history.tell(&page, claim, &mut provenance)?;
        claims.push(provenance);
    }
    claims.redact(&redaction(workspace, caller)?);
    let uri = Uri::new(page.note.access().tenant, path.clone()).to_string();
    Ok(WhyReport { path, uri, commit: None, lines, line: lines.map(LineRange::first), claims })
}

/// Tells where the claims come from of the note that the first of `wanted` leads to, as main has it: those at the lines that
/// were asked for, or all. `typed` is how the caller named it.
pub fn why_of(
    workspace: &Workspace<'_>,
    store: &dyn IndexStore,
    caller: &Caller,
    typed: &str,
    wanted: &[Wanted],
) -> Result<WhyReport, WhyError> {
    let (place, commit) = place(workspace, store, caller, typed, wanted)?;
    let Place::Note(note, lines) = place else { return Err(WhyError::NoNote(typed.to_owned())) };
    let page = match &commit {
        Some(commit) => Page::at(workspace, commit, *note)?,
        None => match Page::read(workspace, note.path.as_str())? {
            Some(page) => page,
            None => return Err(WhyError::NoNote(typed.to_owned())),
        },
    };
    let path = page.note.path.clone();
    let uri = Uri::new(page.note.access().tenant, path.clone()).to_string();
    let mut history = History::open_at(workspace, commit.clone())?;
    let mut claims = Vec::new();
    for claim in page.claims_at(lines) {
        workspace.go_on()?;
        let mut provenance = Provenance::new(&page, claim, caller);
        history.tell(&page, claim, &mut provenance)?;
        claims.push(provenance);
    }
    claims.redact(&redaction(workspace, caller)?);
    Ok(WhyReport { path, uri, commit, lines, line: lines.map(LineRange::first), claims })
}

/// The claims of a note as it stands, those at `lines` or all, with its path.
pub(in crate::ops) fn standing(
    workspace: &Workspace<'_>,
    caller: &Caller,
    typed: &str,
    lines: Option<LineRange>,
) -> Result<(RepoPath, Vec<Claim>), WhyError> {
    let page = page_of(workspace, caller, typed, lines)?;
    Ok((page.note.path.clone(), page.claims_at(lines).into_iter().cloned().collect()))
}

/// The note that `typed` names and `caller` may see, with the lines asked for.
fn page_of(
    workspace: &Workspace<'_>,
    caller: &Caller,
    typed: &str,
    lines: Option<LineRange>,
) -> Result<Page, WhyError> {
    let page = Page::read(workspace, typed)?
        .filter(|page| caller.may_see(&page.note.access()))
        .ok_or_else(|| WhyError::NoNote(typed.to_owned()))?;
    let (path, count) = (page.note.path.clone(), page.note.lines.line_count());
    match lines.map(LineRange::last).filter(|&line| line > count) {
        Some(line) => Err(WhyError::NoLine { path, line, count }),
        None => Ok(page),
    }
}

/// What git and ledger have to say of many notes, one after the other.
pub struct Chronicle<'a>(History<'a>);

impl<'a> Chronicle<'a> {
    /// Reads what is asked for every note.
    pub fn open(workspace: &'a Workspace<'a>) -> Result<Chronicle<'a>, WhyError> {
        Ok(Chronicle(History::open(workspace)?))
    }

    /// Where the claims of the note at `path` come from; none of a note that is not there, or that `caller` may not see.
    pub fn claims(&mut self, caller: &Caller, path: &str) -> Result<Vec<Provenance>, WhyError> {
        let page = Page::read(self.0.workspace, path)?;
        let Some(page) = page.filter(|page| caller.may_see(&page.note.access())) else {
            return Ok(Vec::new());
        };
        let mut claims = Vec::new();
        for claim in page.claims_at(None) {
            let mut provenance = Provenance::new(&page, claim, caller);
            self.0.tell(&page, claim, &mut provenance)?;
            claims.push(provenance);
        }
        Ok(claims)
    }
}

/// What git and ledger have to say, read once.
struct History<'a> {
    workspace: &'a Workspace<'a>,
    state: Result<State<'a>, &'static str>,
    merges: BTreeMap<CommitId, Option<CommitId>>,
}

struct State<'a> {
    git: &'a dyn GitRead,
    /// The commit in which the note stands: mostly the one that is checked out.
    head: CommitId,
    /// The ref that the gate moves.
    target: String,
    /// Its first-parent history, newest first, and whether it ends at a shallow boundary.
    main: (Vec<CommitId>, bool),
    ledger: Ledger,
}

impl<'a> History<'a> {
    fn open(workspace: &'a Workspace<'a>) -> Result<History<'a>, WhyError> {
        History::open_at(workspace, None)
    }

    /// The history of what stands in `commit`; `None`: in the commit that is checked out.
    fn open_at(workspace: &'a Workspace<'a>, commit: Option<CommitId>) -> Result<History<'a>, WhyError> {
        let state = State::open(workspace, commit)?;
        Ok(History { workspace, state, merges: BTreeMap::new() })
    }

    /// Completes `provenance` with what history says of `claim`.
    fn tell(&mut self, page: &Page, claim: &Claim, provenance: &mut Provenance) -> Result<(), WhyError> {
        let state = match &self.state {
            Ok(state) => state,
            Err(reason) => {
                provenance.unknown = Some((*reason).to_owned());
                return Ok(());
            }
        };
        let origin = origin::origin(state.git, &state.head, &page.note, claim)?;
        let commit = match origin {
            Origin::Commit(commit) => commit,
            Origin::Unknown(reason) => {
                provenance.unknown = Some(reason);
                return Ok(());
            }
        };
        let merge = match self.merges.get(&commit) {
            Some(merge) => merge.clone(),
            None => {
                let merge = state.brought_by(&commit)?;
                self.merges.insert(commit.clone(), merge.clone());
                merge
            }
        };
        let info = state.git.commit(merge.as_ref().unwrap_or(&commit))?;
        provenance.time = Some(info.time);
        let Some(merge) = merge else {
            let branch = state.target.trim_start_matches("refs/heads/");
            provenance.unknown = Some(format!(
                "not part of {branch}: unreviewed, written by {} <{}> in {}",
                info.author.name,
                info.author.email,
                commit.short()
            ));
            provenance.commit = Some(commit);
            return Ok(());
        };
        provenance.commit = Some(merge.clone());
        match state.witness(self.workspace, &info)? {
            Ok(witness) => state.attest(&witness, claim, provenance)?,
            Err(unproven) => provenance.unknown = Some(unreviewed(&unproven, &info, &merge)),
        }
        Ok(())
    }
}

fn unreviewed(unproven: &Unproven, info: &CommitInfo, commit: &CommitId) -> String {
    let author = format!("{} <{}>", info.author.name, info.author.email);
    match unproven {
        Unproven::NoProposal => format!("unreviewed, written by {author} in {}", commit.short()),
        unproven => format!(
            "unreviewed: {} claims a decision that does not hold ({unproven}); committed by {author}",
            commit.short()
        ),
    }
}

impl<'a> State<'a> {
    fn open(
        workspace: &Workspace<'a>,
        commit: Option<CommitId>,
    ) -> Result<Result<State<'a>, &'static str>, WhyError> {
        let Some(git) = workspace.git else { return Ok(Err("this folder is not in a git repository")) };
        let head = match commit.map_or_else(|| git.resolve("HEAD"), Ok) {
            Ok(head) => head,
            Err(GitError::NoCommits | GitError::NoRevision(_)) => {
                return Ok(Err("the repository has no commit yet"));
            }
            Err(error) => return Err(error.into()),
        };
        let target = format!("refs/heads/{}", workspace.config.gate.branch);
        // Without the gate's branch there is no merge to find; the branch that is checked out is asked instead.
        let tip = git.reference(&target)?.unwrap_or_else(|| head.clone());
        let main = git.first_parents(&tip, None)?;
        Ok(Ok(State { git, head, target, main, ledger: Ledger::open(git)? }))
    }

    /// The commit of main's first-parent history that brought `commit`: the oldest one that has it.
    fn brought_by(&self, commit: &CommitId) -> Result<Option<CommitId>, GitError> {
        let (mut with, mut without) = (0, self.main.0.len());
        if without == 0 || !self.git.is_ancestor(commit, &self.main.0[0])? {
            return Ok(None);
        }
        // Newest first: those that have it come before those that have not.
        while with + 1 < without {
            let middle = usize::midpoint(with, without);
            if self.git.is_ancestor(commit, &self.main.0[middle])? {
                with = middle;
            } else {
                without = middle;
            }
        }
        Ok(Some(self.main.0[with].clone()))
    }

    fn witness(
        &self,
        workspace: &Workspace<'_>,
        info: &CommitInfo,
    ) -> Result<Result<Witness, Unproven>, WhyError> {
        let Some(parent) = info.parents.first() else { return Ok(Err(Unproven::NoProposal)) };
        let config = workspace.config_at(parent)?;
        let risks = |main: &CommitId, head: &CommitId| {
            tiers(workspace, self.git, &config.gate.risk, main, head).map_err(WhyError::from)
        };
        witness(self.git, &self.ledger, &config, &self.target, info, risks)
    }

    /// Fills in what the verified decision and its review say of `claim`.
    fn attest(&self, witness: &Witness, claim: &Claim, provenance: &mut Provenance) -> Result<(), WhyError> {
        let decision = &witness.decision;
        let sealed = witness.record.envelope(self.git, witness.round, RoundFile::Decision)?;
        provenance.proposal = Some(decision.proposal.clone());
        provenance.pull_request = witness.record.pull(self.git)?.map(|pull| pull.url);
        provenance.proposer = Some(decision.proposer.to_string());
        provenance.reviewer = Some(decision.reviewer.to_string());
        provenance.decision = sealed.map(|envelope| envelope.sha256());
        provenance.decided_at = Some(decision.decided_at);
        provenance.approved_by = Some(match &witness.approval {
            Some(approval) => approval.approver.clone(),
            None => decision.reviewer.to_string(),
        });
        let bytes = witness.record.file_of(self.git, witness.round, RoundFile::Review)?.unwrap_or_default();
        let review: Option<Review> = serde_json::from_slice(&bytes).ok();
        let Some(review) = review.filter(|_| Sha256Hex::of(&bytes) == decision.review) else {
            provenance.unknown = Some("the ledger has lost the review that was decided on".to_owned());
            return Ok(());
        };
        provenance.verdict = verdict(&review, claim, &provenance.path);
        if provenance.verdict.is_none() {
            provenance.unknown =
                Some(format!("the review of {} does not name this claim", decision.proposal));
        }
        Ok(())
    }
}

/// The verdict on the words of `claim`, of the same note where it stands in several.
fn verdict(review: &Review, claim: &Claim, path: &RepoPath) -> Option<Verdict> {
    let hash = claim.hash();
    let mut verdicts =
        review.verdicts.iter().filter(|verdict| !verdict.removed && verdict.claim.hash == hash);
    let first = verdicts.clone().next();
    verdicts.find(|verdict| verdict.claim.path == *path).or(first).map(|verdict| verdict.verdict)
}

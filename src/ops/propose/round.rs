//! Opening a round: the draft becomes a commit, is held to fence and check, and only then branch and ledger move.

use super::{Action, FileChange, ProposeError, Proposed};
use crate::digest::CommitId;
use crate::ops::Workspace;
use crate::ops::gate::{Refused, fence_draft, new_errors, self_asserted};
use crate::ops::ledger::{Entry, LedgerError, Record};
use crate::ops::target::Target;
use crate::path::RepoPath;
use crate::port::{Draft, GitError, GitRead, GitWrite, NewCommit, Person, RefUpdate, fault};
use crate::proposal::{
    AgentName, EvidenceRef, Proposal, ProposalId, RECORD_VERSION, Round, RoundFile, State, Trailers,
    WorkingBranch, changed_claims, considered_path, proposal_path, round_path,
};
use crate::redact::Redaction;
use crate::text::FilePatch;
use crate::vault::Vault;
use crate::yaml;

/// A draft with everything that its round records.
#[derive(Debug)]
pub struct Opening {
    /// The proposal.
    pub id: ProposalId,
    /// The branch that it works on.
    pub branch: WorkingBranch,
    /// The commit that the draft was made against.
    pub base: CommitId,
    /// What the ledger has of it already.
    pub previous: Option<Record>,
    /// The evidence that it rests on.
    pub evidence: Vec<EvidenceRef>,
    /// Who made the draft.
    pub proposer: AgentName,
    /// The draft.
    pub draft: Draft,
    /// What else the ledger gets in the same step.
    pub beside: Vec<(RepoPath, Vec<u8>)>,
}

impl Opening {
    fn number(&self) -> u32 {
        self.previous.as_ref().map_or(1, |record| record.round.round + 1)
    }
}

/// Writes the round, unless the draft is refused, changes nothing against the last round, or `dry_run` says so.
pub fn open_round(
    workspace: &Workspace<'_>,
    git: &dyn GitWrite,
    target: &Target,
    base: &Vault,
    opening: Opening,
    dry_run: bool,
) -> Result<Proposed, ProposeError> {
    let person = git.user()?;
    let draft = &opening.draft;
    let mut proposed = described(git, &opening)?;
    if draft.changes.is_empty() {
        if !dry_run {
            record(workspace, git, &opening, None, &proposed.diff, &person)?;
            // What an earlier round proposed is withdrawn as a whole.
            move_branch(git, &opening.branch, None)?;
        }
        return Ok(proposed);
    }
    let head = base.with_changes(&draft.changes);
    let mut refusals = fence_draft(&draft.changes, &target.layout);
    refusals.extend(self_asserted(base, &head));
    refusals.extend(new_errors(base, &head, &target.config));
    let changed = changed_claims(base, &head);
    proposed.claims.1 = changed.iter().filter(|claim| claim.removed).count();
    proposed.claims.0 = changed.len() - proposed.claims.1;
    if !refusals.is_empty() {
        let refused = refusals.iter().map(|refusal| Refused::of(refusal, opening.id.as_str())).collect();
        return Ok(Proposed { action: Action::Refused, refused, ..proposed });
    }
    if let Some(record) = same_as_before(git, &opening, &proposed.diff)? {
        let state = record.standing(git, &target.commit)?.state(target.config.gate.human_approval);
        return Ok(Proposed::unchanged(record, state));
    }
    if dry_run {
        return Ok(proposed);
    }
    let commit = git.write_commit(&NewCommit {
        parents: std::slice::from_ref(&opening.base),
        changes: &draft.changes,
        message: &message(&opening),
        person: &person,
        time: workspace.clock.now(),
    })?;
    let commit = made_before(git, &opening, &commit)?.unwrap_or(commit);
    fault::point("propose.before-branch");
    move_branch(git, &opening.branch, Some(&commit))?;
    fault::point("propose.after-branch");
    record(workspace, git, &opening, Some(commit.clone()), &proposed.diff, &person)?;
    fault::point("propose.after-ledger");
    proposed.head = Some(commit);
    Ok(proposed)
}

fn message(opening: &Opening) -> String {
    let trailers = Trailers {
        proposal: Some(opening.id.clone()),
        base: Some(opening.base.clone()),
        evidence: opening.evidence.iter().map(|item| item.id.clone()).collect(),
        proposer: Some(opening.proposer.to_string()),
        ..Trailers::default()
    };
    trailers.message(&opening.draft.title, &opening.draft.summary)
}

/// The last round's record, when it stands on the same base and says the same.
fn same_as_before<'o>(
    git: &dyn GitRead,
    opening: &'o Opening,
    diff: &str,
) -> Result<Option<&'o Record>, LedgerError> {
    let Some(record) = &opening.previous else { return Ok(None) };
    let Some(head) = record.round.head.as_ref().filter(|_| record.round.base == opening.base) else {
        return Ok(None);
    };
    let branch = git.reference(&opening.branch.reference())?;
    let recorded = record.file(git, RoundFile::Diff)?;
    let is_same = branch.as_ref() == Some(head) && recorded.as_deref() == Some(diff.as_bytes());
    Ok(is_same.then_some(record))
}

/// The earlier round on the same base that proposed the same tree; an empty draft is none.
pub fn repeated(git: &dyn GitRead, opening: &Opening) -> Result<Option<u32>, ProposeError> {
    let Some(record) = &opening.previous else { return Ok(None) };
    if opening.draft.changes.is_empty() || record.round.base != opening.base {
        return Ok(None);
    }
    let diff = described(git, opening)?.diff;
    for round in record.rounds() {
        let is_on_base = record.round_of(git, round)?.is_some_and(|round| round.base == opening.base);
        let recorded = record.file_of(git, round, RoundFile::Diff)?;
        if is_on_base && recorded.as_deref() == Some(diff.as_bytes()) {
            return Ok(Some(round));
        }
    }
    Ok(None)
}

/// The commit that the working branch stands at where it is this very draft: of a run that died before it wrote the
/// ledger, or of one that does the same at this moment. Both end with one commit.
fn made_before(
    git: &dyn GitRead,
    opening: &Opening,
    commit: &CommitId,
) -> Result<Option<CommitId>, GitError> {
    let known = opening.previous.as_ref().and_then(|record| record.round.head.as_ref());
    let Some(branch) = git.reference(&opening.branch.reference())?.filter(|branch| Some(branch) != known)
    else {
        return Ok(None);
    };
    let is_same = git.tree(&branch)? == git.tree(commit)?
        && git.commit(&branch)?.parents == git.commit(commit)?.parents;
    Ok(is_same.then_some(branch))
}

/// Moves the working branch to `commit`; `None` removes it.
fn move_branch(
    git: &dyn GitWrite,
    branch: &WorkingBranch,
    commit: Option<&CommitId>,
) -> Result<(), GitError> {
    let name = branch.reference();
    let expected = git.reference(&name)?;
    if expected.as_ref() == commit {
        return Ok(());
    }
    git.update_refs(&[RefUpdate { name: &name, expected: expected.as_ref(), new: commit, log: "kb propose" }])
}

/// Records the round, and with the first one the proposal.
fn record(
    workspace: &Workspace<'_>,
    git: &dyn GitWrite,
    opening: &Opening,
    head: Option<CommitId>,
    diff: &str,
    person: &Person,
) -> Result<(), LedgerError> {
    let now = workspace.clock.now();
    let draft = &opening.draft;
    let proposal = match &opening.previous {
        Some(record) => record.proposal.clone(),
        None => Proposal {
            version: Proposal::version_for(&opening.branch),
            id: opening.id.clone(),
            title: draft.title.clone(),
            opened_at: now,
            base: opening.base.clone(),
            head: head.clone(),
            evidence: opening.evidence.clone(),
            proposer: opening.proposer.clone(),
            branch: opening.branch.part().map(|_| opening.branch.clone()),
        },
    };
    let number = opening.number();
    let round = Round {
        version: RECORD_VERSION,
        round: number,
        opened_at: now,
        title: draft.title.clone(),
        base: opening.base.clone(),
        head,
        proposer: opening.proposer.clone(),
    };
    let path = |file| round_path(&proposal, number, file);
    let transcript =
        format!("# {}\n\n{}\n\n{}\n", draft.title, draft.summary.trim(), draft.transcript.trim());
    let mut entry = Entry::new(format!("{}: round {number}: {}", opening.id, draft.title))
        .file(path(RoundFile::Round), yaml::to_string(&round))
        .file(path(RoundFile::Proposer), Redaction::secrets().text(&transcript).into_owned());
    if !diff.is_empty() {
        entry = entry.file(path(RoundFile::Diff), diff);
    }
    if opening.previous.is_none() {
        entry = entry.file(proposal_path(&proposal), yaml::to_string(&proposal));
    }
    for (path, bytes) in &opening.beside {
        entry = entry.file(path.clone(), bytes.clone());
    }
    // A reorganisation looks at what was considered long ago, and leaves to `kb propose` what was not.
    if !opening.proposer.family.is_person() && opening.branch.part().is_none() {
        for item in &opening.evidence {
            entry = entry.file(considered_path(item, &opening.id), Vec::new());
        }
    }
    entry.append(git, person, now)
}

fn described(git: &dyn GitRead, opening: &Opening) -> Result<Proposed, GitError> {
    let draft = &opening.draft;
    let (mut files, mut diff) = (Vec::new(), String::new());
    for (path, change) in draft.changes.iter() {
        let moved_away = change.after.is_none()
            && draft.changes.iter().any(|(_, other)| other.moved_from.as_ref() == Some(path));
        if moved_away {
            continue;
        }
        let from = change.moved_from.as_ref().unwrap_or(path);
        let old = git.file(&opening.base, from)?;
        let patch = FilePatch {
            old_path: old.as_ref().map(|_| from.as_str()),
            new_path: change.after.as_ref().map(|_| path.as_str()),
            old: old.as_deref().unwrap_or_default(),
            new: change.after.as_deref().unwrap_or_default(),
        };
        let (added, removed) = patch.counts();
        let kind = match (&change.moved_from, &old, &change.after) {
            (Some(_), ..) => "moved",
            (None, None, _) => "added",
            (None, _, None) => "removed",
            _ => "changed",
        };
        diff.push_str(&patch.unified());
        files.push(FileChange { path: path.clone(), from: change.moved_from.clone(), kind, added, removed });
    }
    let nothing = draft.changes.is_empty();
    let action = match (nothing, &opening.previous) {
        (true, _) => Action::Nothing,
        (false, None) => Action::Opened,
        (false, Some(_)) => Action::Updated,
    };
    Ok(Proposed {
        id: opening.id.clone(),
        action,
        title: draft.title.clone(),
        summary: draft.summary.clone(),
        round: opening.number(),
        state: if nothing { State::Nothing } else { State::Open },
        evidence: opening.evidence.iter().map(|item| item.id.clone()).collect(),
        head: None,
        branch: opening.branch.to_string(),
        claims: (0, 0),
        files,
        diff,
        refused: Vec::new(),
    })
}

//! `kb propose --edits`: what a person changed below the knowledge folder, against the base, as a proposal.

use std::collections::BTreeSet;

use super::{Opening, ProposeError, ProposeOptions, Proposed, open_round};
use crate::change::ChangeSet;
use crate::digest::Sha256Hex;
use crate::ops::Workspace;
use crate::ops::ledger::Ledger;
use crate::ops::target::Target;
use crate::path::RepoPath;
use crate::port::{Draft, GitRead, GitWrite};
use crate::proposal::{AgentName, EvidenceRef, Family, ProposalId, State, WorkingBranch, changed_claims};
use crate::vault::Vault;

/// Makes a proposal of the working tree's changes; `None` when there are none.
pub(super) fn propose_edits(
    workspace: &Workspace<'_>,
    git: &dyn GitWrite,
    target: &Target,
    base: &Vault,
    ledger: &Ledger,
    options: &ProposeOptions,
) -> Result<Option<Proposed>, ProposeError> {
    let changes = edited(workspace, git, target)?;
    if changes.is_empty() {
        return Ok(None);
    }
    let person = git.user()?;
    let id = derive(&changes);
    let previous = ledger.find(git, &id)?;
    if let Some(record) = &previous {
        let state = record.standing(git, &target.commit)?.state(target.config.gate.human_approval);
        let waits = matches!(state, State::Open | State::Approved | State::Escalated);
        if waits && record.round.base == target.commit {
            return Ok(Some(Proposed::unchanged(record, state)));
        }
    }
    let paths: Vec<&str> = changes.iter().map(|(path, _)| target.layout.in_knowledge(path)).collect();
    let title = options.title.clone().unwrap_or_else(|| match paths.as_slice() {
        [one] => format!("Edit {one}"),
        [one, rest @ ..] => format!("Edit {one} and {} more", rest.len()),
        [] => String::new(),
    });
    let summary = paths.iter().map(|path| format!("- {path}")).collect::<Vec<_>>().join("\n");
    let draft = Draft { changes, title, summary, transcript: "Edited by hand.".to_owned() };
    let proposer =
        AgentName { name: format!("{} <{}>", person.name, person.email), family: Family::person() };
    let opening = Opening {
        branch: WorkingBranch::Proposal(id.clone()),
        id,
        base: target.commit.clone(),
        previous,
        evidence: cited(workspace, base)?,
        proposer,
        draft,
        beside: Vec::new(),
    };
    open_round(workspace, git, target, base, opening, options.dry_run).map(Some)
}

/// The working tree's knowledge against that of the base. What git ignores is no change.
fn edited(workspace: &Workspace<'_>, git: &dyn GitRead, target: &Target) -> Result<ChangeSet, ProposeError> {
    let mut changes = ChangeSet::new();
    let mut before = std::collections::BTreeMap::new();
    for entry in git.entries(&target.commit, target.layout.knowledge.as_ref())? {
        let path = String::from_utf8(entry.path).ok().and_then(|path| RepoPath::new(path).ok());
        if let Some(path) = path.filter(|path| target.layout.is_knowledge(path)) {
            before.insert(path, entry.blob);
        }
    }
    let limits = workspace.config.limits();
    let (files, _) = workspace.files.walk(&target.layout, limits)?;
    let mut present = BTreeSet::new();
    for file in files.into_iter().filter(|file| target.layout.is_knowledge(&file.path)) {
        // The walk cuts what is too large to be a note; an edit is the whole file.
        let whole = file.bytes.filter(|bytes| (bytes.len() as u64) < limits.note);
        let bytes = match whole {
            Some(bytes) => bytes,
            None => workspace.files.read(&file.path)?.unwrap_or_default(),
        };
        let bytes = git.as_stored(&file.path, bytes)?;
        present.insert(file.path.clone());
        match before.get(&file.path) {
            Some(blob) => changes.edit(file.path, &git.blob(blob)?, bytes),
            None => changes.create(file.path, bytes),
        }
    }
    for (path, blob) in before {
        if !present.contains(&path) && workspace.files.read(&path)?.is_none() {
            changes.remove(path, &git.blob(&blob)?);
        }
    }
    Ok(changes)
}

/// The id of the edits themselves: the same edits are the same proposal.
fn derive(changes: &ChangeSet) -> ProposalId {
    let parts: Vec<String> = changes
        .iter()
        .map(|(path, change)| {
            let after = change
                .after
                .as_deref()
                .map_or_else(|| "removed".to_owned(), |b| Sha256Hex::of(b).to_string());
            format!("{path} {after}")
        })
        .collect();
    ProposalId::derive(std::iter::once("edits").chain(parts.iter().map(String::as_str)))
}

/// The evidence of the base that the edited claims cite.
fn cited(workspace: &Workspace<'_>, base: &Vault) -> Result<Vec<EvidenceRef>, ProposeError> {
    let working = workspace.working_vault()?;
    let paths: BTreeSet<RepoPath> = changed_claims(base, &working)
        .into_iter()
        .filter(|changed| !changed.removed)
        .map(|changed| changed.claim.path)
        .collect();
    let mut cited = BTreeSet::new();
    for note in paths.iter().filter_map(|path| working.note(path.as_str())) {
        for citation in note.citations() {
            if let Some(item) = working.cited(note, citation).and_then(|(item, _)| base.item(&item.meta.id)) {
                cited.insert(EvidenceRef { id: item.meta.id.clone(), sha256: item.meta.sha256.clone() });
            }
        }
    }
    Ok(cited.into_iter().collect())
}

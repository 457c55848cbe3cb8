//! Main moves: every commit of its first-parent line must be what the role may bring: a merge that a signed decision
//! carries, by the gate's own judgment; summaries; evidence; or, by a maintainer, what `[gate] direct` lets pass.

use super::{Push, PushRefusal, ReceiveError};
use crate::config::{FILE_NAME, PushRole};
use crate::digest::CommitId;
use crate::evidence::append_only::violations;
use crate::ops::WorkspaceError;
use crate::ops::audit::{Unproven, judge_by};
use crate::ops::gate::{Refusal, fence_one};
use crate::ops::ledger::LedgerError;
use crate::ops::merge::{Judge, Weighed};
use crate::ops::target::Target;
use crate::port::{CommitInfo, Difference, TreeEntryKind};
use crate::proposal::{ProposalId, Trailers};
use crate::summary::is_summary;
use crate::text::visible;

impl Push<'_> {
    /// What stands against main's move from `old` to `new`, which stands on it.
    pub(super) fn advance(
        &self,
        old: Option<&CommitId>,
        new: &CommitId,
        notes: &mut Vec<String>,
    ) -> Result<Vec<PushRefusal>, ReceiveError> {
        let (Some(old), Some(base)) = (old, &self.base) else {
            notes.push(format!("main begins at {}", new.short()));
            return self.policy(new);
        };
        let (mut commits, _) = self.git.first_parents(new, Some(old))?;
        commits.reverse();
        // Old main must lie on the line itself: as a second parent it would be no longer what the audit replays.
        let first = commits.first().map(|commit| self.git.commit(commit)).transpose()?;
        if first.is_none_or(|first| first.parents.first() != Some(old)) {
            return Ok(vec![PushRefusal::NotForward(format!("{} by first parents", old.short()))]);
        }
        let mut refusals = Vec::new();
        let mut before = old.clone();
        for commit in commits {
            refusals.extend(self.commit(base, &before, &commit, notes)?);
            before = commit;
        }
        refusals.extend(self.policy(new)?);
        Ok(refusals)
    }

    /// Policy that cannot be read would shut everybody out.
    fn policy(&self, new: &CommitId) -> Result<Vec<PushRefusal>, ReceiveError> {
        match self.workspace.layout_at(new) {
            Ok(_) => Ok(Vec::new()),
            Err(WorkspaceError::Config(error)) => Ok(vec![PushRefusal::Policy(error.to_string())]),
            Err(error) => Err(error.into()),
        }
    }

    fn commit(
        &self,
        base: &Target,
        before: &CommitId,
        commit: &CommitId,
        notes: &mut Vec<String>,
    ) -> Result<Vec<PushRefusal>, ReceiveError> {
        let info = self.git.commit(commit)?;
        if let Some(id) = Trailers::parse(&info.message).proposal
            && self.role != PushRole::Collector
        {
            return self.decided(base, commit, &info, &id);
        }
        let differences = self.git.differences(Some(before), commit)?;
        match self.role {
            PushRole::Merger if info.parents.len() == 1 => {
                Ok(self.only(commit, &info, &differences, |difference| self.is_summary(base, difference)))
            }
            PushRole::Collector => self.evidence(base, commit, &info, &differences),
            PushRole::Maintainer => self.by_hand(base, commit, &differences, notes),
            _ => Ok(vec![unproven(commit, Unproven::NoProposal)]),
        }
    }

    /// A merge of a proposal: the gate judges it again, by the policy of main as it stands here.
    fn decided(
        &self,
        base: &Target,
        commit: &CommitId,
        info: &CommitInfo,
        id: &ProposalId,
    ) -> Result<Vec<PushRefusal>, ReceiveError> {
        let [main, head] = info.parents.as_slice() else {
            return Ok(vec![unproven(commit, Unproven::NotAMerge)]);
        };
        let ledger = self.ledger_after()?;
        let record = match ledger.find(self.git, id) {
            Ok(Some(record)) => record,
            Ok(None) => return Ok(vec![unproven(commit, Unproven::NoRecord(id.clone()))]),
            Err(LedgerError::Unreadable { path, message }) => {
                return Ok(vec![PushRefusal::LedgerForged { path, why: message }]);
            }
            Err(error) => return Err(error.into()),
        };
        let target = Target { commit: main.clone(), ..base.clone() };
        let judge = Judge { workspace: self.workspace, git: self.git, ledger };
        let refused = |refusals: Vec<Refusal>| {
            refusals.into_iter().map(|refusal| unproven(commit, Unproven::Refused(refusal))).collect()
        };
        let admitted = match judge.admit(&record, &target, Some(head))? {
            Ok(admitted) => admitted,
            Err(refusals) => return Ok(refused(refusals)),
        };
        if admitted.tree != info.tree {
            let (found, decided) = (info.tree.to_string(), admitted.tree.to_string());
            return Ok(vec![unproven(commit, Unproven::OtherTree { found, decided })]);
        }
        let mut refusals = judge.recheck(&target, &admitted, commit)?;
        match judge.weigh(&record, &target, &admitted, commit)? {
            Ok(weighed) => refusals.extend(weighed.iter().flat_map(Weighed::refusals)),
            Err(refusal) => refusals.push(refusal),
        }
        Ok(refused(refusals))
    }

    /// Whether what stands at the path afterwards is a derived summary or nothing.
    fn is_summary(&self, base: &Target, difference: &Difference) -> bool {
        let is_file = difference.after.as_ref().is_none_or(|(kind, _)| *kind == TreeEntryKind::File);
        let path = difference.repo_path();
        is_file && path.is_some_and(|path| is_summary(&path) && base.layout.is_knowledge(&path))
    }

    /// Whether the commit changes nothing but what `may` change without a proposal.
    fn only(
        &self,
        commit: &CommitId,
        info: &CommitInfo,
        differences: &[Difference],
        may: impl Fn(&Difference) -> bool,
    ) -> Vec<PushRefusal> {
        let other = differences.iter().find(|difference| !may(difference));
        let refusal = other.map(|difference| PushRefusal::ByHand {
            commit: commit.clone(),
            subject: visible(info.message.lines().next().unwrap_or_default()),
            path: visible(&difference.shown()),
        });
        refusal.into_iter().collect()
    }

    /// A commit that only adds evidence.
    fn evidence(
        &self,
        base: &Target,
        commit: &CommitId,
        info: &CommitInfo,
        differences: &[Difference],
    ) -> Result<Vec<PushRefusal>, ReceiveError> {
        let is_evidence = |difference: &Difference| {
            let is_file = difference.after.as_ref().is_some_and(|(kind, _)| *kind == TreeEntryKind::File);
            is_file && difference.repo_path().is_some_and(|path| base.layout.is_evidence(&path))
        };
        let refusals = self.only(commit, info, differences, is_evidence);
        if !refusals.is_empty() {
            return Ok(refusals);
        }
        let folder = &base.layout.evidence;
        let parents = info.parents.iter().map(|parent| self.git.entries(parent, Some(folder)));
        let parents = parents.collect::<Result<Vec<_>, _>>()?;
        let parents: Vec<&[_]> = parents.iter().map(Vec::as_slice).collect();
        let violations = violations(folder, &parents, &self.git.entries(commit, Some(folder))?);
        let refusal = |violation: &crate::evidence::append_only::Violation| PushRefusal::Commit {
            commit: commit.clone(),
            refusal: Refusal::EvidenceChanged(violation.to_string()),
        };
        Ok(violations.iter().map(refusal).collect())
    }

    /// A commit of a person's own hand, which the audit will see as it is judged here.
    fn by_hand(
        &self,
        base: &Target,
        commit: &CommitId,
        differences: &[Difference],
        notes: &mut Vec<String>,
    ) -> Result<Vec<PushRefusal>, ReceiveError> {
        let fenced = differences.iter().filter_map(|difference| fence_one(difference, &base.layout));
        let outside =
            |refusal: &Refusal| matches!(refusal, Refusal::OutsideKnowledge(_) | Refusal::DerivedFile(_));
        let mut refusals: Vec<PushRefusal> = fenced
            .filter(|refusal| !outside(refusal))
            .map(|refusal| PushRefusal::Commit { commit: commit.clone(), refusal })
            .collect();
        let policy = (&base.config, &base.layout);
        let ledger = self.ledger_after()?;
        let judged = judge_by(self.workspace, self.git, policy, &base.name, ledger, commit)?;
        for finding in &judged.findings {
            match PushRefusal::of(finding, commit) {
                Some(refusal) => refusals.push(refusal),
                None => notes.push(format!("{}: {}", finding.rule, finding.message)),
            }
        }
        if differences.iter().any(|difference| difference.path == FILE_NAME.as_bytes()) {
            notes.push("from the next push on, the new kb.toml holds".to_owned());
        }
        Ok(refusals)
    }
}

fn unproven(commit: &CommitId, why: Unproven) -> PushRefusal {
    PushRefusal::Unproven { commit: commit.clone(), why }
}

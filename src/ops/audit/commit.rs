//! One commit of main, judged: what it changes, and what carries that.

use super::witness::{Unproven, witness};
use super::{AuditError, AuditFinding, Judged, Standing};
use crate::config::{Config, Direct, FILE_NAME};
use crate::digest::CommitId;
use crate::evidence::append_only::violations;
use crate::finding::Severity;
use crate::ops::Workspace;
use crate::ops::gate::tiers;
use crate::ops::ledger::Ledger;
use crate::ops::target::Target;
use crate::path::RepoPath;
use crate::port::{CommitInfo, GitRead};
use crate::vault::Layout;

/// Judges `commit`, which has a parent.
pub(super) fn judge(
    workspace: &Workspace<'_>,
    git: &dyn GitRead,
    target: &Target,
    ledger: &Ledger,
    commit: &CommitId,
) -> Result<Judged, AuditError> {
    let info = git.commit(commit)?;
    let Some(parent) = info.parents.first() else {
        return Ok(Judged { standing: Standing::Other, findings: Vec::new() });
    };
    let (config, layout) = (workspace.config_at(parent)?, workspace.layout_at(parent)?);
    judge_by(workspace, git, (&config, &layout), &target.name, ledger, commit)
}

/// Judges `commit`, which has a parent, by the given policy; `target` is the full name of main's ref.
pub fn judge_by(
    workspace: &Workspace<'_>,
    git: &dyn GitRead,
    (config, layout): (&Config, &Layout),
    target: &str,
    ledger: &Ledger,
    commit: &CommitId,
) -> Result<Judged, AuditError> {
    let info = git.commit(commit)?;
    let Some(parent) = info.parents.first() else {
        return Ok(Judged { standing: Standing::Other, findings: Vec::new() });
    };
    let changed = Changed::of(git, layout, parent, commit)?;
    let mut findings = changed.findings(git, layout, &info, commit)?;
    let finding =
        |rule, severity, message| AuditFinding { rule, severity, commit: Some(commit.clone()), message };
    if changed.policy {
        let message = format!("{FILE_NAME} was changed by {} <{}>", info.author.name, info.author.email);
        findings.push(finding("policy-changed", Severity::Info, message));
    }
    if changed.notes.is_empty() {
        let standing = if changed.evidence { Standing::Evidence } else { Standing::Other };
        return Ok(Judged { standing, findings });
    }
    let risks = |main: &CommitId, head: &CommitId| {
        tiers(workspace, git, &config.gate.risk, main, head).map_err(AuditError::from)
    };
    let standing = match witness(git, ledger, config, target, &info, risks)? {
        Ok(witness) => Standing::Decided(witness.decision.proposal),
        Err(unproven) => {
            let rule = rule_of(&unproven);
            let severity = match (config.gate.direct, rule) {
                // What claims a decision and has none that holds is forged, whatever hand-made commits may do.
                (_, "no-valid-decision") => Some(Severity::Error),
                (Direct::Allow, _) => None,
                (Direct::Flag, _) => Some(Severity::Warning),
                (Direct::Refuse, _) => Some(Severity::Error),
            };
            let subject = info.message.lines().next().unwrap_or_default();
            let message = format!(
                "\"{subject}\" by {} <{}> changes {} with no valid decision: {unproven}",
                info.author.name,
                info.author.email,
                some(&changed.notes),
            );
            findings.extend(severity.map(|severity| finding(rule, severity, message)));
            Standing::Undecided
        }
    };
    Ok(Judged { standing, findings })
}

fn rule_of(unproven: &Unproven) -> &'static str {
    match unproven {
        Unproven::NoProposal => "hand-made",
        _ => "no-valid-decision",
    }
}

/// The first names of `paths`, and how many more there are.
fn some(paths: &[String]) -> String {
    match paths {
        [one, two, three, rest @ ..] if !rest.is_empty() => {
            format!("{one}, {two}, {three} and {} more", rest.len())
        }
        paths => paths.join(", "),
    }
}

/// What a commit changes against its first parent.
struct Changed {
    notes: Vec<String>,
    evidence: bool,
    policy: bool,
}

impl Changed {
    fn of(
        git: &dyn GitRead,
        layout: &Layout,
        parent: &CommitId,
        commit: &CommitId,
    ) -> Result<Changed, AuditError> {
        let mut changed = Changed { notes: Vec::new(), evidence: false, policy: false };
        for path in git.changed_paths(parent, commit)? {
            let shown = String::from_utf8_lossy(&path).into_owned();
            let path = RepoPath::new(shown.clone());
            changed.policy |= shown == FILE_NAME;
            match path {
                Ok(path) if layout.is_evidence(&path) => changed.evidence = true,
                // Summaries are derived: the build writes them, and they carry no claim.
                Ok(path) if matches!(path.file_name(), ".abstract" | ".overview") => {}
                Ok(path) if layout.is_knowledge(&path) && shown != FILE_NAME => changed.notes.push(shown),
                _ => {}
            }
        }
        Ok(changed)
    }

    /// What it does to evidence that any of its parents had.
    fn findings(
        &self,
        git: &dyn GitRead,
        layout: &Layout,
        info: &CommitInfo,
        commit: &CommitId,
    ) -> Result<Vec<AuditFinding>, AuditError> {
        if !self.evidence && info.parents.len() < 2 {
            return Ok(Vec::new());
        }
        let evidence = &layout.evidence;
        let head = git.entries(commit, Some(evidence))?;
        let parents = info.parents.iter().map(|parent| git.entries(parent, Some(evidence)));
        let parents = parents.collect::<Result<Vec<_>, _>>()?;
        let parents: Vec<&[_]> = parents.iter().map(Vec::as_slice).collect();
        let finding = |violation: crate::evidence::append_only::Violation| AuditFinding {
            rule: "evidence-changed",
            severity: violation.severity(),
            commit: Some(commit.clone()),
            message: format!("{violation}; by {} <{}>", info.author.name, info.author.email),
        };
        Ok(violations(evidence, &parents, &head).into_iter().map(finding).collect())
    }
}

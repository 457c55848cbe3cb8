//! Putting together what a pull request says of a proposal, from the ledger and from the commits. It writes nothing.

use std::collections::BTreeMap;

use super::{LABEL, LABEL_EDITED, LABEL_HUMAN, LABEL_RISK, PullsError, Sides};
use crate::digest::CommitId;
use crate::evidence::EvidenceId;
use crate::ops::gate::{Contrast, Risk, risks};
use crate::ops::ledger::{Ledger, Record};
use crate::ops::target::Target;
use crate::path::RepoPath;
use crate::proposal::{Review, State, Trailers, changed_claims, claimed_spans};
use crate::pull::{Links, Page, PageClaim, PageEvidence, page};
use crate::redact::Redaction;
use crate::vault::Vault;

/// How many characters a title may have on GitHub.
const MAX_TITLE: usize = 250;

/// A proposal with what a description needs.
pub(super) struct Described {
    /// The title.
    pub title: String,
    /// The description.
    pub body: String,
    /// The labels.
    pub labels: Vec<&'static str>,
    /// Where it stands.
    pub state: State,
}

/// Describes the last round of `record`, whose branch is at `head`.
pub(super) fn describe(
    sides: &Sides<'_>,
    target: &Target,
    record: &Record,
    head: &CommitId,
) -> Result<Described, PullsError> {
    let git = sides.git;
    let state = record.standing(git, &target.commit)?.state(target.config.gate.human_approval);
    let parted = git.merge_base(&target.commit, head)?.unwrap_or_else(|| target.commit.clone());
    let Contrast { base, head: vault, .. } = Contrast::of(sides.workspace, git, &parted, head)?;
    let changed = changed_claims(&base, &vault);
    let risks = risks(&base, &vault, &changed, &target.config.gate.risk);
    let review = record.review(git, record.round.round)?.filter(|review| review.head == *head);
    let verdicts: BTreeMap<_, _> = review
        .iter()
        .flat_map(|review| &review.verdicts)
        .map(|verdict| ((&verdict.claim, verdict.removed), verdict))
        .collect();
    let claims = changed
        .iter()
        .map(|entry| {
            let judged = verdicts.get(&(&entry.claim, entry.removed));
            let own = || claimed_spans(if entry.removed { &base } else { &vault }, &entry.claim);
            PageClaim {
                claim: &entry.claim,
                removed: entry.removed,
                verdict: judged.map(|judged| judged.verdict),
                spans: judged.map_or_else(own, |judged| judged.spans.clone()),
            }
        })
        .collect();
    let evidence = record.proposal.evidence.iter().map(|item| PageEvidence {
        id: item.id.clone(),
        title: vault.item(&item.id).and_then(|item| item.meta.title.clone()).unwrap_or_default(),
    });
    let (_, summary) = Trailers::prose(&git.commit(head)?.message);
    let is_edited = record.round.head.as_ref() != Some(head);
    let branch = record.proposal.branch();
    let described = Page {
        id: &record.proposal.id,
        part: branch.part(),
        title: &record.round.title,
        summary: &summary,
        state,
        round: record.round.round,
        base: &parted,
        head,
        proposer: &record.round.proposer,
        reviewer: review.as_ref().map(|review| &review.reviewer),
        evidence: evidence.collect(),
        doubts: doubts(sides, record, &risks, review.as_ref())?,
        claims,
    };
    let body = page(&described, &links(sides, &vault, head));
    let mut labels = vec![LABEL];
    if matches!(state, State::NeedsHuman | State::Escalated) {
        labels.push(LABEL_HUMAN);
    }
    if !risks.is_empty() {
        labels.push(LABEL_RISK);
    }
    if is_edited {
        labels.push(LABEL_EDITED);
    }
    let title = match branch.part() {
        Some((_, part)) if !record.round.title.starts_with(part.as_str()) => {
            format!("{part}: {}", record.round.title)
        }
        _ => record.round.title.clone(),
    };
    let title = crate::evidence::hazard::escaped(&title);
    // A page shows no more than the ledger would: secrets go out of both.
    let redaction = Redaction::secrets();
    Ok(Described {
        title: redaction.text(&title).chars().take(MAX_TITLE).collect(),
        body: redaction.text(&body).into_owned(),
        labels,
        state,
    })
}

/// Links into `commit`, of which `vault` is the content.
pub(super) fn links(sides: &Sides<'_>, vault: &Vault, commit: &CommitId) -> Links {
    let files: BTreeMap<EvidenceId, RepoPath> =
        vault.evidence().map(|item| (item.meta.id.clone(), item.text_path())).collect();
    Links::new(sides.forge.web(), commit, files)
}

/// What a person should look at.
fn doubts(
    sides: &Sides<'_>,
    record: &Record,
    risks: &[Risk],
    review: Option<&Review>,
) -> Result<Vec<String>, PullsError> {
    let mut doubts: Vec<String> = risks.iter().map(|risk| risk.message.clone()).collect();
    if let Some(dossier) = record.dossier(sides.git, record.round.round)? {
        doubts.push(format!("proposer and reviewer do not agree: {}", dossier.why));
    }
    if review.is_some_and(|review| review.same_family) {
        doubts.push("proposer and reviewer are of one family".to_owned());
    }
    doubts.extend(losses(sides, record)?);
    Ok(doubts)
}

/// What a part of a reorganisation loses, as far as it was told.
fn losses(sides: &Sides<'_>, record: &Record) -> Result<Vec<String>, PullsError> {
    let branch = record.proposal.branch();
    let Some((plan, part)) = branch.part() else { return Ok(Vec::new()) };
    let reorganisation = Ledger::open(sides.git)?.reorganisation(sides.git, plan)?;
    let told = reorganisation.map(|known| known.loss(sides.git, part, record.round.round)).transpose()?;
    Ok(told
        .flatten()
        .map(|told| told.loss.unexplained().map(|lost| format!("lost: {lost}")).collect())
        .unwrap_or_default())
}

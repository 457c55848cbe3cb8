//! Which agent was told a claim: the claims of a note as they stand, matched by their words with what the log has.

use std::collections::BTreeMap;

use super::{DeliveriesError, DeliveriesReport, EarlierClaim, ToldClaim};
use crate::caller::Caller;
use crate::digest::Sha256Hex;
use crate::ops::policy::{policy, redaction};
use crate::ops::shelf::Shelf;
use crate::ops::why::standing;
use crate::ops::{Workspace, WorkspaceError};
use crate::port::{Deliveries, Delivery, GitError};
use crate::redact::Redact as _;
use crate::text::LineRange;

/// Tells which agents were told the claims of a note: those at `lines`, or all, with those that stand in it no more.
///
/// The log says what others read, so it is told to the owner of the checkout and nobody else.
pub fn told(
    workspace: &Workspace<'_>,
    log: &dyn Deliveries,
    typed: &str,
    lines: Option<LineRange>,
) -> Result<DeliveriesReport, DeliveriesError> {
    let (path, standing) = standing(workspace, &Caller::owner(), typed, lines)?;
    let mut claims: Vec<(Sha256Hex, ToldClaim)> = standing
        .into_iter()
        .map(|claim| {
            let told =
                ToldClaim { line: claim.lines.first(), claim: claim.text.clone(), deliveries: Vec::new() };
            (claim.hash(), told)
        })
        .collect();
    let mut earlier: BTreeMap<Sha256Hex, Vec<Delivery>> = BTreeMap::new();
    let mut since = None;
    let unreadable = log.each(&mut |delivery| {
        since.get_or_insert(delivery.time);
        for hash in &delivery.claims {
            let mut stands = claims.iter_mut().filter(|(other, _)| other == hash).peekable();
            if stands.peek().is_none() && lines.is_none() && delivery.path == path {
                earlier.entry(hash.clone()).or_default().push(delivery.clone());
            }
            stands.for_each(|(_, claim)| claim.deliveries.push(delivery.clone()));
        }
    })?;
    let mut gone = Vec::new();
    for (hash, deliveries) in earlier {
        let claim = words(workspace, &hash, &deliveries)?;
        gone.push(EarlierClaim { hash, claim, deliveries });
    }
    // Who was told last is asked for first.
    gone.sort_by_key(|one| std::cmp::Reverse(one.deliveries.last().map(|delivery| delivery.time)));
    let mut report = DeliveriesReport {
        path,
        line: lines.map(LineRange::first),
        is_recorded: policy(workspace)?.deliveries.record,
        since,
        unreadable,
        claims: claims.into_iter().map(|(_, claim)| claim).collect(),
        earlier: gone,
    };
    report.redact(&redaction(workspace, &Caller::owner())?);
    Ok(report)
}

/// The words of the claim `hash`, from a commit in which it was delivered and that is still here.
fn words(
    workspace: &Workspace<'_>,
    hash: &Sha256Hex,
    deliveries: &[Delivery],
) -> Result<Option<String>, WorkspaceError> {
    let mut commits: Vec<_> =
        deliveries.iter().filter_map(|one| Some((one.commit.as_ref()?, &one.path))).collect();
    commits.dedup();
    for (commit, path) in commits {
        let note = match Shelf::at(workspace, commit).and_then(|shelf| shelf.note(path)) {
            Ok(note) => note,
            Err(WorkspaceError::Git(
                GitError::MissingObject(_) | GitError::NoRevision(_) | GitError::NotARepository(_),
            )) => continue,
            Err(error) => return Err(error),
        };
        let claim = note.as_ref().and_then(|note| note.claims().iter().find(|claim| claim.hash() == *hash));
        if let Some(claim) = claim {
            return Ok(Some(claim.text.clone()));
        }
    }
    Ok(None)
}

//! The dashboard of a reorganisation on the forge: one issue, found by its sign and its author, and changed in place.

use super::{PartState, ReorgError, StatusReport};
use crate::plan::{Outcome, PlanId};
use crate::port::{Forge, ForgeIssue, StickyIssue};
use crate::pull::{Dashboard, DashboardPart};
use crate::redact::Redaction;
use serde::Serialize;

/// The issue that shows a reorganisation.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub struct Posted {
    /// The reorganisation.
    pub id: PlanId,
    /// The number of the issue.
    pub number: u64,
    /// Where a person reads it.
    pub url: String,
}

/// Brings the issue up to date with `status`; it is closed when the reorganisation is over.
pub fn post_dashboard(forge: &dyn Forge, status: &StatusReport) -> Result<Posted, ReorgError> {
    let parts = status.parts.iter().map(|part| DashboardPart {
        part: &part.part,
        title: &part.title,
        state: part.state.name(),
        is_over: matches!(part.state, PartState::Merged | PartState::Nothing | PartState::Closed),
        pull: part.pull,
    });
    let dashboard = Dashboard {
        id: &status.id,
        base: status.base.as_ref(),
        faults: status.faults.clone(),
        parts: parts.collect(),
        coverage: &status.coverage,
        end: ended(status),
    };
    let (marker, title) = (dashboard.marker().to_string(), dashboard.title());
    // An issue shows no more than the ledger would: secrets go out of both.
    let body = Redaction::secrets().text(&dashboard.body()).into_owned();
    let sticky =
        StickyIssue { marker: &marker, title: &title, body: &body, is_open: dashboard.end.is_none() };
    let ForgeIssue { number, url, .. } = forge.sticky_issue(&sticky)?;
    Ok(Posted { id: status.id.clone(), number, url })
}

fn ended(status: &StatusReport) -> Option<String> {
    if let Some(aborted) = &status.aborted {
        return Some(format!("Given up by {}: {}", aborted.by, aborted.reason));
    }
    let ended = status.ended.as_ref()?;
    let left = status.coverage.entries.iter();
    let left = left.filter(|entry| matches!(entry.outcome, Some(Outcome::Left { .. }))).count();
    Some(format!(
        "Ended at {}: {} claims were served, {} are; {} questions find their answer as before; {left} entries are left for a person",
        ended.commit.short(),
        ended.before.claims,
        ended.after.claims,
        ended.questions
    ))
}

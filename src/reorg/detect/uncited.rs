//! Evidence that no note links to.

use crate::plan::{Fault, FaultKind};
use crate::proposal::CitedSpan;
use crate::reorg::survey::Survey;
use crate::text::LineRange;

/// A fault for each item that nothing cites.
pub(super) fn faults(survey: &Survey<'_>) -> Vec<Fault> {
    let items = survey.scope.vault.evidence().filter(|item| !survey.in_use.contains(&item.meta.id));
    items
        .map(|item| {
            let last = item.line_count().max(1);
            let lines = LineRange::new(1, last).unwrap_or_else(|| LineRange::single(1));
            let span = CitedSpan { evidence: item.meta.id.clone(), lines, quote: None };
            let named = item.meta.title.as_deref().or(item.meta.origin.as_deref());
            let named = named.map(|name| format!(" (`{name}`)")).unwrap_or_default();
            let count = if last == 1 { "1 line".to_owned() } else { format!("{last} lines") };
            let reason = format!("no note cites this {}{named} of {count}", item.meta.kind);
            Fault::new(FaultKind::UncitedEvidence, Vec::new(), vec![span], reason)
        })
        .collect()
}

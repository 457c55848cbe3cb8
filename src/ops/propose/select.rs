//! Which evidence a run considers, and in which proposals: what differs in tenant or labels never mixes.

use std::collections::BTreeMap;

use super::{ProposeError, ProposeOptions};
use crate::caller::Access;
use crate::evidence::{EvidenceId, Item};
use crate::ops::Workspace;
use crate::ops::ledger::Ledger;
use crate::ops::target::Target;
use crate::port::GitRead;
use crate::proposal::{EvidenceRef, ProposalId};
use crate::vault::Vault;

/// The evidence of one proposal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The proposal's id, derived from the evidence.
    pub id: ProposalId,
    /// The evidence, in order of capture.
    pub evidence: Vec<EvidenceRef>,
}

/// Chooses the evidence: what is named, else what no proposal has considered yet.
pub(super) fn select(
    workspace: &Workspace<'_>,
    git: &dyn GitRead,
    target: &Target,
    base: &Vault,
    ledger: &Ledger,
    options: &ProposeOptions,
) -> Result<Vec<Selection>, ProposeError> {
    let mut selections = Vec::new();
    for id in &options.proposals {
        let record = ledger.record(git, id)?;
        if record.proposal.proposer.family.is_person() {
            return Err(ProposeError::Edits(id.clone()));
        }
        if let Some((plan, part)) = record.proposal.branch().part() {
            let (plan, part) = (plan.clone(), part.clone());
            return Err(ProposeError::Part { id: id.clone(), plan, part });
        }
        let items = record.proposal.evidence.iter().map(|item| find(workspace, target, base, &item.id));
        let mut evidence: Vec<_> = items.collect::<Result<Vec<_>, _>>()?.into_iter().map(reference).collect();
        evidence.dedup();
        selections.push(Selection { id: id.clone(), evidence });
    }
    let mut items: Vec<&Item> = Vec::new();
    for id in &options.evidence {
        items.push(find(workspace, target, base, id)?);
    }
    if options.evidence.is_empty() && options.proposals.is_empty() {
        items.extend(base.evidence().filter(|item| !ledger.considered(&reference(item))));
    }
    selections.extend(grouped(items));
    Ok(selections)
}

/// One proposal for each tenant and set of labels, in order of capture.
fn grouped(mut items: Vec<&Item>) -> Vec<Selection> {
    items.sort_by(|a, b| (a.meta.captured_at, &a.meta.id).cmp(&(b.meta.captured_at, &b.meta.id)));
    items.dedup_by(|a, b| a.meta.id == b.meta.id);
    let mut groups = BTreeMap::<Access, Vec<EvidenceRef>>::new();
    for item in items {
        groups.entry(item.meta.access()).or_default().push(reference(item));
    }
    groups
        .into_values()
        .map(|evidence| {
            let mut hashes: Vec<&str> = evidence.iter().map(|item| item.sha256.as_str()).collect();
            hashes.sort_unstable();
            let id = ProposalId::derive(hashes);
            Selection { id, evidence }
        })
        .collect()
}

fn reference(item: &Item) -> EvidenceRef {
    EvidenceRef { id: item.meta.id.clone(), sha256: item.meta.sha256.clone() }
}

fn find<'v>(
    workspace: &Workspace<'_>,
    target: &Target,
    base: &'v Vault,
    id: &EvidenceId,
) -> Result<&'v Item, ProposeError> {
    if let Some(item) = base.item(id) {
        return Ok(item);
    }
    if workspace.working_vault()?.item(id).is_some() {
        return Err(ProposeError::Uncommitted { id: id.clone(), branch: target.branch().to_owned() });
    }
    Err(ProposeError::NoEvidence(id.clone()))
}

/// Evidence of the working tree that the base has not.
pub(super) fn uncommitted(workspace: &Workspace<'_>, base: &Vault) -> Result<Vec<EvidenceId>, ProposeError> {
    let working = workspace.working_vault()?;
    Ok(working.evidence().map(|item| &item.meta.id).filter(|id| base.item(id).is_none()).cloned().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::caller::Tenant;
    use crate::digest::Sha256Hex;
    use crate::evidence::{Kind, Meta};
    use crate::path::RepoPath;

    fn item(text: &str, tenant: Option<&str>, at: &str) -> Item {
        let sha256 = Sha256Hex::of(text.as_bytes());
        let kind: Kind = "call".parse().expect("a kind");
        let meta = Meta {
            id: EvidenceId::new(jiff::civil::date(2026, 11, 30), &kind, &sha256, 6),
            kind,
            origin: None,
            title: None,
            captured_at: at.parse().expect("a time"),
            captured_by: None,
            sha256,
            media_type: "text/plain".to_owned(),
            source: "source.txt".to_owned(),
            text_sha256: None,
            subjects: Vec::new(),
            labels: Default::default(),
            tenant: tenant.map(|name| Tenant(name.to_owned())),
        };
        let folder = RepoPath::new("evidence/x").expect("a path");
        Item::new(meta, folder, text.as_bytes(), None)
    }

    #[test]
    fn tenants_never_mix_and_the_order_of_naming_is_no_matter() {
        let (early, late) =
            (item("a", None, "2026-11-30T09:00:00Z"), item("b", None, "2026-11-30T10:00:00Z"));
        let acme = item("c", Some("acme"), "2026-11-30T09:30:00Z");
        let one = grouped(vec![&late, &acme, &early, &late]);
        assert_eq!(one, grouped(vec![&early, &late, &acme]));
        let ids: Vec<Vec<&EvidenceId>> =
            one.iter().map(|selection| selection.evidence.iter().map(|item| &item.id).collect()).collect();
        assert_eq!(ids, vec![vec![&early.meta.id, &late.meta.id], vec![&acme.meta.id]]);
    }
}

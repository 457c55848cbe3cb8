//! Claims against their evidence.

use super::{Base, folder, id};
use crate::plan::FaultKind;

const KINDS: [FaultKind; 5] = [
    FaultKind::Unsupported,
    FaultKind::DroppedCondition,
    FaultKind::DroppedNegation,
    FaultKind::Supposition,
    FaultKind::ErasedEvidence,
];

fn base(claim: &str, evidence: &str, front: &str) -> Base {
    let id = id("x", 30);
    let note = format!(
        "---\ntype: Policy\ntitle: Refunds\n{front}---\n{claim}[^1]\n\n[^1]: [call](../{}/source.md#L1)\n",
        folder(&id)
    );
    Base::default().evidence(&id, evidence).file("knowledge/a.md", &note)
}

fn kinds(base: &Base) -> Vec<FaultKind> {
    let plan = base.plan();
    plan.faults.iter().map(|fault| fault.kind).filter(|kind| KINDS.contains(kind)).collect()
}

#[test]
fn each_departure_from_the_evidence_has_its_kind() {
    for (claim, evidence, kind) in [
        ("A refund takes 14 days.", "A refund takes 7 days.", FaultKind::Unsupported),
        ("The cafe serves pancakes on Sundays.", "A refund takes 7 days.", FaultKind::Unsupported),
        (
            "A refund is possible within 7 days.",
            "A refund is possible within 7 days, but only if the item is unused.",
            FaultKind::DroppedCondition,
        ),
        ("Gift cards can be refunded.", "Gift cards cannot be refunded.", FaultKind::DroppedNegation),
        ("A refund takes 7 days.", "I think a refund takes 7 days.", FaultKind::Supposition),
        ("A refund takes 7 days.", "A refund, as far as I know, takes 7 days.", FaultKind::Supposition),
    ] {
        let found = kinds(&base(claim, evidence, ""));
        assert!(found.contains(&kind), "{claim} / {evidence}: {found:?}");
    }
}

#[test]
fn what_the_evidence_says_is_no_fault_and_what_supposes_openly_is_none() {
    for (claim, evidence, front) in [
        ("A refund takes 7 days.", "A refund takes seven days.", ""),
        ("A refund probably takes 7 days.", "I think a refund takes 7 days.", ""),
        ("A refund takes 7 days.", "I think a refund takes 7 days.", "standing: unconfirmed\n"),
        ("A refund takes 14 days.", "A refund takes 7 days.", "status: deprecated\n"),
        ("Formerly: A refund takes 14 days.", "A refund takes 7 days.", ""),
    ] {
        assert_eq!(kinds(&base(claim, evidence, front)), [], "{claim} / {evidence}");
    }
}

#[test]
fn evidence_that_is_gone_is_told_as_such_and_covered() {
    let gone = id("gone", 29);
    let note = format!(
        "---\ntype: Policy\ntitle: Refunds\n---\nA refund takes 7 days.[^1]\n\n[^1]: [call](../{}/source.md#L1)\n",
        folder(&gone)
    );
    let plan = Base::default().file("knowledge/a.md", &note).plan();
    let kinds: Vec<FaultKind> = plan.faults.iter().map(|fault| fault.kind).collect();
    assert!(
        kinds.contains(&FaultKind::ErasedEvidence) && !kinds.contains(&FaultKind::Unsupported),
        "{kinds:?}"
    );
    assert_eq!(plan.coverage.entries.len(), 1);
    assert_eq!(plan.coverage.entries[0].evidence, gone);
}

#[test]
fn a_claim_without_any_evidence_is_unsupported_where_evidence_is_promised() {
    let base =
        Base::default().file("knowledge/a.md", "---\ntype: Policy\n---\n# A\n\nA refund takes 7 days.\n");
    assert_eq!(base.found(FaultKind::Unsupported).len(), 1);
}

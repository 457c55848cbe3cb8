//! Notes that no longer hold, and summaries that say what no longer stands.

use super::{Base, id};
use crate::plan::FaultKind;

fn with(front: &str) -> Base {
    Base::default()
        .file("knowledge/old.md", &format!("---\ntype: Policy\ntitle: Old\n{front}\n---\n# Old\n"))
        .file("knowledge/new.md", "---\ntype: Policy\ntitle: New\n---\n# New\n")
}

#[test]
fn notes_past_their_day_are_told_unless_they_say_so_themselves() {
    assert_eq!(with("valid_until: 2026-11-29").found(FaultKind::Expired).len(), 1);
    assert_eq!(with("valid_until: 2026-11-30").found(FaultKind::Expired), [""; 0]);
    assert_eq!(with("valid_until: 2026-11-29\nstatus: deprecated").found(FaultKind::Expired), [""; 0]);
    assert_eq!(with("stale_after: 2026-01-01").found(FaultKind::Stale).len(), 1);
    assert_eq!(with("stale_after: 2027-01-01").found(FaultKind::Stale), [""; 0]);
}

#[test]
fn a_superseded_note_that_is_served_is_told_once() {
    let newer = |base: Base| {
        base.file("knowledge/newest.md", "---\ntype: Policy\nsupersedes: \"[[old]]\"\n---\n# Newest\n")
    };
    let found = newer(with("x: y")).found(FaultKind::Superseded);
    assert!(found.len() == 1 && found[0].starts_with("old.md + newest.md: "), "{found:?}");
    assert_eq!(newer(with("superseded_by: \"[[newest]]\"")).found(FaultKind::Superseded).len(), 1);
    assert_eq!(with("superseded_by: \"[[new]]\"\nstatus: stable").found(FaultKind::Superseded).len(), 1);
    for silent in [
        "superseded_by: \"[[new]]\"\nstatus: deprecated",
        "superseded_by: \"[[nobody]]\"",
        "superseded_by: \"[[old]]\"",
    ] {
        assert_eq!(with(silent).found(FaultKind::Superseded), [""; 0], "{silent}");
    }
}

#[test]
fn descriptions_and_entries_drift_when_they_name_other_values() {
    let base = |description: &str, entry: &str| {
        Base::default()
            .file(
                "knowledge/a.md",
                &format!(
                    "---\ntype: Policy\ntitle: A\ndescription: {description}\n---\nA refund takes 14 days.\n"
                ),
            )
            .file("knowledge/index.md", &format!("# K\n\n* [A](a.md) - {entry}\n"))
    };
    let found = base("How a refund takes 7 days.", "refunds in seven days").found(FaultKind::DriftedSummary);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(base("How refunds work.", "refunds in 7 days").found(FaultKind::DriftedSummary).len(), 1);
    assert_eq!(
        base("How a refund takes 2 weeks.", "refunds in 14 days").found(FaultKind::DriftedSummary),
        [""; 0]
    );
}

#[test]
fn evidence_that_no_note_links_to_is_told_by_its_id() {
    let base = Base::default()
        .note("a.md", "A", &["A refund takes 7 days."])
        .evidence(&id("new", 3), "Something new.");
    let plan = base.plan();
    let found: Vec<_> = plan.faults.iter().filter(|fault| fault.kind == FaultKind::UncitedEvidence).collect();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].evidence[0].evidence, id("new", 3));
    assert!(found[0].places.is_empty());
}

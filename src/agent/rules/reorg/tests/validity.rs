//! Faults of validity: superseded, expired, due to be looked at again.

use super::{Floor, cite, path, written};
use crate::plan::{FaultKind, Outcome, Place};

const OLD: &str = "knowledge/refunds-2025.md";
const NEW: &str = "knowledge/refunds.md";

#[test]
fn a_superseded_note_is_retired_and_both_say_so() {
    let mut floor = Floor::new();
    floor.note(OLD, "---\ntype: Policy\nstatus: stable\n---\n# Refunds 2025\n\nText.\n");
    floor.note(NEW, "---\ntype: Policy\nsupersedes: \"[[refunds-2025]]\"\n---\n# Refunds\n\nText.\n");
    floor.fault(FaultKind::Superseded, vec![Place::whole(path(OLD)), Place::whole(path(NEW))], &[]);
    let (mended, head) = floor.mend();
    assert_eq!(
        head.note(OLD).expect("a note").text,
        "---\ntype: Policy\nstatus: deprecated\nsuperseded_by: \"[[refunds]]\"\n---\n# Refunds 2025\n\nText.\n"
    );
    assert_eq!(head.note(NEW).expect("a note").text, floor.bench.note(NEW));
    assert_eq!(mended.faults[0].1, Outcome::Retired { reason: format!("superseded by `{NEW}`") });
    assert_eq!(mended.reasons.len(), 1);
    assert_eq!((mended.reasons[0].path.as_str(), &mended.reasons[0].claim), (OLD, &None));
}

#[test]
fn an_expired_note_is_retired_and_one_that_still_holds_is_left() {
    let mut floor = Floor::new();
    floor.note(OLD, "---\r\ntype: Policy\r\nvalid_until: 2026-01-31\r\n---\r\n# Refunds\r\n\r\nText.\r\n");
    floor.fault(FaultKind::Expired, vec![Place::whole(path(OLD))], &[]);
    let (text, outcome) = floor.mended(OLD);
    assert_eq!(
        text,
        "---\r\ntype: Policy\r\nvalid_until: 2026-01-31\r\nstatus: deprecated\r\n---\r\n# Refunds\r\n\r\nText.\r\n"
    );
    assert_eq!(outcome, Outcome::Retired { reason: "it held until 2026-01-31".to_owned() });
    let mut floor = Floor::new();
    floor.note(OLD, "---\ntype: Policy\nvalid_until: 2026-12-31\n---\n# Refunds\n\nText.\n");
    floor.fault(FaultKind::Expired, vec![Place::whole(path(OLD))], &[]);
    assert!(matches!(floor.mended(OLD).1, Outcome::Left { .. }));
}

/// A note that was due on 1 June 2026, and evidence that came in since.
fn due(since: &str) -> Floor {
    let mut floor = Floor::new();
    let id = floor.said("2026-03-01", "The connection timeout is 30 seconds.\n");
    let text =
        written("Gateway", "The connection timeout is 30 seconds.[^1]", &cite("1", &id, 1, "30 seconds"));
    floor.note(
        "knowledge/gateway.md",
        &text.replacen("type: Policy", "type: Policy\nstale_after: 2026-06-01", 1),
    );
    floor.said("2026-08-01", since);
    floor.fault(FaultKind::Stale, vec![Place::whole(path("knowledge/gateway.md"))], &[]);
    floor
}

#[test]
fn a_note_that_its_evidence_still_bears_out_gets_the_day_of_the_next_look() {
    let floor = due("Lunch was good.\n");
    let (mended, head) = floor.mend();
    let text = &head.note("knowledge/gateway.md").expect("a note").text;
    // 92 days were given the first time.
    assert_eq!(*text, floor.bench.note("knowledge/gateway.md").replacen("2026-06-01", "2027-03-02", 1));
    assert_eq!(mended.faults[0].1, Outcome::Verified);
    assert_eq!(mended.outcomes[0].1, Outcome::Verified);
}

#[test]
fn a_note_that_newer_evidence_contradicts_is_left_with_what_that_says() {
    let floor = due("The connection timeout is 90 seconds.\n");
    let (mended, _) = floor.mend();
    assert!(mended.draft.changes.is_empty());
    let reason = mended.faults[0].1.reason().unwrap_or_default();
    assert!(
        reason.contains("is newer and says otherwise: The connection timeout is 90 seconds."),
        "{reason}"
    );
}

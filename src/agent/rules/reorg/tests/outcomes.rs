//! What became of the coverage list, and that a second pass right after a first changes nothing.

use super::{Floor, cite, path, shown, written};
use crate::plan::{FaultKind, Outcome, Place};

const A: &str = "knowledge/refunds.md";
const B: &str = "knowledge/support.md";

#[test]
fn every_pair_of_note_and_evidence_ends_with_what_became_of_it() {
    let mut floor = Floor::new();
    let one = floor.said("2026-03-01", "Refunds take 7 days of work.\n");
    let two = floor.said("2026-04-01", "Hats are green in Graz.\n");
    let three = floor.said("2026-05-01", "Cats?\n");
    floor.note(
        A,
        &written("Refunds", "Refunds take 7 days of work.[^1]", &cite("1", &one, 1, "7 days of work")),
    );
    let old = written("Old", "Hats are green in Graz.[^1]", &cite("1", &two, 1, "green in Graz"));
    floor.note(B, &old.replacen("type: Policy", "type: Policy\nvalid_until: 2026-01-01", 1));
    floor.fault(FaultKind::Expired, vec![Place::whole(path(B))], &[]);
    floor.fault(FaultKind::UncitedEvidence, Vec::new(), &[&three]);
    let (mended, _) = floor.mend();
    let outcomes: Vec<(Option<&str>, &str)> = mended
        .outcomes
        .iter()
        .map(|(key, outcome)| (key.note.as_ref().map(|note| note.as_str()), outcome.name()))
        .collect();
    assert_eq!(outcomes, [(Some(A), "verified"), (Some(B), "retired"), (None, "left")]);
    assert_eq!(mended.outcomes[2].1, Outcome::Left { reason: "nothing in it is worth a note".to_owned() });
    for part in ["# What the rules did", "## expired f-", "## uncited-evidence f-", "Left: nothing in it"] {
        assert!(mended.draft.transcript.contains(part), "{part}: {}", mended.draft.transcript);
    }
    assert_eq!(mended.draft.title, "The part: 1 fault mended");
}

#[test]
fn the_same_part_again_changes_nothing() {
    let mut floor = Floor::new();
    let one = floor.said("2026-03-01", "Refunds take 7 days of work.\n");
    let two =
        floor.said("2026-04-01", "Refunds take 7 days of work!\nThe timeout of the gateway is 30 seconds.\n");
    let three = floor.said("2026-05-01", "The timeout of the gateway is 90 seconds.\n");
    floor.note("knowledge/index.md", "# Knowledge\n");
    floor.note(
        A,
        &written(
            "Refunds",
            "Refunds take 7 days of work.[^1] See [[support]].",
            &cite("1", &one, 1, "7 days of work"),
        ),
    );
    floor.note(
        B,
        &written(
            "Support",
            "Refunds take 7 days of work.[^1] The timeout of the gateway is 30 seconds.[^2]",
            &format!("{}{}", cite("1", &two, 1, "7 days of work"), cite("2", &two, 2, "30 seconds")),
        ),
    );
    floor.note(
        "knowledge/gate.md",
        &written(
            "Gate",
            "The timeout of the gateway is 90 seconds.[^1]",
            &cite("1", &three, 1, "90 seconds"),
        ),
    );
    floor.fault(FaultKind::DuplicateClaim, vec![floor.claim(A, "Refunds"), floor.claim(B, "Refunds")], &[]);
    let sides = vec![floor.claim(B, "The timeout"), floor.claim("knowledge/gate.md", "The timeout")];
    floor.contradiction(sides, &[]);
    floor.fault(FaultKind::OneWayLink, vec![Place::whole(path(A)), Place::whole(path(B))], &[]);
    floor.fault(FaultKind::Orphan, vec![Place::whole(path("knowledge/gate.md"))], &[]);
    floor.fault(FaultKind::MissingIndexEntry, vec![Place::whole(path("knowledge/gate.md"))], &[]);
    let (first, head) = floor.mend();
    assert!(
        first.faults.iter().all(|(_, outcome)| *outcome == Outcome::Changed || outcome.reason().is_some())
    );
    assert!(!first.draft.changes.is_empty());
    floor.bench.vault = head;
    let (second, _) = floor.mend();
    assert!(second.draft.changes.is_empty(), "{}", shown(&second));
}

//! Faults of claims: said twice, said otherwise, said with less than the evidence says.

use super::{Floor, cite, shown, written};
use crate::plan::{Aspect, FaultKind, Outcome};

const A: &str = "knowledge/refunds.md";
const B: &str = "knowledge/support.md";

#[test]
fn of_two_claims_that_say_the_same_the_better_supported_stays_and_the_other_points_to_it() {
    let mut floor = Floor::new();
    let one = floor.said("2026-03-01", "A refund can be requested within 7 days of receipt.\n");
    let two = floor.said("2026-04-01", "Customers may request a refund within seven days of receipt.\n");
    let three = floor.said("2026-05-01", "The desk opens at 8 in the morning.\n");
    let first = "A refund can be requested within 7 days of receipt.";
    floor.note(
        A,
        &written("Refunds", &format!("{first}[^1]"), &cite("1", &one, 1, "within 7 days of receipt")),
    );
    floor.note(
        B,
        &written(
            "Support",
            "The desk opens at 8 in the morning.[^a] Customers may request a refund within seven days of receipt.[^b]",
            &format!("{}{}", cite("a", &three, 1, "opens at 8"), cite("b", &two, 1, "within seven days of receipt")),
        ),
    );
    floor.note("knowledge/start.md", "# Start\n\nSee [[refunds]].\n");
    let places = vec![floor.claim(A, "A refund"), floor.claim(B, "Customers")];
    floor.fault(FaultKind::DuplicateClaim, places, &[]);
    let (mended, head) = floor.mend();
    let hash = two.as_str().rsplit('-').next().expect("a hash");
    assert_eq!(
        head.note(A).map(|note| note.text.clone()).unwrap_or_default(),
        format!(
            "---\ntype: Policy\ntitle: Refunds\n---\n# Refunds\n\n{first}[^1][^{hash}-1]\n\n## Related\n\n- [Support](support.md)\n\n{}{}",
            cite("1", &one, 1, "within 7 days of receipt"),
            cite(&format!("{hash}-1"), &two, 1, "within seven days of receipt")
        )
    );
    assert_eq!(
        head.note(B).map(|note| note.text.clone()).unwrap_or_default(),
        written(
            "Support",
            "The desk opens at 8 in the morning.[^a] See [Refunds](refunds.md).",
            &cite("a", &three, 1, "opens at 8"),
        )
    );
    assert_eq!(mended.faults[0].1, Outcome::Changed);
    assert_eq!(mended.reasons.len(), 1);
    assert!(mended.reasons[0].reason.contains("says the same"), "{:?}", mended.reasons);
}

#[test]
fn what_one_of_two_like_claims_says_more_is_not_lost() {
    let mut floor = Floor::new();
    let one = floor.said("2026-03-01", "Refunds take 7 days in Texas.\n");
    let two = floor.said("2026-04-01", "Refunds take 7 days for gold members.\n");
    floor.note(
        A,
        &written("Refunds", "Refunds take 7 days in Texas.[^1]", &cite("1", &one, 1, "7 days in Texas")),
    );
    floor.note(B, &written("Support", "Only Refunds of 8 days are late.[^1]", &cite("1", &two, 1, "7 days")));
    let places = vec![floor.claim(A, "Refunds take"), floor.claim(B, "Only")];
    floor.fault(FaultKind::DuplicateClaim, places, &[]);
    let (mended, _) = floor.mend();
    assert!(mended.draft.changes.is_empty(), "{}", shown(&mended));
    let reason = mended.faults[0].1.reason().unwrap_or_default();
    assert!(reason.contains("each says something that the other does not"), "{reason}");
}

/// Two documents that differ, in notes of their own.
fn rivals(first: &str, second: &str) -> Floor {
    let mut floor = Floor::new();
    let one = floor.said("2026-03-01", &format!("{first}\n"));
    let two = floor.said("2026-06-01", &format!("{second}\n"));
    floor.note(A, &written("Refunds", &format!("{first}[^1]"), &cite("1", &one, 1, first)));
    floor.note(B, &written("Support", &format!("{second}[^1]"), &cite("1", &two, 1, second)));
    floor
}

#[test]
fn claims_of_two_regions_both_stay_and_say_where_they_hold() {
    let mut floor = rivals(
        "In the EU the refund window is 14 days from receipt.",
        "In the US the refund window is 30 days from receipt.",
    );
    let places = vec![floor.claim(A, "In the EU"), floor.claim(B, "In the US")];
    let differs: &[(Aspect, &[&str])] =
        &[(Aspect::Value, &["14 days", "30 days"]), (Aspect::Region, &["EU", "US"])];
    floor.contradiction(places, differs);
    let (mended, head) = floor.mend();
    for (at, region) in [(A, "EU"), (B, "US")] {
        let text = &head.note(at).expect("a note").text;
        assert_eq!(
            *text,
            floor.bench.note(at).replacen(
                "\n---\n#",
                &format!("\napplies_to: {{region: {region}}}\n---\n#"),
                1
            )
        );
    }
    assert_eq!(mended.faults[0].1, Outcome::Changed);
    assert!(mended.reasons.is_empty());
}

#[test]
fn the_newer_of_two_claims_does_not_win_by_being_newer() {
    let mut floor =
        rivals("The refund window is 14 days from receipt.", "The refund window is 30 days from receipt.");
    let places = vec![floor.claim(A, "The refund"), floor.claim(B, "The refund")];
    floor.contradiction(places, &[(Aspect::Value, &["14 days", "30 days"])]);
    let (mended, head) = floor.mend();
    for at in [A, B] {
        let text = &head.note(at).expect("a note").text;
        let wanted = floor.bench.note(at).replacen("\n---\n#", "\nstanding: disputed\n---\n#", 1).replacen(
            "\nThe refund",
            "\nDisputed: The refund",
            1,
        );
        assert_eq!(*text, wanted);
    }
    assert!(matches!(mended.faults[0].1, Outcome::Left { .. }), "{:?}", mended.faults);
    assert!(mended.draft.summary.contains("For a person to decide"), "{}", mended.draft.summary);
}

#[test]
fn what_a_source_says_has_changed_was_so_formerly() {
    let mut floor = rivals(
        "The refund window is 14 days from receipt.",
        "The refund window is now 30 days from receipt.",
    );
    let places = vec![floor.claim(A, "The refund"), floor.claim(B, "The refund")];
    floor.contradiction(places, &[(Aspect::Value, &["14 days", "30 days"])]);
    let (mended, head) = floor.mend();
    let text = &head.note(A).expect("a note").text;
    assert_eq!(*text, floor.bench.note(A).replacen("\nThe refund", "\nFormerly: The refund", 1));
    assert_eq!(head.note(B).expect("a note").text, floor.bench.note(B));
    assert_eq!(mended.faults[0].1, Outcome::Changed);
}

/// A note whose claim leaves out something of `said`.
fn dropped(claim: &str, said: &str) -> Floor {
    let mut floor = Floor::new();
    let id = floor.said("2026-03-01", &format!("{said}\n"));
    let body = format!("- {claim}[^1]\n- See [nothing](https://example.org).");
    floor.note(A, &written("Refunds", &body, &cite("1", &id, 1, said)));
    floor
}

#[test]
fn conditions_and_negations_come_back_in_the_words_of_the_evidence() {
    for (kind, claim, said) in [
        (
            FaultKind::DroppedCondition,
            "Gold members get a full refund within 30 days.",
            "Gold members get a full refund within 30 days only if the seal is unbroken.",
        ),
        (
            FaultKind::DroppedNegation,
            "Vouchers are refunded in cash within 5 days.",
            "Vouchers are not refunded in cash within 5 days.",
        ),
        (
            FaultKind::DroppedCondition,
            "A tagság 30 napig felmondható.",
            "A tagság 30 napig csak írásban felmondható.",
        ),
    ] {
        let mut floor = dropped(claim, said);
        let places = vec![floor.claim(A, claim)];
        floor.fault(kind, places, &[]);
        let (mended, head) = floor.mend();
        let text = &head.note(A).expect("a note").text;
        assert_eq!(*text, floor.bench.note(A).replacen(claim, said, 1), "{kind}");
        assert_eq!(mended.reasons.len(), 1, "{kind}");
    }
}

#[test]
fn a_supposition_that_no_sentence_can_replace_makes_its_note_unconfirmed() {
    let mut floor = dropped("The outage was caused by a full disk.", "Maybe the outage?");
    let places = vec![floor.claim(A, "The outage")];
    floor.fault(FaultKind::Supposition, places, &[]);
    let (text, outcome) = floor.mended(A);
    assert_eq!(text, floor.bench.note(A).replacen("\n---\n#", "\nstanding: unconfirmed\n---\n#", 1));
    assert!(matches!(outcome, Outcome::Left { .. }), "{outcome:?}");
}

#[test]
fn a_claim_cites_the_lines_that_say_it_where_its_own_do_not() {
    let mut floor = Floor::new();
    let wrong = floor.said("2026-03-01", "The desk opens at 8 in the morning.\n");
    let right = floor.said("2026-04-01", "Parcels above 30 kg are collected by courier Hermes.\n");
    let claim = "Parcels above 30 kg are collected by courier Hermes.";
    let body = format!("The desk opens at 8 in the morning.[^1] {claim}[^2]");
    let notes = format!("{}{}", cite("1", &wrong, 1, "opens at 8"), cite("2", &wrong, 1, "The desk"));
    floor.note(A, &written("Refunds", &body, &notes));
    let places = vec![floor.claim(A, "Parcels")];
    floor.fault(FaultKind::Unsupported, places, &[]);
    let (text, outcome) = floor.mended(A);
    let hash = right.as_str().rsplit('-').next().expect("a hash");
    let label = format!("{hash}-1");
    let wanted = written(
        "Refunds",
        &format!("The desk opens at 8 in the morning.[^1] {claim}[^{label}]"),
        &format!("{}{}", cite("1", &wrong, 1, "opens at 8"), cite(&label, &right, 1, claim)),
    );
    assert_eq!(
        text,
        wanted.replace(
            &cite(&label, &right, 1, claim),
            &cite(&label, &right, 1, claim)
                .replace("[document, line 1]", "[document of 1 April 2026, line 1]"),
        )
    );
    assert_eq!(outcome, Outcome::Changed);
}

#[test]
fn a_claim_of_which_its_evidence_says_nothing_goes_with_its_reason() {
    let mut floor = Floor::new();
    let id = floor.said("2026-03-01", "The desk opens at 8 in the morning.\n");
    let notes = format!("{}{}", cite("1", &id, 1, "opens at 8"), cite("2", &id, 1, "The desk"));
    let body = "- The desk opens at 8 in the morning.[^1]\n- Couriers carry passports to Vienna.[^2]";
    floor.note(A, &written("Refunds", body, &notes));
    let places = vec![floor.claim(A, "Couriers")];
    floor.fault(FaultKind::Unsupported, places, &[]);
    let (mended, head) = floor.mend();
    assert_eq!(
        head.note(A).expect("a note").text,
        written("Refunds", "- The desk opens at 8 in the morning.[^1]", &cite("1", &id, 1, "opens at 8"))
    );
    assert!(matches!(mended.faults[0].1, Outcome::Retired { .. }), "{:?}", mended.faults);
    assert_eq!(mended.reasons.len(), 1);
}

#[test]
fn a_claim_whose_only_evidence_was_erased_goes_and_the_others_keep_theirs() {
    let mut floor = Floor::new();
    let id = floor.said("2026-03-01", "The desk opens at 8 in the morning.\n");
    let gone = "[^2]: [call](../evidence/2026/01/2026-01-01-call-aaaaaa/source.md#L1)\n    \"Couriers\"\n";
    let body = "The desk opens at 8 in the morning.[^1] Couriers carry passports to Vienna.[^2]";
    floor.note(A, &written("Refunds", body, &format!("{}{gone}", cite("1", &id, 1, "opens at 8"))));
    let places = vec![floor.claim(A, "Couriers")];
    floor.fault(FaultKind::ErasedEvidence, places, &[]);
    let (text, outcome) = floor.mended(A);
    assert_eq!(
        text,
        written("Refunds", "The desk opens at 8 in the morning.[^1]", &cite("1", &id, 1, "opens at 8"))
    );
    assert!(matches!(outcome, Outcome::Retired { .. }), "{outcome:?}");
}

#[test]
fn episodes_become_a_rule_that_names_its_cases_and_cites_them_all() {
    let mut floor = Floor::new();
    let mut body = String::new();
    let mut notes = String::new();
    for (at, cat) in ["Mia", "Leo", "Tom", "Ada"].into_iter().enumerate() {
        let said = format!("The vet treated {cat} for fleas with two drops of Frontline.");
        let id = floor.said(&format!("2026-03-0{}", at + 1), &format!("{said}\n"));
        body.push_str(&format!("- {said}[^{at}]\n"));
        notes.push_str(&cite(&at.to_string(), &id, 1, &said));
    }
    floor.note(A, &written("Cats", body.trim_end(), &notes));
    let places = ["Mia", "Leo", "Tom", "Ada"];
    let places = places.map(|cat| floor.claim(A, &format!("The vet treated {cat}")));
    floor.fault(FaultKind::RepeatedEpisode, places.to_vec(), &[]);
    let (mended, head) = floor.mend_after(&[]);
    let text = &head.note(A).expect("a note").text;
    assert!(
        text.contains("## In these 4 cases only\n\n- The vet treated Mia, Leo, Tom and Ada for fleas with two drops of Frontline.[^0][^1][^2][^3]\n"),
        "{text}"
    );
    assert_eq!(text.matches("The vet treated").count(), 5, "one claim, and four quotes: {text}");
    assert_eq!(mended.reasons.len(), 4);
}

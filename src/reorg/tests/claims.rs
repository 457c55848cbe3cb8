//! Claims compared with each other.

use super::Base;
use crate::plan::{Aspect, FaultKind};

fn two(one: (&str, &str), other: (&str, &str)) -> Base {
    Base::default().note("a/one.md", one.0, &[one.1, "The office has a garden with benches."]).note(
        "b/other.md",
        other.0,
        &[other.1, "Lunch is served in the canteen downstairs."],
    )
}

#[test]
fn claims_that_say_the_same_are_found_in_other_words_and_other_forms_of_values() {
    for (one, other) in [
        (
            "A full refund can be requested within 7 days of receipt.",
            "A full refund may be requested up to seven days after receipt.",
        ),
        ("The deposit for the hall is 500.000 Ft.", "The deposit of the hall is 500,000 HUF."),
        ("The contract with Acme ends on 30/11/2026.", "The Acme contract ends on November 30, 2026."),
        ("Backups of the ledger are kept for 2 weeks.", "The ledger's backups are kept for 14 days."),
    ] {
        let base = two(("Refunds and deposits", one), ("Desk knowledge", other));
        assert_eq!(base.found(FaultKind::DuplicateClaim).len(), 1, "{one}\n{:#?}", base.plan().faults);
        assert!(base.found(FaultKind::Contradiction).is_empty(), "{one}");
    }
}

#[test]
fn claims_about_different_things_are_no_duplicates_and_do_not_contradict() {
    for (one, other) in [
        (("Logs", "Logs are kept for 30 days."), ("Backups", "Backups are kept for 90 days.")),
        (
            ("Search API", "The request limit is 100 per minute."),
            ("Upload API", "The request limit is 20 per minute."),
        ),
        (("Support", "Tier 1 answers within 4 hours."), ("Escalation", "Tier 2 answers within 8 hours.")),
        (
            ("Heron", "The Heron Plus plan costs 10 EUR a month."),
            ("Heron Prime", "The Heron Prime plan costs 12 EUR a month."),
        ),
        (
            ("Desk", "Anna answers questions about refunds."),
            ("Shop", "Anna answers questions about deliveries."),
        ),
        (("Desk", "In Austria the fee is 10 EUR."), ("Shop", "In Denmark the fee is 12 EUR.")),
        (("Desk", "In 2024 the fee was 10 EUR."), ("Shop", "In 2026 the fee is 12 EUR.")),
        (
            ("Postgres", "Postgres keeps logs for 7 days."),
            ("Database", "Postgres keeps snapshots for 30 days."),
        ),
    ] {
        let base = two(one, other);
        assert_eq!(base.found(FaultKind::DuplicateClaim), [""; 0], "{one:?}");
        assert_eq!(base.found(FaultKind::Contradiction), [""; 0], "{one:?}");
    }
}

#[test]
fn another_value_of_the_same_is_a_contradiction_that_names_both() {
    for (one, other, values) in [
        (
            "A full refund can be requested within 7 days of receipt.",
            "A full refund can be requested within 14 days of receipt.",
            ["7 days", "14 days"],
        ),
        (
            "The monthly fee of the Heron Plus plan is 10 EUR.",
            "The Heron Plus plan costs 12 EUR a month.",
            ["10 EUR", "12 EUR"],
        ),
        ("Support for the shop opens at 9:00.", "Support for the shop opens at 8:30.", ["9:00", "8:30"]),
    ] {
        let plan = two(("Heron Plus plan", one), ("Desk knowledge", other)).plan();
        let found: Vec<_> =
            plan.faults.iter().filter(|fault| fault.kind == FaultKind::Contradiction).collect();
        assert_eq!(found.len(), 1, "{one}");
        let value = &found[0].differs[0];
        assert_eq!(value.aspect, Aspect::Value);
        assert!(
            value.values[0].starts_with(values[0]) && value.values[1].starts_with(values[1]),
            "{value:?}"
        );
    }
}

#[test]
fn a_denial_of_what_another_states_is_a_contradiction() {
    let base = two(
        ("Gift cards", "Gift cards can be refunded at the desk."),
        ("Desk knowledge", "Gift cards cannot be refunded at the desk."),
    );
    assert_eq!(base.found(FaultKind::Contradiction).len(), 1, "{:#?}", base.plan().faults);
}

#[test]
fn what_is_qualified_or_written_down_as_disputed_is_left_alone() {
    let claims = ["A full refund takes 7 days.", "A full refund takes 14 days."];
    let front = |line: &str| format!("---\ntype: Policy\ntitle: Refund\n{line}\n---\n");
    for (one, other) in [
        ("applies_to: {region: EU}", "applies_to: {region: US}"),
        ("valid_until: 2025-12-31", "valid_from: 2026-01-01"),
        ("standing: disputed", "standing: disputed"),
        ("status: deprecated", "x: y"),
    ] {
        let base = Base::default()
            .file("knowledge/a.md", &format!("{}{}\n", front(one), claims[0]))
            .file("knowledge/b.md", &format!("{}{}\n", front(other), claims[1]));
        assert_eq!(base.found(FaultKind::Contradiction), [""; 0], "{one} {other}");
    }
    let base = Base::default()
        .file("knowledge/a.md", &format!("{}{}\n", front("x: y"), claims[0]))
        .file("knowledge/b.md", &format!("{}{}\n", front("x: y"), claims[1]));
    assert_eq!(base.found(FaultKind::Contradiction).len(), 1);
}

#[test]
fn the_evidence_tells_for_whom_and_where_the_values_hold() {
    let ids = [super::id("eu", 1), super::id("us", 2)];
    let note = |claim: &str, id: &crate::evidence::EvidenceId| {
        format!(
            "---\ntype: Policy\ntitle: Refund\n---\n{claim}[^1]\n\n[^1]: [call](../{}/source.md#L1-L2)\n",
            super::folder(id)
        )
    };
    let plan = Base::default()
        .evidence(&ids[0], "For customers in the EU.\nA full refund takes 7 days.")
        .evidence(&ids[1], "For guests in Canada.\nA full refund takes 14 days.")
        .file("knowledge/a.md", &note("A full refund takes 7 days.", &ids[0]))
        .file("knowledge/b.md", &note("A full refund takes 14 days.", &ids[1]))
        .plan();
    let fault =
        plan.faults.iter().find(|fault| fault.kind == FaultKind::Contradiction).expect("it contradicts");
    let of = |aspect| fault.differs.iter().find(|own| own.aspect == aspect).map(|own| own.values.join("|"));
    assert_eq!(of(Aspect::Region).as_deref(), Some("eu|canada"));
    assert_eq!(of(Aspect::Person).as_deref(), Some("customers|guests"));
    assert_eq!(of(Aspect::Time).as_deref(), Some("2026-11-01|2026-11-02"));
    assert_eq!(fault.evidence.len(), 2);
}

#[test]
fn notes_that_say_nearly_the_same_are_one_fault() {
    let base = Base::default()
        .note(
            "a.md",
            "Refunds",
            &[
                "A full refund can be requested within 7 days.",
                "Damaged items are replaced at no cost.",
                "The desk closes at 17:00.",
            ],
        )
        .note(
            "b.md",
            "Refunds again",
            &[
                "A full refund may be requested within seven days.",
                "Damaged items are replaced without any cost.",
            ],
        );
    let found = base.found(FaultKind::DuplicateNote);
    assert_eq!(found.len(), 1, "{:#?}", base.plan().faults);
    assert!(found[0].starts_with("b.md + a.md: "), "{found:?}");
}

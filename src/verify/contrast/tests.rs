//! What two claims differ in, case by case.

use super::*;

fn contrast(one: &str, other: &str) -> Contrast {
    Contrast::of(&Told::new(one), &Told::new(other))
}

fn pair(one: &str, other: &str) -> [String; 2] {
    [one.to_owned(), other.to_owned()]
}

#[test]
fn values_that_answer_each_other_differ() {
    for (one, other, values) in [
        (
            "A refund is possible within 7 days.",
            "A refund is possible within 14 days.",
            ["7 days", "14 days"],
        ),
        ("Support opens at 9:00.", "Support opens at 8:30.", ["9:00", "8:30"]),
        ("The owner of billing is Anna.", "The owner of billing is Bela.", ["Anna", "Bela"]),
        ("The limit is 20 MB.", "The limit is 1 GB.", ["20 MB", "1 GB"]),
    ] {
        let found = contrast(one, other);
        assert_eq!(found.differing, [pair(values[0], values[1])], "{one}");
        assert!(!found.apart, "{one}");
    }
    let dates = contrast("The certificate expires on 3 May 2027.", "The certificate expires on 4 May 2027.");
    assert_eq!(dates.dates, [pair("3 May 2027", "4 May 2027")]);
}

#[test]
fn one_value_in_two_forms_agrees() {
    for (one, other) in [
        ("The deposit is 500.000 Ft.", "The deposit is 500,000 HUF."),
        ("It closed on 2026. nov. 30.", "It closed on 30/11/2026."),
        ("Logs are kept for 2 weeks.", "Logs are kept for 14 days."),
        ("Logs are kept for one month.", "Logs are kept for 30 days."),
    ] {
        let found = contrast(one, other);
        assert!(found.same_values(), "{one}: {found:?}");
    }
}

#[test]
fn what_is_numbered_or_named_otherwise_is_something_else() {
    for (one, other) in [
        ("Tier 1 answers within 4 hours.", "Tier 2 answers within 8 hours."),
        ("Anna likes fish.", "Bela likes fish."),
        ("Ticket CLM-1001 was paid late.", "Ticket CLM-1002 was paid late."),
        ("On 2026-11-01 the export failed.", "On 2026-11-08 the export failed."),
    ] {
        assert!(contrast(one, other).apart, "{one}");
    }
}

#[test]
fn negations_opposites_and_limits_are_told() {
    let denied = contrast("Refunds of gift cards are not possible.", "Refunds of gift cards are possible.");
    assert!(denied.turned.is_some());
    assert_eq!(contrast("Exports are enabled.", "Exports are enabled.").turned, None);
    let limited = contrast("A refund is possible only if the item is unused.", "A refund is possible.");
    assert!(limited.limits[0].iter().any(|limit| limit.contains("if the item is unused")), "{limited:?}");
    assert!(limited.limits[1].is_empty());
}

#[test]
fn what_is_paid_by_the_month_is_not_what_is_paid_once() {
    let found = contrast("A late payment on the loan costs 45 EUR.", "The loan costs 25 EUR a month.");
    assert!(found.differing.is_empty(), "{found:?}");
    let found = contrast("The loan costs 40 EUR a month.", "The loan costs 25 EUR a month.");
    assert_eq!(found.differing.len(), 1, "{found:?}");
}

#[test]
fn nobody_denies_as_not_does() {
    let found = contrast(
        "Niemand kann im Tarif die Rufnummer behalten.",
        "Die Rufnummer lässt sich im Tarif nicht behalten.",
    );
    assert_eq!(found.turned, None);
    let found = contrast("Niemand kann die Rufnummer behalten.", "Jeder kann die Rufnummer behalten.");
    assert!(found.turned.is_some());
}

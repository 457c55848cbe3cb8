//! Episodes that repeat.

use super::{Base, id};
use crate::plan::FaultKind;

fn episodes(count: usize, claim: impl Fn(usize) -> String) -> Base {
    (0..count).fold(Base::default(), |base, at| {
        base.note(&format!("e/n{at}.md"), &format!("Importer 2026-03-{:02}", at + 1), &[&claim(at)])
    })
}

#[test]
fn the_like_on_many_days_is_one_fault_that_counts_them_all() {
    let told =
        |at: usize| format!("On 2026-03-{:02} the importer stopped because the disk was full.", at + 1);
    let plan = episodes(7, told).plan();
    let found: Vec<_> = plan.faults.iter().filter(|fault| fault.kind == FaultKind::RepeatedEpisode).collect();
    assert_eq!(found.len(), 1, "{:#?}", plan.faults);
    assert_eq!(found[0].places.len(), 7);
    assert!(found[0].reason.starts_with("7 claims of 7 notes"), "{}", found[0].reason);
    assert_eq!(episodes(4, told).found(FaultKind::RepeatedEpisode), [""; 0]);
}

#[test]
fn the_same_day_many_times_and_facts_about_many_things_are_no_episodes() {
    let same = |_: usize| "On 2026-03-01 the importer stopped because the disk was full.".to_owned();
    assert_eq!(episodes(7, same).found(FaultKind::RepeatedEpisode), [""; 0]);
    let facts = |at: usize| format!("Plan number {at} of the shop costs {} EUR a month.", 10 + at);
    assert_eq!(episodes(7, facts).found(FaultKind::RepeatedEpisode), [""; 0]);
}

#[test]
fn evidence_of_the_like_that_nothing_cites_is_counted() {
    let base = (1..=6).fold(Base::default(), |base, at| {
        base.evidence(
            &id(&format!("t{at}"), at),
            &format!("Order 100{at} came late and the customer got 5 EUR back."),
        )
    });
    let plan = base.plan();
    let found: Vec<_> = plan.faults.iter().filter(|fault| fault.kind == FaultKind::RepeatedEpisode).collect();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].evidence.len(), 6);
}

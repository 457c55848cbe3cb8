//! What happens to notes that exist: replaced and disputed claims, other bytes left alone, reviewers listened to.

use super::{Bench, call};
use crate::proposal::{ClaimVerdict, Verdict, claim_ref};

const HEADER: &str = r#"{"business":"Northbank","department":"Home Loans"}"#;
const NOTE: &str = "knowledge/northbank/home-loans.md";

fn total(amount: &str) -> String {
    call(HEADER, &[("user", "What is my total?"), ("assistant", &format!("Your total is {amount}."))])
}

#[test]
fn a_later_word_retires_the_earlier_one() {
    let mut bench = Bench::new();
    let first = bench.add("2026-11-02", "source.jsonl", &total("$1,430"), "");
    bench.take(&[first]);
    let second = bench.add("2026-11-09", "source.jsonl", &total("$1,890"), "");
    let draft = bench.take(&[second]);
    let note = bench.note(NOTE);
    assert!(note.contains("- The customer's total is $1,890.[^"), "{note}");
    assert!(note.contains("- Formerly: The customer's total is $1,430.[^"), "{note}");
    assert!(!note.contains("standing"), "{note}");
    assert!(draft.summary.contains("1 claim replaced"), "{}", draft.summary);
}

#[test]
fn the_same_again_changes_nothing() {
    let mut bench = Bench::new();
    let first = bench.add("2026-11-02", "source.jsonl", &total("$1,430"), "");
    bench.take(&[first]);
    let again = call(HEADER, &[("user", "Once more?"), ("assistant", "Your total is $1,430. Thank you!")]);
    let second = bench.add("2026-11-09", "source.jsonl", &again, "");
    assert!(bench.propose(&[second], &[]).changes.is_empty());
}

#[test]
fn documents_that_differ_are_in_dispute_on_both_sides() {
    let mut bench = Bench::new();
    let page = |seconds: u32| format!("The connection timeout is {seconds} seconds.\n");
    let first = bench.add("2026-11-02", "source.md", &page(30), "title: Gateway\n");
    bench.take(&[first]);
    let second = bench.add("2026-11-09", "source.md", &page(90), "title: Gateway\n");
    bench.take(&[second]);
    let note = bench.note("knowledge/gateway.md");
    assert!(note.contains("- Disputed: The connection timeout is 30 seconds.[^"), "{note}");
    assert!(note.contains("- Disputed: The connection timeout is 90 seconds.[^"), "{note}");
    assert!(note.contains("\nstanding: disputed\n---\n"), "{note}");
}

#[test]
fn a_document_that_says_so_replaces() {
    let mut bench = Bench::new();
    let first =
        bench.add("2026-11-02", "source.md", "The connection timeout is 30 seconds.\n", "title: Gateway\n");
    bench.take(&[first]);
    let corrected = "The connection timeout is now 90 seconds.\n";
    let second = bench.add("2026-11-09", "source.md", corrected, "title: Gateway\n");
    bench.take(&[second]);
    let note = bench.note("knowledge/gateway.md");
    assert!(note.contains("- Formerly: The connection timeout is 30 seconds.[^"), "{note}");
    assert!(!note.contains("disputed"), "{note}");
}

#[test]
fn bytes_of_a_persons_note_stay_as_they_are() {
    let by_hand = "---\ntype: Policy\r\ntitle:   'Northbank: Home Loans'   # mine\r\n---\r\n# Home loans\r\n\r\nWritten  by *hand*.\r\n\r\n* odd   bullet\r\n";
    let mut bench = Bench::with(&[("knowledge/loans.md", by_hand)]);
    let id = bench.add("2026-11-02", "source.jsonl", &total("$1,430"), "");
    bench.take(&[id]);
    let note = bench.note("knowledge/loans.md");
    assert!(note.starts_with(by_hand.trim_end()), "{note:?}");
    assert!(note.contains("\r\n- The customer's total is $1,430.[^"), "{note:?}");
    assert_eq!(note.matches('\n').count(), note.matches("\r\n").count() + 1, "one line had no CR before");
}

#[test]
fn what_a_reviewer_rejects_is_left_out_and_what_must_stay_stays() {
    let mut bench = Bench::new();
    let first = bench.add("2026-11-02", "source.jsonl", &total("$1,430"), "");
    bench.take(&[first]);
    let second = bench.add("2026-11-09", "source.jsonl", &total("$1,890"), "");
    let draft = bench.propose(std::slice::from_ref(&second), &[]);
    let head = bench.vault.with_changes(&draft.changes);
    let verdict = |start: &str| {
        let note = head.note(NOTE).expect("a note");
        let claim = note.claims().iter().find(|claim| claim.text.starts_with(start)).expect("a claim");
        let claim = claim_ref(note, claim);
        ClaimVerdict {
            claim,
            removed: false,
            verdict: Verdict::Unsupported,
            spans: Vec::new(),
            reasons: Vec::new(),
        }
    };
    let new_rejected =
        bench.propose(std::slice::from_ref(&second), &[verdict("The customer's total is $1,890")]);
    assert!(new_rejected.changes.is_empty(), "{}", new_rejected.summary);
    let mark_rejected = bench.propose(&[second], &[verdict("Formerly:")]);
    let text = super::shown(&mark_rejected.changes);
    assert!(
        text.contains("- The customer's total is $1,430.")
            && text.contains("- The customer's total is $1,890."),
        "{text}"
    );
}

#[test]
fn tenants_and_labels_do_not_mix() {
    let mut bench = Bench::new();
    let one = bench.add("2026-11-02", "source.jsonl", &total("$1,430"), "tenant: acme\nlabels: [finance]\n");
    let two = bench.add("2026-11-03", "source.jsonl", &total("$1,890"), "tenant: globex\n");
    bench.take(&[one, two]);
    let (acme, globex) =
        ("knowledge/acme/northbank/home-loans.md", "knowledge/globex/northbank/home-loans.md");
    assert!(bench.note(acme).contains("tenant: acme\nlabels: [finance]\n"), "{}", bench.note(acme));
    assert!(bench.note(globex).contains("$1,890") && !bench.note(globex).contains("$1,430"));
    assert!(
        bench.vault.notes().filter(|note| note.is_index()).all(|page| page.access() != Default::default())
    );
}

#[test]
fn notes_of_one_subject_link_both_ways_and_stand_in_the_index() {
    let mut bench = Bench::new();
    let loans = bench.add("2026-11-02", "source.jsonl", &total("$1,430"), "");
    let cards = r#"{"business":"Northbank","department":"Cards"}"#;
    let cards = call(cards, &[("assistant", "Your card fee is $35 a year.")]);
    let cards = bench.add("2026-11-03", "source.jsonl", &cards, "");
    bench.take(&[loans, cards]);
    assert!(bench.note(NOTE).contains("- [Northbank: Cards](cards.md)"), "{}", bench.note(NOTE));
    assert!(bench.note("knowledge/northbank/cards.md").contains("- [Northbank: Home Loans](home-loans.md)"));
    let index = bench.note("knowledge/northbank/index.md");
    assert!(
        index.contains("* [Northbank: Cards](cards.md) - ")
            && index.contains("* [Northbank: Home Loans](home-loans.md) - "),
        "{index}"
    );
    assert!(bench.note("knowledge/index.md").contains("* [Northbank](northbank/index.md) - "));
}

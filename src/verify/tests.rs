use crate::proposal::Verdict;
use crate::text::LineRange;
use crate::verify::{Judgment, Passage, Transcript, judge};

/// Judges `claim` against all of `evidence`.
fn judged(claim: &str, evidence: &str) -> Judgment {
    let id = "2026-11-30-call-3f9a2c".parse().expect("an id");
    let transcript = Transcript::read(id, evidence, evidence.starts_with('{'));
    let last = u32::try_from(evidence.lines().count()).expect("few lines");
    let lines = LineRange::new(1, last.max(1)).expect("lines");
    judge(claim, &[Passage { transcript: &transcript, lines }])
}

#[track_caller]
fn verdict(claim: &str, evidence: &str, expected: Verdict) {
    let judgment = judged(claim, evidence);
    assert_eq!(judgment.verdict, expected, "{claim:?} from {evidence:?}: {:#?}", judgment.reasons);
}

#[test]
fn a_false_number_over_a_true_quote_is_contradicted() {
    let evidence = "Heron supports at most 16 nodes per cluster. Nightly backups are recommended.";
    verdict("Heron supports at most 16 nodes per cluster.", evidence, Verdict::Supported);
    verdict("A Heron cluster supports up to 16 nodes.", evidence, Verdict::Supported);
    let judgment = judged("Heron supports at most 64 nodes per cluster and needs no backups.", evidence);
    assert_eq!(judgment.verdict, Verdict::Contradicted);
    assert!(
        judgment.reasons[0].contains("`16 nodes`") && judgment.reasons[0].contains("`64 nodes`"),
        "{:?}",
        judgment.reasons
    );
    assert!(judgment.reasons[0].contains("L1"), "{:?}", judgment.reasons);
    verdict("Heron supports at least 16 nodes per cluster.", evidence, Verdict::Contradicted);
    verdict("Heron supports 16 nodes per cluster.", evidence, Verdict::PartlySupported);
}

#[test]
fn a_number_cut_at_its_dot_is_not_supported() {
    let evidence = "Heron 2.4 sustained 6,150 messages per second on three nodes (p99 18 ms).";
    verdict("Heron 2.4 sustained 6,150 messages per second on 3 nodes.", evidence, Verdict::Supported);
    assert_ne!(
        judged("Heron 4 sustained 6,150 messages per second on three nodes.", evidence).verdict,
        Verdict::Supported
    );
    assert_ne!(
        judged("Heron 2 sustained 6,150 messages per second on three nodes.", evidence).verdict,
        Verdict::Supported
    );
    assert_ne!(
        judged("Heron 2.4 sustained 150 messages per second on three nodes.", evidence).verdict,
        Verdict::Supported
    );
}

#[test]
fn a_question_and_its_answer_support_one_claim() {
    let evidence = r#"{"role":"assistant","content":"Thank you. How much did she receive?"}
{"role":"user","content":"$85,000 for her down payment."}"#;
    verdict("The down payment is $85,000.", evidence, Verdict::Supported);
    verdict("The down payment is $58,000.", evidence, Verdict::Contradicted);
    let asked = r#"{"role":"assistant","content":"So you're looking to borrow $500,000?"}"#;
    verdict("The customer is looking to borrow $500,000.", asked, Verdict::PartlySupported);
    let affirmed = format!("{asked}\n{}", r#"{"role":"user","content":"Exactly."}"#);
    verdict("The customer is looking to borrow $500,000.", &affirmed, Verdict::Supported);
    let denied = format!("{asked}\n{}", r#"{"role":"user","content":"No."}"#);
    verdict("The customer is looking to borrow $500,000.", &denied, Verdict::Contradicted);
}

#[test]
fn speakers_are_not_swapped() {
    let evidence = r#"{"role":"assistant","content":"I'm Robert from Lakeside Bank. What's your name and salary?"}
{"role":"user","content":"David Thompson. My base salary is $145,000 per year."}"#;
    verdict("The customer's base salary is $145,000 per year.", evidence, Verdict::Supported);
    verdict("David Thompson's base salary is $145,000 a year.", evidence, Verdict::Supported);
    verdict("The agent's base salary is $145,000 per year.", evidence, Verdict::Contradicted);
    verdict("Robert's base salary is $145,000 per year.", evidence, Verdict::Contradicted);
    verdict("David Thompson's base salary is $145,000 a month.", evidence, Verdict::Contradicted);
    let joined = "The assistant asked: \"What's your name and salary?\" the user: David Thompson.";
    verdict(joined, evidence, Verdict::Supported);
    let turned = "The user asked: \"What's your name and salary?\" the assistant: David Thompson.";
    verdict(turned, evidence, Verdict::Contradicted);
    let story = "Anna approved the refund that Ben had asked for.";
    verdict("Anna approved the refund.", story, Verdict::Supported);
    verdict("Ben approved the refund that Anna had asked for.", story, Verdict::Contradicted);
}

#[test]
fn limits_and_negations_are_kept() {
    let evidence = "Opened items can be returned within 30 days, but only if the seal is unbroken.";
    verdict(
        "Opened items can be returned within 30 days if the seal is unbroken.",
        evidence,
        Verdict::Supported,
    );
    verdict("Opened items can be returned within 30 days.", evidence, Verdict::PartlySupported);
    verdict(
        "Opened items cannot be returned within 30 days if the seal is unbroken.",
        evidence,
        Verdict::Contradicted,
    );
    verdict(
        "Opened items can be returned after 30 days if the seal is unbroken.",
        evidence,
        Verdict::Contradicted,
    );
    let denied = "The contract does not renew automatically.";
    verdict("The contract renews automatically.", denied, Verdict::Contradicted);
    verdict(
        "We will move to Postgres in May.",
        "We might move to Postgres in May.",
        Verdict::PartlySupported,
    );
}

#[test]
fn forms_of_several_countries_are_one() {
    verdict(
        "The deposit is 500,000 Ft and due on 30 November 2026.",
        "A foglaló: deposit 500.000 Ft, due 2026. nov. 30.",
        Verdict::Supported,
    );
    verdict(
        "The deposit is due on 30/11/2026.",
        "The deposit is due on November 30th, 2026.",
        Verdict::Supported,
    );
    verdict(
        "The deposit is due on 29/11/2026.",
        "The deposit is due on November 30th, 2026.",
        Verdict::Contradicted,
    );
    verdict("The trial lasts 14 days.", "The trial lasts two weeks.", Verdict::Supported);
    verdict("The trial lasts 2 months.", "The trial lasts two weeks.", Verdict::Contradicted);
}

#[test]
fn what_marks_a_limit_says_nothing_of_its_own() {
    let unless = "The pass costs 40 EUR, unless a doctor has confirmed it.";
    let said = "The pass costs 40 EUR, if not, as an exception, a doctor has confirmed it.";
    verdict(said, unless, Verdict::Supported);
    verdict("The pass costs 40 EUR.", unless, Verdict::PartlySupported);
    let felteve = "A bérlet 4000 Ft-ba kerül, feltéve, hogy két vezető hozzájárult.";
    verdict(
        "A bérlet 4000 Ft-ba kerül, azzal a feltétellel, hogy két vezető hozzájárult.",
        felteve,
        Verdict::Supported,
    );
    let azzal = "A bérlet 4000 Ft-ba kerül, azzal a feltétellel, hogy két vezető hozzájárult.";
    verdict("A bérlet 4000 Ft-ba kerül.", azzal, Verdict::PartlySupported);
    let unter = "Die Karte kostet 40 EUR, unter der Bedingung, dass zwei Leiter zugestimmt haben.";
    verdict("Die Karte kostet 40 EUR.", unter, Verdict::PartlySupported);
    let doubted = "I think the pass costs 40 EUR.";
    verdict("Unconfirmed: the pass costs 40 EUR.", doubted, Verdict::Supported);
    verdict("Not confirmed: the pass costs 40 EUR.", doubted, Verdict::Supported);
    verdict(
        "Nem megerősített: a bérlet 4000 Ft-ba kerül.",
        "Szerintem a bérlet 4000 Ft-ba kerül.",
        Verdict::Supported,
    );
    let ausnahme = "Die Karte kostet 40 EUR, mit der Ausnahme, dass zwei Leiter zugestimmt haben.";
    let sofern = "Die Karte kostet 40 EUR, sofern nicht ausnahmsweise zwei Leiter zugestimmt haben.";
    verdict(sofern, ausnahme, Verdict::Supported);
    verdict("Die Karte kostet 40 EUR.", ausnahme, Verdict::PartlySupported);
    verdict("Die Karte kostet 40 EUR.", sofern, Verdict::PartlySupported);
    let vermutlich = "Vermutlich kostet die Karte 40 EUR.";
    verdict("Die Karte kostet 40 EUR, so heißt es.", vermutlich, Verdict::Supported);
    // What is not confirmed is not confirmed.
    assert_ne!(judged("The order is confirmed.", "The order is not confirmed.").verdict, Verdict::Supported);
    assert_ne!(judged("The order is not confirmed.", "The order is confirmed.").verdict, Verdict::Supported);
}

#[test]
fn words_of_other_languages_that_come_in_two() {
    let fell = "Der Dienst fiel am 3. Mai aus, weil die Platte voll war.";
    verdict("Der Dienst ausfiel am 3. Mai.", fell, Verdict::Supported);
    let until = "A szolgáltatás leállt, és a naplók törlése segített.";
    verdict("A szolgáltatás leállt, amíg a naplók törlése nem segített.", until, Verdict::Supported);
    assert_ne!(judged("A naplók törlése nem segített.", until).verdict, Verdict::Supported);
}

//! Examples to read: what goes in, and the notes that come out.

use super::{Bench, call, shown};

const HEADER: &str = r#"{"conversation_id":"c-1","timestamp":"2026-11-02 10:00","business":"Northbank","department":"Home Loans"}"#;

#[test]
fn a_call_becomes_a_note_in_its_business_folder() {
    let mut bench = Bench::new();
    let source = call(
        HEADER,
        &[
            ("assistant", "Good morning, thank you for calling. How can I help you today?"),
            ("user", "Hi, I'm calling about a mortgage for my daughter."),
            ("assistant", "Happy to help! May I have your full name?"),
            ("user", "It's Ines Varga."),
            ("assistant", "And your email address?"),
            ("user", "ines.varga82@mail.example"),
            ("assistant", "Do you own any other property?"),
            ("user", "No."),
            ("user", "I gave my daughter a gift from my savings account."),
            ("assistant", "How much?"),
            ("user", "$85,000 for her down payment."),
            ("assistant", "Our rate is 6.25% if you lock it by December 15th. Let me check that for you."),
            ("user", "So the rate could go up to 6.5% after that?"),
            ("assistant", "Exactly."),
            ("user", "Let's go with the 30-year fixed loan."),
            ("assistant", "Your application number is HL-2291-77. Bring two pay stubs to the appointment."),
            ("user", "Great, thanks so much!"),
        ],
    );
    let id = bench.add("2026-11-02", "source.jsonl", &source, "");
    let draft = bench.propose(&[id], &[]);
    insta::assert_snapshot!(
        "call",
        format!("{}\n\n{}\n{}", draft.title, draft.summary, shown(&draft.changes))
    );
}

#[test]
fn a_document_keeps_its_headings_and_its_words() {
    let mut bench = Bench::new();
    let source = "# Gateway\n\n## Limits\n\nRequests time out after 30 seconds. Is that enough?\n\n| plan | calls a day |\n| --- | --- |\n| basic | 1,000 |\n| gold | 50,000 |\n\n## Contacts\n\n- The owner is the Platform team.\n- Thanks!\n";
    let id = bench.add("2026-11-03", "source.md", source, "title: Gateway handbook\n");
    insta::assert_snapshot!("document", shown(&bench.propose(&[id], &[]).changes));
}

#[test]
fn the_transcript_says_why_of_every_sentence() {
    let mut bench = Bench::new();
    let source = call(HEADER, &[("user", "Hello! My account is 4429853327. What are your hours?")]);
    let id = bench.add("2026-11-02", "source.jsonl", &source, "");
    insta::assert_snapshot!("transcript", bench.propose(&[id], &[]).transcript);
}

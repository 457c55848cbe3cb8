//! What holds for every conversation: quotes stand where they are cited, nothing is uncited, same in, same out.

use proptest::prelude::*;

use super::{Bench, call, shown};

fn turns() -> impl Strategy<Value = Vec<(String, String)>> {
    let speaker = prop::sample::select(vec!["user", "assistant", "Ann Lee", "tool", "system"]);
    let piece = prop_oneof![
        4 => prop::sample::select(vec![
            "How much?", "$85,000 for her down payment.", "And your email address?", "a.b@c.example", "Yes.", "No, I'm not.",
            "I need to fly out on December 5th.", "We have PA 890 at 10:45 AM.", "It's $1,450.", "Perfect.", "Do you have any allergies?",
            "Actually, the total is $60.", "Your number is PR-4478829.", "That's right, \"gold\" tier.", "[[x|y]]", "# 5 [^1]", "When?", "Dr. Lee said 7%.",
        ]).prop_map(str::to_owned),
        1 => "\\PC{0,60}",
    ];
    let content = prop::collection::vec(piece, 1..4).prop_map(|pieces| pieces.join(" "));
    prop::collection::vec((speaker.prop_map(str::to_owned), content), 0..12)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn every_claim_is_cited_and_every_quote_stands(first in turns(), second in turns()) {
        let mut bench = Bench::new();
        for (day, turns) in [("2026-11-02", first), ("2026-11-09", second)] {
            let turns: Vec<(&str, &str)> = turns.iter().map(|(who, what)| (who.as_str(), what.as_str())).collect();
            let id = bench.add(day, "source.jsonl", &call(r#"{"business":"B","department":"D"}"#, &turns), "");
            let draft = bench.propose(std::slice::from_ref(&id), &[]);
            prop_assert_eq!(shown(&draft.changes), shown(&bench.propose(std::slice::from_ref(&id), &[]).changes));
            for (path, _) in draft.changes.iter() {
                prop_assert!(path.as_str().starts_with("knowledge/"), "{}", path);
            }
            bench.take(&[id]);
        }
        for note in bench.vault.notes().filter(|note| !note.is_index()) {
            prop_assert!(note.problems.is_empty(), "{:?}\n{}", note.problems, note.text);
            for claim in note.claims() {
                prop_assert!(!claim.citations.is_empty(), "uncited: {}\n{}", claim.text, note.text);
            }
            let mut quoted = 0;
            for citation in note.citations() {
                let span = bench.vault.citation_span(note, citation);
                prop_assert!(span.is_ok(), "{:?}\n{}", span, note.text);
                let Ok(span) = span else { continue };
                if let (Some(quote), Some(item)) = (&citation.quote, bench.vault.item(&span.evidence)) {
                    prop_assert!(item.quotes(span.lines, quote), "{quote:?}\n{}", note.text);
                    quoted += 1;
                }
            }
            prop_assert!(note.claims().is_empty() || quoted > 0);
        }
    }
}

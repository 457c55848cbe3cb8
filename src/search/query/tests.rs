//! How queries are read.

use proptest::prelude::*;

use super::*;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_at_all_is_a_query(text in r#"(\PC|[-"“”„«»:*()#'\[\] ]|-?(path|type|tag|label|title):){0,40}"#) {
        let query = Query::parse(&text);
        prop_assert!(query.terms.len() <= MOST_TERMS);
        for term in &query.terms {
            prop_assert!(!term.probes.is_empty(), "{term:?}");
            prop_assert!(term.probes.iter().all(|probe| !probe.forms.is_empty()), "{term:?}");
            prop_assert!(term.probes.iter().flat_map(|probe| &probe.forms).all(|form| !form.is_empty()), "{term:?}");
        }
    }
}

fn shown(text: &str) -> Vec<String> {
    Query::parse(text).terms.into_iter().map(|term| term.shown).collect()
}

#[test]
fn function_words_go_unless_nothing_else_is_there() {
    assert_eq!(shown("What was my claim number?"), ["claim", "number"]);
    assert_eq!(shown("AND"), ["AND"]);
    assert_eq!(shown("what is it"), ["what", "is", "it"]);
}

#[test]
fn marks_that_stand_on_nothing_are_no_words() {
    for text in ["a\"\u{610}🫟", "\u{610}*", "\u{345}", "\u{345}*", "\u{64b}_\u{670}", "-\u{610}"] {
        for term in Query::parse(text).terms {
            let mut forms = term.probes.iter().flat_map(|probe| &probe.forms);
            assert!(forms.all(|form| !form.is_empty()), "{text:?}: {term:?}");
        }
    }
}

#[test]
fn any_text_is_a_query() {
    for text in ["", "\"", "\"\"", "-403", "NEAR(", "title:foo", "((((", "\\", "\0", "*", "a AND (b OR", "“x"]
    {
        let _ = Query::parse(text);
    }
    assert!(Query::parse(" \t").is_empty());
    assert_eq!(Query::parse("\"quoted phrase\"").phrases, ["quoted phrase"]);
    assert!(Query::parse("\"unfinished").phrases.is_empty());
    assert!(Query::parse("why did they write \"restructuring\" in my letter?").phrases.is_empty());
}

#[test]
fn pasted_instructions_give_way_to_the_last_question() {
    let pasted = format!("{}\n\nWhen does the warranty end?", "You are a careful assistant. ".repeat(100));
    let query = Query::parse(&pasted);
    assert!(query.shortened);
    assert_eq!(query.text, "When does the warranty end?");
    let endless = "word ".repeat(10_000);
    assert!(Query::parse(&endless).text.len() <= crate::search::focus::LONGEST);
}

#[test]
fn quotes_demand_in_a_search_and_not_in_a_question() {
    let phrases = |text: &str| Query::parse(text).phrases;
    assert_eq!(phrases("refund \"full amount\" policy steps"), ["full amount"]);
    assert_eq!(phrases("\"parse_invoice\""), ["parse_invoice"]);
    assert_eq!(phrases("צה\"ל רמטכ\"ל"), [""; 0]);
    assert_eq!(phrases("Is \"gold\" meant?"), [""; 0]);
}

#[test]
fn what_is_left_out_is_not_asked_for() {
    let query = Query::parse("pump -manual tag:water -path:old");
    assert_eq!(query.text, "pump");
    assert_eq!(query.terms.len(), 1);
    assert_eq!(query.exclusions.iter().map(|one| one.shown.as_str()).collect::<Vec<_>>(), ["manual"]);
    assert_eq!(query.filters.len(), 2);
    let lone = Query::parse("-manual");
    assert!(lone.exclusions.is_empty());
    assert_eq!(lone.terms.len(), 1);
}

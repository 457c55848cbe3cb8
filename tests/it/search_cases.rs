//! Searches as users really make them. Each test is a failure that users of similar tools reported, with the right
//! outcome.

use crate::cases::Case;

#[test]
fn words_with_hyphens_are_words() {
    Case::met("SE-01", &[]);
}

#[test]
fn quotes_apostrophes_and_lone_signs_are_text() {
    Case::met("SE-02", &[]);
}

#[test]
fn dotted_names_are_found_whole_before_their_parts() {
    Case::met("SE-04", &[]);
}

#[test]
fn an_identifier_is_found_whole_in_parts_and_exactly_on_demand() {
    Case::met("SE-05", &[]);
}

#[test]
fn names_that_are_made_of_signs_are_found() {
    Case::met("SE-07", &[]);
}

#[test]
fn scripts_without_spaces_are_found_by_two_characters() {
    Case::met("SE-08", &[]);
}

#[test]
fn accents_count_and_are_forgiven() {
    Case::met("SE-10", &[]);
}

#[test]
fn hebrew_is_found_with_and_without_its_marks() {
    let case = Case::met("SE-13", &[]);
    let answer = case.repo.kb(["search", "--format", "json", "\u{5e9}\u{5dc}\u{5d5}\u{5dd}"]).json();
    let texts = answer["results"].as_array().expect("results").iter().map(|result| result["text"].as_str());
    assert!(texts.flatten().any(|text| text.contains('\u{5b8}')), "the text keeps its points: {answer}");
}

#[test]
fn no_threshold_hides_an_exact_hit() {
    let case = Case::met("SE-14", &["MUST output states dropped hits"]);
    case.repo.write("d.md", "The alarm of the motor rang.\n");
    let query =
        "why did the old alarm of a compressor ring during maintenance of turbines and pumps in winter";
    let report = case.repo.kb(["search", "--format", "json", query]).code(0).json();
    assert!(report["reason"].as_str().is_some_and(|reason| reason.contains("no note has")), "{report}");
}
#[test]
fn hungarian_is_found_by_any_form_of_a_word() {
    let case = Case::met("SE-11", &["POLICY 5.md"]);
    // Numbers are no bills: what has another stem comes after, if at all.
    for query in ["számla", "szamla", "számlák", "számlával"] {
        let found = case.ranked(query);
        let other = found.iter().position(|path| path == "5.md").unwrap_or(found.len());
        assert!(other >= 4, "{query}: {found:?}");
    }
}

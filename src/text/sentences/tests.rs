use super::*;

/// Each text holds its sentences separated by ` | `; the bar is taken out before splitting.
fn check(cases: &[&str]) {
    for case in cases {
        let expected: Vec<&str> = case.split(" | ").collect();
        let text = case.replace(" | ", " ");
        let found: Vec<&str> = sentences(&text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(found, expected, "in {text:?}");
    }
}

#[test]
fn numbers_and_versions_stay_whole() {
    check(&[
        "Heron 2.4 sustained 6,150 requests a second. | Heron 2.3 did not.",
        "It needs version 1.2.3. | Later ones work too.",
        "The limit is 500.000 Ft. | Above it a manager decides.",
        "It costs $1.50. | That is cheap.",
        "The year was 2024. | Next came 2025.",
    ]);
}

#[test]
fn abbreviations_do_not_end_a_sentence() {
    check(&[
        "Dr. Smith agreed. | Prof. Jones did not.",
        "Use a cache, e.g. Redis or memcached. | It helps.",
        "See No. 5 of the list. | The answer is no. | Nothing else helps.",
        "Acme Inc. Europe pays the fee. | It is high.",
        "It belongs to Acme Inc. | The fee is high.",
        "The office opens at 9 a.m. Monday. | It closes at 5 p.m. | The phone stays on.",
        "J. R. R. Tolkien wrote it. | Plan B. Miller knows.",
        "Use Plan B. | The rest follows.",
        "It grew by approx. 5 percent. | Good.",
        "The U.S. Army uses it. | He lives in the U.S. | They do not.",
        "Smith et al. (2020) showed it. | Others agreed.",
    ]);
}

#[test]
fn dates_of_other_languages_stay_whole() {
    check(&[
        "Az ülés 2026. nov. 30. napján volt. | Mindenki eljött.",
        "Das Treffen war am 3. Oktober. | Alle kamen.",
        "Fällig am 30. 11. 2026. | Danach mahnen wir.",
    ]);
}

#[test]
fn list_markers_ellipses_quotes_and_addresses() {
    check(&[
        "1. Open the valve. | 2. Wait.",
        "a. Open the valve.",
        "He waited... and left. | Then he came back… | Nobody knew.",
        "\"Stop!\" he said. | \"Why?\" | She left.",
        "He said \"stop.\" | Then he left.",
        "(It is slow.) | But it works.",
        "See https://example.com/a.b?c=d. | It says more.",
        "Yahoo! announced it. | Really?! | Yes.",
        "It runs on node.js and .NET. | Both work.",
    ]);
}

#[test]
fn scripts_without_spaces_end_at_their_own_stops() {
    let text = "保留期限为七年。退款需在七天内申请！是吗？是的";
    let found: Vec<&str> = sentences(text).into_iter().map(|range| &text[range]).collect();
    assert_eq!(found, ["保留期限为七年。", "退款需在七天内申请！", "是吗？", "是的"]);
    let quoted = "「行きます。」と彼は言った。次の文。";
    let found: Vec<&str> = sentences(quoted).into_iter().map(|range| &quoted[range]).collect();
    assert_eq!(found, ["「行きます。」と彼は言った。", "次の文。"]);
    check(&["यह पहला है। | यह दूसरा है।"]);
}

#[test]
fn a_mark_after_a_full_stop_ends_the_sentence() {
    let text = "It is done. kb reads it.Next";
    assert_eq!(sentences(text).len(), 1);
    assert_eq!(sentences_with_marks(text, &[11]), [0..11, 12..28]);
    assert_eq!(sentences_with_marks(text, &[11, 24]), [0..11, 12..24, 24..28]);
    assert!(sentences(" \n ").is_empty());
}

//! Front matter as users really write it. Each test is a failure that users of similar tools reported, with the right
//! outcome.

use crate::cases::Case;

fn headings(case: &Case, path: &str) -> Vec<String> {
    case.note(path).headings.iter().map(|heading| heading.text.clone()).collect()
}

#[test]
fn a_byte_order_mark_is_passed_over_once() {
    let case = Case::met("FM-01", &["MUST headings(bom.md)", "MUST headings(bomhead.md)"]);
    assert_eq!(headings(&case, "bom.md"), ["H"]);
    assert_eq!(headings(&case, "bomhead.md"), ["First", "Second"]);
    let front = &case.note("bom.md").front;
    assert_eq!(front.get("title").map(|field| field.value_span.clone()), Some(14..15));
}

#[test]
fn line_ends_and_blanks_at_the_fence_are_no_part_of_a_value() {
    // No command sets a key; what writes front matter splices bytes, and is tested where it does.
    let case = Case::met("FM-02", &["MUST set(crlf.md"]);
    assert_eq!(case.note("crlf.md").body(), "body\r\n");
}

#[test]
fn only_a_closed_block_at_the_start_counts() {
    Case::met("FM-04", &[]);
    // Both say the same, and a search gives one of two that say the same.
    let case = Case::met("FM-05", &["SEARCH `body`"]);
    for path in ["blank.md", "space.md"] {
        let alone = Case::of(&[(path.to_owned(), case.note(path).text.clone().into_bytes())]);
        assert_eq!(alone.search("body"), [path]);
    }
    Case::met("FM-17", &["MUST zero.md does not crash"]).note("zero.md");
}

#[test]
fn dates_are_texts_and_do_not_shift() {
    let case = Case::met("FM-07", &["MUST same with TZ="]);
    let plain = case.repo.kb(["check", "--format", "json"]).whole();
    for zone in ["America/Los_Angeles", "Europe/Budapest", "Pacific/Kiritimati"] {
        let there = case.repo.kb_with_env(&[("TZ", zone)], ["check", "--format", "json"]).whole();
        assert_eq!(there, plain, "{zone}");
    }
}

#[test]
fn titles_are_texts_however_they_look() {
    let case = Case::met(
        "FM-08",
        &["MUST display title of f.md", "MUST display title of g.md", "MUST index contains z.md"],
    );
    assert_eq!(case.note("f.md").title(), "Heading F");
    assert_eq!(case.note("g.md").title(), "g");
    assert_eq!(case.search("last"), ["z.md"]);
}

#[test]
fn numbers_that_are_none_stay_as_they_are_written() {
    let case = Case::met("FM-10", &["MUST set(x.md", "MUSTNOT FM x.md id"]);
    let front = &case.note("x.md").front;
    for (key, value) in [("zip", "01234"), ("id", "12e4567"), ("ver", "3.10")] {
        assert_eq!(front.text(key), Some(value));
    }
}

#[test]
fn an_error_says_where_it_is_and_stops_nothing() {
    Case::met("FM-11", &[]);
    let case = Case::met("FM-13", &["MUST set(m.md"]);
    assert!(case.note("m.md").front.broken);
}

#[test]
fn an_alias_bomb_is_refused_and_a_few_anchors_work() {
    let mut bomb = format!("a: &a [{}]\n", ["lol"; 9].join(","));
    for (one, next) in "abcdefgh".chars().zip("bcdefghi".chars()) {
        bomb += &format!("{next}: &{next} [{}]\n", vec![format!("*{one}"); 9].join(","));
    }
    let case = Case::of(&[
        ("bomb.md".to_owned(), format!("---\n{bomb}---\nbody\n").into_bytes()),
        ("ok.md".to_owned(), b"---\nbase: &b [1, 2]\nuse: *b\n---\n".to_vec()),
    ]);
    let found = case.found("bomb.md", "front-matter");
    assert!(matches!(found.as_slice(), [one] if one.contains("unfolds to more than")), "{found:?}");
    let used = case.note("ok.md").front.get("use").map(|field| field.value.clone());
    assert_eq!(used, Some(serde_json::json!([1, 2])));
}

#[test]
fn toml_is_told_apart_and_never_read_as_text() {
    let case = Case::met("FM-16", &["POLICY t.md", "DIAG dup.md:3", "MUST none.md is valid"]);
    for path in ["t.md", "dup.md"] {
        let found = case.found(path, "front-matter");
        assert!(matches!(found.as_slice(), [one] if one.contains("TOML")), "{found:?}");
    }
    assert_eq!(case.found("none.md", "front-matter"), [""; 0]);
    assert_eq!(case.search("2024-03-31"), [""; 0]);
}

use serde_json::json;

use super::*;

fn values(text: &str) -> Vec<(String, Value)> {
    read_mapping(text).expect("valid").into_iter().map(|entry| (entry.key, entry.value)).collect()
}

#[test]
fn positions_are_bytes_of_the_text() {
    let text = "tïtle: \"a b\"\nlist:\n  - x\n  - y\nempty:\nlast: {region: EU}\n";
    let entries = read_mapping(text).expect("valid");
    let spans: Vec<_> =
        entries.iter().map(|e| (&text[e.key_span.clone()], &text[e.value_span.clone()])).collect();
    assert_eq!(spans[0], ("tïtle", "\"a b\""));
    assert_eq!(spans[1], ("list", "- x\n  - y"));
    assert_eq!(spans[2].0, "empty");
    assert_eq!(spans[2].1, "");
    assert_eq!(spans[3], ("last", "{region: EU}"));
    assert_eq!(entries[3].value, json!({"region": "EU"}));
}

#[test]
fn what_would_shift_stays_a_text() {
    let text = "a: 2024-03-31\nb: 1.10\nc: 007\nd: 0x1F\ne: 12e4567\nf: 10:00\ng: yes\nh: 1458\ni: 1.5\nj: true\nk:\n";
    let expected = [
        json!("2024-03-31"),
        json!("1.10"),
        json!("007"),
        json!("0x1F"),
        json!("12e4567"),
        json!("10:00"),
        json!("yes"),
        json!(1458),
        json!(1.5),
        json!(true),
        json!(null),
    ];
    assert_eq!(values(text).into_iter().map(|(_, value)| value).collect::<Vec<_>>(), expected);
}

#[test]
fn errors_say_where() {
    for (text, line, column, words) in [
        ("id: 1\ntitle: Report: Q3\n", 2, 14, ""),
        ("a: 1\na: 2\n", 2, 1, "comes twice"),
        ("a: {b: 1, b: 2}\n", 1, 11, "comes twice"),
        ("Hello\n", 1, 1, "not a mapping"),
        ("- a\n", 1, 1, "not a mapping"),
        ("tags: [a\n", 0, 0, ""),
        ("a:\n\tb: 1\n", 0, 0, ""),
        ("a: *nothing\n", 0, 0, ""),
    ] {
        let error = read_mapping(text).expect_err(text);
        assert!(error.message.contains(words), "{text:?}: {error}");
        if line > 0 {
            assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
        }
    }
}

#[test]
fn an_alias_bomb_ends_early_and_a_few_aliases_work() {
    let mut bomb = "a: &a [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n".to_owned();
    for (before, after) in "abcdefgh".chars().zip("bcdefghi".chars()) {
        bomb += &format!("{after}: &{after} [{}]\n", vec![format!("*{before}"); 9].join(","));
    }
    assert!(read_mapping(&bomb).expect_err("a bomb").message.contains("10000 values"));
    assert_eq!(values("base: &b [1, 2]\nuse: *b\n")[1].1, json!([1, 2]));
    assert!(read_mapping(&format!("a: {}{}\n", "[".repeat(500), "]".repeat(500))).is_err());
}

#[test]
fn empty_and_comment_only_are_an_empty_mapping() {
    assert_eq!(values(""), []);
    assert_eq!(values("# only\n"), []);
}

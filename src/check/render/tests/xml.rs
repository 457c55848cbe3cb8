//! A strict reader of the XML that the JUnit form uses: it panics where XML 1.0 is not well-formed.

/// An element: its name, its attributes, and the text directly inside.
type Element = (String, Vec<(String, String)>, String);

/// The elements of `text` in order.
pub(super) fn elements(text: &str) -> Vec<Element> {
    assert!(text.chars().all(allowed), "a character that XML 1.0 forbids");
    let mut rest = text.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>").expect("a declaration");
    let mut found: Vec<Element> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    while let Some(at) = rest.find('<') {
        let inside = decoded(&rest[..at]);
        match open.last() {
            Some(&index) => found[index].2 += &inside,
            None => assert_eq!(inside.trim(), ""),
        }
        rest = &rest[at + 1..];
        if let Some(comment) = rest.strip_prefix("!--") {
            let (words, after) = comment.split_once("-->").expect("the end of a comment");
            assert!(!words.contains("--"));
            rest = after;
            continue;
        }
        let (tag, after) = rest.split_once('>').expect("the end of a tag");
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            let index = open.pop().expect("an open element");
            assert_eq!(found[index].0, name);
            continue;
        }
        let (tag, is_empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        found.push((name.to_owned(), pairs(attributes), String::new()));
        if !is_empty {
            open.push(found.len() - 1);
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{rest}");
    found
}

fn pairs(mut text: &str) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    while !text.trim().is_empty() {
        let (name, after) = text.trim_start().split_once("=\"").expect("an attribute");
        let (value, after) = after.split_once('"').expect("the end of a value");
        assert!(
            name.chars().all(|c| c.is_ascii_alphabetic()) && !value.contains(['<', '\n']),
            "{name}={value}"
        );
        assert!(pairs.iter().all(|(known, _)| known != name), "{name} twice");
        pairs.push((name.to_owned(), decoded(value)));
        text = after;
    }
    pairs
}

fn decoded(text: &str) -> String {
    let mut parts = text.split('&');
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, after) = part.split_once(';').expect("the end of a reference");
        whole += match name {
            "amp" => "&",
            "lt" => "<",
            "gt" => ">",
            "quot" => "\"",
            "apos" => "'",
            other => panic!("no such entity: {other}"),
        };
        whole += after;
    }
    whole
}

/// `Char` of XML 1.0, section 2.2.
fn allowed(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

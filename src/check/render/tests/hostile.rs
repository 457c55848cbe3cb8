//! What no path and no message can do to any format, however hostile.

use std::borrow::Cow;

use super::xml;
use crate::check::render::*;
use crate::check::{CheckReport, Examined};
use crate::finding::{Finding, Fix, Place, Severity};

const PATH: &str = "a\n::error::x\u{1b}[2J|`<b>\"'&]](x){0},:%\u{202e}@admin/é.md";
const WORDS: &str = "one\r\ntwo `]] > | -->`\u{1b}[31m\u{0}\u{ffff}<img src=x onerror=y> [a](javascript:b) @admin #1 \
                     ]]>&amp;\"' ::stop-commands::x %0A www.evil.invalid https://evil.invalid\u{2028}\u{202e} {0}";

fn report() -> CheckReport {
    let finding = |severity| Finding {
        rule: Cow::Borrowed("broken-link"),
        severity,
        place: Place::file(PATH),
        message: WORDS.to_owned(),
        label: Some(WORDS.to_owned()),
        help: Some(WORDS.to_owned()),
        fix: Some(Fix {
            title: WORDS.to_owned(),
            applicability: crate::finding::Applicability::Safe,
            edits: Vec::new(),
        }),
    };
    let findings = vec![finding(Severity::Error), finding(Severity::Info)];
    CheckReport { examined: Examined::default(), findings }
}

fn nothing(_: &str) -> Option<String> {
    None
}

/// Whether a terminal would obey something in `text`, or show it in another order.
fn obeyed(text: &str) -> bool {
    text.chars().any(|c| (c.is_control() && c != '\n') || matches!(c, '\u{2028}' | '\u{202a}'..='\u{202e}'))
}

#[test]
fn formats_for_people_have_the_lines_that_kb_wrote() {
    let text = super::plain(&full(&report(), &nothing));
    assert!(!obeyed(&text), "{text}");
    assert_eq!(
        text.lines().filter(|line| line.starts_with("error[") || line.starts_with("info[")).count(),
        2
    );
    assert!(text.lines().all(|line| !line.starts_with("::") && !line.starts_with("two")), "{text}");
    let text = super::plain(&concise(&report()));
    assert!(!obeyed(&text), "{text}");
    assert_eq!(text.lines().count(), 2);
}

#[test]
fn json_gives_back_what_was_there() {
    let document = serde_json::to_string(&json(&report(), None)).expect("JSON");
    let read: serde_json::Value = serde_json::from_str(&document).expect("JSON");
    assert_eq!(
        (&read["findings"][0]["path"], &read["findings"][0]["message"]),
        (&PATH.into(), &WORDS.into())
    );
    for line in jsonl(&report(), None) {
        assert!(!serde_json::to_string(&line).expect("JSON").contains('\n'));
    }
}

#[test]
fn a_workflow_gets_the_commands_that_kb_gave() {
    let text = github(&report());
    assert!(!obeyed(&text), "{text}");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2);
    for (line, start) in lines.iter().zip(["::error file=", "::notice file="]) {
        let (properties, message) =
            line.strip_prefix(start).and_then(|rest| rest.split_once("::")).expect("a command");
        assert!(properties.starts_with("a%0A%3A%3Aerror%3A%3Ax"), "{properties}");
        assert_eq!(properties.matches(',').count(), 5, "{properties}");
        assert!(message.contains("%250A"), "a percent sign of the note stays one: {message}");
    }
}

#[test]
fn xml_is_well_formed_and_says_the_same() {
    let text = junit(&report());
    assert!(!obeyed(&text), "{text}");
    let elements = xml::elements(&text);
    let named = |name: &str| elements.iter().filter(|element| element.0 == name).count();
    assert_eq!((named("testsuite"), named("testcase"), named("failure"), named("system-out")), (1, 2, 1, 1));
    let failure = elements.iter().find(|element| element.0 == "failure").expect("a failure");
    let message = &failure.1.iter().find(|(name, _)| name == "message").expect("a message").1;
    assert!(message.starts_with("one␍␊two `]] > | -->`␛[31m␀\u{fffd}<img src=x"), "{message}");
}

#[test]
fn markdown_of_a_note_stays_text() {
    let text = markdown(&report());
    assert!(!obeyed(&text), "{text}");
    let rows: Vec<&str> =
        text.lines().filter(|line| line.starts_with("| error") || line.starts_with("| info")).collect();
    assert_eq!(rows.len(), 2, "{text}");
    for row in rows {
        assert_eq!(row.matches('|').count(), 5, "{row}");
        let ours =
            row.replace("<code>", "").replace("</code>", "").replace("<br>", "").replace("<!-- -->", "");
        assert!(!ours.contains(['<', '>', '`', '[', ']', '*', '_', '@', '!', '\\']), "{ours}");
        assert!(!ours.contains("www.") && !ours.contains("://"), "{ours}");
    }
    // And as a reader of Markdown sees it: nothing but what kb wrote.
    let page =
        crate::note::Note::parse(crate::path::RepoPath::new("page.md").expect("a path"), text.as_bytes());
    assert_eq!((page.links.len(), page.citations().len(), page.headings.len()), (0, 0, 1));
}

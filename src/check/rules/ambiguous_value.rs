//! Values of front matter that are texts to kb and something else to other readers of YAML.

use serde_json::Value;

use crate::check::{NoteFacts, Rule, Run, Scene, Sink};
use crate::config::Level;
use crate::finding::{Applicability, Fix, TextEdit};

pub(super) static RULE: Rule = Rule {
    name: "ambiguous-value",
    summary: "a value of front matter, such as `no` or `10:00`, that readers of YAML understand differently",
    base: Level::Info,
    plain: Level::Off,
    document: include_str!("ambiguous_value.md"),
    run: Run::Note(run),
};

fn run(_: &Scene<'_>, facts: &NoteFacts<'_>, sink: &mut Sink) {
    let note = facts.note;
    for field in &note.front.fields {
        let raw = &note.text[field.value_span.clone()];
        let texts: Vec<&str> = match &field.value {
            Value::String(text) if text == raw => vec![text],
            Value::Array(items) => items.iter().filter_map(Value::as_str).collect(),
            _ => continue,
        };
        if !texts.iter().any(|text| other_reading(text).is_some()) {
            continue;
        }
        // Only what stands there without quotation marks is read in two ways.
        let mut at = field.value_span.start;
        for piece in raw.split_inclusive(['[', ']', ',', '\n']) {
            let word = piece.trim_matches(['[', ']', ',', '\n', '\r', ' ']);
            let word = word.strip_prefix("- ").unwrap_or(word).trim();
            let start = at + piece.find(word).unwrap_or_default();
            at += piece.len();
            let Some(other) = texts.contains(&word).then(|| other_reading(word)).flatten() else { continue };
            let bytes = start..start + word.len();
            let message = format!("`{word}` is a text here, and {other} to other readers of YAML");
            let finding = sink.note(note, bytes.clone(), message);
            finding.help = Some(match other {
                TRUE | FALSE => {
                    format!("write `\"{word}\"` for the word, or `{}`", &other["the truth value ".len()..])
                }
                _ => format!("write `\"{word}\"`"),
            });
            finding.fix = Some(Fix {
                title: format!("write `\"{word}\"`"),
                applicability: Applicability::Unsafe,
                edits: vec![TextEdit { path: note.path.clone(), bytes, text: format!("\"{word}\"") }],
            });
        }
    }
}

const TRUE: &str = "the truth value true";
const FALSE: &str = "the truth value false";

/// What YAML 1.1 (<https://yaml.org/type/>: bool, int) takes the plain scalar `text` for, where that is no text.
fn other_reading(text: &str) -> Option<&'static str> {
    match text {
        "yes" | "Yes" | "YES" | "on" | "On" | "ON" => return Some(TRUE),
        "no" | "No" | "NO" | "off" | "Off" | "OFF" => return Some(FALSE),
        _ => {}
    }
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let sixties =
        |part: &str| digits(part) && part.len() <= 2 && part.parse().is_ok_and(|part: u8| part < 60);
    let (first, rest) = text.split_once(':').unwrap_or((text, ""));
    if digits(first) && !first.starts_with('0') && !rest.is_empty() && rest.split(':').all(sixties) {
        return Some("a number in base 60");
    }
    let octal =
        text.len() > 1 && text.starts_with('0') && text.bytes().all(|byte| matches!(byte, b'0'..=b'7'));
    octal.then_some("an octal number")
}

//! Comments that allow what is not found.

use crate::check::{Rule, Run, Sink};
use crate::config::Level;
use crate::finding::{Applicability, Fix, TextEdit};
use crate::note::{Note, Suppression};

pub(super) static RULE: Rule = Rule {
    name: "unused-suppression",
    summary: "a comment that allows what is not found",
    base: Level::Info,
    plain: Level::Info,
    document: include_str!("unused_suppression.md"),
    run: Run::Reported,
};

/// Reports that the rule with index `rule` in `suppression`, which stands in `note`, allows nothing.
pub(in crate::check) fn report(note: &Note, suppression: &Suppression, rule: usize, sink: &mut Sink) {
    let Some((name, span)) = suppression.rules.get(rule) else { return };
    let finding =
        sink.note(note, span.clone(), format!("`{name}` finds nothing here that needs to be allowed"));
    if suppression.rules.len() == 1 {
        finding.fix = Some(Fix {
            title: "take the comment out".to_owned(),
            applicability: Applicability::Safe,
            edits: vec![TextEdit {
                path: note.path.clone(),
                bytes: around(&note.text, &suppression.span),
                text: String::new(),
            }],
        });
    }
}

/// The comment with the blanks before it, or with its whole line where nothing else stands there.
fn around(text: &str, span: &std::ops::Range<usize>) -> std::ops::Range<usize> {
    let start =
        span.start - (text[..span.start].len() - text[..span.start].trim_end_matches([' ', '\t']).len());
    let is_start = start == 0 || text[..start].ends_with('\n');
    let rest = &text[span.end..];
    let blank = rest.len() - rest.trim_start_matches([' ', '\t', '\r']).len();
    match rest[blank..].strip_prefix('\n') {
        Some(_) if is_start => start..span.end + blank + 1,
        _ if is_start => span.clone(),
        _ => start..span.end,
    }
}

//! Quoted words that do not stand in the lines that are cited.

use std::collections::HashSet;

use crate::check::{NoteFacts, Rule, Run, Scene, Sink};
use crate::config::Level;
use crate::evidence::Item;
use crate::finding::{Applicability, Fix, TextEdit};
use crate::text::LineRange;

pub(super) static RULE: Rule = Rule {
    name: "quote-mismatch",
    summary: "quoted words that do not stand in the cited lines",
    base: Level::Error,
    plain: Level::Error,
    document: include_str!("quote_mismatch.md"),
    run: Run::Note(run),
};

/// How many lines a quote may stretch over where its true place is looked for.
const MOST_LINES: u32 = 12;

fn run(scene: &Scene<'_>, facts: &NoteFacts<'_>, sink: &mut Sink) {
    let note = facts.note;
    let mut seen = HashSet::new();
    for (citation, span) in note.citations().iter().zip(&facts.spans) {
        let (Ok(span), Some(quote), Some(quote_span)) = (span, &citation.quote, &citation.quote_span) else {
            continue;
        };
        let Some(item) = scene.archive.item(&span.evidence) else { continue };
        // What looks like a backslash before punctuation may stand in the evidence as it is.
        let raw = &note.text[quote_span.clone()];
        if !seen.insert(quote_span.start) || item.quotes(span.lines, quote) || item.quotes(span.lines, raw) {
            continue;
        }
        let message =
            format!("the quoted words do not stand in {} of `{}`", lines(span.lines), span.evidence);
        let finding = sink.note(note, quote_span.clone(), message);
        match place(item, quote) {
            Some(true_lines) => {
                finding.label = Some(format!("they stand in {}", lines(true_lines)));
                let old = &note.text[citation.target_span.clone()];
                let start = citation.target_span.start + old.find('#').unwrap_or(old.len());
                finding.fix = Some(Fix {
                    title: format!("cite {}", lines(true_lines)),
                    applicability: Applicability::Safe,
                    edits: vec![TextEdit {
                        path: note.path.clone(),
                        bytes: start..citation.target_span.end,
                        text: format!("#{true_lines}"),
                    }],
                });
            }
            None => {
                finding.label = Some("nowhere in this evidence, or in more than one place".to_owned());
                finding.help =
                    Some("quote the evidence word for word, and cite the lines it stands in".to_owned());
            }
        }
    }
}

/// The fewest lines that hold the words, where there is only one such place.
fn place(item: &Item, words: &str) -> Option<LineRange> {
    let count = item.line_count();
    if !item.quotes(LineRange::new(1, count)?, words) {
        return None;
    }
    for height in 0..MOST_LINES.min(count) {
        let mut found = (1..=count - height)
            .filter_map(|first| LineRange::new(first, first + height))
            .filter(|&lines| item.quotes(lines, words));
        if let Some(lines) = found.next() {
            return found.next().is_none().then_some(lines);
        }
    }
    None
}

fn lines(range: LineRange) -> String {
    if range.first() == range.last() {
        format!("line {}", range.first())
    } else {
        format!("lines {} to {}", range.first(), range.last())
    }
}

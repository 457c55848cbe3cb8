//! The plan in Markdown: what was looked at, the parts, the faults by kind, and the coverage list.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::plan::{Fault, FaultKind, Place, Plan};
use crate::text::visible;

/// More faults of a kind than this are counted and not shown; the YAML has all.
const MOST_SHOWN: usize = 200;

/// `plan` for people. Words of notes and of evidence stand in code, so that they are neither links nor mentions.
pub fn markdown(plan: &Plan) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    let base = plan
        .base
        .as_ref()
        .map_or("files that are in no commit".to_owned(), |base| format!("commit {}", base.short()));
    let _ = writeln!(text, "# Reorganisation {}\n", plan.id);
    let _ = writeln!(
        text,
        "Of {base} on {}: {} notes, {} claims, {} evidence items; {} faults in {} parts, {} entries to cover.\n",
        plan.day,
        plan.notes,
        plan.claims,
        plan.evidence,
        plan.faults.len(),
        plan.parts.len(),
        plan.coverage.entries.len()
    );
    text.push_str(
        "Every fault is a candidate with a reason. What it comes to is judged against the evidence.\n\n",
    );
    kinds(plan, &mut text);
    parts(plan, &mut text);
    faults(plan, &mut text);
    coverage(plan, &mut text);
    text
}

fn kinds(plan: &Plan, text: &mut String) {
    if plan.faults.is_empty() {
        return;
    }
    text.push_str("| Kind | Faults |\n| --- | ---: |\n");
    for &kind in FaultKind::ALL {
        let count = plan.faults.iter().filter(|fault| fault.kind == kind).count();
        if count > 0 {
            let _ = writeln!(text, "| {kind} | {count} |");
        }
    }
    text.push('\n');
}

fn parts(plan: &Plan, text: &mut String) {
    let mut entries: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for entry in &plan.coverage.entries {
        let (all, done) = entries.entry(entry.part.as_str()).or_default();
        *all += 1;
        *done += usize::from(entry.outcome.is_some());
    }
    text.push_str("## Parts\n\n| Part | What | Notes | Uncited evidence | Faults | Covered |\n");
    text.push_str("| --- | --- | ---: | ---: | ---: | ---: |\n");
    for part in &plan.parts {
        let (all, done) = entries.get(part.name.as_str()).copied().unwrap_or_default();
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {done} of {all} |",
            part.name,
            code(&part.title),
            part.notes.len(),
            part.evidence.len(),
            part.faults.len()
        );
    }
}

fn faults(plan: &Plan, text: &mut String) {
    for &kind in FaultKind::ALL {
        let of_kind: Vec<&Fault> = plan.faults.iter().filter(|fault| fault.kind == kind).collect();
        if of_kind.is_empty() {
            continue;
        }
        let _ = writeln!(text, "\n## {}\n", kind.title());
        for fault in of_kind.iter().take(MOST_SHOWN) {
            one(fault, text);
        }
        if of_kind.len() > MOST_SHOWN {
            let _ = writeln!(text, "- and {} more", of_kind.len() - MOST_SHOWN);
        }
    }
}

fn one(fault: &Fault, text: &mut String) {
    let _ = writeln!(text, "- {}: {}", fault.id, plain(&fault.reason));
    for place in fault.places.iter().take(12) {
        let _ = writeln!(text, "  - {}", shown(place));
    }
    if fault.places.len() > 12 {
        let _ = writeln!(text, "  - and {} more", fault.places.len() - 12);
    }
    for difference in &fault.differs {
        let values: Vec<String> = difference
            .values
            .iter()
            .map(|value| if value.is_empty() { "nothing said".to_owned() } else { code(value) })
            .collect();
        let _ = writeln!(text, "  - {}: {}", difference.aspect.name(), values.join(" and "));
    }
    for span in fault.evidence.iter().take(12) {
        let quote = span.quote.as_deref().map(|quote| format!(": {}", code(quote))).unwrap_or_default();
        let _ = writeln!(text, "  - evidence {}#{}{quote}", span.evidence, span.lines);
    }
    if fault.evidence.len() > 12 {
        let _ = writeln!(text, "  - and {} more evidence items", fault.evidence.len() - 12);
    }
}

fn shown(place: &Place) -> String {
    match &place.claim {
        Some(claim) => format!("{}:{}: {}", code(place.path.as_str()), claim.line, code(&claim.text)),
        None => code(place.path.as_str()),
    }
}

fn coverage(plan: &Plan, text: &mut String) {
    if plan.coverage.entries.is_empty() {
        return;
    }
    text.push_str("\n## Coverage list\n");
    for part in &plan.parts {
        let mut entries = plan.coverage.of(&part.name).peekable();
        if entries.peek().is_none() {
            continue;
        }
        let _ = writeln!(text, "\n### {}\n", part.name);
        for entry in entries {
            let note = entry.note.as_ref().map_or("no note".to_owned(), |note| code(note.as_str()));
            let (mark, outcome) = match &entry.outcome {
                None => (' ', String::new()),
                Some(outcome) => {
                    let reason = outcome.reason().map(|why| format!(": {}", plain(why))).unwrap_or_default();
                    ('x', format!(" {}{reason}", outcome.name()))
                }
            };
            let _ = writeln!(text, "- [{mark}] {note} and {}{outcome}", entry.evidence);
        }
    }
}

/// `text` on one line as code, whatever it holds.
fn code(text: &str) -> String {
    let line = visible(text).split_whitespace().collect::<Vec<_>>().join(" ");
    let longest = line.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let space = if line.starts_with('`') || line.ends_with('`') || line.is_empty() { " " } else { "" };
    format!("{fence}{space}{}{space}{fence}", line.replace('|', "\\|"))
}

/// A reason, whose quoted words stand in code already, with nothing else in it that Markdown reads.
fn plain(text: &str) -> String {
    let line = visible(text).split_whitespace().collect::<Vec<_>>().join(" ");
    let mut out = String::with_capacity(line.len());
    let mut in_code = false;
    for c in line.chars() {
        in_code ^= c == '`';
        if !in_code && matches!(c, '<' | '>' | '*' | '_' | '[' | ']' | '@' | '#' | '|' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    // An odd mark would make code of what follows.
    if in_code {
        out.push('`');
    }
    out
}

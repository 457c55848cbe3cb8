//! What people read of a part: its title, its summary, and for the ledger what became of every fault and why.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::plan::{Fault, FaultKind, Outcome};
use crate::port::ReorganiseTask;

use super::super::escape::inline;
use super::reorganiser::Handled;

/// The most faults that the summary names one by one.
const MOST: usize = 40;

/// One line: what changes.
pub(super) fn title(task: &ReorganiseTask<'_>, handled: &[Handled<'_>]) -> String {
    let mended = handled.iter().filter(|one| one.result.is_ok()).count();
    match mended {
        0 => format!("{}: nothing to change", task.part.title),
        1 => format!("{}: 1 fault mended", task.part.title),
        mended => format!("{}: {mended} faults mended", task.part.title),
    }
}

/// What a person reads first.
pub(super) fn summary(task: &ReorganiseTask<'_>, handled: &[Handled<'_>]) -> String {
    let mut text = String::new();
    let mut counts: BTreeMap<FaultKind, (usize, usize)> = BTreeMap::new();
    for one in handled {
        let (mended, left) = counts.entry(one.fault.kind).or_default();
        *(if one.result.is_ok() { mended } else { left }) += 1;
    }
    // Writing to a String cannot fail.
    let _ = writeln!(text, "Part `{}` of reorganisation `{}`.\n", task.part.name, task.plan.id);
    for (kind, (mended, left)) in counts {
        let _ = writeln!(text, "- {}: {mended} mended, {left} left", kind.title());
    }
    let is_for_a_person = |one: &&Handled<'_>| {
        one.result.as_ref().is_ok_and(|done| matches!(done.outcome, Outcome::Left { .. }))
    };
    let open: Vec<String> = handled
        .iter()
        .filter(is_for_a_person)
        .map(|one| {
            format!("- {}: {}", place(one.fault), one.result.as_ref().map_or("", |done| done.what.as_str()))
        })
        .collect();
    section(&mut text, "For a person to decide", open);
    let left = handled.iter().filter_map(|one| {
        let reason = one.result.as_ref().err()?;
        Some(format!("- {} ({}): {}", place(one.fault), one.fault.kind, inline(reason)))
    });
    section(&mut text, "Left as it is", left.collect());
    text
}

fn section(text: &mut String, heading: &str, lines: Vec<String>) {
    if lines.is_empty() {
        return;
    }
    let _ = writeln!(text, "\n{heading}:\n");
    for line in lines.iter().take(MOST) {
        let _ = writeln!(text, "{line}");
    }
    if lines.len() > MOST {
        let _ = writeln!(text, "- and {} more, in the transcript", lines.len() - MOST);
    }
}

/// The transcript.
pub(super) fn transcript(task: &ReorganiseTask<'_>, handled: &[Handled<'_>]) -> String {
    let mut text = format!("# What the rules did with the part `{}`\n", task.part.name);
    for one in handled {
        let fault = one.fault;
        let _ = writeln!(
            text,
            "\n## {} {}\n\n{}: {}\n",
            fault.kind,
            fault.id,
            place(fault),
            inline(&fault.reason)
        );
        let _ = match &one.result {
            Ok(done) => writeln!(text, "{}: {}.", capital(done.outcome.name()), done.what),
            Err(reason) => writeln!(text, "Left: {}.", inline(reason)),
        };
        for path in &one.touched {
            let _ = writeln!(text, "- `{path}`");
        }
        let losses = one.result.as_ref().map(|done| done.losses.as_slice()).unwrap_or_default();
        for (path, claim, reason) in losses {
            let what = if claim.is_some() { "a claim of " } else { "" };
            let _ = writeln!(text, "- no longer served: {what}`{path}`: {}", inline(reason));
        }
    }
    text
}

/// The first place of a fault, as people read it.
fn place(fault: &Fault) -> String {
    match fault.places.first() {
        Some(place) => match &place.claim {
            Some(claim) => format!("`{}`:{}", place.path, claim.line),
            None => format!("`{}`", place.path),
        },
        None => fault.evidence.first().map_or_else(String::new, |span| format!("`{}`", span.evidence)),
    }
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map(|first| first.to_uppercase().collect::<String>() + chars.as_str()).unwrap_or_default()
}

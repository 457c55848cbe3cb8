//! How a reorganisation reads in a terminal. It decides nothing.

use crate::cli::output::{BOLD, CYAN, DIM, GREEN, RED, YELLOW, paint};
use crate::ops::reorg::{Finish, PartState, RunReport, StatusReport};
use crate::proposal::{Loss, Quantities};
use crate::text::visible;

/// What a run did.
pub fn run(report: &RunReport) -> String {
    let Some(id) = &report.id else {
        return "Nothing to reorganise: nothing has changed since the last one".to_owned();
    };
    let verb = if report.is_new { "begun" } else { "resumed" };
    let mut lines = vec![format!("{} {verb}", paint(CYAN, id))];
    for part in &report.parts {
        lines.push(line(part.state, part.part.as_str(), &part.title));
        for refused in &part.refused {
            lines.push(format!("           {}: {}", paint(RED, refused.name), visible(&refused.message)));
            lines.push(format!("           {}", paint(DIM, format!("  {}", refused.help))));
        }
        lines.extend(part.loss.iter().flat_map(loss));
        if matches!(part.state, PartState::Escalated | PartState::NeedsHuman) {
            lines.push(format!(
                "           next: {}",
                paint(CYAN, format!("kb review {} --human", part.proposal))
            ));
        }
    }
    match &report.finish {
        Some(finish) => lines.extend(finished(finish)),
        None => lines.push(format!("Not at its end yet; next: {}", paint(CYAN, "kb reorg run"))),
    }
    lines.join("\n")
}

/// Where it stands.
pub fn status(report: &StatusReport, is_whole: bool) -> String {
    let settled = report.coverage.entries.len() - report.coverage.open().count();
    let state = match (&report.aborted, &report.ended) {
        (Some(aborted), _) => format!("given up by {}: {}", visible(&aborted.by), visible(&aborted.reason)),
        (None, Some(ended)) => format!("ended at {}", ended.commit.short()),
        (None, None) => "under way".to_owned(),
    };
    let mut lines = vec![format!(
        "{} of {}, {state}: {} faults, {settled} of {} entries of the coverage list have an outcome",
        paint(CYAN, &report.id),
        report.day,
        report.faults.values().sum::<usize>(),
        report.coverage.entries.len()
    )];
    for part in &report.parts {
        lines.push(line(part.state, part.part.as_str(), &part.title));
        lines.push(
            paint(DIM, format!("           {} of {} entries, {}", part.settled, part.entries, part.branch))
                .to_string(),
        );
        lines.extend(part.loss.iter().flat_map(loss));
    }
    if let Some(ended) = &report.ended {
        lines.extend(quantities(&ended.before, &ended.after));
    }
    if is_whole {
        for entry in &report.coverage.entries {
            let note = entry.note.as_ref().map_or("cited by no note", |note| note.as_str());
            let outcome = entry.outcome.as_ref().map_or("open", |outcome| outcome.name());
            let reason = entry.outcome.as_ref().and_then(|outcome| outcome.reason());
            let reason = reason.map(|reason| format!(": {}", visible(reason))).unwrap_or_default();
            lines.push(format!("{outcome:<9} {}  {}{reason}", entry.evidence, visible(note)));
        }
    }
    lines.join("\n")
}

fn line(state: PartState, part: &str, title: &str) -> String {
    let style = match state {
        PartState::Merged | PartState::Approved => GREEN,
        PartState::Rejected => RED,
        PartState::Stale | PartState::Escalated | PartState::NeedsHuman => YELLOW,
        _ => DIM,
    };
    let word = format!("{:<11}", state.name());
    format!("{}{}  {}", paint(style, word), paint(BOLD, part), visible(title))
}

/// A loss report.
fn loss(loss: &Loss) -> Vec<String> {
    let mut lines = quantities(&loss.before, &loss.after);
    for lost in &loss.lost {
        let style = if lost.is_unexplained() { RED } else { DIM };
        lines.push(format!("           {} {}", paint(style, "lost"), visible(&lost.to_string())));
    }
    lines
}

/// How much is served before and after, one line.
fn quantities(before: &Quantities, after: &Quantities) -> Vec<String> {
    let pairs = before.each().into_iter().zip(after.each());
    let shown = pairs.filter(|((_, before), (_, after))| before + after > 0);
    let shown: Vec<String> =
        shown.map(|((name, before), (_, after))| format!("{name} {before} -> {after}")).collect();
    vec![paint(DIM, format!("           {}", shown.join(", "))).to_string()]
}

fn finished(finish: &Finish) -> Vec<String> {
    let mut lines = quantities(&finish.before, &finish.after);
    for difference in &finish.differences {
        lines.push(format!("{}: {}", paint(RED, "the index differs"), visible(difference)));
    }
    for lost in &finish.lost {
        let by = lost.part.as_ref().map_or_else(
            || paint(YELLOW, "by something that main got meanwhile").to_string(),
            |part| paint(RED, format!("by the part {part}")).to_string(),
        );
        lines.push(format!("{}: \"{}\", {by}", paint(RED, "no longer answered"), visible(&lost.question)));
    }
    lines.push(if finish.is_proved() {
        format!(
            "{} at {}: {} pieces alike in an incremental and a full index, {} questions answered as before",
            paint(GREEN, "ended"),
            finish.commit.short(),
            finish.documents,
            finish.questions
        )
    } else {
        format!("It does not end like this; mend it, then {}", paint(CYAN, "kb reorg run"))
    });
    lines
}

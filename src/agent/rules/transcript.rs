//! What the proposer did and why, as Markdown for the ledger, and the summary that a person reads first.

use std::fmt::Write as _;

use crate::evidence::EvidenceId;
use crate::path::RepoPath;

use super::escape::inline;
use super::revise::Outcome;
use super::statement::{Considered, Statement};

/// What became of one source.
pub(super) struct Handled {
    pub(super) id: EvidenceId,
    /// The note and whether it is new; `None` when nothing was worth one.
    pub(super) note: Option<(RepoPath, bool)>,
    /// How the note was found.
    pub(super) why: String,
    pub(super) considered: Vec<Considered>,
    pub(super) outcomes: Vec<(Statement, Outcome)>,
}

/// The transcript of `handled`.
pub(super) fn transcript(handled: &[Handled]) -> String {
    let mut text = String::from("# What the rules did\n");
    for one in handled {
        // Writing to a String cannot fail.
        let _ = write!(text, "\n## {}\n\n", one.id);
        match &one.note {
            Some((path, true)) => _ = writeln!(text, "New note `{path}`: {}.", one.why),
            Some((path, false)) => _ = writeln!(text, "Note `{path}`: {}.", one.why),
            None => _ = writeln!(text, "No note: {}.", one.why),
        }
        text.push_str("\n| lines | sentence | kept | why |\n| --- | --- | --- | --- |\n");
        for line in &one.considered {
            let kept = if line.kept { "yes" } else { "no" };
            let _ = writeln!(
                text,
                "| {} | {} | {kept} | {} |",
                line.lines,
                inline(&shortened(&line.sentence)),
                line.reason
            );
        }
        for (statement, outcome) in one.outcomes.iter().filter(|(_, outcome)| *outcome != Outcome::Added) {
            let what = match outcome {
                Outcome::Known => "already known",
                Outcome::Replaced => "replaces an earlier claim",
                Outcome::Disputed => "contradicts a claim; both are marked",
                Outcome::Added => "new",
            };
            let _ = write!(text, "\n- {what}: {}", inline(&statement.text));
        }
        text.push('\n');
    }
    text
}

/// The first 300 characters of `sentence`.
fn shortened(sentence: &str) -> String {
    match sentence.char_indices().nth(300) {
        Some((end, _)) => format!("{}…", &sentence[..end]),
        None => sentence.to_owned(),
    }
}

/// One line: what changes.
pub(super) fn title(handled: &[Handled], titles: &[String]) -> String {
    let claims = count(handled, &[Outcome::Added, Outcome::Replaced, Outcome::Disputed]);
    match titles {
        [] => "Nothing to change".to_owned(),
        [one] => format!("{one}: {}", plural(claims, "claim")),
        [one, rest @ ..] => {
            format!("{one} and {}: {}", plural(rest.len(), "other note"), plural(claims, "claim"))
        }
    }
}

/// What a person reads first.
pub(super) fn summary(handled: &[Handled]) -> String {
    let mut text = String::new();
    for one in handled {
        let added = count(std::slice::from_ref(one), &[Outcome::Added]);
        let replaced = count(std::slice::from_ref(one), &[Outcome::Replaced]);
        let disputed = count(std::slice::from_ref(one), &[Outcome::Disputed]);
        let _ = match &one.note {
            None => writeln!(text, "- `{}`: {}.", one.id, one.why),
            Some((path, new)) => {
                let what = if *new { "new note" } else { "changed" };
                let _ = write!(text, "- `{}` → `{path}` ({what}): {} added", one.id, plural(added, "claim"));
                if replaced > 0 {
                    let _ = write!(text, ", {} replaced by later ones", plural(replaced, "claim"));
                }
                if disputed > 0 {
                    let _ = write!(text, ", {} in dispute", plural(disputed, "claim"));
                }
                writeln!(text, ".")
            }
        };
        for (statement, _) in one.outcomes.iter().filter(|(_, outcome)| *outcome == Outcome::Disputed) {
            let _ = writeln!(text, "  - In doubt: {}", inline(&statement.text));
        }
    }
    text
}

fn count(handled: &[Handled], wanted: &[Outcome]) -> usize {
    handled.iter().flat_map(|one| &one.outcomes).filter(|(_, outcome)| wanted.contains(outcome)).count()
}

fn plural(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

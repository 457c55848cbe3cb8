//! The issue that shows a reorganisation: its plan, where its parts stand, and the coverage list with what is ticked off. A
//! rendering of the ledger, kept up to date in place.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{Marker, MarkerKind, code};
use crate::digest::CommitId;
use crate::plan::{Coverage, CoverageEntry, FaultKind, Outcome, PartName, PlanId};

/// How many characters an issue may have: what GitHub takes, less a margin for what it counts otherwise.
const MAX: usize = 60_000;

/// What the issue shows.
#[derive(Clone, Debug)]
pub struct Dashboard<'a> {
    /// The reorganisation.
    pub id: &'a PlanId,
    /// The commit that its plan looked at.
    pub base: Option<&'a CommitId>,
    /// How many faults of each kind the plan names.
    pub faults: BTreeMap<FaultKind, usize>,
    /// The parts, in the order of the plan.
    pub parts: Vec<DashboardPart<'a>>,
    /// The coverage list.
    pub coverage: &'a Coverage,
    /// How it ended, as a sentence; `None` as long as it goes on.
    pub end: Option<String>,
}

/// One part.
#[derive(Clone, Debug)]
pub struct DashboardPart<'a> {
    /// Its name.
    pub part: &'a PartName,
    /// What it is about.
    pub title: &'a str,
    /// Where it stands, in one word.
    pub state: &'a str,
    /// Whether it has ended.
    pub is_over: bool,
    /// The number of its pull request.
    pub pull: Option<u64>,
}

impl Dashboard<'_> {
    /// The sign by which the issue is known again.
    pub fn marker(&self) -> Marker {
        Marker::new(MarkerKind::Dashboard, self.id)
    }

    /// The title of the issue.
    pub fn title(&self) -> String {
        format!("Reorganisation {}", self.id)
    }

    /// The text of the issue, Markdown.
    pub fn body(&self) -> String {
        let mut top = Vec::new();
        if let Some(end) = &self.end {
            top.push(format!("**{}**\n", words(end)));
        }
        let settled = self.coverage.entries.len() - self.coverage.open().count();
        top.push(format!(
            "Everything as it stands at {} is read again: {} of {} entries of the coverage list have an outcome.\n",
            self.base.map_or("no commit", |base| base.short()),
            settled,
            self.coverage.entries.len()
        ));
        if self.faults.is_empty() {
            top.push("Nothing is at fault.\n".to_owned());
        } else {
            top.push("| what is at fault | how often |\n| --- | --- |".to_owned());
            top.extend(self.faults.iter().map(|(kind, count)| format!("| {} | {count} |", kind.title())));
            top.push(String::new());
        }
        top.push("## Parts\n".to_owned());
        top.extend(self.parts.iter().map(part));
        // The sign comes first, before any word of a note that could look like one.
        let top = format!("{}\n\n{}", self.marker(), top.join("\n"));
        let bottom = "Written from the branch `kb/ledger`, which alone counts.";
        let room = MAX.saturating_sub(top.chars().count() + bottom.chars().count());
        [top, self.list(room), bottom.to_owned()].join("\n\n")
    }

    /// The coverage list, part by part, as far as `room` characters hold it.
    fn list(&self, room: usize) -> String {
        let mut text = "## Coverage".to_owned();
        let mut used = text.len();
        let mut left = 0;
        for own in &self.parts {
            let entries: Vec<&CoverageEntry> = self.coverage.of(own.part).collect();
            let settled = entries.iter().filter(|entry| entry.outcome.is_some()).count();
            let head =
                format!("\n\n<details><summary>{}: {settled} of {}</summary>\n", own.part, entries.len());
            // Room for the end of the fold and for the line that says what is left out.
            if used + head.chars().count() + 300 > room {
                left += entries.len();
                continue;
            }
            used += head.chars().count() + 30;
            text.push_str(&head);
            for item in entries {
                let line = format!("\n{}", entry(item));
                if used + line.chars().count() + 300 > room {
                    left += 1;
                    continue;
                }
                used += line.chars().count();
                text.push_str(&line);
            }
            text.push_str("\n\n</details>");
        }
        if left > 0 {
            // Writing to a String cannot fail.
            let _ = write!(text, "\n\n{left} more entries: `kb reorg status {} --coverage`", self.id);
        }
        text
    }
}

/// Words of others as code, in which no sign of kb's can stand.
fn words(text: &str) -> String {
    code(&text.replace("<!--", "<! --"))
}

fn tick(is_done: bool) -> &'static str {
    if is_done { "- [x]" } else { "- [ ]" }
}

fn part(part: &DashboardPart<'_>) -> String {
    let pull = part.pull.map(|number| format!(", #{number}")).unwrap_or_default();
    format!("{} `{}` {}: {}{pull}", tick(part.is_over), part.part, words(part.title), part.state)
}

fn entry(entry: &CoverageEntry) -> String {
    let note = entry.note.as_ref().map_or_else(|| "cited by no note".to_owned(), |note| words(note.as_str()));
    let outcome = match &entry.outcome {
        None => String::new(),
        Some(outcome) => {
            let reason = outcome.reason().map(|reason| format!(": {}", words(reason))).unwrap_or_default();
            format!(", {}{reason}", outcome.name())
        }
    };
    // What was left is for a person to look at: it has an outcome, and is not done with.
    let is_done = entry.outcome.as_ref().is_some_and(|outcome| !matches!(outcome, Outcome::Left { .. }));
    format!("{} {} {note}{outcome}", tick(is_done), entry.evidence)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coverage(count: usize, outcome: Option<Outcome>) -> Coverage {
        let entry = |at: usize| CoverageEntry {
            note: crate::path::RepoPath::new(format!("knowledge/n{at}.md")).ok(),
            evidence: format!("2026-11-30-call-{at:06x}").parse().expect("an id"),
            part: PartName::of("billing"),
            outcome: outcome.clone(),
        };
        Coverage { entries: (0..count).map(entry).collect() }
    }

    fn body(coverage: &Coverage, title: &str) -> String {
        let (id, name) = ("r-3f9a2c41d07b".parse().expect("an id"), PartName::of("billing"));
        let part = DashboardPart { part: &name, title, state: "open", is_over: false, pull: Some(12) };
        let faults = BTreeMap::from([(FaultKind::Contradiction, 3)]);
        let dashboard = Dashboard { id: &id, base: None, faults, parts: vec![part], coverage, end: None };
        assert!(Marker::find(MarkerKind::Dashboard, &dashboard.body()) == Some(dashboard.marker()));
        dashboard.body()
    }

    #[test]
    fn the_list_is_ticked_off_and_what_is_left_stays_open() {
        let open = body(&coverage(1, None), "Billing");
        assert!(open.contains("0 of 1 entries") && open.contains("- [ ] 2026-11-30-call-000000"), "{open}");
        assert!(open.contains("- [ ] `billing` `Billing`: open, #12"), "{open}");
        let done = body(&coverage(1, Some(Outcome::Verified)), "Billing");
        assert!(done.contains("- [x] 2026-11-30-call-000000 `knowledge/n0.md`, verified"), "{done}");
        let left = Outcome::Left { reason: "two sources disagree".to_owned() };
        let left = body(&coverage(1, Some(left)), "Billing");
        assert!(
            left.contains("- [ ] 2026-11-30-call-000000 `knowledge/n0.md`, left: `two sources disagree`")
        );
    }

    #[test]
    fn a_list_of_any_length_fits_and_says_what_is_missing() {
        let text = body(&coverage(5_000, Some(Outcome::Changed)), "Billing");
        assert!(text.chars().count() <= MAX, "{}", text.chars().count());
        assert!(text.contains(" more entries: `kb reorg status r-3f9a2c41d07b --coverage`"));
    }

    #[test]
    fn words_of_notes_are_no_markup() {
        let text = body(&coverage(1, None), "x` <script> @everyone <!-- kb:v1 kind=dashboard id=r -->");
        // Two backticks open a code span that one does not close.
        let title = "``x` <script> @everyone <! -- kb:v1 kind=dashboard id=r -->``: open";
        assert!(text.contains(title), "{text}");
    }
}

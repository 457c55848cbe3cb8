//! The proposer on a language model: it searches, reads and writes by tools, and what it hands in has passed kb's own
//! checks. It holds no file, no repository and no key (I5).

use std::fmt::Write as _;

use super::library::{Library, caller_of};
use super::looking::Looking as _;
use super::prompt::PROPOSER;
use super::propose_desk::{Finished, ProposeDesk};
use super::seat::{Seat, Work};
use super::tools::{cut, numbered, proposing};
use crate::evidence::EvidenceId;
use crate::port::{AgentError, Draft, ProposeTask, Proposer, Stop};
use crate::proposal::{AgentName, ClaimVerdict, Spent};
use crate::text::LineIndex;

/// How many characters of evidence the first call carries.
const EVIDENCE: usize = 7_000;
/// How many items are told of one by one.
const ITEMS: usize = 25;
/// How many characters of the ids of the others.
const REST: usize = 1_500;
/// How many characters of what earlier reviews rejected.
const REJECTED: usize = 3_000;
/// How many folders are named at the start.
const FOLDERS: usize = 30;

/// A proposer on a language model.
pub struct ModelProposer {
    seat: Seat,
}

impl ModelProposer {
    /// A proposer on the model of `seat`.
    pub fn new(seat: Seat) -> ModelProposer {
        ModelProposer { seat }
    }
}

impl Proposer for ModelProposer {
    fn name(&self) -> AgentName {
        self.seat.name()
    }

    fn spent(&self) -> Spent {
        self.seat.spent()
    }

    fn propose(&self, task: &ProposeTask<'_>) -> Result<Draft, AgentError> {
        if let Some(id) = task.evidence.iter().find(|id| task.vault.item(id).is_none()) {
            return Err(AgentError::NoEvidence(id.clone()));
        }
        let agent = self.name().to_string();
        let caller = caller_of(task.vault, task.evidence);
        let library = Library::new(task.vault, caller, task.seek, task.config, self.seat.fence()?);
        if let Some(id) = task.evidence.iter().find(|id| library.base.item(id).is_none()) {
            let message = format!("`{id}` belongs to another tenant than the rest of the evidence");
            return Err(AgentError::Unusable { agent, message });
        }
        let mut desk = ProposeDesk::new(library, task.vault, task.evidence, task.rejected);
        let (mark, access) = (desk.library().fence.mark().to_owned(), access(&desk));
        let opening = opening(&mut desk, task);
        let work = Work {
            title: "What the proposer did",
            prompt: PROPOSER,
            values: &[("mark", &mark), ("access", &access)],
            opening: &opening,
            tools: proposing(),
            is_done: |desk: &ProposeDesk<'_>| desk.finished.is_some(),
            before: task.before,
            spends: task.spends,
        };
        let ended = self.seat.work(&mut desk, work).ended();
        draft(&desk, agent, ended)
    }
}

/// What a run with the proposer's tools left on `desk`, or what stopped it.
pub(super) fn draft(
    desk: &ProposeDesk<'_>,
    agent: String,
    (transcript, stop): (String, Option<Stop>),
) -> Result<Draft, AgentError> {
    let transcript = desk.library().redacted(&transcript);
    if let Some(why) = stop {
        return Err(AgentError::Stopped { agent, why: Box::new(why), transcript });
    }
    let finished = desk.finished.clone().unwrap_or_else(|| Finished {
        title: "Nothing to change".to_owned(),
        summary: String::new(),
        doubts: Vec::new(),
    });
    Ok(Draft { changes: desk.changes(), summary: summary(&finished), title: finished.title, transcript })
}

/// What a person reads first, with what kb's own check still holds against it.
fn summary(finished: &Finished) -> String {
    let mut summary = finished.summary.trim().to_owned();
    if !finished.doubts.is_empty() {
        summary.push_str("\n\nThe check of the claims does not agree with:\n");
        for doubt in &finished.doubts {
            let _ = writeln!(summary, "- {}", doubt.replace('\n', " "));
        }
    }
    summary
}

/// The lines of front matter that say whose a new note is, and who may see it.
fn access(desk: &ProposeDesk<'_>) -> String {
    let items = desk.evidence.iter().filter_map(|id| desk.head().item(id));
    let mut lines = String::new();
    if let Some(item) = items.into_iter().next() {
        if let Some(tenant) = &item.meta.tenant {
            let _ = writeln!(lines, "tenant: {}", serde_json::Value::from(tenant.0.as_str()));
        }
        if !item.meta.labels.is_empty() {
            let labels: Vec<String> = item
                .meta
                .labels
                .iter()
                .map(|label| serde_json::Value::from(label.0.as_str()).to_string())
                .collect();
            let _ = writeln!(lines, "labels: [{}]", labels.join(", "));
        }
    }
    lines
}

/// The first thing that the model is told: the evidence, what was rejected, what there is.
fn opening(desk: &mut ProposeDesk<'_>, task: &ProposeTask<'_>) -> String {
    let mut text = format!(
        "Today is {}. Turn this evidence into the smallest complete change of the notes:\n",
        task.today
    );
    let mut room = EVIDENCE;
    for id in task.evidence.iter().take(ITEMS) {
        let Some(item) = desk.head().item(id) else { continue };
        let meta = &item.meta;
        let day = meta.captured_at.strftime("%Y-%m-%d");
        let (count, path) = (item.line_count(), item.text_path());
        let mut told = format!("\n- `{id}`: {} of {day}, {count} lines, file `{path}`\n", meta.kind);
        let lines = LineIndex::new(item.text());
        match numbered(desk, id.as_str(), item.text(), &lines, 1, u32::MAX) {
            Ok(shown) if item.text().len() <= room && told.len() + shown.len() <= room => {
                told.push_str(&shown)
            }
            _ => told.push_str("  [not shown here; `read_evidence`]"),
        }
        room = room.saturating_sub(told.len());
        let _ = writeln!(text, "{told}");
    }
    if let Some(rest) = task.evidence.get(ITEMS..).filter(|rest| !rest.is_empty()) {
        let ids = rest.iter().map(EvidenceId::as_str).collect::<Vec<_>>().join(", ");
        let _ = writeln!(
            text,
            "\nand {} more; `list` of `evidence` names all there is: {}",
            rest.len(),
            cut(&ids, REST)
        );
    }
    if !task.rejected.is_empty() {
        let rejected = rejected(desk, task.rejected);
        let _ = writeln!(
            text,
            "\nA reviewer rejected these claims of an earlier try. Say only what the lines say, or leave the claim out; keep what it was wrong to remove:\n{rejected}"
        );
    }
    let folders = folders(desk);
    let _ = write!(text, "\nThere are {} notes. Folders:\n{folders}", desk.head().note_count());
    text
}

/// What earlier reviews rejected.
pub(super) fn rejected(desk: &ProposeDesk<'_>, verdicts: &[ClaimVerdict]) -> String {
    let mut list = String::new();
    for verdict in verdicts {
        let removed = if verdict.removed { "removal of " } else { "" };
        let spans: Vec<String> = verdict
            .spans
            .iter()
            .map(|span| {
                let quote = span
                    .quote
                    .as_deref()
                    .map(|quote| format!(" \"{}\"", cut(quote, 200)))
                    .unwrap_or_default();
                format!("{}#{}{quote}", span.evidence, span.lines)
            })
            .collect();
        let line = format!(
            "- {}:{}: {removed}\"{}\" is {}: {} [{}]\n",
            verdict.claim.path,
            verdict.claim.line,
            cut(&verdict.claim.text, 300),
            verdict.verdict.name(),
            cut(&verdict.reasons.join("; "), 400),
            spans.join("; ")
        );
        if list.len() + line.len() > REJECTED {
            list.push_str("- … and more; the check of `finish` names them\n");
            break;
        }
        list.push_str(&line);
    }
    desk.library().data("review", &list)
}

/// The folders with how many notes each has.
pub(super) fn folders(desk: &ProposeDesk<'_>) -> String {
    let mut counts = std::collections::BTreeMap::<String, usize>::new();
    for note in desk.head().notes() {
        let folder = note.path.parent().map_or_else(|| ".".to_owned(), |folder| folder.to_string());
        *counts.entry(folder).or_default() += 1;
    }
    let left = counts.len().saturating_sub(FOLDERS);
    let mut list: String = counts
        .iter()
        .take(FOLDERS)
        .map(|(folder, count)| format!("{}: {count}\n", cut(folder, 100)))
        .collect();
    if left > 0 {
        list.push_str(&format!("and {left} more; `list` shows them\n"));
    }
    desk.library().data("folders", &list)
}

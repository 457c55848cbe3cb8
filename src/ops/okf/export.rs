//! `kb okf export`: a bundle of what a caller may see, written into a folder of its own.

use schemars::JsonSchema;
use serde::Serialize;

use super::{OkfError, trust};
use crate::caller::Caller;
use crate::change::ChangeSet;
use crate::okf::Exporter;
use crate::ops::Workspace;
use crate::ops::policy::redaction;
use crate::ops::why::Chronicle;
use crate::path::RepoPath;
use crate::port::{Event, Files};

/// What was written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ExportReport {
    /// How many concepts and reserved files.
    pub concepts: usize,
    /// How many other files that they show or link to.
    pub attachments: usize,
    /// How many concepts say who wrote them.
    pub generated: usize,
    /// How many say who confirmed them.
    pub verified: usize,
    /// Notes that no bundle may hold, since their front matter does not parse.
    pub left_out: Vec<RepoPath>,
}

/// Writes what `caller` may see of the knowledge into `target`, an empty folder; without one it only says how much that is.
pub fn export(
    workspace: &Workspace<'_>,
    caller: &Caller,
    target: Option<&dyn Files>,
) -> Result<ExportReport, OkfError> {
    let vault = workspace.working_vault()?;
    let exporter = Exporter::new(&vault, caller);
    let redaction = redaction(workspace, caller)?;
    let mut chronicle = Chronicle::open(workspace)?;
    let mut report = ExportReport::default();
    let mut changes = ChangeSet::new();
    let total = u64::try_from(exporter.notes().count()).ok();
    workspace.events.emit(Event::Stage { what: "exporting notes", total });
    for note in exporter.notes() {
        workspace.events.emit(Event::Advance(1));
        let claims = chronicle.claims(caller, note.path.as_str())?;
        let trust = trust::of(&claims);
        let Some(concept) = exporter.concept(note, &trust) else {
            report.left_out.push(note.path.clone());
            continue;
        };
        report.concepts += 1;
        if !note.is_index() {
            report.generated += usize::from(trust.generated.is_some());
            report.verified += usize::from(!trust.verified.is_empty());
        }
        let text = redaction.text(&concept.text).into_owned();
        changes.create(inside(workspace, &note.path), text.into_bytes());
        for path in concept.attachments {
            let place = inside(workspace, &path);
            if changes.get(&place).is_none()
                && let Some(bytes) = workspace.files.read(&path)?
            {
                report.attachments += 1;
                changes.create(place, bytes);
            }
        }
    }
    workspace.events.emit(Event::StageEnd);
    if let Some(target) = target {
        target.apply(&changes)?;
    }
    Ok(report)
}

/// Where the file at `path` stands in the bundle.
fn inside(workspace: &Workspace<'_>, path: &RepoPath) -> RepoPath {
    RepoPath::new(workspace.layout.in_knowledge(path)).unwrap_or_else(|_| path.clone())
}

//! `kb okf import`: a bundle's files as notes, one change set. Nothing is overwritten, and nothing that a bundle says of its
//! own trust is believed.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Serialize;

use super::{Bundle, OkfError};
use crate::caller::Label;
use crate::change::ChangeSet;
use crate::okf::Importer;
use crate::ops::Workspace;
use crate::path::RepoPath;

/// How a bundle is taken in.
#[derive(Clone, Debug, Default)]
pub struct ImportOptions {
    /// The folder of the knowledge that takes it.
    pub into: Option<RepoPath>,
    /// Labels that every note gets.
    pub labels: BTreeSet<Label>,
    /// Whether to write nothing.
    pub dry_run: bool,
}

/// What was taken in, and what was not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ImportReport {
    /// The notes that were written.
    pub notes: Vec<RepoPath>,
    /// The other files that were written.
    pub files: Vec<RepoPath>,
    /// What the bundle claims of itself and the notes do not say.
    pub dropped: Vec<Dropped>,
    /// What was not taken in, and why.
    pub left_out: Vec<LeftOut>,
}

/// Keys of one concept that were not believed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Dropped {
    /// The note.
    pub path: RepoPath,
    /// The keys.
    pub keys: Vec<String>,
}

/// A file that was not taken in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LeftOut {
    /// The file, as the bundle has it.
    pub path: String,
    /// Why, one sentence.
    pub reason: String,
}

/// Takes `bundle` in; gives the changes that were made, or would be.
pub fn import(
    workspace: &Workspace<'_>,
    bundle: &Bundle,
    options: &ImportOptions,
) -> Result<(ImportReport, ChangeSet), OkfError> {
    let knowledge = workspace.layout.knowledge.as_ref();
    if let Some(into) = &options.into
        && Some(into) != knowledge
        && !workspace.layout.is_knowledge(into)
    {
        return Err(OkfError::NotKnowledge(into.clone()));
    }
    let vault = workspace.working_vault()?;
    let importer = Importer {
        vault: &vault,
        into: options.into.clone(),
        labels: options.labels.clone(),
        files: bundle.files.iter().map(|file| file.path.clone()).collect(),
    };
    // A system that does not tell `A.md` from `a.md` would lose one of them.
    let existing = vault.catalogue().files().iter().map(|file| file.path.as_str().to_lowercase());
    let mut taken: BTreeMap<String, &'static str> =
        existing.map(|path| (path, "stands there already")).collect();
    let mut report = ImportReport::default();
    let mut changes = ChangeSet::new();
    let unread = bundle.unread.iter().map(|one| {
        let (path, reason) = one.split_once(": ").unwrap_or(("", one));
        LeftOut { path: path.to_owned(), reason: reason.to_owned() }
    });
    report.left_out.extend(unread);
    for file in &bundle.files {
        let target = importer.target(&file.path);
        let mut leave_out =
            |reason: String| report.left_out.push(LeftOut { path: file.path.to_string(), reason });
        if let Some(reason) = target.unportable() {
            leave_out(format!("the name is not for every system: {reason}"));
            continue;
        }
        let folded = target.as_str().to_lowercase();
        if let Some(reason) = taken.get(&folded) {
            leave_out(format!("`{target}` {reason}"));
            continue;
        }
        if workspace.files.read(&target)?.is_some() {
            leave_out(format!("`{target}` stands there already"));
            continue;
        }
        if file.is_markdown() {
            match importer.note(file) {
                Ok(note) => {
                    if !note.dropped.is_empty() {
                        report.dropped.push(Dropped { path: target.clone(), keys: note.dropped });
                    }
                    changes.create(target.clone(), note.text.into_bytes());
                    report.notes.push(target);
                }
                Err(reason) => {
                    leave_out(reason);
                    continue;
                }
            }
        } else {
            changes.create(target.clone(), file.bytes.clone());
            report.files.push(target);
        }
        taken.insert(folded, "has the name of another file of the bundle, but for case");
    }
    if !options.dry_run && !changes.is_empty() {
        workspace.files.apply(&changes)?;
    }
    Ok((report, changes))
}

//! Finds and reads the files of golden questions in the working tree.

use super::report::FileProblem;
use super::{EvalError, FOLDER};
use crate::golden::{GoldenSet, read};
use crate::ops::Workspace;
use crate::path::RepoPath;

/// One file of questions, read.
pub(super) struct Sheet {
    /// The file.
    pub path: RepoPath,
    /// What it holds.
    pub set: GoldenSet,
}

impl Sheet {
    /// What is wrong with it.
    pub fn problems(&self) -> impl Iterator<Item = FileProblem> + '_ {
        self.set.problems.iter().map(|problem| FileProblem {
            file: self.path.to_string(),
            line: problem.line,
            message: problem.message.clone(),
        })
    }
}

/// The files at `paths`, folders for all that they hold; without any those of the folder `eval`.
pub(super) fn sheets(workspace: &Workspace<'_>, paths: &[RepoPath]) -> Result<Vec<Sheet>, EvalError> {
    let default = [RepoPath::new(FOLDER).expect("the name is a path")];
    let places = if paths.is_empty() { &default[..] } else { paths };
    let mut found: Vec<RepoPath> = Vec::new();
    for place in places {
        if workspace.files.has_folder(place) {
            found.extend(listed(workspace, place)?);
        } else if !paths.is_empty() {
            found.push(place.clone());
        }
    }
    found.sort();
    found.dedup();
    let mut sheets = Vec::with_capacity(found.len());
    for path in found {
        let bytes = workspace.files.read(&path)?.ok_or_else(|| EvalError::NoFile(path.clone()))?;
        sheets.push(Sheet { set: read(&bytes), path });
    }
    Ok(sheets)
}

fn listed(workspace: &Workspace<'_>, folder: &RepoPath) -> Result<Vec<RepoPath>, EvalError> {
    let names = workspace.files.list(folder)?;
    let is_set = |path: &RepoPath| matches!(path.extension(), Some("yaml" | "yml"));
    Ok(names.iter().filter_map(|name| folder.join(name).ok()).filter(is_set).collect())
}

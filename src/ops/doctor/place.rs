//! Git, the repository, the folder, `kb.toml`.

use super::DoctorReport;
use crate::config::FILE_NAME;
use crate::ops::{Workspace, WorkspaceError};
use crate::path::RepoPath;
use crate::port::Machine;

impl DoctorReport {
    pub(super) fn place(&mut self, workspace: Result<&Workspace<'_>, &WorkspaceError>, machine: &Machine) {
        match &machine.git {
            Some(version) => self.ok("git", version.clone()),
            None => self.warn(
                "git",
                "there is no `git` command on this machine",
                "kb itself works without; install git to look at history and to push",
            ),
        }
        match &machine.unwritable {
            None => self.ok("disk", "the folder can be written"),
            Some(reason) => self.fail(
                "disk",
                format!("the folder cannot be written: {reason}"),
                "check its rights and free space; reading commands work all the same",
            ),
        }
        match workspace {
            Ok(workspace) => self.configuration(workspace),
            Err(WorkspaceError::Config(error)) => {
                self.fail("kb.toml", error.to_string(), "mend the line; every other key keeps its default");
            }
            Err(error) => self.fail("kb.toml", error.to_string(), "check that the file can be read"),
        }
    }

    fn configuration(&mut self, workspace: &Workspace<'_>) {
        if workspace.git.is_none() {
            let help = "`kb init` makes one; without it `kb check` and `kb search` work, and nothing else";
            self.warn("repository", "this folder is not in a git repository", help);
        }
        let is_there =
            RepoPath::new(FILE_NAME).is_ok_and(|path| matches!(workspace.files.read(&path), Ok(Some(_))));
        match (&workspace.layout.knowledge, is_there) {
            (Some(folder), true) => {
                self.ok("kb.toml", format!("notes in {folder}/, evidence in {}/", workspace.layout.evidence))
            }
            (None, true) => self.ok(
                "kb.toml",
                format!("every note of the repository, evidence in {}/", workspace.layout.evidence),
            ),
            (_, false) => {
                self.warn("kb.toml", "there is none; defaults hold", "`kb init` writes a commented one")
            }
        }
    }
}

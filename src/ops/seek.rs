//! What agents search with: the same search as `kb search`, on the base of the proposal, for the caller of the run.

use super::Workspace;
use super::search::{SearchOptions, search, search_changed};
use crate::caller::Caller;
use crate::change::ChangeSet;
use crate::digest::CommitId;
use crate::path::RepoPath;
use crate::port::{Passage, Passages, Past, PastChange, Seek, SeekError};

/// How many commits of main a history looks at.
const COMMITS: usize = 300;

/// What is sought in.
#[derive(Clone, Copy)]
enum Sought<'a> {
    /// The notes, with changes laid over them.
    Notes(&'a ChangeSet),
    /// The evidence.
    Evidence,
}

/// Searches one commit.
pub struct Seeker<'a> {
    workspace: &'a Workspace<'a>,
    commit: CommitId,
}

impl<'a> Seeker<'a> {
    /// What searches `commit`.
    pub fn new(workspace: &'a Workspace<'a>, commit: CommitId) -> Seeker<'a> {
        Seeker { workspace, commit }
    }

    fn search(
        &self,
        query: &str,
        caller: &Caller,
        most: usize,
        sought: Sought<'_>,
    ) -> Result<Passages, SeekError> {
        let store = self.workspace.index.ok_or_else(|| SeekError("no index can be kept here".to_owned()))?;
        let options = SearchOptions {
            limit: most,
            revision: Some(self.commit.to_string()),
            evidence: matches!(sought, Sought::Evidence),
            ..SearchOptions::default()
        };
        let report = match sought {
            Sought::Notes(changes) if !changes.is_empty() => {
                search_changed(self.workspace, store, query, caller, &options, changes)
            }
            _ => search(self.workspace, store, query, caller, &options),
        };
        let report = report.map_err(|error| SeekError(error.to_string()))?;
        let found = report.results.into_iter().map(|result| Passage {
            place: result.path,
            lines: result.lines,
            title: result.title,
            text: result.text,
        });
        Ok(Passages { found: found.collect(), examined: report.examined, reason: report.reason })
    }
}

impl Seek for Seeker<'_> {
    fn notes(
        &self,
        query: &str,
        caller: &Caller,
        changes: &ChangeSet,
        most: usize,
    ) -> Result<Passages, SeekError> {
        self.search(query, caller, most, Sought::Notes(changes))
    }

    fn evidence(&self, query: &str, caller: &Caller, most: usize) -> Result<Passages, SeekError> {
        self.search(query, caller, most, Sought::Evidence)
    }

    fn history(&self, path: &RepoPath, most: usize) -> Result<Past, SeekError> {
        let told = |error: crate::port::GitError| SeekError(error.to_string());
        let git = self.workspace.git().map_err(told)?;
        let (commits, is_shallow) = git.first_parents(&self.commit, None).map_err(told)?;
        let mut past = Past { is_whole: !is_shallow && commits.len() <= COMMITS, ..Past::default() };
        for (at, commit) in commits.iter().take(COMMITS).enumerate() {
            past.examined = at + 1;
            let before = commits.get(at + 1);
            let now = git.entry(commit, path).map_err(told)?;
            let then = before.map(|before| git.entry(before, path)).transpose().map_err(told)?.flatten();
            if now.map(|entry| entry.blob) == then.map(|entry| entry.blob) || (before.is_none() && is_shallow)
            {
                continue;
            }
            let info = git.commit(commit).map_err(told)?;
            let subject = info.message.lines().next().unwrap_or_default().to_owned();
            past.changes.push(PastChange { commit: commit.clone(), time: info.time, subject });
            if past.changes.len() == most {
                past.is_whole = false;
                break;
            }
        }
        Ok(past)
    }
}

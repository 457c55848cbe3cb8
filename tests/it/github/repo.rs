//! A repository: what git does not hold of it.

use std::collections::BTreeMap;

use serde_json::Value;

use super::account::Account;
use super::git::Git;
use super::pull::Pull;

/// A repository.
#[derive(Debug)]
pub struct Repo {
    /// Its id.
    pub id: u64,
    /// Who owns it.
    pub owner: Account,
    /// Its name.
    pub name: String,
    /// Whether only those who were let in may see it.
    pub private: bool,
    /// Its default branch.
    pub default_branch: String,
    /// The bare repository.
    pub git: Git,
    /// The refs as they were when they were last looked at.
    pub seen: BTreeMap<String, String>,
    /// The highest number of an issue or a pull request.
    pub last_number: u64,
    /// Its pull requests.
    pub pulls: Vec<Pull>,
    /// Its issues.
    pub issues: Vec<Issue>,
    /// Comments on issues and pull requests that are about no line.
    pub comments: Vec<IssueComment>,
    /// Its labels.
    pub labels: Vec<Label>,
    /// Its check runs, oldest first.
    pub checks: Vec<CheckRun>,
    /// Its commit statuses, oldest first.
    pub statuses: Vec<Status>,
    /// Its rulesets.
    pub rulesets: Vec<Ruleset>,
    /// Every evaluation of its rules, oldest first.
    pub suites: Vec<Value>,
    /// Its environments.
    pub environments: Vec<Environment>,
    /// The methods of merging that its settings allow.
    pub merge_methods: Vec<&'static str>,
}

/// An issue.
#[derive(Clone, Debug)]
pub struct Issue {
    /// Its number.
    pub number: u64,
    /// Its id.
    pub id: u64,
    /// Its title.
    pub title: String,
    /// Its text.
    pub body: Option<String>,
    /// Who opened it.
    pub author: Account,
    /// Its labels.
    pub labels: Vec<String>,
    /// When it was closed.
    pub closed: Option<u64>,
    /// When it was opened.
    pub created: u64,
    /// When it changed.
    pub updated: u64,
}

/// A comment that is about no line.
#[derive(Clone, Debug)]
pub struct IssueComment {
    /// Its id.
    pub id: u64,
    /// The issue or pull request.
    pub number: u64,
    /// Who wrote it.
    pub author: Account,
    /// The App that wrote it.
    pub app: Option<u64>,
    /// Its text.
    pub body: String,
    /// Why it is folded away.
    pub minimised: Option<String>,
    /// When it was written.
    pub created: u64,
    /// When it changed.
    pub updated: u64,
}

/// A label.
#[derive(Clone, Debug)]
pub struct Label {
    /// Its id.
    pub id: u64,
    /// Its name.
    pub name: String,
    /// Its colour.
    pub color: String,
    /// What it means.
    pub description: Option<String>,
}

/// A check run.
#[derive(Clone, Debug)]
pub struct CheckRun {
    /// Its id.
    pub id: u64,
    /// Its name.
    pub name: String,
    /// The App that made it.
    pub app: u64,
    /// The commit.
    pub head: String,
    /// `queued`, `in_progress`, `completed`.
    pub status: String,
    /// What it says.
    pub conclusion: Option<String>,
    /// What its maker knows it by.
    pub external_id: String,
    /// Where more is told.
    pub details_url: Option<String>,
    /// Title, summary and text.
    pub output: Value,
    /// Its annotations.
    pub annotations: Vec<Value>,
    /// When it began.
    pub started: String,
    /// When it ended.
    pub completed: Option<String>,
}

/// A commit status.
#[derive(Clone, Debug)]
pub struct Status {
    /// Its id.
    pub id: u64,
    /// The commit.
    pub sha: String,
    /// `error`, `failure`, `pending`, `success`.
    pub state: String,
    /// What it is about.
    pub context: String,
    /// One line.
    pub description: Option<String>,
    /// Where more is told.
    pub target_url: Option<String>,
    /// Who said it.
    pub creator: Account,
    /// The App that said it.
    pub app: Option<u64>,
    /// When.
    pub created: u64,
}

/// A ruleset, as it was given.
#[derive(Clone, Debug)]
pub struct Ruleset {
    /// Its id.
    pub id: u64,
    /// The request's body.
    pub body: Value,
    /// When it was made.
    pub created: u64,
    /// When it changed.
    pub updated: u64,
}

/// An environment.
#[derive(Clone, Debug)]
pub struct Environment {
    /// Its id.
    pub id: u64,
    /// Its name.
    pub name: String,
    /// The request's body.
    pub body: Value,
    /// When it was made.
    pub created: u64,
}

impl Repo {
    /// `acme/base`
    pub fn full_name(&self) -> String {
        format!("{}/{}", self.owner.login, self.name)
    }

    /// The next number of an issue or a pull request.
    pub fn next_number(&mut self) -> u64 {
        self.last_number += 1;
        self.last_number
    }

    /// The pull request of that number.
    pub fn pull(&self, number: u64) -> Option<&Pull> {
        self.pulls.iter().find(|pull| pull.number == number)
    }

    /// The pull request of that number, to change.
    pub fn pull_mut(&mut self, number: u64) -> Option<&mut Pull> {
        self.pulls.iter_mut().find(|pull| pull.number == number)
    }

    /// Makes labels that are used and not there yet, as GitHub does.
    pub fn need_labels(&mut self, names: &[String], first: &mut u64) {
        for name in names {
            if !self.labels.iter().any(|label| label.name.eq_ignore_ascii_case(name)) {
                *first += 1;
                let (name, color) = (name.clone(), "ededed".to_owned());
                self.labels.push(Label { id: *first, name, color, description: None });
            }
        }
    }
}

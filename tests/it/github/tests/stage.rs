//! A stage for tests of the fake: the three Apps with their tokens, and a pull request of the proposer.

use serde_json::{Value, json};

use super::client::{Reply, call};
use crate::github::{FakeGitHub, MERGER, PROPOSER, REVIEWER};

/// The text of the note on main.
pub const OLD: &str = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n20\n";

/// A running fake with tokens for each part.
pub struct Stage {
    pub github: FakeGitHub,
    pub proposer: String,
    pub reviewer: String,
    pub merger: String,
}

impl Stage {
    /// The Apps, and a note of twenty lines on main.
    pub fn new() -> Stage {
        let github = FakeGitHub::with_kb_apps();
        github.commit("acme/base", "main", &[("knowledge/n.md", Some(OLD))], "a note");
        let proposer = github.token("kb-proposer", PROPOSER);
        let reviewer = github.token("kb-reviewer", REVIEWER);
        let merger = github.token("kb-merger", MERGER);
        Stage { github, proposer, reviewer, merger }
    }

    /// The same with pull request 1, in which line 10 of the note reads `ten`: its hunk shows lines 7 to 13.
    pub fn opened() -> Stage {
        let stage = Stage::new();
        stage.push("kb/proposal/1", &OLD.replace("\n10\n", "\nten\n"));
        stage.open("kb/proposal/1").is(201);
        stage
    }

    /// Commits the note with that text on a branch.
    pub fn push(&self, branch: &str, text: &str) -> String {
        self.github.commit("acme/base", branch, &[("knowledge/n.md", Some(text))], "change")
    }

    /// Opens a pull request of a branch as the proposer.
    pub fn open(&self, branch: &str) -> Reply {
        let body = json!({"title": "A change", "head": branch, "base": "main", "body": "why"});
        call(&self.github, &self.proposer, "POST pulls", &body)
    }

    /// The head of pull request 1.
    pub fn head(&self) -> String {
        self.github.pull("acme/base", 1).head
    }

    /// Calls as the proposer.
    pub fn propose(&self, line: &str, body: &Value) -> Reply {
        call(&self.github, &self.proposer, line, body)
    }

    /// Calls as the reviewer.
    pub fn review(&self, line: &str, body: &Value) -> Reply {
        call(&self.github, &self.reviewer, line, body)
    }

    /// Calls as the merger.
    pub fn merge(&self, line: &str, body: &Value) -> Reply {
        call(&self.github, &self.merger, line, body)
    }

    /// Reads as the proposer.
    pub fn get(&self, path: &str) -> Value {
        self.propose(&format!("GET {path}"), &Value::Null).is(200).json
    }

    /// A review with one comment on a line of the right side.
    pub fn comment_on(&self, line: u64) -> Reply {
        let comment = json!({"path": "knowledge/n.md", "line": line, "side": "RIGHT", "body": "hm"});
        self.review("POST pulls/1/reviews", &json!({"event": "COMMENT", "comments": [comment]}))
    }
}

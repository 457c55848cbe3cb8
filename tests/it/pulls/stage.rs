//! The stage: the fake GitHub, and a clone for each role that holds the key of its App and nothing else.

use crate::github::{FakeGitHub, keys};
use crate::test_repo::{Run, TestRepo};

/// What the evidence says.
pub const CALL: &str = "> Dana: Who approves large refunds?\n\
    > Ravi: Refunds above 500 EUR need the approval of a team lead.\n\
    > Dana: And what if it was opened?\n\
    > Ravi: Opened consumables cannot be returned.\n";

/// The roles, each with the variable of its key.
const ROLES: [(&str, &str, &str); 3] = [
    ("proposer", "KB_PROPOSER_KEY", keys::PROPOSER),
    ("reviewer", "KB_REVIEWER_KEY", keys::REVIEWER),
    ("merger", "KB_MERGER_KEY", keys::MERGER),
];

/// The apps in `kb.toml`.
pub const FORGE: &str = "\n[forge]\npatience = 5\n\
    [forge.apps.proposer]\nid = 101\nkey_env = \"KB_PROPOSER_KEY\"\n\
    [forge.apps.reviewer]\nid = 102\nkey_env = \"KB_REVIEWER_KEY\"\n\
    [forge.apps.merger]\nid = 103\nkey_env = \"KB_MERGER_KEY\"\n";

/// A clone of one role.
pub struct Clone {
    /// Its files.
    pub repo: TestRepo,
    environment: Vec<(String, String)>,
}

impl Clone {
    /// Runs kb with the credential of the role.
    pub fn kb<const N: usize>(&self, arguments: [&str; N]) -> Run {
        let environment: Vec<(&str, &str)> =
            self.environment.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        self.repo.kb_with_env(&environment, arguments)
    }
}

/// Everything.
pub struct Stage {
    /// GitHub.
    pub github: FakeGitHub,
    /// Opens pull requests; has the evidence first.
    pub proposer: Clone,
    /// Judges; holds the reviewer's signing key.
    pub reviewer: Clone,
    /// Merges; holds no signing key.
    pub merger: Clone,
}

impl Stage {
    /// A base with one evidence item that nobody considered.
    pub fn new() -> Stage {
        Stage::with(|_| {})
    }

    /// The same, with what `furnish` writes.
    pub fn with(furnish: impl FnOnce(&TestRepo)) -> Stage {
        let github = FakeGitHub::with_kb_apps();
        let first = TestRepo::initialised();
        let config = first.read("kb.toml");
        first.write("kb.toml", format!("{config}{FORGE}"));
        first
            .kb_with_input(["add", "-", "--kind", "call", "--title", "Refunds", "--at", "2026-11-30"], CALL)
            .code(0);
        furnish(&first);
        first.commit_all("evidence");
        let admin = github.person("ada", crate::github::token::Role::Admin);
        let url = github.git_url("acme/base");
        let with_token = url.replace("http://", &format!("http://ada:{admin}@"));
        first.git(["push", "--quiet", "--force", &with_token, "main:main"]);
        let clone = |repo: TestRepo, role: usize| {
            repo.git(["remote", "add", "origin", &url]);
            let (_, variable, key) = ROLES[role];
            let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
            let environment = vec![
                pair("GITHUB_SERVER_URL", github.url()),
                pair("GITHUB_API_URL", &github.api_url()),
                pair("GITHUB_GRAPHQL_URL", &github.graphql_url()),
                pair(variable, key),
            ];
            Clone { repo, environment }
        };
        let fresh = || {
            let repo = TestRepo::new();
            repo.git(["pull", "--quiet", &with_token, "main"]);
            repo
        };
        let (reviewer, merger) = (fresh(), fresh());
        for name in ["reviewer", "reviewer.pub"] {
            if first.exists(&format!(".kb/keys/{name}")) {
                reviewer.write(&format!(".kb/keys/{name}"), first.read(&format!(".kb/keys/{name}")));
            }
        }
        let proposer = clone(first, 0);
        let (reviewer, merger) = (clone(reviewer, 1), clone(merger, 2));
        Stage { github, proposer, reviewer, merger }
    }

    /// Commits a line of a note by hand in the proposer's clone, and proposes it there alone; the id of the proposal.
    pub fn writes_by_hand(&self, claim: &str, lines: &str, quote: &str) -> String {
        self.by_hand(claim, lines, quote);
        id_of(&self.proposer.kb(["propose", "--edits", "--format", "json"]))
    }

    /// The author replaces words of the note on the branch of the proposal `id`.
    pub fn mends(&self, id: &str, before: &str, after: &str) {
        let repo = &self.proposer.repo;
        let branch = format!("kb/proposal/{id}");
        repo.git(["stash", "--quiet", "--include-untracked"]);
        repo.git(["checkout", "--quiet", &branch]);
        let note = repo.read("knowledge/refunds.md").replace(before, after);
        repo.write("knowledge/refunds.md", note);
        repo.commit_all("as the call says");
        repo.git(["checkout", "--quiet", "main"]);
    }

    /// The same as a pull request; the id of the proposal.
    pub fn proposes_by_hand(&self, claim: &str, lines: &str, quote: &str) -> String {
        self.by_hand(claim, lines, quote);
        id_of(&self.proposer.kb(["propose", "--edits", "--publish", "--format", "json"]))
    }

    fn by_hand(&self, claim: &str, lines: &str, quote: &str) {
        let repo = &self.proposer.repo;
        let item = repo.files().into_iter().find(|path| path.contains("/source.")).expect("evidence");
        let note = format!(
            "---\ntype: Policy\ntitle: Refunds\ndescription: Who approves refunds.\n---\n# Refunds\n\n{claim}[^1]\n\n\
             [^1]: [the call](../{item}#{lines})\n    \"{quote}\"\n"
        );
        repo.write("knowledge/refunds.md", note);
    }
}

fn id_of(report: &Run) -> String {
    let id = report.json()["proposals"][0]["id"].as_str().map(str::to_owned);
    id.unwrap_or_else(|| panic!("{}", report.whole()))
}

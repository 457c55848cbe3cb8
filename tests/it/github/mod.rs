//! A GitHub on this machine: REST, the documents of GraphQL that kb sends, and git over HTTP, over real bare repositories.
//! Every request and every answer is held to GitHub's official description, and what GitHub says only in prose is enforced.
//!
//! A test starts it on a free port; the repositories lie in a temporary folder:
//!
//! ```ignore
//! let github = FakeGitHub::with_kb_apps();         // acme/base, private, with one commit on main, and the three Apps
//! github.commit("acme/base", "kb/proposal/1", &[("knowledge/a.md", Some("# A\n"))], "a note");
//! github.api_url();                                // GITHUB_API_URL:     http://127.0.0.1:PORT/api/v3
//! github.graphql_url();                            // GITHUB_GRAPHQL_URL: http://127.0.0.1:PORT/api/graphql
//! github.url();                                    // GITHUB_SERVER_URL:  http://127.0.0.1:PORT
//! github.git_url("acme/base");                     // http://127.0.0.1:PORT/acme/base.git
//! keys::PROPOSER;                                  // the PEM of App 101, installation 201; 102/202 reviewer, 103/203 merger
//! github.token("kb-merger", &[("contents", "write")]);  // an installation token without asking for it
//! github.person("ada", Role::Admin);               // a person, and a personal token of theirs
//! github.ruleset("acme/base", json!({...}));       // the body of `repos/create-repo-ruleset`
//! github.fault("pulls/create", 1, Fault::After(502));   // the first call is done, and answered with 502
//! github.advance(3_600);                           // every installation token is now too old
//! github.calls("pulls/create"); github.writes();   // what was asked
//! ```
//!
//! A breach of the contract, by a request or by the fake itself, is answered with 599, and fails the test when the fake is
//! dropped or [`finish`](FakeGitHub::finish)ed. Bases: REST under `/` and `/api/v3`, GraphQL under `/graphql` and
//! `/api/graphql`; the names of the documents stand in [`graphql`]. Git takes any name with the token as the password, or
//! `Authorization: Bearer`.
//!
//! Its clock begins at 2026-11-30T09:00:00Z, as in `TestRepo`, unless it is started [`at`](FakeGitHub::at) another moment. The
//! times in a JWT are compared with that clock only where a test says [`strict_jwt_times`](FakeGitHub::strict_jwt_times):
//! programs under test have a clock of their own.
//!
//! It is a folder with a `mod.rs` so that `examples/fake-github.rs` can include it by its path.

pub mod account;
pub mod answer;
pub mod app;
pub mod call;
pub mod clock;
pub mod codeowners;
pub mod contract;
pub mod diff;
pub mod door;
pub mod drift;
mod fake;
pub mod fault;
pub mod fixture;
pub mod front;
pub mod git;
pub mod graphql;
pub mod jwt;
pub mod keys;
pub mod limit;
pub mod line;
pub mod links;
pub mod moves;
pub mod ops;
pub mod page;
pub mod place;
pub mod pull;
pub mod repo;
pub mod rules;
pub mod seen;
pub mod server;
pub mod settle;
pub mod show;
pub mod smart_http;
pub mod token;
pub mod workflows;
pub mod world;

#[cfg(test)]
mod tests;

pub use fake::FakeGitHub;

/// The permissions of the three Apps.
pub const PROPOSER: &[(&str, &str)] =
    &[("contents", "write"), ("issues", "write"), ("metadata", "read"), ("pull_requests", "write")];
/// The reviewer pushes nothing.
pub const REVIEWER: &[(&str, &str)] =
    &[("checks", "write"), ("contents", "read"), ("metadata", "read"), ("pull_requests", "write")];
/// The merger touches no workflow.
pub const MERGER: &[(&str, &str)] = &[
    ("checks", "write"),
    ("contents", "write"),
    ("merge_queues", "write"),
    ("metadata", "read"),
    ("pull_requests", "write"),
];

//! What happened: requests as they came, and what webhooks and workflows would have been told of them.

use serde_json::Value;

use super::app::ACTIONS;
use super::graphql;
use super::token::Actor;

/// A request.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The operation: `pulls/create`, `graphql/ResolveThread`, `git/receive-pack`.
    pub operation: String,
    /// `GET`.
    pub method: String,
    /// The path with its query.
    pub target: String,
    /// Who asked.
    pub login: String,
    /// The body.
    pub body: Value,
    /// What was answered; 0 when the line was cut.
    pub status: u16,
}

impl Seen {
    /// Whether it was meant to change something.
    pub fn is_write(&self) -> bool {
        match self.operation.split_once('/') {
            Some(("graphql", name)) => graphql::is_mutation(name),
            Some(("git", name)) => name == "receive-pack",
            _ => self.method != "GET" && self.operation != "apps/create-installation-access-token",
        }
    }
}

/// What webhooks and workflows would have been told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// `pull_request`, `push`, `check_run`, `pull_request_review`, `workflow_dispatch`.
    pub name: String,
    /// `opened`, `synchronize`; empty for a push.
    pub action: String,
    /// The ref or the number.
    pub about: String,
    /// Whether it starts workflows: what `GITHUB_TOKEN` does starts none, but for dispatches.
    pub starts_workflows: bool,
}

impl Event {
    /// An event that `actor` caused.
    pub fn by(actor: &Actor, name: &str, action: &str, about: impl ToString) -> Event {
        let starts_workflows = actor.app() != Some(ACTIONS) || name.ends_with("_dispatch");
        Event { name: name.to_owned(), action: action.to_owned(), about: about.to_string(), starts_workflows }
    }
}

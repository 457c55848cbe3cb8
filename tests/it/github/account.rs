//! Who acts or owns: people, organisations and the bots of apps.

use serde_json::{Value, json};

/// A name that shows on what somebody wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// `ada`, `kb-reviewer[bot]`.
    pub login: String,
    /// The id.
    pub id: u64,
    /// `User`, `Bot`, `Organization`.
    pub kind: &'static str,
    /// How the repository sees who writes: `OWNER`, `MEMBER`, `NONE`.
    pub association: &'static str,
}

impl Account {
    /// The account as a simple user.
    pub fn json(&self) -> Value {
        json!({
            "login": self.login, "id": self.id, "node_id": node("U", self.id), "gravatar_id": "",
            "type": self.kind, "site_admin": false,
        })
    }
}

/// The id of an object in GraphQL.
pub fn node(kind: &str, id: u64) -> String {
    format!("{kind}_kwFake{id:08}")
}

/// The number in an id of GraphQL, when it is of that kind.
pub fn of_node(kind: &str, node: &str) -> Option<u64> {
    node.strip_prefix(kind)?.strip_prefix("_kwFake")?.parse().ok()
}

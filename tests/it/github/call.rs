//! One request as the operations see it: which operation, with what, by whom.

use serde_json::Value;

use super::contract::route::Params;
use super::links::Links;
use super::token::Actor;

/// A request that passed the contract.
#[derive(Clone, Debug)]
pub struct Call {
    /// The operation's name in the description, or `graphql/Name`.
    pub operation: String,
    /// The path, with its base and its query.
    pub target: String,
    /// The parameters of the path.
    pub params: Params,
    /// The parameters of the query.
    pub query: Params,
    /// The body; null for none.
    pub body: Value,
    /// The media type that is wanted.
    pub accept: String,
    /// Who asks.
    pub actor: Actor,
    /// Where addresses begin.
    pub links: Links,
}

impl Call {
    /// A parameter of the path.
    pub fn param(&self, name: &str) -> &str {
        self.params.get(name).map_or("", String::as_str)
    }

    /// A parameter of the path that is a number.
    pub fn number(&self, name: &str) -> u64 {
        self.param(name).parse().unwrap_or_default()
    }

    /// A text of the body.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.body[name].as_str()
    }

    /// A text of the body that the description requires.
    pub fn required(&self, name: &str) -> &str {
        self.text(name).unwrap_or_default()
    }

    /// The full name of the repository.
    pub fn repository(&self) -> String {
        format!("{}/{}", self.param("owner"), self.param("repo"))
    }
}

//! A request as the client is given it, and what became of one attempt to make it.

use std::time::Duration;

use serde_json::Value;

use super::reply::Reply;
use super::wire::Method;

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asker {
    /// The role, with its token.
    Role,
    /// The app itself, which can do nothing but have tokens minted.
    App,
}

/// A request.
#[derive(Clone, Debug)]
pub(super) struct Ask<'a> {
    /// What is done.
    pub method: Method,
    /// The path from the root of the server, with its query.
    pub path: String,
    /// What is sent along.
    pub body: Option<Value>,
    /// What kb is doing, for faults: "listing pull requests".
    pub doing: &'a str,
    /// Who asks.
    pub asker: Asker,
    /// Whether it is one of GraphQL, which says with 200 that something is wrong.
    pub is_graphql: bool,
    /// Whether it makes or changes something that people see, which is to be done slowly.
    pub is_write: bool,
}

impl<'a> Ask<'a> {
    /// Something to read.
    pub fn get(path: String, doing: &'a str) -> Ask<'a> {
        Ask::with(Method::Get, path, None, doing)
    }

    /// Something to do.
    pub fn with(method: Method, path: String, body: Option<Value>, doing: &'a str) -> Ask<'a> {
        let is_write = method != Method::Get;
        Ask { method, path, body, doing, asker: Asker::Role, is_graphql: false, is_write }
    }
}

/// What became of one attempt.
pub(super) enum Sent {
    /// It was done.
    Done(Reply),
    /// It was not done, and asking again changes nothing.
    Refused(Reply),
    /// Nobody knows whether it was done.
    Unsure {
        /// What happened.
        message: String,
        /// How long the server wants to be left alone.
        wait: Option<Duration>,
    },
}

/// How far a request has come: its attempts and waits.
#[derive(Debug, Default)]
pub(super) struct Course {
    /// How long was waited.
    pub waited: Duration,
    /// How many attempts nobody knows the outcome of.
    pub unsure: u32,
    /// How many attempts the server put off.
    pub limited: u32,
}

/// `text` as a part of a path or a query.
pub(super) fn encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut encoded, byte| {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~') {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
        encoded
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_a_meaning_in_an_address_is_encoded() {
        assert_eq!(encoded("kb:needs-human"), "kb%3Aneeds-human");
        assert_eq!(encoded("acme:kb/proposal/ü&x=1"), "acme%3Akb%2Fproposal%2F%C3%BC%26x%3D1");
    }
}

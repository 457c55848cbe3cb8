//! How far a source is trusted, by where it comes from. kb says so, by its record; never a source, a note or a model.

use crate::evidence::Meta;

/// Where something comes from, the least trusted first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Trust {
    /// A page that anybody may have written.
    Web,
    /// What a program gave.
    Tool,
    /// What people said to each other: calls, tickets, mail.
    Conversation,
    /// A document that somebody handed over.
    Document,
    /// What a person of the knowledge base decided or asked for.
    User,
}

impl Trust {
    /// All of them, the least trusted first.
    const ALL: [Trust; 5] = [Trust::Web, Trust::Tool, Trust::Conversation, Trust::Document, Trust::User];

    /// The trust of the item with the record `meta`.
    pub fn of(meta: &Meta) -> Trust {
        let is_address = |origin: &str| origin.starts_with("http://") || origin.starts_with("https://");
        let has = |words: &[&str]| meta.kind.as_str().split('-').any(|word| words.contains(&word));
        if has(&["web", "page", "site", "feed"]) || meta.origin.as_deref().is_some_and(is_address) {
            Trust::Web
        } else if has(&["tool", "log", "trajectory", "output", "trace"]) {
            Trust::Tool
        } else if has(&["call", "ticket", "mail", "chat", "conversation", "message", "thread", "transcript"])
        {
            Trust::Conversation
        } else if has(&["decision", "user"]) {
            Trust::User
        } else {
            Trust::Document
        }
    }

    /// The word that stands for it.
    pub fn name(self) -> &'static str {
        match self {
            Trust::Web => "web",
            Trust::Tool => "tool",
            Trust::Conversation => "conversation",
            Trust::Document => "document",
            Trust::User => "user",
        }
    }

    /// The trust that a word stands for.
    pub fn named(word: &str) -> Option<Trust> {
        Trust::ALL.into_iter().find(|trust| trust.name().eq_ignore_ascii_case(word.trim()))
    }
}

#[cfg(test)]
mod tests {
    use super::Trust;

    #[test]
    fn the_least_comes_first() {
        assert!(Trust::ALL.is_sorted());
        assert!(Trust::ALL.into_iter().all(|trust| Trust::named(trust.name()) == Some(trust)));
        assert_eq!(Trust::named("verified"), None);
    }
}

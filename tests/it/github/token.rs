//! Credentials: who they stand for and what they allow. How they come with a request is the door's affair.

use std::collections::BTreeMap;

use super::account::Account;

/// Permissions by name: `read` or `write`.
pub type Grants = BTreeMap<String, String>;

/// Permissions from pairs.
pub fn grants(pairs: &[(&str, &str)]) -> Grants {
    pairs.iter().map(|(name, level)| ((*name).to_owned(), (*level).to_owned())).collect()
}

/// The part of a person in the repositories.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// May look.
    Read,
    /// May push.
    Write,
    /// May change settings that are not dangerous.
    Maintain,
    /// May do everything.
    Admin,
}

impl Role {
    /// The id that rulesets name it by.
    pub fn id(self) -> u64 {
        match self {
            Role::Read => 1,
            Role::Maintain => 2,
            Role::Write => 4,
            Role::Admin => 5,
        }
    }
}

/// A token that the fake gave out.
#[derive(Clone, Debug)]
pub struct Token {
    /// The secret.
    pub secret: String,
    /// Under whose name it acts.
    pub account: Account,
    /// The App that it belongs to; `None` for a person's.
    pub app: Option<u64>,
    /// The person's part; `None` for an App's.
    pub role: Option<Role>,
    /// What it allows; a person's by the part.
    pub grants: Grants,
    /// The repositories that it reaches, by full name; `None`: all.
    pub repositories: Option<Vec<String>>,
    /// When it ends.
    pub expires: Option<u64>,
}

impl Token {
    /// Whether it allows `permission` at that level.
    pub fn allows(&self, permission: &str, write: bool) -> bool {
        let Some(role) = self.role else {
            let level = self.grants.get(permission).map(String::as_str);
            let always = permission == "metadata" && !write;
            return always
                || level == Some("write")
                || level == Some("admin")
                || (level == Some("read") && !write);
        };
        match permission {
            // Only Apps make check runs.
            "checks" if write => false,
            "administration" if write => role >= Role::Admin,
            _ if write => role >= Role::Write,
            _ => true,
        }
    }

    /// Whether it reaches a repository.
    pub fn reaches(&self, full_name: &str) -> bool {
        self.repositories.as_ref().is_none_or(|all| all.iter().any(|name| name == full_name))
    }
}

/// Who makes a request.
#[derive(Clone, Debug)]
pub enum Actor {
    /// No credential.
    Nobody,
    /// An App by its JWT, which opens only what is about the App.
    App(u64),
    /// A token.
    Token(Token),
}

impl Actor {
    /// The token, if it is one.
    pub fn token(&self) -> Option<&Token> {
        if let Actor::Token(token) = self { Some(token) } else { None }
    }

    /// Under whose name it acts.
    pub fn account(&self) -> Account {
        match self {
            Actor::Token(token) => token.account.clone(),
            _ => Account { login: "ghost".to_owned(), id: 10_137, kind: "User", association: "NONE" },
        }
    }

    /// The App that acts.
    pub fn app(&self) -> Option<u64> {
        match self {
            Actor::App(id) => Some(*id),
            Actor::Token(token) => token.app,
            Actor::Nobody => None,
        }
    }

    /// Whether its token allows `permission`.
    pub fn allows(&self, permission: &str, write: bool) -> bool {
        self.token().is_some_and(|token| token.allows(permission, write))
    }
}

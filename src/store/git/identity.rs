//! Who the user is, by git's configuration. Environment variables do not count: nobody becomes an approver by
//! setting one.

use super::Opened;
use super::errors::told;
use crate::port::{GitError, Person};

impl Opened {
    /// The user.
    pub(super) fn user(&self) -> Result<Person, GitError> {
        let config = self.raw.config().map_err(told("reading git's configuration"))?;
        let value = |key: &str| {
            config.get_string(key).ok().map(|value| value.trim().to_owned()).filter(|value| !value.is_empty())
        };
        match (value("user.name"), value("user.email")) {
            (Some(name), Some(email)) => Ok(Person { name, email }),
            _ => Err(GitError::NoIdentity),
        }
    }
}

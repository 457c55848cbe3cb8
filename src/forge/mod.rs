//! The forges behind `port::Forge`, and which of them a repository has. Proposals that live in git alone need none.
//!
//! | part | file |
//! | --- | --- |
//! | where a repository lies, by the address of its remote or by `kb.toml` | `address`, `site` |
//! | tokens and keys, kept out of everything that is shown | `secret` |
//! | GitHub and GitHub Enterprise Server | `github` |

#![expect(clippy::disallowed_methods, reason = "adapters are what touches the machine and the network")]

mod address;
pub mod github;
mod secret;
mod site;

pub use github::GitHub;
pub use secret::Secret;
pub(crate) use secret::shown;
pub use site::{Choice, Site, choose};

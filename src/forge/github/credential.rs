//! What kb shows GitHub of itself: an app with its key, a personal token, or nothing yet. No request is made here.

use std::fmt;

use crate::config::{ForgeConfig, ForgeRole};
use crate::forge::Secret;
use crate::port::ForgeFault;

use super::key::AppKey;

/// The variable of a token that reads for a role whose app's key is not here: who asks a model needs no more.
const READING: &str = "KB_READ_TOKEN";

/// A credential.
pub(super) enum Credential {
    /// An app, which has tokens minted for it.
    App {
        /// Its id.
        id: u64,
        /// The id of its installation, where `kb.toml` says.
        installation: Option<u64>,
        /// Its key.
        key: Box<AppKey>,
    },
    /// The token of a person, or of a run of GitHub's own.
    Token(Secret),
    /// A token that only reads, in the place of an app whose key is elsewhere; with it kb writes nothing.
    Reading(Secret),
    /// None, and what to set.
    Missing(String),
}

impl Credential {
    /// The credential of `role`: its app, else the personal token.
    pub fn of(
        role: ForgeRole,
        config: &ForgeConfig,
        environment: &dyn Fn(&str) -> Option<String>,
    ) -> Credential {
        let secret = |variable: &str| environment(variable).and_then(|text| Secret::new(&text));
        if let Some(app) = config.app(role) {
            let (id, variable) = (app.id, &app.key_env);
            let Some(pem) = secret(variable) else {
                if let Some(token) = secret(READING) {
                    return Credential::Reading(token);
                }
                return Credential::Missing(format!(
                    "set {variable} to the private key of the app {id} (PEM)"
                ));
            };
            return match AppKey::read(pem.reveal()) {
                Ok(key) => Credential::App { id, installation: app.installation, key: Box::new(key) },
                Err(why) => {
                    Credential::Missing(format!("{variable} does not hold the key of the app {id}: {why}"))
                }
            };
        }
        match &config.token_env {
            Some(variable) => match secret(variable) {
                Some(token) => Credential::Token(token),
                None => Credential::Missing(format!("set {variable} to a token")),
            },
            None => Credential::Missing(format!(
                "name its app in [forge.apps.{}] of kb.toml, or the variable of a personal token with `token_env` in [forge]",
                role.as_str()
            )),
        }
    }

    /// Why nothing can be asked with it.
    pub fn fault(&self, role: ForgeRole) -> Option<ForgeFault> {
        match self {
            Credential::Missing(remedy) => {
                Some(ForgeFault::NoCredential { role: role.as_str().to_owned(), remedy: remedy.clone() })
            }
            Credential::App { .. } | Credential::Token(_) | Credential::Reading(_) => None,
        }
    }
}

impl fmt::Debug for Credential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Credential::App { id, .. } => write!(f, "App({id})"),
            Credential::Token(_) => f.write_str("Token(***)"),
            Credential::Reading(_) => f.write_str("Reading(***)"),
            Credential::Missing(remedy) => write!(f, "Missing({remedy})"),
        }
    }
}

//! Where proposals become pull requests: the settings of `[forge]`, and what is wrong with them. No token and no key is here,
//! only the names of the variables that hold them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What kind of forge it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ForgeKind {
    /// GitHub, or a GitHub Enterprise Server.
    #[serde(rename = "github")]
    GitHub,
    /// None: proposals live in git alone.
    Local,
}

/// In whose name the forge is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ForgeRole {
    /// Opens pull requests and answers findings.
    Proposer,
    /// Writes reviews and reports the check of the review.
    Reviewer,
    /// Merges.
    Merger,
}

impl ForgeRole {
    /// All of them.
    pub const ALL: [ForgeRole; 3] = [ForgeRole::Proposer, ForgeRole::Reviewer, ForgeRole::Merger];

    /// The word for it, which also names its table below `[forge.apps]`.
    pub fn as_str(self) -> &'static str {
        match self {
            ForgeRole::Proposer => "proposer",
            ForgeRole::Reviewer => "reviewer",
            ForgeRole::Merger => "merger",
        }
    }
}

/// The app that acts for a role.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ForgeApp {
    /// Its id, as its page on the forge shows it.
    pub id: u64,
    /// The id of its installation; unless given, that of the repository is asked for.
    #[serde(default)]
    pub installation: Option<u64>,
    /// The environment variable that holds its private key as PEM.
    pub key_env: String,
}

/// The apps by role.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ForgeApps {
    /// Who opens pull requests.
    pub proposer: Option<ForgeApp>,
    /// Who reviews.
    pub reviewer: Option<ForgeApp>,
    /// Who merges.
    pub merger: Option<ForgeApp>,
}

/// Where proposals become pull requests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ForgeConfig {
    /// What kind of forge it is; unless given, the remote's address says.
    pub kind: Option<ForgeKind>,
    /// The remote whose repository it is.
    pub remote: String,
    /// The repository there, `owner/name`, with the host before it where the remote's address does not say; unless given,
    /// that of the remote's address.
    pub repository: Option<String>,
    /// The environment variable that holds a personal token, for small set-ups: it acts for every role without an app.
    pub token_env: Option<String>,
    /// How long one request may be put off, in seconds, because the forge limits requests or gives no answer.
    pub patience: u64,
    /// The apps by role.
    pub apps: ForgeApps,
}

impl Default for ForgeConfig {
    fn default() -> ForgeConfig {
        ForgeConfig {
            kind: None,
            remote: "origin".to_owned(),
            repository: None,
            token_env: None,
            patience: 900,
            apps: ForgeApps::default(),
        }
    }
}

impl ForgeConfig {
    /// The app that acts for `role`.
    pub fn app(&self, role: ForgeRole) -> Option<&ForgeApp> {
        match role {
            ForgeRole::Proposer => self.apps.proposer.as_ref(),
            ForgeRole::Reviewer => self.apps.reviewer.as_ref(),
            ForgeRole::Merger => self.apps.merger.as_ref(),
        }
    }

    /// What is wrong: table, key, message.
    pub(super) fn fault(&self) -> Option<(String, &'static str, String)> {
        let fault = |key, message: String| Some(("forge".to_owned(), key, message));
        if self.remote.is_empty() || self.remote.starts_with('-') {
            return fault("remote", format!("`{}` cannot name a remote", self.remote));
        }
        if let Some(repository) = self.repository.as_deref().filter(|name| !is_repository(name)) {
            return fault("repository", format!("`{repository}` is not `owner/name` or `host/owner/name`"));
        }
        if let Some(variable) = self.token_env.as_deref().filter(|variable| !is_token_variable(variable)) {
            let message = format!(
                "`{variable}` is not read: a token's variable begins with GITHUB_, GH_ or KB_ and ends in TOKEN"
            );
            return fault("token_env", message);
        }
        for role in ForgeRole::ALL {
            let Some(app) = self.app(role) else { continue };
            let table = format!("forge.apps.{}", role.as_str());
            if !app.key_env.ends_with("KEY") {
                let message = "`key_env` names a variable that ends in KEY; no other is read".to_owned();
                return Some((table, "key_env", message));
            }
            let twin = ForgeRole::ALL
                .into_iter()
                .find(|other| *other != role && self.app(*other).is_some_and(|other| other.id == app.id));
            if let Some(twin) = twin {
                let message = format!(
                    "the app {} is the {} too: who may write must not review, and who reviews must not merge",
                    app.id,
                    twin.as_str()
                );
                return Some((table, "id", message));
            }
        }
        None
    }
}

/// Whether `name` is `owner/name` or `host/owner/name`, of characters that such names have.
fn is_repository(name: &str) -> bool {
    let parts: Vec<&str> = name.split('/').collect();
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let [hosts @ .., owner, name] = parts.as_slice() else { return false };
    let is_plain = |part: &&str| !part.is_empty() && !part.starts_with('.') && part.chars().all(plain);
    let is_host = |host: &&str| !host.is_empty() && host.chars().all(|c| plain(c) || c == ':');
    hosts.len() <= 1 && hosts.iter().all(is_host) && is_plain(owner) && is_plain(name)
}

/// A repository that somebody else wrote must not send away whatever the environment holds.
fn is_token_variable(variable: &str) -> bool {
    ["GITHUB_", "GH_", "KB_"].iter().any(|start| variable.starts_with(start)) && variable.ends_with("TOKEN")
}

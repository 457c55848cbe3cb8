//! A GitHub App and its one installation: what it was granted, and where.

use serde_json::{Value, json};

use super::account::{Account, node};
use super::clock::stamp;
use super::links::Links;
use super::token::Grants;

/// The id of the App behind `GITHUB_TOKEN`.
pub const ACTIONS: u64 = 15_368;

/// An App, installed on the repositories of one owner.
#[derive(Clone, Debug)]
pub struct App {
    /// Its id.
    pub id: u64,
    /// Its name in addresses: `kb-proposer`.
    pub slug: String,
    /// What it was granted.
    pub grants: Grants,
    /// Its public key, DER of PKCS#1; `None` for the one that GitHub holds itself.
    pub key: Option<Vec<u8>>,
    /// The id of its installation.
    pub installation: u64,
    /// The repositories that it is installed on, by full name; `None`: all of the owner's.
    pub repositories: Option<Vec<String>>,
    /// The owner of those repositories.
    pub owner: Account,
    /// When it was made.
    pub made: u64,
}

impl App {
    /// The account under which it writes.
    pub fn bot(&self) -> Account {
        Account {
            login: format!("{}[bot]", self.slug),
            id: 40_000_000 + self.id,
            kind: "Bot",
            association: "NONE",
        }
    }

    /// Whether it is installed on a repository.
    pub fn reaches(&self, full_name: &str) -> bool {
        let owned = full_name.split_once('/').is_some_and(|(owner, _)| owner == self.owner.login);
        owned && self.repositories.as_ref().is_none_or(|all| all.iter().any(|name| name == full_name))
    }

    /// The App as others see it.
    pub fn json(&self, links: &Links) -> Value {
        json!({
            "id": self.id, "slug": self.slug, "node_id": node("A", self.id), "owner": self.owner.json(),
            "name": self.slug, "description": null, "external_url": links.web,
            "html_url": format!("{}/apps/{}", links.web, self.slug),
            "created_at": stamp(self.made), "updated_at": stamp(self.made),
            "permissions": self.grants, "events": [],
        })
    }

    /// Its installation.
    pub fn installation_json(&self, links: &Links) -> Value {
        let selection = if self.repositories.is_some() { "selected" } else { "all" };
        json!({
            "id": self.installation, "account": self.owner.json(), "repository_selection": selection,
            "access_tokens_url": format!("{}/app/installations/{}/access_tokens", links.api, self.installation),
            "repositories_url": format!("{}/installation/repositories", links.api),
            "html_url": format!("{}/settings/installations/{}", links.web, self.installation),
            "app_id": self.id, "app_slug": self.slug, "target_id": self.owner.id,
            "target_type": self.owner.kind, "permissions": self.grants, "events": [],
            "created_at": stamp(self.made), "updated_at": stamp(self.made), "single_file_name": null,
            "suspended_by": null, "suspended_at": null,
        })
    }
}

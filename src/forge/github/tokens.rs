//! Tokens: an app has them minted for one role and one repository, uses none that may do more, and gets a new one before the
//! old one ends. A personal token is what it is.

use std::time::Duration;

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::json;

use super::ask::{Ask, Asker};
use super::client::Client;
use super::credential::Credential;
use super::grant::{Granted, permissions};
use super::reply::Reply;
use super::time::{later, until};
use super::wire::Method;
use crate::forge::Secret;
use crate::port::ForgeFault;

/// How long before its end a token is no longer used.
const MARGIN: Duration = Duration::from_secs(300);

/// How long a token is used that does not say, or by another clock; GitHub's last an hour.
const UNSAID: Duration = Duration::from_secs(1_800);

/// A token that was minted.
pub(super) struct Minted {
    /// The token.
    pub token: Secret,
    ends: Timestamp,
}

#[derive(Deserialize)]
struct Installation {
    id: u64,
}

impl Client {
    /// The token of the role: a fresh one where the last one is about to end.
    pub(super) fn token(&self) -> Result<Secret, ForgeFault> {
        match &self.credential {
            Credential::Token(token) | Credential::Reading(token) => return Ok(token.clone()),
            Credential::Missing(_) => {}
            Credential::App { .. } => {
                let now = self.time.now();
                let minted = self.minted.borrow();
                let minted = minted.as_ref().filter(|minted| until(now, minted.ends) > MARGIN);
                if let Some(minted) = minted {
                    return Ok(minted.token.clone());
                }
            }
        }
        let minted = self.mint()?;
        let token = minted.token.clone();
        *self.minted.borrow_mut() = Some(minted);
        Ok(token)
    }

    /// What the app says of itself, signed.
    pub(super) fn assertion(&self) -> Result<Secret, ForgeFault> {
        if let Some(fault) = self.credential.fault(self.role) {
            return Err(fault);
        }
        let Credential::App { id, key, .. } = &self.credential else {
            return Err(self.no_credential("a personal token is no app"));
        };
        let ahead = Duration::from_secs(self.ahead.get().unsigned_abs());
        let now = self.time.now();
        let now = match self.ahead.get() < 0 {
            true => now.checked_sub(ahead).unwrap_or(now),
            false => later(now, ahead),
        };
        key.assertion(*id, now).map_err(|why| self.no_credential(&why))
    }

    /// Whether a request that was refused as one of a stranger is worth a second attempt, with a new token or by the server's
    /// clock.
    pub(super) fn can_renew(&self, asker: Asker, reply: &Reply) -> bool {
        if !matches!(self.credential, Credential::App { .. }) {
            return false;
        }
        match asker {
            Asker::Role => {
                self.minted.borrow_mut().take();
                true
            }
            Asker::App => {
                let date = reply.date.as_deref().and_then(|date| jiff::fmt::rfc2822::parse(date).ok());
                let Some(date) = date else { return false };
                let ahead = date.timestamp().as_second() - self.time.now().as_second();
                let is_news = ahead.abs_diff(self.ahead.get()) > 30;
                self.ahead.set(ahead);
                is_news
            }
        }
    }

    fn mint(&self) -> Result<Minted, ForgeFault> {
        let doing = "having a token minted";
        let installation = self.installation_id()?;
        let permissions: serde_json::Map<String, serde_json::Value> = permissions(self.role)
            .iter()
            .map(|(permission, level)| ((*permission).to_owned(), json!(level)))
            .collect();
        let body = json!({ "repositories": [self.site.name], "permissions": permissions });
        let path = self.path(&format!("/app/installations/{installation}/access_tokens"));
        let ask = Ask::with(Method::Post, path, Some(body), doing);
        // A token that nobody got to see does no harm: it is minted again.
        let granted: Granted =
            self.repeat_as(&Ask { asker: Asker::App, is_write: false, ..ask }, &Reply::read)?;
        if let Some(excess) = granted.excess(self.role, &self.site.name) {
            return Err(ForgeFault::WiderGrant { role: self.role.as_str().to_owned(), excess });
        }
        let token = Secret::new(&granted.token);
        let token = token.ok_or_else(|| self.unreachable("the token is empty", doing))?;
        let now = self.time.now();
        // What has ended before it begins was stamped by another clock: it serves until it is refused.
        let ends = granted.expires_at.filter(|ends| until(now, *ends) > MARGIN);
        let ends = ends.unwrap_or_else(|| later(now, UNSAID));
        Ok(Minted { token, ends })
    }

    fn installation_id(&self) -> Result<u64, ForgeFault> {
        let Credential::App { id, installation, .. } = &self.credential else {
            return Err(self.credential.fault(self.role).unwrap_or_else(|| self.no_credential("no app")));
        };
        if let Some(known) = installation.or(self.installation.get()) {
            return Ok(known);
        }
        let doing = "looking for the installation of the app";
        let ask = Ask { asker: Asker::App, ..Ask::get(self.repository("/installation"), doing) };
        let found = self.repeat_as(&ask, &|reply| reply.read::<Installation>());
        let found = found.map_err(|fault| match fault {
            ForgeFault::NotFound { .. } => {
                self.no_credential(&format!("install the app {id} on {}", self.site.place()))
            }
            fault => fault,
        })?;
        self.installation.set(Some(found.id));
        Ok(found.id)
    }

    fn no_credential(&self, remedy: &str) -> ForgeFault {
        ForgeFault::NoCredential { role: self.role.as_str().to_owned(), remedy: remedy.to_owned() }
    }
}

//! GitHub and GitHub Enterprise Server behind `port::Forge`: pull requests of one repository, as one role.
//!
//! | part | file |
//! | --- | --- |
//! | requests until they are done, refused, or out of patience | `client`, `ask`, `reply` |
//! | one attempt over the network | `wire` |
//! | what is a limit, how long to wait, how fast to write | `limit`, `pace`, `time` |
//! | credentials, tokens and what they may do | `credential`, `key`, `tokens`, `grant` |
//! | lists of many pages | `link` |
//! | what REST cannot do | `graphql/` |
//! | pull requests, comments, issues, reviews, threads, checks, merges | a file each |
//! | rulesets, apps, environments, CODEOWNERS, labels, behind `port::ForgeSettings` | `settings` |
//!
//! The client crate is `octocrab`, as transport alone: it retries nothing, and what goes over it are kb's own requests and the
//! few members of an answer that kb reads. Its models fail after the server has acted, its retries write twice, and it mints no
//! token of fewer permissions.

mod ask;
mod checks;
mod client;
mod comments;
mod credential;
mod grant;
mod graphql;
mod issues;
mod key;
mod limit;
mod link;
mod merges;
mod pace;
mod pulls;
mod reply;
mod reviews;
mod settings;
mod shapes;
mod threads;
mod time;
mod tokens;
mod wire;

#[cfg(test)]
mod tests;

use std::cell::OnceCell;

use serde_json::json;

use self::ask::{Ask, Asker};
use self::client::Client;
use self::credential::Credential;
use self::reply::Reply;
use super::{Secret, Site};
use crate::config::{ForgeApps, ForgeConfig, ForgeRole};
use crate::digest::CommitId;
use crate::port::{
    Account, Check, Forge, ForgeComment, ForgeFault, ForgeIssue, NewCheck, NewMerge, NewPull, NewReview,
    Pull, PullEdit, PullReview, StickyIssue, Thread,
};

pub use time::{MachineTime, Time};

/// One repository's pull requests, as one role.
pub struct GitHub {
    client: Client,
    place: String,
    web: String,
    account: OnceCell<Account>,
}

impl GitHub {
    /// The repository at `site`, as `role`; `environment` gives the value of a variable. Nothing is asked yet.
    pub fn new(
        site: Site,
        role: ForgeRole,
        config: &ForgeConfig,
        environment: &dyn Fn(&str) -> Option<String>,
        time: Box<dyn Time>,
    ) -> GitHub {
        let (place, web) = (site.place(), site.web());
        GitHub {
            client: Client::new(site, role, config, environment, time),
            place,
            web,
            account: OnceCell::new(),
        }
    }

    /// The repository at `site`, as whoever holds the token in `variable`: a person who may see or change its settings.
    pub fn by_token(
        site: Site,
        variable: &str,
        config: &ForgeConfig,
        environment: &dyn Fn(&str) -> Option<String>,
        time: Box<dyn Time>,
    ) -> GitHub {
        let config = ForgeConfig {
            token_env: Some(variable.to_owned()),
            apps: ForgeApps::default(),
            ..config.clone()
        };
        GitHub::new(site, ForgeRole::Merger, &config, environment, time)
    }

    /// What the app of `role` must be able to do, and no more: permission and level.
    pub fn needs(role: ForgeRole) -> &'static [(&'static str, &'static str)] {
        grant::permissions(role)
    }

    /// The address by which git fetches and pushes.
    pub fn git_url(&self) -> String {
        self.client.site.git_url()
    }

    /// Whether the role has something to show.
    pub fn has_credential(&self) -> bool {
        !matches!(self.client.credential, Credential::Missing(_))
    }

    /// What git shows to fetch and push as this role.
    pub fn git_token(&self) -> Result<Secret, ForgeFault> {
        self.client.token()
    }

    /// Who acts, asked once.
    fn me(&self) -> Result<&Account, ForgeFault> {
        if let Some(known) = self.account.get() {
            return Ok(known);
        }
        let account = self.ask_who()?;
        Ok(self.account.get_or_init(|| account))
    }

    fn ask_who(&self) -> Result<Account, ForgeFault> {
        let doing = "asking who this is";
        if let Credential::App { .. } = self.client.credential {
            let ask = Ask { asker: Asker::App, ..Ask::get(self.client.path("/app"), doing) };
            let app: shapes::App = self.client.repeat_as(&ask, &Reply::read)?;
            return Ok(Account { login: format!("{}[bot]", app.slug), app: Some(app.id) });
        }
        match self.client.get::<shapes::User>(self.client.path("/user"), doing) {
            Ok(user) => Ok(Account { login: user.login, app: None }),
            // The token of one of GitHub's own runs has no user.
            Err(ForgeFault::Forbidden { .. }) => {
                let answer = self.client.graphql(graphql::VIEWER, json!({}), doing)?;
                let viewer: Option<shapes::Author> = serde_json::from_value(answer["viewer"].clone()).ok();
                let viewer = viewer.map(|author| author.login());
                let login = viewer.ok_or_else(|| self.client.unreachable("nobody is named", doing))?;
                Ok(Account { login, app: None })
            }
            Err(fault) => Err(fault),
        }
    }

    /// Whether `login` is this account's.
    fn is_me(&self, login: &str) -> Result<bool, ForgeFault> {
        Ok(self.me()?.login.eq_ignore_ascii_case(login))
    }
}

/// Whether a text says what another does: the forge keeps line ends and blank ends as it likes.
fn is_same_text(one: &str, other: &str) -> bool {
    let plain = |text: &str| text.replace("\r\n", "\n").trim_end().to_owned();
    plain(one) == plain(other)
}

impl Forge for GitHub {
    fn place(&self) -> &str {
        &self.place
    }

    fn web(&self) -> &str {
        &self.web
    }

    fn account(&self) -> Result<Account, ForgeFault> {
        self.me().cloned()
    }

    fn pull(&self, number: u64) -> Result<Pull, ForgeFault> {
        self.read_pull(number)
    }

    fn open_pulls(&self) -> Result<Vec<Pull>, ForgeFault> {
        self.list_open_pulls()
    }

    fn pulls_of(&self, head_branch: &str) -> Result<Vec<Pull>, ForgeFault> {
        self.list_pulls_of(head_branch)
    }

    fn open(&self, pull: &NewPull<'_>) -> Result<Pull, ForgeFault> {
        self.open_pull(pull)
    }

    fn edit(&self, pull: &Pull, edit: &PullEdit<'_>) -> Result<Pull, ForgeFault> {
        self.edit_pull(pull, edit)
    }

    fn request_reviewers(&self, number: u64, reviewers: &[String]) -> Result<(), ForgeFault> {
        self.ask_for_reviews(number, reviewers)
    }

    fn comments(&self, number: u64) -> Result<Vec<ForgeComment>, ForgeFault> {
        self.list_comments(number)
    }

    fn sticky(&self, number: u64, marker: &str, body: &str) -> Result<ForgeComment, ForgeFault> {
        self.write_sticky(number, marker, body)
    }

    fn sticky_issue(&self, issue: &StickyIssue<'_>) -> Result<ForgeIssue, ForgeFault> {
        self.write_sticky_issue(issue)
    }

    fn reviews(&self, number: u64) -> Result<Vec<PullReview>, ForgeFault> {
        self.list_reviews(number)
    }

    fn review(&self, number: u64, review: &NewReview<'_>) -> Result<PullReview, ForgeFault> {
        self.write_review(number, review)
    }

    fn threads(&self, number: u64) -> Result<Vec<Thread>, ForgeFault> {
        self.list_threads(number)
    }

    fn reply(&self, thread: &Thread, marker: &str, body: &str) -> Result<(), ForgeFault> {
        self.answer_in(thread, marker, body)
    }

    fn resolve(&self, thread: &Thread, resolved: bool) -> Result<(), ForgeFault> {
        self.set_resolved(thread, resolved)
    }

    fn minimise(&self, comment: &ForgeComment) -> Result<(), ForgeFault> {
        self.fold_away(comment)
    }

    fn checks(&self, head: &CommitId) -> Result<Vec<Check>, ForgeFault> {
        self.list_checks(head)
    }

    fn check(&self, check: &NewCheck<'_>) -> Result<(), ForgeFault> {
        self.report_check(check)
    }

    fn merge(&self, number: u64, merge: &NewMerge<'_>) -> Result<CommitId, ForgeFault> {
        self.merge_pull(number, merge)
    }

    fn merge_later(&self, number: u64, merge: &NewMerge<'_>) -> Result<(), ForgeFault> {
        self.have_merged(number, merge)
    }
}

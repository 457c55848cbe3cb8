//! Everything that the fake knows beside git: accounts, Apps, tokens, repositories, limits, and what happened.

use std::path::PathBuf;

use super::account::Account;
use super::answer::Answer;
use super::app::App;
use super::call::Call;
use super::clock::Clock;
use super::fault::Plan;
use super::limit::Limits;
use super::pull::Pull;
use super::repo::Repo;
use super::seen::{Event, Seen};
use super::token::{Role, Token};

/// The state of the fake.
#[derive(Debug)]
pub struct World {
    /// `http://127.0.0.1:1`
    pub origin: String,
    /// The folder of the bare repositories.
    pub folder: PathBuf,
    /// Its time.
    pub clock: Clock,
    /// Whether the times in a JWT are compared with that.
    pub checks_jwt_times: bool,
    /// Whether an approval of an App counts as one. Reports contradict each other; at first it does not.
    pub counts_app_approvals: bool,
    /// Whether `pull_requests: write` is enough to resolve a thread. Reports say that it takes being the author of the pull
    /// request, or pushing rights.
    pub anybody_resolves: bool,
    /// People, with their parts.
    pub people: Vec<(Account, Role)>,
    /// The Apps.
    pub apps: Vec<App>,
    /// The tokens that were given out.
    pub tokens: Vec<Token>,
    /// The repositories.
    pub repos: Vec<Repo>,
    /// How many requests are allowed.
    pub limits: Limits,
    /// What goes wrong, and when.
    pub faults: Vec<Plan>,
    /// The requests so far.
    pub seen: Vec<Seen>,
    /// What would have been told to webhooks and workflows.
    pub events: Vec<Event>,
    /// Breaches of the contract so far.
    pub violations: Vec<String>,
    /// The last id that was given out.
    pub last_id: u64,
}

impl World {
    /// An empty world.
    pub fn new(origin: String, folder: PathBuf, begin: u64) -> World {
        World {
            origin,
            folder,
            clock: Clock::at(begin),
            checks_jwt_times: false,
            counts_app_approvals: false,
            anybody_resolves: false,
            people: Vec::new(),
            apps: Vec::new(),
            tokens: Vec::new(),
            repos: Vec::new(),
            limits: Limits::default(),
            faults: Vec::new(),
            seen: Vec::new(),
            events: Vec::new(),
            violations: Vec::new(),
            last_id: 1_000,
        }
    }

    /// An id that was not given out before.
    pub fn next_id(&mut self) -> u64 {
        self.last_id += 1;
        self.last_id
    }

    /// The place of the repository of that name.
    pub fn repo_at(&self, full_name: &str) -> Option<usize> {
        self.repos.iter().position(|repo| repo.full_name().eq_ignore_ascii_case(full_name))
    }

    /// The repository that a call is about.
    pub fn repo(&self, call: &Call) -> Result<&Repo, Answer> {
        let at = self.repo_at(&call.repository()).ok_or_else(Answer::missing)?;
        Ok(&self.repos[at])
    }

    /// The repository that a call is about, to change.
    pub fn repo_mut(&mut self, call: &Call) -> Result<&mut Repo, Answer> {
        let at = self.repo_at(&call.repository()).ok_or_else(Answer::missing)?;
        Ok(&mut self.repos[at])
    }

    /// The pull request that a call is about, with its repository.
    pub fn pull(&self, call: &Call) -> Result<(&Repo, &Pull), Answer> {
        let repo = self.repo(call)?;
        let pull = repo.pull(call.number("pull_number")).ok_or_else(Answer::missing)?;
        Ok((repo, pull))
    }

    /// The pull request that a call is about, to change.
    pub fn pull_mut(&mut self, call: &Call) -> Result<&mut Pull, Answer> {
        self.repo_mut(call)?.pull_mut(call.number("pull_number")).ok_or_else(Answer::missing)
    }

    /// The App of that id.
    pub fn app(&self, id: u64) -> Option<&App> {
        self.apps.iter().find(|app| app.id == id)
    }

    /// The account of that name: a person or a bot.
    pub fn account(&self, login: &str) -> Option<Account> {
        let person = self.people.iter().map(|(account, _)| account.clone());
        person.chain(self.apps.iter().map(App::bot)).find(|account| account.login.eq_ignore_ascii_case(login))
    }

    /// Notes what webhooks and workflows would be told.
    pub fn tell(&mut self, event: Event) {
        self.events.push(event);
    }
}

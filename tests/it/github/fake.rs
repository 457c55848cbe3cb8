//! The fake as a test holds it: started, furnished past all rules, looked into, and ended.

use std::collections::BTreeMap;
use std::net::TcpListener;
use std::sync::{Arc, Mutex, MutexGuard};

use serde_json::Value;
use tempfile::TempDir;

use super::account::Account;
use super::app::App;
use super::fault::{Fault, Plan};
use super::front::Front;
use super::git::Git;
use super::pull::Pull;
use super::repo::{Issue, Repo, Ruleset};
use super::seen::{Event, Seen};
use super::token::{Actor, Role, Token, grants};
use super::world::World;
use super::{
    MERGER, PROPOSER, REVIEWER, app, clock, contract, fault, fixture, keys, moves, server, settle,
    smart_http, token,
};

/// A running fake. It ends with the process; what it holds lies in a temporary folder that is removed with it.
pub struct FakeGitHub {
    front: Arc<Front>,
    origin: String,
    finished: bool,
    _folder: TempDir,
}

impl FakeGitHub {
    /// Starts it on a free port, empty.
    pub fn start() -> FakeGitHub {
        FakeGitHub::at(clock::START)
    }

    /// The same, its clock showing `begin` in seconds since 1970.
    pub fn at(begin: u64) -> FakeGitHub {
        FakeGitHub::on(TcpListener::bind("127.0.0.1:0").expect("a free port"), begin)
    }

    /// The same on a listener.
    pub fn on(listener: TcpListener, begin: u64) -> FakeGitHub {
        let folder = tempfile::Builder::new().prefix("fake-github-").tempdir().expect("a temporary folder");
        let origin = format!("http://{}", listener.local_addr().expect("an address"));
        let world = World::new(origin.clone(), folder.path().to_owned(), begin);
        let front = Arc::new(Front { world: Mutex::new(world) });
        server::serve(listener, Arc::clone(&front));
        FakeGitHub { front, origin, finished: false, _folder: folder }
    }

    /// With the private repository `acme/base`, one commit on its main branch, and the three Apps of kb.
    pub fn with_kb_apps() -> FakeGitHub {
        FakeGitHub::start().staged()
    }

    /// The same on one that runs already.
    pub fn staged(self) -> FakeGitHub {
        self.repository("acme/base");
        self.commit("acme/base", "main", &[("README.md", Some("# Base\n"))], "begin");
        self.app(101, "kb-proposer", PROPOSER, keys::PROPOSER);
        self.app(102, "kb-reviewer", REVIEWER, keys::REVIEWER);
        self.app(103, "kb-merger", MERGER, keys::MERGER);
        self
    }

    /// `http://127.0.0.1:PORT`
    pub fn url(&self) -> &str {
        &self.origin
    }

    /// The base of REST.
    pub fn api_url(&self) -> String {
        format!("{}/api/v3", self.origin)
    }

    /// The address of GraphQL.
    pub fn graphql_url(&self) -> String {
        format!("{}/api/graphql", self.origin)
    }

    /// The address for git.
    pub fn git_url(&self, repo: &str) -> String {
        format!("{}/{repo}.git", self.origin)
    }

    /// The state. While it is held, no request is answered.
    pub fn world(&self) -> MutexGuard<'_, World> {
        self.front.world.lock().expect("the world")
    }

    /// Makes a private, empty repository with the labels that GitHub makes: none here.
    pub fn repository(&self, full_name: &str) {
        let (owner, name) = full_name.split_once('/').expect("an owner and a name");
        let mut world = self.world();
        let known = world.repos.iter().find(|repo| repo.owner.login == owner).map(|repo| repo.owner.clone());
        let id = world.next_id();
        let owner = known.unwrap_or_else(|| Account {
            login: owner.to_owned(),
            id: id + 100_000,
            kind: "Organization",
            association: "OWNER",
        });
        let git = Git::init(&world.folder.join(format!("{}--{name}.git", owner.login)));
        smart_http::install_hook(&git);
        world.repos.push(Repo {
            id,
            owner,
            name: name.to_owned(),
            private: true,
            default_branch: "main".to_owned(),
            git,
            seen: BTreeMap::new(),
            last_number: 0,
            pulls: Vec::new(),
            issues: Vec::new(),
            comments: Vec::new(),
            labels: Vec::new(),
            checks: Vec::new(),
            statuses: Vec::new(),
            rulesets: Vec::new(),
            suites: Vec::new(),
            environments: Vec::new(),
            merge_methods: vec!["merge", "squash", "rebase"],
        });
    }

    /// Adds an App with the key `pem`, installed on all repositories of the first owner. Its installation is `id + 100`.
    pub fn app(&self, id: u64, slug: &str, permissions: &[(&str, &str)], pem: &str) {
        let mut world = self.world();
        let owner = world.repos.first().expect("a repository before its Apps").owner.clone();
        let made = world.clock.now();
        world.apps.push(App {
            id,
            slug: slug.to_owned(),
            grants: grants(permissions),
            key: Some(keys::public(pem)),
            installation: id + 100,
            repositories: None,
            owner,
            made,
        });
    }

    /// An installation token of an App, without asking for it: on all its repositories, with these permissions.
    pub fn token(&self, slug: &str, permissions: &[(&str, &str)]) -> String {
        let mut world = self.world();
        let app = world.apps.iter().find(|app| app.slug == slug).expect("an App of that name").clone();
        let secret = format!("ghs_{}_given{}", app.id, world.next_id());
        let expires = world.clock.now() + 3_600;
        world.tokens.push(Token {
            secret: secret.clone(),
            account: app.bot(),
            app: Some(app.id),
            role: None,
            grants: grants(permissions),
            repositories: app.repositories.clone(),
            expires: Some(expires),
        });
        secret
    }

    /// The `GITHUB_TOKEN` of a workflow run, with these permissions. What it does starts no workflows.
    pub fn workflow_token(&self, permissions: &[(&str, &str)]) -> String {
        let mut world = self.world();
        if world.app(app::ACTIONS).is_none() {
            let owner = world.repos.first().expect("a repository").owner.clone();
            let made = world.clock.now();
            world.apps.push(App {
                id: app::ACTIONS,
                slug: "github-actions".to_owned(),
                grants: grants(permissions),
                key: None,
                installation: 1,
                repositories: None,
                owner,
                made,
            });
        }
        drop(world);
        self.token("github-actions", permissions)
    }

    /// A person, and a personal token of theirs.
    pub fn person(&self, login: &str, role: Role) -> String {
        let mut world = self.world();
        let id = world.next_id();
        let association = if role >= Role::Write { "MEMBER" } else { "NONE" };
        let account = Account { login: login.to_owned(), id, kind: "User", association };
        let secret = format!("github_pat_{login}{id}");
        world.people.push((account.clone(), role));
        world.tokens.push(Token {
            secret: secret.clone(),
            account,
            app: None,
            role: Some(role),
            grants: token::Grants::new(),
            repositories: None,
            expires: None,
        });
        secret
    }

    /// Adds a ruleset, given as the body of `repos/create-repo-ruleset`; its id.
    pub fn ruleset(&self, repo: &str, body: Value) -> u64 {
        let params =
            [("owner", "acme"), ("repo", "base")].map(|(name, value)| (name.to_owned(), value.to_owned()));
        let contract = contract::Contract::official();
        let faults =
            contract.request_faults("repos/create-repo-ruleset", &params.into(), &BTreeMap::new(), &body);
        assert!(faults.is_empty(), "not a ruleset: {faults:?}");
        let mut world = self.world();
        let (id, created, at) =
            (world.next_id(), world.clock.now(), world.repo_at(repo).expect("a repository"));
        world.repos[at].rulesets.push(Ruleset { id, body, created, updated: created });
        id
    }

    /// Commits files on a branch, past all rules; a file without a text is removed. Gives the commit.
    pub fn commit(&self, repo: &str, branch: &str, files: &[(&str, Option<&str>)], message: &str) -> String {
        let mut world = self.world();
        let (at, now) = (world.repo_at(repo).expect("a repository"), world.clock.now());
        let sha = fixture::commit(&world.repos[at].git, branch, files, message, now);
        moves::follow(&mut world, at, &Actor::Nobody);
        sha
    }

    /// Makes a branch, or moves it by force, past all rules.
    pub fn branch(&self, repo: &str, branch: &str, commit: &str) {
        let mut world = self.world();
        let at = world.repo_at(repo).expect("a repository");
        world.repos[at].git.must(&["update-ref", &format!("refs/heads/{branch}"), commit]);
        moves::follow(&mut world, at, &Actor::Nobody);
    }

    /// A pull request from the fork of somebody who may do nothing here; its number. The fork's branch is nowhere but in the
    /// pull request's own ref.
    pub fn fork_pull(&self, login: &str, branch: &str, files: &[(&str, Option<&str>)]) -> u64 {
        self.person(login, Role::Read);
        let mut world = self.world();
        let (id, now) = (world.next_id(), world.clock.now());
        let author = world.account(login).expect("the person");
        let repo = world.repos.first_mut().expect("a repository");
        let number = repo.next_number();
        let head = fixture::commit(&repo.git, "fork", files, "from a fork", now);
        repo.git.must(&["update-ref", "-d", "refs/heads/fork"]);
        repo.git.must(&["update-ref", &format!("refs/pull/{number}/head"), &head]);
        let base = repo.git.branch(&repo.default_branch).expect("a default branch");
        let head = (format!("{login}/{}", repo.name), branch.to_owned(), head);
        let base = (repo.default_branch.clone(), base);
        repo.pulls.push(Pull::opened((number, id), "From a fork", author, head, base, now));
        number
    }

    /// The commit that a ref or an id names.
    pub fn resolve(&self, repo: &str, name: &str) -> Option<String> {
        let world = self.world();
        world.repos[world.repo_at(repo)?].git.resolve(name)
    }

    /// Runs git in the bare repository.
    pub fn git(&self, repo: &str, arguments: &[&str]) -> String {
        let world = self.world();
        world.repos[world.repo_at(repo).expect("a repository")].git.must(arguments)
    }

    /// A pull request as it stands.
    pub fn pull(&self, repo: &str, number: u64) -> Pull {
        let world = self.world();
        let repo = &world.repos[world.repo_at(repo).expect("a repository")];
        repo.pull(number).expect("a pull request of that number").clone()
    }

    /// All pull requests as they stand.
    pub fn pulls(&self, repo: &str) -> Vec<Pull> {
        let world = self.world();
        world.repos[world.repo_at(repo).expect("a repository")].pulls.clone()
    }

    /// The issues of a repository, oldest first.
    pub fn issues(&self, repo: &str) -> Vec<Issue> {
        let world = self.world();
        world.repos[world.repo_at(repo).expect("a repository")].issues.clone()
    }

    /// The comments on a pull request that are about no line: who and what.
    pub fn comments(&self, repo: &str, number: u64) -> Vec<(String, String)> {
        let world = self.world();
        let comments = &world.repos[world.repo_at(repo).expect("a repository")].comments;
        let of = comments.iter().filter(|comment| comment.number == number);
        of.map(|comment| (comment.author.login.clone(), comment.body.clone())).collect()
    }

    /// Lets the `nth` call of `operation`, counted from now on and from 1, go wrong. `*` stands for all operations.
    pub fn fault(&self, operation: &str, nth: u64, fault: Fault) {
        self.world().faults.push(Plan::new(operation, nth, 1, fault));
    }

    /// The same for that call and those after it.
    pub fn fault_from(&self, operation: &str, nth: u64, times: u64, fault: Fault) {
        self.world().faults.push(Plan::new(operation, nth, times, fault));
    }

    /// Moves the clock on.
    pub fn advance(&self, seconds: u64) {
        self.world().clock.advance(seconds);
    }

    /// Compares the times in a JWT with the clock.
    pub fn strict_jwt_times(&self) {
        self.world().checks_jwt_times = true;
    }

    /// Merges what waits in the merge queue and has its checks.
    pub fn run_queue(&self) {
        settle::run_queue(&mut self.world());
    }

    /// All requests so far.
    pub fn seen(&self) -> Vec<Seen> {
        self.world().seen.clone()
    }

    /// The requests that were meant to change something.
    pub fn writes(&self) -> Vec<Seen> {
        self.seen().into_iter().filter(Seen::is_write).collect()
    }

    /// The calls of one operation so far.
    pub fn calls(&self, operation: &str) -> Vec<Seen> {
        self.seen().into_iter().filter(|seen| seen.operation == operation).collect()
    }

    /// How often each operation was called.
    pub fn counts(&self) -> BTreeMap<String, u64> {
        fault::counts(self.seen().iter().map(|seen| seen.operation.as_str()))
    }

    /// What webhooks and workflows would have been told.
    pub fn events(&self) -> Vec<Event> {
        self.world().events.clone()
    }

    /// The breaches of the contract so far, for tests of the contract itself: they are forgotten.
    pub fn take_violations(&self) -> Vec<String> {
        std::mem::take(&mut self.world().violations)
    }

    /// Ends the test's business with it: no request and no answer may have broken the contract.
    #[track_caller]
    pub fn finish(mut self) {
        self.finished = true;
        let violations = self.take_violations();
        assert!(violations.is_empty(), "the contract was broken:\n{}", violations.join("\n"));
    }
}

impl Drop for FakeGitHub {
    fn drop(&mut self) {
        if self.finished || std::thread::panicking() {
            return;
        }
        // A poisoned world means that the fake itself failed, which the request saw already.
        let violations = self.front.world.lock().map(|world| world.violations.clone()).unwrap_or_default();
        assert!(violations.is_empty(), "the contract was broken:\n{}", violations.join("\n"));
    }
}

//! The client of GitHub against the fake one: every operation, and every way in which an answer gets lost.

mod git;
mod losses;
mod operations;
mod proxied;

use std::rc::Rc;
use std::time::Duration;

use jiff::Timestamp;
use kb::config::{ForgeApp, ForgeApps, ForgeConfig, ForgeKind, ForgeRole};
use kb::forge::github::Time;
use kb::forge::{Choice, GitHub, Site, choose};
use kb::port::{Forge as _, NewPull, Pull};

use crate::github::{FakeGitHub, keys};

/// The branch that tests propose.
const BRANCH: &str = "kb/proposal/x";

/// The fake's clock, on which nobody waits.
struct FakeTime(Rc<FakeGitHub>);

impl Time for FakeTime {
    fn now(&self) -> Timestamp {
        let seconds = self.0.world().clock.now();
        Timestamp::from_second(i64::try_from(seconds).expect("a moment")).expect("a moment")
    }

    fn pause(&self, duration: Duration) {
        self.0.advance(duration.as_secs().max(1));
    }
}

fn fake() -> Rc<FakeGitHub> {
    let github = FakeGitHub::with_kb_apps();
    github.strict_jwt_times();
    let text: String = (1..=30).map(|line| format!("Line {line}.\n")).collect();
    github.commit("acme/base", "main", &[("knowledge/a.md", Some(text.as_str()))], "a note");
    let main = github.resolve("acme/base", "main").expect("main");
    github.branch("acme/base", BRANCH, &main);
    let changed = text.replace("Line 5.", "Line five.");
    let files = [("knowledge/a.md", Some(changed.as_str())), ("knowledge/b.md", Some("# B\n"))];
    github.commit("acme/base", BRANCH, &files, "a proposal");
    Rc::new(github)
}

fn environment(github: &FakeGitHub, name: &str) -> Option<String> {
    Some(match name {
        "GITHUB_SERVER_URL" => github.url().to_owned(),
        "GITHUB_API_URL" => github.api_url(),
        "GITHUB_GRAPHQL_URL" => github.graphql_url(),
        "KB_PROPOSER_KEY" => keys::PROPOSER.to_owned(),
        "KB_REVIEWER_KEY" => keys::REVIEWER.to_owned(),
        "KB_MERGER_KEY" => keys::MERGER.to_owned(),
        _ => return None,
    })
}

fn config() -> ForgeConfig {
    let app = |id, key: &str| Some(ForgeApp { id, installation: None, key_env: key.to_owned() });
    let apps = ForgeApps {
        proposer: app(101, "KB_PROPOSER_KEY"),
        reviewer: app(102, "KB_REVIEWER_KEY"),
        merger: app(103, "KB_MERGER_KEY"),
    };
    ForgeConfig { kind: Some(ForgeKind::GitHub), apps, ..ForgeConfig::default() }
}

fn site(github: &FakeGitHub) -> Site {
    let url = github.git_url("acme/base");
    match choose(&config(), Some(&url), &|name| environment(github, name)) {
        Ok(Choice::GitHub(site)) => site,
        other => panic!("{other:?}"),
    }
}

fn client(github: &Rc<FakeGitHub>, role: ForgeRole) -> GitHub {
    let time = Box::new(FakeTime(Rc::clone(github)));
    GitHub::new(site(github), role, &config(), &|name| environment(github, name), time)
}

fn opened(github: &Rc<FakeGitHub>) -> Pull {
    client(github, ForgeRole::Proposer).open(&new_pull()).expect("a pull request")
}

fn new_pull() -> NewPull<'static> {
    NewPull { head_branch: BRANCH, base_branch: "main", title: "Lines", body: "Why.", draft: false }
}

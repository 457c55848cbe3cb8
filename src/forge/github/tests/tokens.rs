//! Tokens of apps: minted for one role and one repository, never wider, and fresh.

use super::server::{Answer, says};
use super::*;
use crate::config::{ForgeApp, ForgeApps};

fn app_client(server: &Server, installation: Option<u64>) -> (GitHub, Rc<StoppedTime>) {
    let app = ForgeApp { id: 102, installation, key_env: "KB_REVIEWER_KEY".to_owned() };
    let apps = ForgeApps { reviewer: Some(app), ..ForgeApps::default() };
    let config = ForgeConfig { apps, ..ForgeConfig::default() };
    let time = StoppedTime::at(NOW);
    let github =
        GitHub::new(site(server), ForgeRole::Reviewer, &config, &environment, Box::new(Rc::clone(&time)));
    (github, time)
}

const MINTING: &str = "POST /api/v3/app/installations/201/access_tokens";

fn granted(token: &str, contents: &str) -> Answer {
    let body = json!({
        "token": token, "expires_at": "2026-11-30T10:00:00Z", "repository_selection": "selected",
        "permissions": { "checks": "write", "contents": contents, "metadata": "read", "pull_requests": "write" },
        "repositories": [{ "name": "base", "full_name": "acme/base" }],
    });
    says(201, body)
}

#[test]
fn a_token_is_asked_for_by_role_and_repository_and_serves_until_it_ends() {
    let reading = at("GET /pulls/7");
    let pull = || says(200, pull_json(7, json!({})));
    let server = Server::playing([
        (&at("GET /installation"), says(200, json!({ "id": 201 }))),
        (MINTING, granted("ghs_first", "read")),
        (&reading, pull()),
        (&reading, pull()),
        (MINTING, granted("ghs_second", "read")),
        (&reading, pull()),
    ]);
    let (github, time) = app_client(&server, None);
    github.pull(7).expect("read");
    github.pull(7).expect("read");
    time::Time::pause(&time, std::time::Duration::from_secs(3_600 - 240));
    github.pull(7).expect("read with a new token, as the old one ends in four minutes");
    let came = server.came();
    let asked = &came[1].body;
    assert_eq!(asked["repositories"], json!(["base"]));
    let permissions =
        json!({ "checks": "write", "contents": "read", "metadata": "read", "pull_requests": "write" });
    assert_eq!(asked["permissions"], permissions);
    assert_eq!(came[1].token.split('.').count(), 3, "the app signs for itself");
    let tokens: Vec<&str> = [2, 3, 5].iter().map(|&at: &usize| came[at].token.as_str()).collect();
    assert_eq!(tokens, ["ghs_first", "ghs_first", "ghs_second"]);
}

#[test]
fn a_wider_grant_is_refused_and_never_used() {
    let server = Server::playing([(MINTING, granted("ghs_wide", "write"))]);
    let (github, _) = app_client(&server, Some(201));
    let fault = github.pull(7).expect_err("too wide");
    assert!(
        matches!(&fault, ForgeFault::WiderGrant { excess, .. } if excess == "contents: write"),
        "{fault}"
    );
    server.came();
}

#[test]
fn a_token_that_is_not_taken_any_more_is_replaced_once() {
    let reading = at("GET /pulls/7");
    let refused = || says(401, json!({ "message": "Bad credentials" }));
    let server = Server::playing([
        (MINTING, granted("ghs_first", "read")),
        (&reading, refused()),
        (MINTING, granted("ghs_second", "read")),
        (&reading, refused()),
    ]);
    let (github, _) = app_client(&server, Some(201));
    let fault = github.pull(7).expect_err("a stranger").to_string();
    assert!(fault.contains("reviewer") && fault.contains("Bad credentials"), "{fault}");
    server.came();
}

#[test]
fn a_clock_that_is_wrong_is_put_right_by_the_servers() {
    let server = Server::playing([
        (
            MINTING,
            says(401, json!({ "message": "'exp' is too far in the future" }))
                .with("date", "Mon, 30 Nov 2026 08:30:00 GMT"),
        ),
        (MINTING, granted("ghs_first", "read")),
        (&at("GET /pulls/7"), says(200, pull_json(7, json!({})))),
    ]);
    let (github, _) = app_client(&server, Some(201));
    github.pull(7).expect("by the server's clock");
    server.came();
}

#[test]
fn an_app_that_is_not_installed_says_so() {
    let server = Server::playing([(&at("GET /installation"), says(404, "{}"))]);
    let told = app_client(&server, None).0.pull(7).expect_err("not installed").to_string();
    assert!(told.contains("install the app 102 on ghe.example.org/acme/base"), "{told}");
    server.came();
}

#[test]
fn an_app_goes_by_the_name_that_shows_on_what_it_writes() {
    let server =
        Server::playing([("GET /api/v3/app", says(200, json!({ "id": 102, "slug": "kb-reviewer" })))]);
    let (github, _) = app_client(&server, Some(201));
    let expected = Account { login: "kb-reviewer[bot]".to_owned(), app: Some(102) };
    assert_eq!(github.account(), Ok(expected.clone()));
    assert_eq!(github.account(), Ok(expected), "asked once");
    server.came();
}

#[test]
fn a_role_without_a_credential_says_what_to_set() {
    let server = Server::playing([]);
    for (config, expected) in [
        (ForgeConfig::default(), "[forge.apps.reviewer]"),
        (
            ForgeConfig { token_env: Some("GH_OTHER_TOKEN".to_owned()), ..ForgeConfig::default() },
            "set GH_OTHER_TOKEN",
        ),
    ] {
        let time = Box::new(StoppedTime::at(NOW));
        let github = GitHub::new(site(&server), ForgeRole::Reviewer, &config, &environment, time);
        let told = github.pull(7).expect_err("nothing to show").to_string();
        assert!(told.contains(expected) && !github.has_credential(), "{told}");
    }
    server.came();
}

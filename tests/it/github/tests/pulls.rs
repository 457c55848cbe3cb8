//! Pull requests: one a head, whether they merge, lists in pages, and what a push does to them.

use serde_json::{Value, json};

use super::client::{call, send};
use super::stage::{OLD, Stage};

#[test]
fn there_is_one_open_pull_request_a_head_and_base() {
    let stage = Stage::opened();
    stage.open("kb/proposal/1").says(422, "A pull request already exists for acme:kb/proposal/1.");
    stage.propose("PATCH pulls/1", &json!({"state": "closed"})).is(200);
    assert_eq!(stage.open("kb/proposal/1").is(201).json["number"], 2);
    assert_eq!(stage.github.pulls("acme/base").iter().filter(|pull| pull.open).count(), 1);
    // The twin stands in the way of opening the first one again.
    stage.propose("PATCH pulls/1", &json!({"state": "open"})).is(422);
}

#[test]
fn what_brings_nothing_or_is_not_there_is_refused() {
    let stage = Stage::new();
    stage.open("kb/none").says(422, "\"field\":\"head\"");
    let main = stage.github.resolve("acme/base", "main").expect("main");
    stage.github.branch("acme/base", "kb/same", &main);
    stage.open("kb/same").says(422, "No commits between main and kb/same");
    stage.push("kb/a", "x\n");
    let body = json!({"title": "a", "head": "kb/a", "base": "gone"});
    stage.propose("POST pulls", &body).says(422, "\"field\":\"base\"");
    let body = json!({"title": "a", "head": "kb/a", "base": "main", "body": "x".repeat(65_537)});
    stage.propose("POST pulls", &body).says(422, "body is too long");
    let body = json!({"title": "a".repeat(257), "head": "kb/a", "base": "main"});
    stage.propose("POST pulls", &body).says(422, "title is too long");
}

#[test]
fn whether_it_merges_is_not_known_at_first() {
    let stage = Stage::opened();
    let first = stage.get("pulls/1");
    assert_eq!((&first["mergeable"], &first["mergeable_state"]), (&Value::Null, &json!("unknown")));
    let second = stage.get("pulls/1");
    assert_eq!((&second["mergeable"], &second["mergeable_state"]), (&json!(true), &json!("clean")));
    stage.push("main", &OLD.replace("\n10\n", "\nzehn\n"));
    assert_eq!(stage.get("pulls/1")["mergeable"], Value::Null);
    let dirty = stage.get("pulls/1");
    assert_eq!((&dirty["mergeable"], &dirty["mergeable_state"]), (&json!(false), &json!("dirty")));
}

#[test]
fn lists_come_in_pages_with_links() {
    let stage = Stage::new();
    for number in 1..=7 {
        stage.push(&format!("kb/{number}"), &format!("{number}\n"));
        stage.open(&format!("kb/{number}")).is(201);
    }
    let list = |path: &str| stage.propose(&format!("GET {path}"), &Value::Null).is(200);
    let numbers = |json: &Value| -> Vec<u64> {
        json.as_array().expect("a list").iter().filter_map(|pull| pull["number"].as_u64()).collect()
    };
    let first = list("pulls?per_page=3");
    assert_eq!(numbers(&first.json), [7, 6, 5]);
    let links = first.header("link").expect("links");
    assert!(links.contains("page=2>; rel=\"next\"") && links.contains("page=3>; rel=\"last\""), "{links}");
    let last = list("pulls?per_page=3&page=3");
    assert_eq!(numbers(&last.json), [1]);
    assert!(!last.header("link").expect("links").contains("next"));
    assert_eq!(numbers(&list("pulls?direction=asc&per_page=2").json), [1, 2]);
    assert_eq!(numbers(&list("pulls?head=acme:kb/4").json), [4]);
    // Without the owner it is no filter, as on GitHub.
    assert_eq!(numbers(&list("pulls?head=kb/4").json).len(), 7);
    assert!(list("pulls?state=closed").json.as_array().expect("a list").is_empty());
}

#[test]
fn what_did_not_change_costs_nothing() {
    let stage = Stage::opened();
    let first = stage.propose("GET issues/1/comments", &Value::Null).is(200);
    let tag = first.header("etag").expect("an etag").to_owned();
    let left = first.header("x-ratelimit-remaining").expect("a limit").to_owned();
    let line = "GET /api/v3/repos/acme/base/issues/1/comments";
    let again = send(&stage.github, line, &stage.proposer, &format!("If-None-Match: {tag}\r\n"), "").is(304);
    assert_eq!((again.text.as_str(), again.header("x-ratelimit-remaining")), ("", Some(left.as_str())));
    stage.propose("POST issues/1/comments", &json!({"body": "new"})).is(201);
    send(&stage.github, line, &stage.proposer, &format!("If-None-Match: {tag}\r\n"), "").is(200);
}

#[test]
fn a_pull_request_follows_its_branch() {
    let stage = Stage::opened();
    let new = stage.push("kb/proposal/1", &OLD.replace("\n10\n", "\nTEN\n"));
    assert_eq!(stage.get("pulls/1")["head"]["sha"], new.as_str());
    assert_eq!(stage.github.resolve("acme/base", "refs/pull/1/head").as_deref(), Some(new.as_str()));
    stage.propose("DELETE git/refs/heads/kb/proposal/1", &Value::Null).is(204);
    let closed = stage.get("pulls/1");
    assert_eq!((&closed["state"], &closed["merged"]), (&json!("closed"), &json!(false)));
}

#[test]
fn what_reached_the_base_by_a_push_counts_as_merged() {
    let stage = Stage::opened();
    let head = stage.head();
    stage.github.branch("acme/base", "main", &head);
    let shown = stage.get("pulls/1");
    assert_eq!((&shown["state"], &shown["merged"]), (&json!("closed"), &json!(true)));
}

#[test]
fn a_pull_request_from_a_fork_says_so_and_lives_in_its_own_ref() {
    let stage = Stage::new();
    let number = stage.github.fork_pull("mallory", "patch-1", &[("knowledge/n.md", Some("mine\n"))]);
    let shown = stage.get(&format!("pulls/{number}"));
    assert_eq!(
        (&shown["head"]["repo"]["full_name"], &shown["head"]["repo"]["fork"]),
        (&json!("mallory/base"), &json!(true))
    );
    assert_eq!(
        (&shown["head"]["label"], &shown["user"]["login"]),
        (&json!("mallory:patch-1"), &json!("mallory"))
    );
    assert_eq!(stage.get("pulls?head=mallory:patch-1")[0]["number"], number);
    assert_eq!(stage.github.resolve("acme/base", "refs/heads/patch-1"), None);
    assert_eq!(
        shown["head"]["sha"],
        stage.github.resolve("acme/base", "refs/pull/1/head").expect("a head").as_str()
    );
    stage.push("main", "other\n");
    assert_eq!(stage.get(&format!("pulls/{number}"))["state"], "open");
}

#[test]
fn files_commits_and_the_diff_come_from_git() {
    let stage = Stage::opened();
    let files = stage.get("pulls/1/files");
    assert_eq!((&files[0]["filename"], &files[0]["additions"]), (&json!("knowledge/n.md"), &json!(1)));
    assert!(files[0]["patch"].as_str().is_some_and(|patch| patch.contains("-10\n+ten")));
    assert_eq!(stage.get("pulls/1/commits")[0]["sha"], stage.head().as_str());
    assert_eq!(stage.get(&format!("commits/{}/pulls", stage.head()))[0]["number"], 1);
    let line = "GET /repos/acme/base/pulls/1";
    let diff =
        send(&stage.github, line, &stage.proposer, "Accept: application/vnd.github.diff\r\n", "").is(200);
    assert!(diff.text.starts_with("diff --git a/knowledge/n.md"), "{}", diff.text);
    let compared = stage.get("compare/main...kb/proposal/1");
    assert_eq!((&compared["status"], &compared["ahead_by"]), (&json!("ahead"), &json!(1)));
}

#[test]
fn title_body_labels_and_reviewers_change() {
    let stage = Stage::opened();
    let ada = stage.github.person("ada", crate::github::token::Role::Write);
    let edited = stage.propose("PATCH pulls/1", &json!({"title": "New", "body": "text"})).is(200).json;
    assert_eq!((&edited["title"], &edited["body"]), (&json!("New"), &json!("text")));
    stage.propose("POST issues/1/labels", &json!({"labels": ["kb", "kb:risk"]})).is(200);
    stage.propose("PUT issues/1/labels", &json!({"labels": ["kb"]})).is(200);
    stage.propose("DELETE issues/1/labels/kb:risk", &Value::Null).says(404, "Label does not exist");
    assert_eq!(stage.get("pulls/1")["labels"][0]["name"], "kb");
    stage.propose("POST labels", &json!({"name": "kb", "color": "ff0000"})).says(422, "already_exists");
    let asked = json!({"reviewers": ["ada"], "team_reviewers": ["editors"]});
    let asked = stage.propose("POST pulls/1/requested_reviewers", &asked).is(201).json;
    assert_eq!(asked["requested_reviewers"][0]["login"], "ada");
    let nobody = json!({"reviewers": ["nobody"]});
    stage.propose("POST pulls/1/requested_reviewers", &nobody).says(422, "collaborators");
    // A review takes its author off the list.
    call(&stage.github, &ada, "POST pulls/1/reviews", &json!({"event": "APPROVE"})).is(200);
    assert_eq!(stage.get("pulls/1/requested_reviewers")["users"], json!([]));
}

#[test]
fn comments_are_changed_by_their_authors_and_those_who_may_push() {
    let stage = Stage::opened();
    let made = stage.propose("POST issues/1/comments", &json!({"body": "mine"})).is(201).json;
    assert_eq!(made["performed_via_github_app"]["id"], 101);
    let path = format!("issues/comments/{}", made["id"]);
    stage.review(&format!("PATCH {path}"), &json!({"body": "theirs"})).is(403);
    stage.propose(&format!("PATCH {path}"), &json!({"body": "still mine"})).is(200);
    assert_eq!(stage.get("issues/1/comments")[0]["body"], "still mine");
    stage.propose("POST issues/9/comments", &json!({"body": "x"})).is(404);
    stage.propose("POST issues/1/comments", &json!({"body": " "})).is(422);
    stage.review(&format!("DELETE {path}"), &Value::Null).is(403);
    stage.merge(&format!("DELETE {path}"), &Value::Null).is(204);
}

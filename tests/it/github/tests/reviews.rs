//! Reviews and comments on lines: whose, where, and what becomes of them when the head moves.

use serde_json::{Value, json};

use super::client::call;
use super::stage::{OLD, Stage};
use crate::github::token::Role;

fn on(line: Value) -> Value {
    let mut comment = json!({"path": "knowledge/n.md", "body": "hm"});
    for (key, given) in line.as_object().expect("an object") {
        comment[key] = given.clone();
    }
    json!({"event": "COMMENT", "comments": [comment]})
}

#[test]
fn nobody_approves_an_own_pull_request() {
    let stage = Stage::opened();
    let own = stage.propose("POST pulls/1/reviews", &json!({"event": "APPROVE"}));
    own.says(422, "Can not approve your own pull request");
    let own = stage.propose("POST pulls/1/reviews", &json!({"event": "REQUEST_CHANGES", "body": "no"}));
    own.says(422, "Can not request changes on your own pull request");
    stage.propose("POST pulls/1/reviews", &json!({"event": "COMMENT", "body": "mine"})).is(200);
    let workflow = stage.github.workflow_token(&[("pull_requests", "write")]);
    let approval = call(&stage.github, &workflow, "POST pulls/1/reviews", &json!({"event": "APPROVE"}));
    approval.says(422, "GitHub Actions is not permitted to approve");
    let made = stage.review("POST pulls/1/reviews", &json!({"event": "APPROVE"})).is(200).json;
    assert_eq!((&made["state"], &made["user"]["login"]), (&json!("APPROVED"), &json!("kb-reviewer[bot]")));
}

#[test]
fn a_review_says_something() {
    let stage = Stage::opened();
    stage.review("POST pulls/1/reviews", &json!({"event": "COMMENT"})).says(422, "can not be blank");
    stage.review("POST pulls/1/reviews", &json!({"event": "REQUEST_CHANGES"})).is(422);
    let long = json!({"event": "COMMENT", "body": "x".repeat(65_537)});
    stage.review("POST pulls/1/reviews", &long).says(422, "too long");
    let foreign = json!({"event": "APPROVE", "commit_id": "0123456789012345678901234567890123456789"});
    stage.review("POST pulls/1/reviews", &foreign).says(422, "not part of the pull request");
}

#[test]
fn comments_stand_on_lines_that_the_diff_shows() {
    let stage = Stage::opened();
    for line in [1, 6, 14, 200] {
        stage.comment_on(line).says(422, "must be part of the diff");
    }
    // One bad comment loses the whole review.
    let good = json!({"path": "knowledge/n.md", "line": 10, "side": "RIGHT", "body": "good"});
    let bad = json!({"path": "knowledge/n.md", "line": 1, "side": "RIGHT", "body": "bad"});
    stage.review("POST pulls/1/reviews", &json!({"event": "COMMENT", "comments": [good, bad]})).is(422);
    assert!(stage.github.pull("acme/base", 1).comments.is_empty());
    for (line, answer) in [
        (json!({"line": 7, "side": "RIGHT"}), 200),
        (json!({"line": 13, "side": "RIGHT"}), 200),
        (json!({"line": 10, "side": "LEFT"}), 200),
        (json!({"line": 12, "side": "RIGHT", "start_line": 9, "start_side": "RIGHT"}), 200),
        (json!({"line": 12, "side": "RIGHT", "start_line": 12}), 422),
        (json!({"line": 12, "side": "RIGHT", "start_line": 2}), 422),
        (json!({"position": 1}), 200),
        (json!({"position": 99}), 422),
    ] {
        stage.review("POST pulls/1/reviews", &on(line.clone())).is(answer);
    }
    let elsewhere = json!({"path": "README.md", "line": 1, "body": "x"});
    stage.review("POST pulls/1/reviews", &json!({"event": "COMMENT", "comments": [elsewhere]})).is(422);
    let listed = stage.get("pulls/1/comments");
    assert_eq!(listed.as_array().expect("a list").len(), 5);
    assert_eq!(listed[3]["start_line"], 9);
    assert!(listed[2]["diff_hunk"].as_str().is_some_and(|hunk| hunk.ends_with("\n-10")));
}

#[test]
fn a_file_is_commented_on_its_own() {
    let stage = Stage::opened();
    let whole = json!({
        "path": "knowledge/n.md", "subject_type": "file", "body": "all of it", "commit_id": stage.head(),
    });
    let made = stage.review("POST pulls/1/comments", &whole).is(201).json;
    assert_eq!((&made["subject_type"], &made["line"]), (&json!("file"), &Value::Null));
    let answer = format!("POST pulls/1/comments/{}/replies", made["id"]);
    let reply = stage.propose(&answer, &json!({"body": "yes"})).is(201).json;
    assert_eq!(reply["in_reply_to_id"], made["id"]);
    let answer = format!("POST pulls/1/comments/{}/replies", reply["id"]);
    stage.propose(&answer, &json!({"body": "yes"})).is(422);
}

#[test]
fn a_comment_moves_with_its_line_and_is_outdated_when_that_goes() {
    let stage = Stage::opened();
    stage.comment_on(10).is(200);
    stage.comment_on(12).is(200);
    // Two lines more above: line 10 is 12 now, and the hunk went with it.
    stage.push("kb/proposal/1", &format!("a\nb\n{}", OLD.replace("\n10\n", "\nten\n")));
    let lines = |listed: &Value| (listed[0]["line"].clone(), listed[1]["line"].clone());
    assert_eq!(lines(&stage.get("pulls/1/comments")), (json!(12), json!(14)));
    // Line 10 says something else.
    stage.push("kb/proposal/1", &format!("a\nb\n{}", OLD.replace("\n10\n", "\nTEN\n")));
    let listed = stage.get("pulls/1/comments");
    assert_eq!(lines(&listed), (Value::Null, json!(14)));
    assert_eq!((&listed[0]["original_line"], &listed[0]["position"]), (&json!(10), &Value::Null));
    assert_ne!(listed[0]["original_commit_id"], stage.head().as_str());
}

#[test]
fn a_review_of_an_older_head_stands_where_its_lines_are_now() {
    let stage = Stage::opened();
    let old = stage.head();
    stage.push("kb/proposal/1", &format!("a\n{}", OLD.replace("\n10\n", "\nTEN\n")));
    let comment = |line: u64| json!({"path": "knowledge/n.md", "line": line, "side": "RIGHT", "body": "hm"});
    let review = json!({"event": "COMMENT", "commit_id": old, "comments": [comment(10), comment(12)]});
    let made = stage.review("POST pulls/1/reviews", &review).is(200).json;
    assert_eq!(made["commit_id"], old.as_str());
    let listed = stage.get("pulls/1/comments");
    assert_eq!((&listed[0]["line"], &listed[1]["line"]), (&Value::Null, &json!(13)));
}

#[test]
fn a_forced_push_makes_comments_outdated() {
    let stage = Stage::opened();
    stage.comment_on(10).is(200);
    let main = stage.github.resolve("acme/base", "main").expect("main");
    stage.github.branch("acme/base", "kb/other", &main);
    let rebased = stage.push("kb/other", &OLD.replace("\n10\n", "\nten\n").replace("\n20\n", "\ntwenty\n"));
    stage.github.branch("acme/base", "kb/proposal/1", &rebased);
    let listed = stage.get("pulls/1/comments");
    assert_eq!((&listed[0]["line"], &listed[0]["original_line"]), (&Value::Null, &json!(10)));
    assert_eq!(listed[0]["commit_id"], listed[0]["original_commit_id"]);
}

#[test]
fn a_pending_review_is_seen_by_its_author_until_it_is_sent() {
    let stage = Stage::opened();
    let pending = stage.review("POST pulls/1/reviews", &json!({"body": "wait"})).is(200).json;
    assert_eq!((&pending["state"], &pending["submitted_at"]), (&json!("PENDING"), &Value::Null));
    stage.review("POST pulls/1/reviews", &json!({"event": "APPROVE"})).says(422, "one pending review");
    assert_eq!(stage.get("pulls/1/reviews"), json!([]));
    let send = format!("POST pulls/1/reviews/{}/events", pending["id"]);
    let sent = stage.review(&send, &json!({"event": "COMMENT"})).is(200).json;
    assert_eq!(sent["state"], "COMMENTED");
    stage.review(&send, &json!({"event": "COMMENT"})).is(422);
    assert_eq!(stage.get("pulls/1/reviews")[0]["body"], "wait");
}

#[test]
fn a_push_voids_approvals_where_the_rules_say_so() {
    let stage = Stage::opened();
    stage.github.ruleset(
        "acme/base",
        json!({
            "name": "quality", "target": "branch", "enforcement": "active",
            "conditions": {"ref_name": {"include": ["~DEFAULT_BRANCH"], "exclude": []}},
            "rules": [{"type": "pull_request", "parameters": {
                "dismiss_stale_reviews_on_push": true, "require_code_owner_review": false,
                "require_last_push_approval": false, "required_approving_review_count": 1,
                "required_review_thread_resolution": false,
            }}],
        }),
    );
    let ada = stage.github.person("ada", Role::Write);
    let merge = || stage.merge("PUT pulls/1/merge", &json!({}));
    // An App's approval does not count.
    stage.review("POST pulls/1/reviews", &json!({"event": "APPROVE"})).is(200);
    merge().says(405, "At least 1 approving review is required");
    call(&stage.github, &ada, "POST pulls/1/reviews", &json!({"event": "APPROVE"})).is(200);
    stage.push("kb/proposal/1", "something else\n");
    let states: Vec<Value> = stage
        .get("pulls/1/reviews")
        .as_array()
        .expect("a list")
        .iter()
        .map(|review| review["state"].clone())
        .collect();
    assert_eq!(states, ["DISMISSED", "DISMISSED"]);
    merge().is(405);
    call(&stage.github, &ada, "POST pulls/1/reviews", &json!({"event": "APPROVE"})).is(200);
    merge().is(200);
}

#[test]
fn a_request_for_changes_is_lifted_by_a_later_word_or_dismissed() {
    let stage = Stage::opened();
    let ask = json!({"event": "REQUEST_CHANGES", "body": "no"});
    let made = stage.review("POST pulls/1/reviews", &ask).is(200).json;
    assert_eq!(stage.github.pull("acme/base", 1).standing()[0].state, "CHANGES_REQUESTED");
    let dismiss = format!("PUT pulls/1/reviews/{}/dismissals", made["id"]);
    stage.merge(&dismiss, &json!({"message": "settled"})).is(200);
    assert!(stage.github.pull("acme/base", 1).standing().is_empty());
    stage.merge(&dismiss, &json!({"message": "again"})).is(422);
}

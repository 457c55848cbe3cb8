//! The documents of GraphQL: threads, who may resolve them, drafts, and merging later.

use serde_json::{Value, json};

use super::client::graphql;
use super::stage::Stage;

const THREADS: &str = "query ReviewThreads($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) {
    reviewThreads(first: 50, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes { id isResolved isOutdated path line comments(first: 100) { nodes { databaseId body author { login } } } }
    } } } }";

fn threads(stage: &Stage, token: &str) -> Value {
    let variables = json!({"owner": "acme", "name": "base", "number": 1});
    let answer = graphql(&stage.github, token, THREADS, &variables).is(200).json;
    answer["data"]["repository"]["pullRequest"]["reviewThreads"].clone()
}

fn mutate(stage: &Stage, token: &str, name: &str, field: &str, select: &str, input: &Value) -> Value {
    let document = format!("mutation {name}($input: Input!) {{ {field}(input: $input) {{ {select} }} }}");
    graphql(&stage.github, token, &document, &json!({"input": input})).is(200).json
}

#[test]
fn threads_hold_what_was_selected_and_nothing_else() {
    let stage = Stage::opened();
    stage.comment_on(10).is(200);
    let found = threads(&stage, &stage.reviewer);
    let first = &found["nodes"][0];
    assert_eq!((&first["isResolved"], &first["line"]), (&json!(false), &json!(10)));
    assert_eq!(first["comments"]["nodes"][0]["author"], json!({"login": "kb-reviewer"}));
    assert_eq!(first.as_object().map(serde_json::Map::len), Some(6));
}

#[test]
fn long_lists_of_threads_come_in_pages() {
    let stage = Stage::opened();
    for _ in 0..60 {
        stage.comment_on(10).is(200);
    }
    let first = threads(&stage, &stage.reviewer);
    assert_eq!(
        (first["nodes"].as_array().map(Vec::len), &first["pageInfo"]["hasNextPage"]),
        (Some(50), &json!(true))
    );
    let variables =
        json!({"owner": "acme", "name": "base", "number": 1, "after": first["pageInfo"]["endCursor"]});
    let rest = graphql(&stage.github, &stage.reviewer, THREADS, &variables).is(200).json;
    let rest = &rest["data"]["repository"]["pullRequest"]["reviewThreads"];
    assert_eq!(
        (rest["nodes"].as_array().map(Vec::len), &rest["pageInfo"]["hasNextPage"]),
        (Some(10), &json!(false))
    );
}

#[test]
fn the_rest_of_a_thread_is_asked_for_by_its_id() {
    let stage = Stage::opened();
    stage.comment_on(10).is(200);
    let id = threads(&stage, &stage.reviewer)["nodes"][0]["id"].clone();
    for number in 0..3 {
        let reply = json!({"pullRequestReviewThreadId": id, "body": format!("{number}")});
        mutate(
            &stage,
            &stage.proposer,
            "ReplyToThread",
            "addPullRequestReviewThreadReply",
            "comment { id }",
            &reply,
        );
    }
    let document =
        "query ReviewThread($id: ID!, $after: String) { node(id: $id) { ... on PullRequestReviewThread {
        comments(first: 2, after: $after) { pageInfo { hasNextPage endCursor } nodes { body } } } } }";
    let page = |after: &Value| {
        let variables = json!({"id": id, "after": after});
        let answer = graphql(&stage.github, &stage.reviewer, document, &variables).is(200).json;
        answer["data"]["node"]["comments"].clone()
    };
    let first = page(&Value::Null);
    assert_eq!(first["nodes"], json!([{"body": "hm"}, {"body": "0"}]));
    let rest = page(&first["pageInfo"]["endCursor"]);
    assert_eq!(rest["nodes"], json!([{"body": "1"}, {"body": "2"}]));
    assert_eq!(rest["pageInfo"]["hasNextPage"], false);
    let endless = document.replace("first: 2, ", "");
    graphql(&stage.github, &stage.reviewer, &endless, &json!({"id": id})).says(599, "needs a `first`");
    stage.github.take_violations();
}

#[test]
fn a_viewer_is_named_in_full() {
    let stage = Stage::opened();
    let answer =
        graphql(&stage.github, &stage.reviewer, "query Viewer { viewer { login } }", &Value::Null).is(200);
    assert_eq!(answer.json["data"]["viewer"]["login"], "kb-reviewer[bot]");
}

#[test]
fn a_thread_is_resolved_by_the_author_and_by_who_may_push() {
    let stage = Stage::opened();
    stage.comment_on(10).is(200);
    let id = threads(&stage, &stage.reviewer)["nodes"][0]["id"].clone();
    let resolve = |token: &str, name: &str, field: &str| {
        mutate(&stage, token, name, field, "thread { isResolved }", &json!({"threadId": id}))
    };
    let refused = resolve(&stage.reviewer, "ResolveThread", "resolveReviewThread");
    assert_eq!((&refused["data"], &refused["errors"][0]["type"]), (&Value::Null, &json!("FORBIDDEN")));
    let done = resolve(&stage.proposer, "ResolveThread", "resolveReviewThread");
    assert_eq!(done["data"]["resolveReviewThread"]["thread"]["isResolved"], true);
    let done = resolve(&stage.merger, "UnresolveThread", "unresolveReviewThread");
    assert_eq!(done["data"]["unresolveReviewThread"]["thread"]["isResolved"], false);
    stage.github.world().anybody_resolves = true;
    assert!(resolve(&stage.reviewer, "ResolveThread", "resolveReviewThread")["errors"].is_null());
}

#[test]
fn a_thread_is_answered_and_a_comment_folded_away() {
    let stage = Stage::opened();
    stage.comment_on(10).is(200);
    let id = threads(&stage, &stage.reviewer)["nodes"][0]["id"].clone();
    let reply = json!({"pullRequestReviewThreadId": id, "body": "done"});
    let field = "addPullRequestReviewThreadReply";
    let made = mutate(&stage, &stage.proposer, "ReplyToThread", field, "comment { id databaseId }", &reply);
    assert!(made["data"][field]["comment"]["databaseId"].is_u64());
    let comments = threads(&stage, &stage.reviewer)["nodes"][0]["comments"]["nodes"].clone();
    assert_eq!(
        comments[1],
        json!({
            "databaseId": made["data"][field]["comment"]["databaseId"], "body": "done", "author": {"login": "kb-proposer"},
        })
    );
    let plain = stage.review("POST issues/1/comments", &json!({"body": "summary"})).is(201).json;
    for subject in [&plain["node_id"], &made["data"][field]["comment"]["id"]] {
        let input = json!({"subjectId": subject, "classifier": "OUTDATED"});
        let select = "minimizedComment { isMinimized minimizedReason }";
        let done = mutate(&stage, &stage.reviewer, "MinimizeComment", "minimizeComment", select, &input);
        assert_eq!(done["data"]["minimizeComment"]["minimizedComment"]["minimizedReason"], "outdated");
    }
    let gone = json!({"threadId": "PRRT_kwFake00000001"});
    let missing =
        mutate(&stage, &stage.proposer, "ResolveThread", "resolveReviewThread", "thread { id }", &gone);
    assert_eq!(missing["errors"][0]["type"], "NOT_FOUND");
}

#[test]
fn a_pull_request_is_a_draft_and_back() {
    let stage = Stage::opened();
    let node = stage.get("pulls/1")["node_id"].clone();
    let input = json!({"pullRequestId": node});
    let select = "pullRequest { isDraft }";
    mutate(&stage, &stage.proposer, "ConvertToDraft", "convertPullRequestToDraft", select, &input);
    assert_eq!(stage.get("pulls/1")["draft"], true);
    mutate(&stage, &stage.proposer, "MarkReadyForReview", "markPullRequestReadyForReview", select, &input);
    assert_eq!(stage.get("pulls/1")["draft"], false);
}

fn needs_review(stage: &Stage, rule: Value) {
    let checks = json!({"type": "required_status_checks", "parameters": {
        "strict_required_status_checks_policy": false, "required_status_checks": [{"context": "kb/review"}],
    }});
    let rules = if rule.is_null() { json!([checks]) } else { json!([checks, rule]) };
    stage.github.ruleset(
        "acme/base",
        json!({
            "name": "quality", "enforcement": "active", "rules": rules,
            "conditions": {"ref_name": {"include": ["~DEFAULT_BRANCH"], "exclude": []}},
        }),
    );
}

#[test]
fn what_waits_for_its_checks_is_merged_when_they_come() {
    let stage = Stage::opened();
    needs_review(&stage, Value::Null);
    let input = json!({
        "pullRequestId": stage.get("pulls/1")["node_id"], "mergeMethod": "MERGE", "expectedHeadOid": stage.head(),
        "commitHeadline": "kb: later",
    });
    let (field, select) = ("enablePullRequestAutoMerge", "pullRequest { autoMergeRequest { mergeMethod } }");
    let done = mutate(&stage, &stage.merger, "EnableAutoMerge", field, select, &input);
    assert_eq!(done["data"][field]["pullRequest"]["autoMergeRequest"]["mergeMethod"], "MERGE");
    assert!(stage.github.pull("acme/base", 1).merged.is_none());
    let check = json!({"name": "kb/review", "head_sha": stage.head(), "conclusion": "success"});
    stage.review("POST check-runs", &check).is(201);
    let merged = stage.github.pull("acme/base", 1).merged.expect("a merge");
    let title = stage.github.git("acme/base", &["log", "-1", "--format=%s", &merged.sha]);
    assert_eq!((title.trim(), merged.by.login.as_str()), ("kb: later", "kb-merger[bot]"));
    let stage = Stage::opened();
    let input = json!({"pullRequestId": stage.get("pulls/1")["node_id"]});
    let refused = mutate(&stage, &stage.merger, "EnableAutoMerge", field, select, &input);
    assert!(refused["errors"][0]["message"].as_str().is_some_and(|text| text.contains("clean status")));
}

#[test]
fn the_queue_merges_what_has_its_checks() {
    let stage = Stage::opened();
    let field = "enqueuePullRequest";
    let select = "mergeQueueEntry { state headCommit { oid } }";
    let enqueue = || {
        let input =
            json!({"pullRequestId": stage.get("pulls/1")["node_id"], "expectedHeadOid": stage.head()});
        mutate(&stage, &stage.merger, "EnqueuePullRequest", field, select, &input)
    };
    assert!(enqueue()["errors"][0]["message"].as_str().is_some_and(|text| text.contains("merge queue")));
    let queue = json!({"type": "merge_queue", "parameters": {
        "check_response_timeout_minutes": 60, "grouping_strategy": "ALLGREEN", "max_entries_to_build": 5,
        "max_entries_to_merge": 5, "merge_method": "MERGE", "min_entries_to_merge": 1,
        "min_entries_to_merge_wait_minutes": 0,
    }});
    needs_review(&stage, queue);
    stage.merge("PUT pulls/1/merge", &json!({})).says(405, "merge queue");
    assert_eq!(enqueue()["data"][field]["mergeQueueEntry"]["state"], "AWAITING_CHECKS");
    let refs = stage
        .github
        .git("acme/base", &["for-each-ref", "--format=%(refname)", "refs/heads/gh-readonly-queue"]);
    assert!(refs.starts_with("refs/heads/gh-readonly-queue/main/pr-1-"), "{refs}");
    stage.github.run_queue();
    assert!(stage.github.pull("acme/base", 1).merged.is_none());
    let check = json!({"name": "kb/review", "head_sha": stage.head(), "conclusion": "success"});
    stage.review("POST check-runs", &check).is(201);
    stage.github.run_queue();
    assert!(stage.github.pull("acme/base", 1).merged.is_some());
}

#[test]
fn a_document_that_the_fake_does_not_know_is_a_violation() {
    let stage = Stage::opened();
    let ask =
        |document: &str, variables: Value| graphql(&stage.github, &stage.proposer, document, &variables);
    ask("query Rates { rateLimit { cost } }", json!({})).says(599, "no document is named `Rates`");
    let wrong = THREADS.replace("isResolved", "resolved");
    ask(&wrong, json!({"owner": "acme", "name": "base", "number": 1})).is(200);
    stage.comment_on(10).is(200);
    ask(&wrong, json!({"owner": "acme", "name": "base", "number": 1})).says(599, "knows no field");
    ask(THREADS, json!({"owner": "acme", "repo": "base"})).says(599, "unknown variable `repo`");
    ask(THREADS, json!({"owner": "acme", "name": "base"})).says(599, "variable `number` is missing");
    let mutation =
        "mutation ResolveThread($id: ID!) { resolveReviewThread(input: {threadId: $id}) { thread { id } } }";
    ask(mutation, json!({"id": "x"})).says(599, "variables are missing");
    assert_eq!(stage.github.take_violations().len(), 7);
}

//! What is waited for, repeated, and given up.

use std::time::Duration;

use super::server::{hangs_up, says};
use super::*;

fn seconds(waits: &[Duration]) -> Vec<u64> {
    waits.iter().map(Duration::as_secs).collect()
}

// PR-10
#[test]
fn each_kind_of_limit_is_waited_for_and_a_refusal_fails_now() {
    let reading = at("GET /pulls/7");
    let server = Server::playing([
        (&reading, says(403, "You have exceeded a secondary rate limit")),
        (&reading, says(429, "").with("retry-after", 3)),
        (&reading, says(403, "").with("x-ratelimit-remaining", 0).with("x-ratelimit-reset", NOW + 63 + 50)),
        (&reading, says(200, pull_json(7, json!({})))),
        (
            &reading,
            says(403, json!({ "message": "Resource not accessible by integration" }))
                .with("x-ratelimit-remaining", 4_999),
        ),
    ]);
    let (github, time) = client(&server);
    assert_eq!(github.pull(7).expect("after waiting").number, 7);
    assert_eq!(seconds(&time.waited()), [60, 3, 50]);
    let fault = github.pull(7).expect_err("a refusal");
    assert!(
        matches!(fault, ForgeFault::Forbidden { .. }) && fault.to_string().contains("not accessible"),
        "{fault}"
    );
    assert_eq!(time.waited().len(), 3, "nobody waits for a refusal");
    assert_eq!(server.came().len(), 5);
}

#[test]
fn a_limit_beyond_patience_says_until_when() {
    let reading = at("GET /pulls/7");
    let server = Server::playing([
        (&reading, says(403, "secondary rate limit")),
        (&reading, says(429, "").with("retry-after", 600)),
    ]);
    let (github, time) = patient_client(&server, 120);
    match github.pull(7).expect_err("too long") {
        ForgeFault::Limited { until, .. } => assert_eq!(until.as_second(), NOW + 60 + 600),
        other => panic!("{other}"),
    }
    assert_eq!(seconds(&time.waited()), [60]);
    server.came();
}

#[test]
fn reading_and_changing_are_repeated_when_nobody_answers() {
    let reading = at("GET /pulls/7");
    let whole = pull_json(7, json!({})).to_string();
    let server = Server::playing([
        (&reading, says(502, "<html>Unicorn!</html>")),
        (&reading, hangs_up()),
        (&reading, says(200, &whole[..40])),
        (&reading, says(503, "").with("retry-after", 9)),
        (&reading, says(200, &whole)),
        (&at("PATCH /pulls/7"), says(502, "")),
        (&at("PATCH /pulls/7"), says(200, "{}")),
        (&reading, says(200, pull_json(7, json!({ "title": "New" })))),
    ]);
    let (github, time) = client(&server);
    let pull = github.pull(7).expect("the fifth time");
    assert_eq!(seconds(&time.waited())[3], 9, "what the server asks for is kept");
    let edit = PullEdit { title: Some("New"), body: Some("Why.\r\n"), ..PullEdit::default() };
    assert_eq!(github.edit(&pull, &edit).expect("changed").title, "New");
    let came = server.came();
    assert_eq!(came[6].body, json!({ "title": "New" }), "what is so already is not sent");
}

#[test]
fn giving_up_names_what_was_done_and_where() {
    let reading = at("GET /pulls/7");
    let server = Server::playing([0; 6].map(|_| (reading.as_str(), says(502, ""))));
    let (github, time) = client(&server);
    let told = github.pull(7).expect_err("nobody there").to_string();
    assert!(
        told.contains("ghe.example.org") && told.contains("pull request 7") && told.contains("502"),
        "{told}"
    );
    assert!(time.waited().windows(2).all(|two| two[1] * 4 > two[0]), "waits grow: {:?}", time.waited());
    server.came();
}

#[test]
fn lists_are_whole_or_an_error() {
    let first = at("GET /pulls?state=open");
    let page = |numbers: &[u64]| json!(numbers.iter().map(|&n| pull_json(n, json!({}))).collect::<Vec<_>>());
    // The host in the header is the one that people see, which need not be the one that is asked.
    let link = "<https://ghe.example.org/api/v3/repositories/9/pulls?page=2>; rel=\"next\"";
    let second = "GET /api/v3/repositories/9/pulls?page=2";
    let server = Server::playing([
        (&first, says(200, page(&[1, 2])).with("link", link)),
        (second, says(200, page(&[2, 3]))),
        (&first, says(200, page(&[1, 2])).with("link", link)),
        (second, says(404, "{}")),
    ]);
    let (github, _) = client(&server);
    let numbers: Vec<u64> = github.open_pulls().expect("all").iter().map(|pull| pull.number).collect();
    assert_eq!(numbers, [1, 2, 3]);
    assert!(matches!(github.open_pulls(), Err(ForgeFault::NotFound { .. })), "half a list is none");
    server.came();
}

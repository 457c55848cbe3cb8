//! The one summary of a pull request, and checks: written once, changed in place, left alone when they say it already.

use super::server::{hangs_up, says};
use super::*;
use crate::port::CheckConclusion;

const MARKER: &str = "<!-- kb:v1 kind=summary -->";

fn comment(id: u64, login: &str, text: &str) -> Value {
    json!({ "id": id, "node_id": format!("IC_{id}"), "user": { "login": login }, "body": format!("{text}\n{MARKER}") })
}

// PR-05
#[test]
fn the_second_run_writes_nothing_and_strangers_markers_are_text() {
    let (listing, writing) = (at("GET /issues/7/comments"), at("POST /issues/7/comments"));
    let strange = comment(1, "eve", "Approved!");
    let own = comment(2, "ada", "Two findings.");
    let server = Server::playing([
        (&listing, says(200, json!([strange]))),
        ("GET /api/v3/user", me()),
        (&writing, says(201, &own)),
        (&listing, says(200, json!([strange, own]))),
        (&listing, says(200, json!([strange, own]))),
        (&listing, says(200, json!([strange, own]))),
        (&at("PATCH /issues/comments/2"), says(200, &own)),
    ]);
    let (github, _) = client(&server);
    let body = format!("Two findings.\r\n{MARKER}\n");
    assert_eq!(github.sticky(7, MARKER, &body).expect("made").id, 2);
    assert_eq!(github.sticky(7, MARKER, &body).expect("left").id, 2);
    assert_eq!(github.sticky(7, MARKER, &format!("No findings.\n{MARKER}")).expect("changed").id, 2);
    server.came();
    let fault = github.sticky(7, MARKER, "no marker").expect_err("it would be lost");
    assert!(matches!(fault, ForgeFault::Invalid { .. }), "{fault}");
}

// PR-05
#[test]
fn of_two_runs_at_once_one_comment_stays() {
    let listing = at("GET /issues/7/comments");
    let (older, newer) = (comment(2, "ada", "x"), comment(3, "ada", "x"));
    let server = Server::playing([
        (&listing, says(200, "[]")),
        (&at("POST /issues/7/comments"), hangs_up()),
        (&listing, says(200, json!([newer, older]))),
        ("GET /api/v3/user", me()),
        (&listing, says(200, json!([newer, older]))),
        (&at("DELETE /issues/comments/3"), says(404, "{}")),
    ]);
    let (github, _) = client(&server);
    assert_eq!(github.sticky(7, MARKER, &format!("x\n{MARKER}")).expect("one").id, 2);
    server.came();
}

fn run(id: u64, app: u64, conclusion: &str) -> Value {
    json!({
        "id": id, "name": "kb/review", "status": "completed", "conclusion": conclusion, "external_id": "x/1",
        "output": { "title": "Fine", "summary": "All claims hold." }, "app": { "id": app },
    })
}

const CHECK: CheckConclusion = CheckConclusion::Success;

#[test]
fn of_each_check_and_app_the_last_counts() {
    let head = CommitId("a1".to_owned());
    let runs = json!({ "total_count": 3, "check_runs": [
        run(5, 102, "failure"), run(6, 102, "success"), run(4, 9, "startup_failure"),
        { "id": 7, "name": "kb/check", "status": "in_progress", "conclusion": null, "app": null },
    ] });
    let statuses =
        json!([{ "context": "kb/gate", "state": "pending" }, { "context": "kb/gate", "state": "success" }]);
    let server = Server::playing([
        (&at("GET /commits/a1/check-runs?filter=latest"), says(200, runs)),
        (&at("GET /commits/a1/statuses"), says(200, statuses)),
    ]);
    let (github, _) = client(&server);
    let checks = github.checks(&head).expect("checks");
    let told: Vec<(&str, Option<u64>, Option<CheckConclusion>)> =
        checks.iter().map(|check| (check.name.as_str(), check.app, check.conclusion)).collect();
    let failure = Some(CheckConclusion::Failure);
    let expected = [
        ("kb/check", None, None),
        ("kb/review", Some(9), failure),
        ("kb/review", Some(102), Some(CHECK)),
        ("kb/gate", None, None),
    ];
    assert_eq!(told, expected);
    server.came();
}

#[test]
fn who_is_no_app_reports_a_status_instead() {
    let head = CommitId("a1".to_owned());
    let check = NewCheck {
        name: "kb/review",
        head: &head,
        conclusion: CHECK,
        title: "Fine",
        summary: "All claims hold.",
        text: "",
        external_id: "x/1",
    };
    let (runs, statuses) = (
        at("GET /commits/a1/check-runs?filter=latest&check_name=kb%2Freview"),
        at("GET /commits/a1/statuses"),
    );
    let none = || says(200, json!({ "total_count": 0, "check_runs": [] }));
    let refused = || says(403, json!({ "message": "You must authenticate via a GitHub App." }));
    let status = json!({ "context": "kb/review", "state": "success", "description": "Fine", "creator": { "login": "ada" } });
    let server = Server::playing([
        ("GET /api/v3/user", me()),
        (&runs, none()),
        (&at("POST /check-runs"), refused()),
        (&statuses, says(200, "[]")),
        (&at("POST /statuses/a1"), says(201, &status)),
        (&runs, none()),
        (&at("POST /check-runs"), refused()),
        (&statuses, says(200, json!([status]))),
    ]);
    let (github, _) = client(&server);
    github.check(&check).expect("reported");
    github.check(&check).expect("left as it is");
    let expected = json!({ "state": "success", "context": "kb/review", "description": "Fine" });
    assert_eq!(server.came()[4].body, expected);
}

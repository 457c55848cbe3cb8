//! Reviews: whole, once, and not lost for the sake of one comment.

use super::server::{hangs_up, says};
use super::*;
use crate::port::{Anchor, DiffSide, NewComment, ReviewEvent};

const MARKER: &str = "<!-- kb:v1 kind=review id=x/1 -->";

fn comments() -> Vec<NewComment> {
    let lines = |start, line| Anchor::Lines { side: DiffSide::Right, start, line };
    let comment =
        |path: &str, anchor, body: &str| NewComment { path: path.to_owned(), anchor, body: body.to_owned() };
    vec![
        comment("knowledge/a.md", lines(Some(3), 5), "No such number."),
        comment("knowledge/b.md", Anchor::File, "Moved away."),
        comment(
            "knowledge/c.md",
            Anchor::Lines { side: DiffSide::Left, start: None, line: 9 },
            "Still holds.",
        ),
    ]
}

fn review_json(event: &str) -> Value {
    json!({ "id": 11, "user": { "login": "ada" }, "body": format!("Not yet.\n{MARKER}"), "state": event, "commit_id": "a1" })
}

fn write(github: &GitHub) -> Result<PullReview, ForgeFault> {
    let head = CommitId("a1".to_owned());
    let body = format!("Not yet.\n{MARKER}");
    let comments = comments();
    let event = ReviewEvent::RequestChanges;
    github.review(7, &NewReview { head: &head, event, body: &body, marker: MARKER, comments: &comments })
}

#[test]
fn comments_on_files_go_first_and_lines_go_along() {
    let (listing, sending) = (at("GET /pulls/7/reviews"), at("POST /pulls/7/reviews"));
    let server = Server::playing([
        (&listing, says(200, "[]")),
        (&at("GET /pulls/7/comments"), says(200, "[]")),
        (&at("POST /pulls/7/comments"), says(201, "{}")),
        (&sending, says(200, review_json("CHANGES_REQUESTED"))),
        (&listing, says(200, json!([review_json("CHANGES_REQUESTED")]))),
        ("GET /api/v3/user", me()),
    ]);
    let (github, _) = client(&server);
    let review = write(&github).expect("written");
    assert_eq!((review.id, review.event), (11, Some(ReviewEvent::RequestChanges)));
    assert_eq!(write(&github), Ok(review), "it is there");
    let came = server.came();
    let file =
        json!({ "path": "knowledge/b.md", "body": "Moved away.", "subject_type": "file", "commit_id": "a1" });
    assert_eq!(came[2].body, file);
    let lines = json!([
        { "path": "knowledge/a.md", "body": "No such number.", "side": "RIGHT", "line": 5, "start_side": "RIGHT", "start_line": 3 },
        { "path": "knowledge/c.md", "body": "Still holds.", "side": "LEFT", "line": 9 },
    ]);
    assert_eq!(came[3].body["comments"], lines);
    assert_eq!(
        (&came[3].body["commit_id"], &came[3].body["event"]),
        (&json!("a1"), &json!("REQUEST_CHANGES"))
    );
}

#[test]
fn an_answer_that_is_lost_leaves_one_review_and_one_comment() {
    let (listing, sending) = (at("GET /pulls/7/reviews"), at("POST /pulls/7/reviews"));
    let standing = json!([{ "path": "knowledge/b.md", "body": "Moved away.", "user": { "login": "ADA" } }]);
    let strange = json!({ "id": 9, "user": { "login": "eve" }, "body": MARKER, "state": "APPROVED", "commit_id": "a1" });
    let server = Server::playing([
        (&listing, says(200, json!([strange]))),
        ("GET /api/v3/user", me()),
        (&at("GET /pulls/7/comments"), says(200, "[]")),
        (&at("POST /pulls/7/comments"), hangs_up()),
        (&at("GET /pulls/7/comments"), says(200, standing)),
        (&sending, says(502, "")),
        (&listing, says(200, json!([strange, review_json("CHANGES_REQUESTED")]))),
    ]);
    assert_eq!(write(&client(&server).0).expect("one").id, 11);
    server.came();
}

#[test]
fn one_bad_comment_does_not_lose_the_review() {
    let (listing, sending) = (at("GET /pulls/7/reviews"), at("POST /pulls/7/reviews"));
    let (placed, placing) = (at("GET /pulls/7/comments"), at("POST /pulls/7/comments"));
    let outside =
        || says(422, json!({ "message": "Unprocessable Entity", "errors": ["Line could not be resolved"] }));
    let server = Server::playing([
        (&listing, says(200, "[]")),
        (&placed, says(200, "[]")),
        (&placing, says(201, "{}")),
        (&sending, outside()),
        (&listing, says(200, "[]")),
        (&placed, says(200, "[]")),
        (&placing, says(201, "{}")),
        (&placing, outside()),
        (&placed, says(200, "[]")),
        (&sending, says(200, review_json("CHANGES_REQUESTED"))),
    ]);
    let (github, _) = client(&server);
    write(&github).expect("written all the same");
    let sent = &server.came()[9].body;
    let text = sent["body"].as_str().unwrap();
    assert!(sent.get("comments").is_none() && text.contains(MARKER), "{sent}");
    assert!(text.contains("`knowledge/c.md`: Still holds.") && !text.contains("No such number"), "{text}");
}

#[test]
fn what_is_refused_for_its_author_is_refused() {
    let own = json!({ "message": "Unprocessable Entity", "errors": ["Can not request changes on your own pull request"] });
    let listing = at("GET /pulls/7/reviews");
    let server = Server::playing([
        (&listing, says(200, "[]")),
        (&at("GET /pulls/7/comments"), says(200, "[]")),
        (&at("POST /pulls/7/comments"), says(201, "{}")),
        (&at("POST /pulls/7/reviews"), says(422, own)),
        (&listing, says(200, "[]")),
    ]);
    let told = write(&client(&server).0).expect_err("one's own").to_string();
    assert!(told.contains("your own pull request"), "{told}");
    server.came();
}

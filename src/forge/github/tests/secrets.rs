//! Tokens and keys are in nothing that anybody sees.

use super::server::{hangs_up, says};
use super::*;

#[test]
fn no_fault_and_no_debug_text_shows_a_token() {
    let reading = at("GET /pulls/7");
    let echoes = [
        says(403, json!({ "message": format!("no, {TOKEN}") })),
        says(
            422,
            json!({ "message": "bad", "errors": [format!("token {TOKEN}"), "ghs_0123456789abcdefgh"] }),
        ),
        says(409, format!("plain {TOKEN}\u{1b}[31m")),
        says(200, format!("{{\"number\": \"{TOKEN}\"}}")),
    ];
    for echo in echoes {
        let times = if format!("{echo:?}").contains("status: 200") { 6 } else { 1 };
        let server = Server::of(vec![(reading.as_str(), echo); times]);
        let (github, _) = client(&server);
        let fault = github.pull(7).expect_err("a fault");
        for text in [fault.to_string(), format!("{fault:?}")] {
            let is_shown = text.contains("0123456789abcdef") || text.contains('\u{1b}');
            assert!(!is_shown, "{text}");
        }
        assert_eq!(server.came()[0].token, TOKEN, "the server is shown it");
    }
    let server = Server::of(vec![(reading.as_str(), hangs_up()); 6]);
    let (github, _) = client(&server);
    assert!(!format!("{:?}", github.pull(7)).contains(TOKEN));
    assert_eq!(format!("{:?}", github.client.credential), "Token(***)");
    assert_eq!(format!("{:?}", github.git_token()), "Ok(Secret(***))");
}

#[test]
fn a_write_that_is_sent_elsewhere_goes_nowhere_and_shows_nothing() {
    let moved = says(307, "").with("location", format!("http://127.0.0.1:9/?access_token={TOKEN}"));
    let server = Server::playing([("POST /api/graphql", moved)]);
    let comment =
        ForgeComment { id: 1, node: "IC_1".to_owned(), author: "ada".to_owned(), body: String::new() };
    let fault = client(&server).0.minimise(&comment).expect_err("it has moved").to_string();
    assert!(fault.contains("has moved to http://127.0.0.1:9") && !fault.contains("0123456789"), "{fault}");
    server.came();
}

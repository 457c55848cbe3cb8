//! Where the environment names a proxy, the API is asked by it, and the answers are the same.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use kb::config::ForgeRole;
use kb::forge::GitHub;
use kb::port::{Anchor, Forge as _, ForgeFault, NewComment, NewReview, ReviewEvent};

use super::{FakeTime, config, environment, fake, new_pull, site};
use crate::github::fault::Fault;
use crate::test_repo::TestRepo;

/// A proxy that lets nobody through, and what it was asked for.
fn closed_proxy() -> (String, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    let (tell, told) = channel();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let mut line = String::new();
            let _ = BufReader::new(&stream).read_line(&mut line);
            let _ = stream
                .write_all(b"HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
            if tell.send(line).is_err() {
                return;
            }
        }
    });
    (address, told)
}

#[test]
fn the_proxy_of_the_environment_is_asked_for_the_api() {
    let (proxy, told) = closed_proxy();
    let repo = TestRepo::initialised();
    let config = repo.read("kb.toml");
    let forge = "\n[forge]\nkind = \"github\"\nrepository = \"acme/base\"\ntoken_env = \"KB_TEST_TOKEN\"\npatience = 1\n";
    repo.write("kb.toml", format!("{config}{forge}"));
    repo.commit_all("a forge");
    repo.git(["remote", "add", "origin", "https://github.com/acme/base.git"]);
    let environment = [("HTTPS_PROXY", proxy.as_str()), ("KB_TEST_TOKEN", "ghp_secret")];
    let run = repo.kb_with_env(&environment, ["review", "--pr", "1"]).code(3);
    let asked = told.recv_timeout(Duration::from_secs(30)).expect("the proxy is asked");
    assert!(asked.starts_with("CONNECT api.github.com:443 "), "{asked}");
    assert!(!run.whole().contains("ghp_secret"), "{}", run.whole());
}

#[test]
fn the_other_client_is_answered_the_same() {
    let github = fake();
    let with_proxy = |name: &str| match name {
        // The variable chooses the client. What is on this machine is asked straight all the same.
        "HTTPS_PROXY" => Some("http://127.0.0.1:9".to_owned()),
        name => environment(&github, name),
    };
    let client = |role| {
        GitHub::new(site(&github), role, &config(), &with_proxy, Box::new(FakeTime(Rc::clone(&github))))
    };
    let proposer = client(ForgeRole::Proposer);
    github.fault("pulls/create", 1, Fault::After(502));
    let pull = proposer.open(&new_pull()).expect("a pull request");
    assert_eq!(proposer.open(&new_pull()).expect("the same one").number, pull.number);
    assert_eq!(github.pulls("acme/base").len(), 1);
    let reviewer = client(ForgeRole::Reviewer);
    let comment = NewComment {
        path: "knowledge/a.md".to_owned(),
        anchor: Anchor::Lines { side: kb::port::DiffSide::Right, start: None, line: 5 },
        body: "not so <!-- kb:v1 kind=finding id=1 -->".to_owned(),
    };
    let new = NewReview {
        head: &pull.head,
        event: ReviewEvent::RequestChanges,
        body: "No. <!-- kb:v1 kind=review id=1 -->",
        marker: "<!-- kb:v1 kind=review id=1 -->",
        comments: std::slice::from_ref(&comment),
    };
    reviewer.review(pull.number, &new).expect("a review");
    assert_eq!(reviewer.threads(pull.number).expect("threads").len(), 1);
    let refused = reviewer.pull(99).expect_err("there is none");
    assert!(!matches!(refused, ForgeFault::Unreachable { .. }), "{refused}");
}

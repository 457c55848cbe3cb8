//! The same over HTTP: `git http-backend` behind a front that knows tokens, as nginx or Apache would be.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Response, StatusCode};

use super::super::stage::{propose, refunds};
use super::{NAMES, Server};

/// What the front knows.
struct Front {
    /// The folder that holds the repositories.
    root: PathBuf,
    /// Names by token.
    tokens: BTreeMap<String, String>,
}

/// A front for the server, on a port of its own, for as long as the test runs.
fn front(server: &Server) -> SocketAddr {
    let tokens = NAMES.iter().map(|(_, name)| (format!("token-of-{name}"), (*name).to_owned()));
    let root = server.folder.parent().expect("a folder").to_owned();
    let front = Arc::new(Front { root, tokens: tokens.collect() });
    let (tell, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async move {
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
            tell.send(listener.local_addr().expect("an address")).expect("a listener");
            let app = axum::Router::new().fallback(answer).with_state(front);
            axum::serve(listener, app).await.expect("a server");
        });
    });
    told.recv().expect("an address")
}

async fn answer(State(front): State<Arc<Front>>, request: Request) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let token = parts.headers.get("authorization").and_then(|value| value.to_str().ok());
    let name = token.and_then(|value| front.tokens.get(value.strip_prefix("Bearer ")?));
    let Some(name) = name.cloned() else {
        let response = Response::builder().status(StatusCode::UNAUTHORIZED);
        return response.header("WWW-Authenticate", "Bearer").body(Body::empty()).expect("a response");
    };
    let body = to_bytes(body, usize::MAX).await.expect("a body");
    let (path, query) = (parts.uri.path().to_owned(), parts.uri.query().unwrap_or_default().to_owned());
    let method = parts.method.to_string();
    let run = move || backend(&front.root, &name, &method, &path, &query, &parts.headers, &body);
    tokio::task::spawn_blocking(run).await.expect("an answer")
}

/// Runs `git http-backend` as a CGI.
fn backend(
    root: &Path,
    name: &str,
    method: &str,
    path: &str,
    query: &str,
    headers: &HeaderMap,
    body: &Bytes,
) -> Response<Body> {
    let header = |key: &str| headers.get(key).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let mut child = Command::new("git")
        .arg("http-backend")
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("HOME", root.join("home"))
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_PROJECT_ROOT", root)
        .env("GIT_HTTP_EXPORT_ALL", "1")
        .env("REMOTE_USER", name)
        .env("REMOTE_ADDR", "127.0.0.1")
        .env("REQUEST_METHOD", method)
        .env("PATH_INFO", path)
        .env("QUERY_STRING", query)
        .env("CONTENT_TYPE", header("content-type"))
        .env("CONTENT_LENGTH", body.len().to_string())
        .env("HTTP_CONTENT_ENCODING", header("content-encoding"))
        .env("GIT_PROTOCOL", header("git-protocol"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("git http-backend");
    let mut input = child.stdin.take().expect("standard input");
    let bytes = body.clone();
    let writing = std::thread::spawn(move || drop(input.write_all(&bytes)));
    let output = child.wait_with_output().expect("an answer").stdout;
    writing.join().expect("a written body");
    let end = output.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
    let mut response = Response::builder();
    for line in String::from_utf8_lossy(&output[..end]).lines() {
        let (key, value) = line.split_once(": ").expect("a header");
        response = match key {
            "Status" => response.status(value[..3].parse::<u16>().expect("a status")),
            _ => response.header(key, value),
        };
    }
    response.body(Body::from(output[end + 4..].to_vec())).expect("a response")
}

/// A way to the server by HTTP.
struct Remote<'s> {
    server: &'s Server,
    url: String,
}

impl Remote<'_> {
    fn git(&self, name: &str, arguments: &[&str]) -> super::Run {
        let mut command = self.server.repo.command("git");
        command.env("GIT_TERMINAL_PROMPT", "0").env("GIT_CONFIG_COUNT", "1");
        command.env("GIT_CONFIG_KEY_0", "http.extraHeader");
        command.env("GIT_CONFIG_VALUE_0", format!("Authorization: Bearer token-of-{name}"));
        // What the client says of itself is nobody's word.
        command.env("KB_USER", "ann").env("REMOTE_USER", "ann");
        self.server.repo.run(command.args(arguments), b"")
    }

    fn push(&self, name: &str, refs: &[&str]) -> super::Run {
        self.git(name, &[&["push", "--atomic", &self.url], refs].concat())
    }
}

#[test]
fn the_loop_over_http() {
    let (server, evidence) = Server::with_evidence();
    let url = format!("http://{}/server.git", front(&server));
    let remote = Remote { server: &server, url };
    let id = propose(&server.repo, "knowledge/refunds.md", &refunds(&evidence));
    let branch = format!("kb/proposal/{id}");
    let before = server.refs();
    for (name, words) in [
        ("judge", "the reviewer may not create working branches"),
        ("gate", "the merger may not create working branches"),
        ("intake", "the collector may not create working branches"),
    ] {
        let run = remote.push(name, &[&branch, "kb/ledger"]);
        assert!(run.status != 0 && run.stderr.contains(words), "{name}:\n{}", run.stderr);
    }
    let run = remote.push("mallory", &[&branch]);
    assert!(run.status != 0 && !run.stderr.contains("kb:"), "{}", run.stderr);
    assert!(
        remote.push("bot", &[&branch, "kb/ledger", "main:refs/heads/x"]).says("[not-allowed]").status != 0
    );
    assert_eq!(server.refs(), before);
    remote.push("bot", &[&branch, "kb/ledger"]).code(0);
    // A reviewer reads what it judges, and its word goes another way.
    let read = remote.git("judge", &["ls-remote", &remote.url, &format!("refs/heads/{branch}")]).code(0);
    assert!(read.stdout.contains(&server.rev(&branch)));
    server.repo.kb(["review"]).code(0).prints("approved");
    assert!(remote.push("judge", &["kb/ledger"]).says("[not-allowed]").status != 0);
    assert!(remote.push("bot", &["kb/ledger"]).says("[ledger-role]").status != 0);
    remote.push("gate", &["kb/ledger"]).code(0);
    server.repo.kb(["merge"]).code(0);
    assert!(remote.push("bot", &["main"]).says("the proposer may not move main").status != 0);
    remote.push("gate", &["main", "kb/ledger", &format!(":{branch}")]).code(0);
    assert_eq!(server.git(&["rev-parse", "main"]).trim(), server.rev("main"));
}

/// More objects than git unpacks one by one: they lie in a pack while the hook looks.
#[test]
fn a_push_of_many_objects() {
    let (server, id) = Server::proposed();
    let url = format!("http://{}/server.git", front(&server));
    let remote = Remote { server: &server, url };
    let branch = format!("kb/proposal/{id}");
    let many = server.commit_on(&branch, "many", |folder| {
        for number in 0..300 {
            let text = format!("---\ntype: Note\n---\n# Note {number}\n");
            super::write(folder, &format!("knowledge/many/{number}.md"), text);
        }
    });
    remote.push("bot", &[&format!("{many}:refs/heads/{branch}")]).code(0);
    assert_eq!(server.git(&["rev-parse", &branch]).trim(), many);
}

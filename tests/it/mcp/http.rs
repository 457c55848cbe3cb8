//! `kb mcp --http`: who may connect, from where, and on whose behalf they read.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use serde_json::{Value, json};

use super::base;
use crate::test_repo::TestRepo;

const OWNER: &str = "owner-0123456789abcdef0123456789abcdef";
const STAFF: &str = "staff-0123456789abcdef0123456789abcdef";

/// A server over HTTP.
struct Served {
    child: Child,
    port: u16,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Served {
    fn start(repo: &TestRepo) -> Served {
        // Of "staff-0123456789abcdef0123456789abcdef".
        let hash = kb::digest::Sha256Hex::of(STAFF.as_bytes());
        let tokens = repo.root().with_file_name("tokens.toml");
        let anybody = kb::digest::Sha256Hex::of(b"anybody");
        std::fs::write(
            &tokens,
            format!(
                "[tokens.staff]\nsha256 = \"{hash}\"\ncaller = \"staff\"\n[tokens.any]\nsha256 = \"{anybody}\"\ncaller = \"any\"\n"
            ),
        )
        .expect("a file of tokens");
        let mut child = repo
            .kb_command()
            .args([
                "mcp",
                "--http",
                "0",
                "--host",
                "kb.example.org",
                "--origin",
                "https://tools.example.org:443",
            ])
            .arg("--tokens")
            .arg(&tokens)
            .env("KB_MCP_TOKEN", OWNER)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a server");
        let mut error = BufReader::new(child.stderr.take().expect("standard error"));
        let mut line = String::new();
        error.read_line(&mut line).expect("where it listens");
        let port = line.trim().trim_end_matches("/mcp").rsplit(':').next().and_then(|port| port.parse().ok());
        let port = port.unwrap_or_else(|| {
            let mut rest = String::new();
            let _ = error.read_to_string(&mut rest);
            panic!("{line}{rest}")
        });
        std::thread::spawn(move || std::io::copy(&mut error, &mut std::io::sink()));
        Served { child, port }
    }

    /// The status and the body of a POST of `message` with `headers`.
    fn post(&self, headers: &[(&str, &str)], message: &Value) -> (u16, String) {
        let body = message.to_string();
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        let host = headers.iter().find(|(name, _)| *name == "Host").map_or("localhost", |(_, host)| host);
        let mut request = format!(
            "POST /mcp HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\nContent-Length: {}\r\n",
            body.len()
        );
        for (name, value) in headers.iter().filter(|(name, _)| *name != "Host") {
            request += &format!("{name}: {value}\r\n");
        }
        stream.write_all(format!("{request}\r\n{body}").as_bytes()).expect("a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        (status, body.to_owned())
    }

    fn call(&self, token: &str, tool: &str, arguments: &Value) -> String {
        let bearer = format!("Bearer {token}");
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": { "name": tool, "arguments": arguments } });
        let (status, body) = self.post(&[("Authorization", &bearer)], &message);
        assert_eq!(status, 200, "{body}");
        body
    }
}

fn repo() -> TestRepo {
    let repo = base();
    repo.write("kb.toml", "[callers.staff]\nlabels = [\"staff\"]\n[callers.any]\n");
    repo.commit_all("callers");
    repo
}

#[test]
fn a_token_says_on_whose_behalf_its_holder_reads() {
    let repo = repo();
    let served = Served::start(&repo);
    let zyzzyva = json!({ "query": "zyzzyva" });
    assert!(served.call(OWNER, "search", &zyzzyva).contains("Salaries"));
    assert!(served.call(STAFF, "search", &zyzzyva).contains("Salaries"));
    assert!(served.call("anybody", "search", &zyzzyva).contains("Nothing relevant found in 3 notes"));
    // Only who may hand something over is told how.
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
    let tools = |token: &str| served.post(&[("Authorization", &format!("Bearer {token}"))], &list).1;
    assert!(tools(OWNER).contains("\"remember\"") && !tools(STAFF).contains("\"remember\""));
}

#[test]
fn versions_are_agreed_on_over_http_too() {
    let repo = repo();
    let served = Served::start(&repo);
    let bearer = format!("Bearer {STAFF}");
    for (asked, given) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("1999-01-01", "2025-11-25"),
        ("2099-01-01", "2025-11-25"),
    ] {
        let greeting = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": asked, "capabilities": {}, "clientInfo": { "name": "t", "version": "0" } } });
        let (status, body) = served.post(&[("Authorization", &bearer)], &greeting);
        let body: Value = serde_json::from_str(&body).unwrap_or_else(|error| panic!("{error}: {body}"));
        assert_eq!((status, &body["result"]["protocolVersion"]), (200, &json!(given)), "{body}");
    }
}

#[test]
fn who_has_no_token_or_comes_from_elsewhere_is_refused() {
    let repo = repo();
    let served = Served::start(&repo);
    let ping = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" });
    let bearer = format!("Bearer {STAFF}");
    for wrong in ["", "Bearer", "Bearer x", "Basic x", &bearer[..bearer.len() - 1]] {
        let (status, body) = served.post(&[("Authorization", wrong)], &ping);
        assert_eq!(status, 401, "{wrong}: {body}");
        assert!(!body.contains("staff"));
    }
    assert_eq!(served.post(&[], &ping).0, 401);
    let with = |name: &str, value: &str| served.post(&[("Authorization", &bearer), (name, value)], &ping).0;
    assert_eq!(with("Host", "evil.example.org"), 403);
    assert_eq!(with("Host", "kb.example.org"), 200);
    assert_eq!(with("Origin", "https://evil.example.org"), 403);
    assert_eq!(with("Origin", "null"), 403);
    assert_eq!(with("Origin", "https://tools.example.org"), 200);
}

#[test]
fn a_server_that_nobody_could_use_does_not_start() {
    let repo = repo();
    repo.kb(["mcp", "--http", "0"]).code(2).says("no token is known");
    let short = repo.kb_with_env(&[("KB_MCP_TOKEN", "secret")], ["mcp", "--http", "0"]);
    assert_eq!(short.status, 3, "{short:?}");
    assert!(short.stderr.contains("shorter than 32"), "{short:?}");
    repo.write("tokens.toml", "");
    repo.kb(["mcp", "--http", "0", "--tokens", "tokens.toml"]).code(2).says("lies in the repository");
    let outside = repo.root().with_file_name("t.toml");
    std::fs::write(&outside, format!("[tokens.x]\nsha256 = \"{}\"\ncaller = \"nobody\"\n", "0".repeat(64)))
        .expect("a file");
    repo.kb(["mcp", "--http", "0", "--tokens", "../t.toml"]).code(2).says("no such caller");
}

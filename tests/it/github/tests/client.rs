//! A client that knows nothing of GitHub: sends what it is told and gives back what came.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use crate::github::{FakeGitHub, clock, keys};

/// What came back; status 0 when the line was cut.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: String,
    pub text: String,
    pub json: Value,
}

impl Reply {
    /// A header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let line = self.headers.lines().find(|line| line.to_lowercase().starts_with(&format!("{name}:")))?;
        Some(line.split_once(':')?.1.trim())
    }

    /// Asserts the status.
    #[track_caller]
    pub fn is(self, status: u16) -> Reply {
        assert_eq!(self.status, status, "{}\n{}", self.headers, self.text);
        self
    }

    /// Asserts a status and words in the text.
    #[track_caller]
    pub fn says(self, status: u16, words: &str) -> Reply {
        let reply = self.is(status);
        assert!(reply.text.contains(words), "no `{words}` in:\n{}", reply.text);
        reply
    }
}

/// Sends a request with `authorization` (may be empty) and more headers.
pub fn send(github: &FakeGitHub, line: &str, authorization: &str, more: &str, body: &str) -> Reply {
    let address = github.url().trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).expect("a connection");
    let authorization = match authorization {
        "" => String::new(),
        given => format!("Authorization: Bearer {given}\r\n"),
    };
    let agent = if more.contains("User-Agent") { "" } else { "User-Agent: test\r\n" };
    let head = format!(
        "{line} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{agent}{authorization}{more}\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).expect("a sent request");
    let mut bytes = Vec::new();
    // A line that is cut is an answer too.
    let _ = stream.read_to_end(&mut bytes);
    let all = String::from_utf8_lossy(&bytes).into_owned();
    let (headers, text) = all.split_once("\r\n\r\n").unwrap_or_default();
    let status = headers.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
    let json = serde_json::from_str(text).unwrap_or(Value::Null);
    Reply { status, headers: headers.to_owned(), text: text.to_owned(), json }
}

/// Sends a request to the API of `acme/base`: `POST pulls`.
pub fn call(github: &FakeGitHub, token: &str, line: &str, body: &Value) -> Reply {
    let (method, path) = line.split_once(' ').expect("a method and a path");
    let base = github.api_url().replace(github.url(), "");
    let line = format!("{method} {base}/repos/acme/base/{path}").trim_end_matches('/').to_owned();
    let body = if body.is_null() { String::new() } else { body.to_string() };
    send(github, &line, token, "", &body)
}

/// Sends a document.
pub fn graphql(github: &FakeGitHub, token: &str, document: &str, variables: &Value) -> Reply {
    let body = json!({"query": document, "variables": variables}).to_string();
    let line = format!("POST {}", github.graphql_url().replace(github.url(), ""));
    send(github, &line, token, "", &body)
}

/// The JWT of an App.
pub fn jwt(app: u64, pem: &str, issued: u64, life: u64) -> String {
    let part = |value: Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let claims = json!({"iat": issued, "exp": issued + life, "iss": app.to_string()});
    let signed = format!("{}.{}", part(json!({"alg": "RS256", "typ": "JWT"})), part(claims));
    let pair = keys::pair(pem);
    let mut signature = vec![0; pair.public().modulus_len()];
    let random = ring::rand::SystemRandom::new();
    pair.sign(&ring::signature::RSA_PKCS1_SHA256, &random, signed.as_bytes(), &mut signature)
        .expect("a signature");
    format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature))
}

/// A token of an App, asked for as it should be.
pub fn minted(github: &FakeGitHub, app: u64, pem: &str, body: &Value) -> Reply {
    let jwt = jwt(app, pem, clock::START, 540);
    let line = format!("POST /app/installations/{}/access_tokens", app + 100);
    send(github, &line, &jwt, "", &body.to_string())
}

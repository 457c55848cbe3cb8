//! A client of `kb mcp` that believes nothing: every byte on standard output must be a message of the protocol.

use std::collections::VecDeque;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use serde_json::{Value, json};

use crate::test_repo::TestRepo;

/// How long an answer may take before the test fails; it says nothing about how fast one must be.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running server with its client.
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Vec<u8>>,
    waiting: VecDeque<Value>,
    next: i64,
}

impl Client {
    /// Starts `kb mcp` with `arguments`; nothing is sent yet.
    pub fn start<const N: usize>(repo: &TestRepo, arguments: [&str; N]) -> Client {
        Client::start_with(repo, &[], arguments)
    }

    /// The same, with more in its environment.
    pub fn start_with<const N: usize>(
        repo: &TestRepo,
        environment: &[(&str, &str)],
        arguments: [&str; N],
    ) -> Client {
        let mut child = repo
            .kb_command()
            .arg("mcp")
            .args(arguments)
            .envs(environment.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a server");
        let output = child.stdout.take().expect("standard output");
        let (to, lines) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let mut line = Vec::new();
                if output.read_until(b'\n', &mut line).unwrap_or_default() == 0 || to.send(line).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Client { child, input, lines, waiting: VecDeque::new(), next: 0 }
    }

    /// Starts a server and greets it as the client `name`.
    pub fn greet<const N: usize>(repo: &TestRepo, name: &str, arguments: [&str; N]) -> Client {
        let mut client = Client::start(repo, arguments);
        client.hello(name);
        client
    }

    /// Greets the server as the client `name`; gives what it says of itself.
    pub fn hello(&mut self, name: &str) -> Value {
        let greeting = json!({
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": { "name": name, "version": "0" },
        });
        let answer = self.ask("initialize", greeting);
        self.tell("notifications/initialized", json!({}));
        answer["result"].clone()
    }

    /// Sends `line` as it stands.
    pub fn send(&mut self, line: impl AsRef<[u8]>) {
        let input = self.input.as_mut().expect("an open input");
        input.write_all(line.as_ref()).and_then(|()| input.write_all(b"\n")).expect("a line sent");
    }

    /// Sends a notification.
    pub fn tell(&mut self, method: &str, params: Value) {
        self.send(json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string());
    }

    /// Sends a request and gives its id.
    pub fn request(&mut self, method: &str, params: Value) -> i64 {
        self.next += 1;
        let request = json!({ "jsonrpc": "2.0", "id": self.next, "method": method, "params": params });
        self.send(request.to_string());
        self.next
    }

    /// Sends a request and waits for its answer.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        self.answer_to(json!(id))
    }

    /// Calls a tool and waits for the result.
    #[track_caller]
    pub fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let answer = self.ask("tools/call", json!({ "name": tool, "arguments": arguments }));
        assert!(answer["error"].is_null(), "{tool} {arguments}: {answer}");
        answer["result"].clone()
    }

    /// The Markdown of the result of a tool that must be able to answer.
    #[track_caller]
    pub fn text(&mut self, tool: &str, arguments: Value) -> String {
        let result = self.call(tool, arguments.clone());
        assert_ne!(result["isError"], json!(true), "{tool} {arguments}: {result}");
        text_of(&result)
    }

    /// The words of a tool that must not be able to answer.
    #[track_caller]
    pub fn refusal(&mut self, tool: &str, arguments: Value) -> String {
        let result = self.call(tool, arguments.clone());
        assert_eq!(result["isError"], json!(true), "{tool} {arguments}: {result}");
        text_of(&result)
    }

    /// The next message from the server.
    #[track_caller]
    pub fn next(&mut self) -> Value {
        match self.waiting.pop_front() {
            Some(message) => message,
            None => self.receive(PATIENCE).expect("a message from the server"),
        }
    }

    /// The answer to the request `id`; other messages stay for later.
    #[track_caller]
    pub fn answer_to(&mut self, id: Value) -> Value {
        let is_answer = |message: &Value| message["id"] == id && message["method"].is_null();
        if let Some(at) = self.waiting.iter().position(is_answer) {
            return self.waiting.remove(at).expect("it is there");
        }
        loop {
            let message = self.receive(PATIENCE).unwrap_or_else(|| panic!("no answer to {id}"));
            if is_answer(&message) {
                return message;
            }
            self.waiting.push_back(message);
        }
    }

    /// The messages that came while another was waited for.
    pub fn others(&mut self) -> Vec<Value> {
        self.waiting.drain(..).collect()
    }

    /// Closes its input and gives what still came, what it said on standard error, and whether it ended well.
    pub fn close(mut self) -> (Vec<Value>, String, bool) {
        drop(self.input.take());
        let mut rest: Vec<Value> = self.waiting.drain(..).collect();
        while let Some(message) = self.receive(PATIENCE) {
            rest.push(message);
        }
        let mut said = String::new();
        let mut error = self.child.stderr.take().expect("standard error");
        error.read_to_string(&mut said).expect("standard error is text");
        let ended = self.child.wait().expect("the end of the server");
        (rest, said, ended.success())
    }

    /// A message, held to the protocol; `None` at the end of standard output.
    #[track_caller]
    fn receive(&mut self, patience: Duration) -> Option<Value> {
        let line = match self.lines.recv_timeout(patience) {
            Ok(line) => line,
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => panic!("the server said nothing for {patience:?}"),
        };
        Some(protocol(&line))
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // A test that failed leaves no server behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// `line` as a message of JSON-RPC 2.0, which it must be, to its last byte.
#[track_caller]
pub fn protocol(line: &[u8]) -> Value {
    let shown = String::from_utf8_lossy(line);
    assert!(line.ends_with(b"\n"), "a line without an end: {shown}");
    let message: Value = serde_json::from_slice(line).unwrap_or_else(|error| panic!("{error}: {shown}"));
    assert_eq!(message["jsonrpc"], "2.0", "{shown}");
    let keys: Vec<&str> = message.as_object().expect("an object").keys().map(String::as_str).collect();
    let has = |key: &str| keys.contains(&key);
    let is_answer = has("id") && (has("result") != has("error")) && !has("method");
    let is_notification = has("method") && !has("id") && !has("result") && !has("error");
    assert!(is_answer || is_notification, "neither an answer nor a notification: {shown}");
    message
}

/// The text of a result.
pub fn text_of(result: &Value) -> String {
    result["content"][0]["text"].as_str().unwrap_or_default().to_owned()
}

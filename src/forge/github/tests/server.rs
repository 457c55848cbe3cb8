//! A server that plays a script: each step is a request that must come next, and its answer.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use serde_json::Value;

/// A request as it came.
#[derive(Clone, Debug)]
pub struct Request {
    /// What stands behind `Bearer`.
    pub token: String,
    /// What was sent along.
    pub body: Value,
}

/// The answer to a request.
#[derive(Clone, Debug)]
pub struct Answer {
    status: u16,
    headers: Vec<(&'static str, String)>,
    body: String,
    /// Whether the connection ends before the answer does.
    is_cut: bool,
}

/// An answer.
pub fn says(status: u16, body: impl ToString) -> Answer {
    Answer { status, headers: Vec::new(), body: body.to_string(), is_cut: false }
}

/// No answer at all.
pub fn hangs_up() -> Answer {
    Answer { is_cut: true, ..says(200, "") }
}

impl Answer {
    /// The same, with a header.
    pub fn with(mut self, name: &'static str, value: impl ToString) -> Answer {
        self.headers.push((name, value.to_string()));
        self
    }
}

/// What is played, and what came.
struct Play {
    steps: Vec<(String, Answer)>,
    came: Vec<Request>,
    faults: Vec<String>,
}

/// A server on this machine, until the test ends.
pub struct Server {
    /// Its address.
    pub url: String,
    play: Arc<Mutex<Play>>,
}

impl Server {
    /// Plays `steps`, each once and in this order; a step's request is the beginning of method and path.
    pub fn playing<const N: usize>(steps: [(&str, Answer); N]) -> Server {
        Server::of(steps.into())
    }

    /// The same, of as many steps as there are.
    pub fn of(steps: Vec<(&str, Answer)>) -> Server {
        let mut steps: Vec<(String, Answer)> =
            steps.into_iter().map(|(line, answer)| (line.to_owned(), answer)).collect();
        steps.reverse();
        let play = Arc::new(Mutex::new(Play { steps, came: Vec::new(), faults: Vec::new() }));
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let playing = Arc::clone(&play);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                serve(&stream, &playing);
            }
        });
        Server { url, play }
    }

    /// What came, when all of the script was played and nothing else was asked.
    pub fn came(&self) -> Vec<Request> {
        let play = self.play.lock().unwrap();
        assert!(play.faults.is_empty(), "{:#?}", play.faults);
        assert!(
            play.steps.is_empty(),
            "never asked: {:?}",
            play.steps.iter().rev().map(|s| &s.0).collect::<Vec<_>>()
        );
        play.came.clone()
    }
}

fn serve(stream: &TcpStream, play: &Mutex<Play>) {
    let mut reader = BufReader::new(stream);
    let mut head = Vec::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or(0) == 0 {
            return;
        }
        if line.trim().is_empty() {
            break;
        }
        head.push(line.trim().to_owned());
    }
    let header = |name: &str| {
        head.iter().find_map(|line| {
            let (known, value) = line.split_once(": ")?;
            known.eq_ignore_ascii_case(name).then(|| value.to_owned())
        })
    };
    let length = header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    let token = header("authorization").unwrap_or_default().trim_start_matches("Bearer ").to_owned();
    let line = head[0].trim_end_matches(" HTTP/1.1").to_owned();
    let body = serde_json::from_slice(&body).unwrap_or_default();
    let answer = {
        let mut play = play.lock().unwrap();
        play.came.push(Request { token, body });
        match play.steps.pop() {
            Some((expected, answer)) if line.starts_with(&expected) => answer,
            expected => {
                play.faults.push(format!("{line} came, not {:?}", expected.map(|(line, _)| line)));
                says(418, r#"{"message":"not in the script"}"#)
            }
        }
    };
    let mut stream = stream;
    if answer.is_cut {
        return;
    }
    let mut text = format!(
        "HTTP/1.1 {} Played\r\nconnection: close\r\ncontent-length: {}\r\n",
        answer.status,
        answer.body.len()
    );
    for (name, value) in &answer.headers {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    // Who asked may have gone away.
    let _ = stream.write_all(format!("{text}\r\n{}", answer.body).as_bytes());
}

//! A server that answers as a test says, one request after the other.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// A request as it came.
#[derive(Clone, Debug)]
pub struct Request {
    /// The method and the path.
    pub line: String,
    /// The headers, in lower case.
    pub headers: String,
    /// The body.
    pub body: String,
}

impl Request {
    /// The texts of a request for vectors.
    pub fn texts(&self) -> Vec<String> {
        let body: serde_json::Value = serde_json::from_str(&self.body).unwrap_or_default();
        let texts = body["input"].as_array().cloned().unwrap_or_default();
        texts.iter().filter_map(|text| text.as_str().map(str::to_owned)).collect()
    }
}

/// What is answered.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// More headers, each with its line end.
    pub headers: String,
    /// The body.
    pub body: Vec<u8>,
    /// How many bytes of the body are sent before the line is cut; `None`: all.
    pub cut: Option<usize>,
}

impl Answer {
    /// `body` with a status.
    pub fn new(status: u16, body: impl Into<Vec<u8>>) -> Answer {
        Answer { status, body: body.into(), ..Answer::default() }
    }
}

/// A server on this machine, until the test ends.
pub struct Stub {
    /// Its address.
    pub url: String,
    requests: Arc<Mutex<Vec<Request>>>,
}

impl Stub {
    /// Starts a server that answers the requests, counted from 0, with `answer`.
    pub fn start(answer: impl Fn(usize, &Request) -> Answer + Send + Sync + 'static) -> Stub {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let requests: Arc<Mutex<Vec<Request>>> = Arc::default();
        let (seen, answer) = (Arc::clone(&requests), Arc::new(answer));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (seen, answer) = (Arc::clone(&seen), Arc::clone(&answer));
                thread::spawn(move || {
                    let Some(request) = read(&stream) else { return };
                    let number = {
                        let mut seen = seen.lock().expect("the requests");
                        seen.push(request.clone());
                        seen.len() - 1
                    };
                    write(stream, &request, answer(number, &request));
                });
            }
        });
        Stub { url, requests }
    }

    /// The requests so far.
    pub fn requests(&self) -> Vec<Request> {
        self.requests.lock().expect("the requests").clone()
    }
}

fn read(stream: &TcpStream) -> Option<Request> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let (mut headers, mut length) = (String::new(), 0);
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).ok()?;
        let header = header.trim_end().to_lowercase();
        if header.is_empty() {
            break;
        }
        if let Some(size) = header.strip_prefix("content-length:") {
            length = size.trim().parse().ok()?;
        }
        headers.push_str(&header);
        headers.push('\n');
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(Request { line: line.trim_end().to_owned(), headers, body: String::from_utf8(body).ok()? })
}

fn write(mut stream: TcpStream, request: &Request, answer: Answer) {
    let head = format!(
        "HTTP/1.1 {} Said\r\ncontent-length: {}\r\nconnection: close\r\n{}\r\n",
        answer.status,
        answer.body.len(),
        answer.headers
    );
    // Who asked may be gone already.
    let _ = stream.write_all(head.as_bytes());
    if !request.line.starts_with("HEAD") {
        let sent = answer.cut.unwrap_or(answer.body.len()).min(answer.body.len());
        let _ = stream.write_all(&answer.body[..sent]);
    }
}

//! A server whose model knows what to do: it searches once, writes lines of the evidence with their citations, and hands that
//! in. It speaks OpenAI's Chat Completions and answers at once.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::{Value, json};

/// The most lines of an evidence item that become claims.
const CLAIMS: usize = 6;

/// What one proposal was told: the characters of each prompt.
#[derive(Clone, Debug)]
pub struct Told {
    /// The evidence that it is of.
    evidence: String,
    /// The characters of prompt and tools, call by call.
    pub turns: Vec<usize>,
}

/// The server, until the program ends.
pub struct Ideal {
    /// Its address.
    pub url: String,
    told: Arc<Mutex<Vec<Told>>>,
}

impl Ideal {
    /// Starts it for the base at `root`, whose evidence it has read.
    pub fn start(root: &Path) -> Result<Ideal, String> {
        let listener = TcpListener::bind("127.0.0.1:0").map_err(|error| format!("listening: {error}"))?;
        let address = listener.local_addr().map_err(|error| format!("listening: {error}"))?;
        let told = Arc::new(Mutex::new(Vec::new()));
        let (seen, root) = (Arc::clone(&told), root.to_owned());
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                // Who goes away in the middle is not answered.
                let _ = serve(stream, &root, &seen);
            }
        });
        Ok(Ideal { url: format!("http://{address}/v1"), told })
    }

    /// What was told so far, proposal by proposal.
    pub fn told(&self) -> Result<Vec<Told>, String> {
        self.told.lock().map(|told| told.clone()).map_err(|_| "the model's thread ended".to_owned())
    }
}

fn serve(stream: TcpStream, root: &Path, told: &Mutex<Vec<Told>>) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 || line.trim().is_empty() {
            break;
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or_default();
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let request: Value = serde_json::from_slice(&body).unwrap_or_default();
    let answer = answer(&request, root, told).to_string();
    let mut stream = reader.into_inner();
    write!(
        stream,
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{answer}",
        answer.len()
    )
}

/// What the model does next.
fn answer(request: &Value, root: &Path, told: &Mutex<Vec<Told>>) -> Value {
    let messages = request["messages"].as_array().cloned().unwrap_or_default();
    let size = request["messages"].to_string().chars().count() + request["tools"].to_string().chars().count();
    let opening = messages.iter().find(|message| message["role"] == "user");
    let opening = opening.map(|message| words(&message["content"])).unwrap_or_default();
    let evidence = between(&opening, "- `", "`").unwrap_or_default().to_owned();
    let turn = messages.iter().filter(|message| message["role"] == "assistant").count();
    if let Ok(mut told) = told.lock() {
        match told.iter_mut().find(|one| one.evidence == evidence) {
            Some(one) => one.turns.push(size),
            None => told.push(Told { evidence: evidence.clone(), turns: vec![size] }),
        }
    }
    let (tool, argument) = match turn {
        0 => ("search_notes", json!({"query": evidence})),
        1 => (
            "write",
            json!({"path": format!("memory/{evidence}.md"), "text": note(&opening, &evidence, root)}),
        ),
        _ => (
            "finish",
            json!({"title": "What was said", "summary": "Lines of the conversation.", "defence": "They say it."}),
        ),
    };
    json!({
        "id": "1", "object": "chat.completion", "created": 0, "model": "ideal",
        "choices": [{"index": 0, "finish_reason": "tool_calls", "message": {"role": "assistant", "content": null,
            "tool_calls": [{"id": format!("call_{turn}"), "type": "function",
                "function": {"name": tool, "arguments": argument.to_string()}}]}}],
        "usage": {"prompt_tokens": size / 4, "completion_tokens": 100, "total_tokens": size / 4 + 100}
    })
}

/// A note of lines of the evidence, each with its citation.
fn note(opening: &str, evidence: &str, root: &Path) -> String {
    let file = between(opening, "file `", "`").unwrap_or_default();
    let text = std::fs::read_to_string(root.join(PathBuf::from(file))).unwrap_or_default();
    let tenant = between(opening, "tenant: ", "\n").map(|tenant| format!("tenant: {tenant}\n"));
    let mut claims = String::new();
    let mut notes = String::new();
    let said = |line: &str| line.split_once(": ").map_or(line, |(_, said)| said).trim().to_owned();
    let lines = (1..).zip(text.lines()).map(|(number, line)| (number, said(line)));
    let telling = lines
        .filter(|(_, line)| (40..400).contains(&line.len()) && !line.contains(['[', '`', '|', '"', '?']));
    for (at, (number, line)) in (1..).zip(telling.take(CLAIMS)) {
        claims.push_str(&format!("- {line}[^{at}]\n"));
        notes.push_str(&format!("[^{at}]: [line {number}](../../{file}#L{number})\n    \"{line}\"\n"));
    }
    let tenant = tenant.unwrap_or_default();
    format!(
        "---\ntype: Note\ntitle: {evidence}\ndescription: What was said.\n{tenant}---\n# {evidence}\n\n{claims}\n{notes}"
    )
}

fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(before)?;
    rest.split_once(after).map(|(inside, _)| inside)
}

/// The text of a message, whether it comes whole or in parts.
fn words(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(|part| part["text"].as_str()).collect(),
        _ => String::new(),
    }
}

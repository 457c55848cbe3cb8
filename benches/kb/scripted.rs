//! A server of a scripted language model, for benchmarks: it speaks OpenAI's Chat Completions, answers at once, and lets a
//! function say which tools the model calls. It judges nothing.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::thread;

use serde_json::{Value, json};

/// A call of a tool: its name and its argument.
pub type Call = (&'static str, Value);

/// What was asked, as a function of it that says what the model does needs it.
pub struct Asked {
    /// The body as it came.
    pub body: Value,
    /// Every message: its role and its words.
    pub messages: Vec<(String, String)>,
}

impl Asked {
    fn new(body: Value) -> Asked {
        let messages = body["messages"].as_array().into_iter().flatten();
        let told = |message: &Value| {
            (message["role"].as_str().unwrap_or_default().to_owned(), words(&message["content"]))
        };
        Asked { messages: messages.map(told).collect(), body }
    }

    /// How often the model answered before.
    pub fn turn(&self) -> usize {
        self.messages.iter().filter(|(role, _)| role == "assistant").count()
    }

    /// The words of the first message of the user.
    pub fn opening(&self) -> &str {
        self.messages.iter().find(|(role, _)| role == "user").map_or("", |(_, words)| words)
    }

    /// The characters of messages and tools.
    pub fn size(&self) -> usize {
        [&self.body["messages"], &self.body["tools"]]
            .iter()
            .map(|part| part.to_string().chars().count())
            .sum()
    }
}

/// Starts a server that lives until the program ends; gives its address. `does` is what the model does when it is asked.
pub fn start(does: impl Fn(&Asked) -> Vec<Call> + Send + 'static) -> Result<String, String> {
    let listener = TcpListener::bind("127.0.0.1:0").map_err(|error| format!("listening: {error}"))?;
    let address = listener.local_addr().map_err(|error| format!("listening: {error}"))?;
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            // Who goes away in the middle is not answered.
            let _ = serve(stream, &does);
        }
    });
    Ok(format!("http://{address}/v1"))
}

fn serve(stream: TcpStream, does: &impl Fn(&Asked) -> Vec<Call>) -> std::io::Result<()> {
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
    let asked = Asked::new(serde_json::from_slice(&body).unwrap_or_default());
    let answer = answer(&asked, &does(&asked)).to_string();
    let mut stream = reader.into_inner();
    write!(
        stream,
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{answer}",
        answer.len()
    )
}

fn answer(asked: &Asked, calls: &[Call]) -> Value {
    let (turn, tokens) = (asked.turn(), asked.size() / 4);
    let call = |(at, (tool, argument)): (usize, &Call)| {
        let function = json!({"name": tool, "arguments": argument.to_string()});
        json!({"id": format!("call_{turn}_{at}"), "type": "function", "function": function})
    };
    let calls: Vec<Value> = calls.iter().enumerate().map(call).collect();
    json!({
        "id": "1", "object": "chat.completion", "created": 0, "model": "scripted",
        "choices": [{"index": 0, "finish_reason": "tool_calls",
            "message": {"role": "assistant", "content": null, "tool_calls": calls}}],
        "usage": {"prompt_tokens": tokens, "completion_tokens": 100, "total_tokens": tokens + 100}
    })
}

/// The text of a message, whether it comes whole or in parts.
fn words(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(|part| part["text"].as_str()).collect(),
        _ => String::new(),
    }
}

/// The table of `kb.toml` for a model of the server at `url`.
pub fn table(name: &str, url: &str) -> String {
    format!(
        "\n[models.{name}]\nprovider = \"openai-compatible\"\nmodel = \"scripted\"\nfamily = \"{name}\"\nurl = \"{url}\"\n"
    )
}

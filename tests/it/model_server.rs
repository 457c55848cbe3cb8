//! A server of language models that plays a scene: it speaks the wire formats of Anthropic Messages, OpenAI Chat
//! Completions and Responses and Gemini generateContent, refuses what the providers would refuse, and misbehaves where the
//! scene says so. What was asked is compared with the scene when it ends.

pub mod published;
pub mod read;
pub mod scene;
pub mod wire;

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use crate::stub::{Answer, Request, Stub};
use read::Asked;
use scene::{Given, Scene};
use wire::Wire;

/// The key that tests give.
pub const KEY: &str = "sk-test-7Qm2ZxW9vB4nK8pL";

/// A server on this machine, until the test ends.
pub struct ModelServer {
    stub: Stub,
    state: Arc<Mutex<State>>,
}

struct State {
    scene: Scene,
    at: usize,
    faults: Vec<String>,
    asked: Vec<Asked>,
}

impl ModelServer {
    /// Plays the scene of `tests/fixtures/scenes/NAME.json`.
    pub fn play(name: &str) -> ModelServer {
        ModelServer::of(Scene::read(name))
    }

    /// The same, with what stands for the words of `given` put in.
    pub fn play_with(name: &str, given: &[(&str, &str)]) -> ModelServer {
        ModelServer::of(Scene::read_with(name, given))
    }

    /// Plays `scene`.
    pub fn of(scene: Scene) -> ModelServer {
        let state = Arc::new(Mutex::new(State { scene, at: 0, faults: Vec::new(), asked: Vec::new() }));
        let playing = Arc::clone(&state);
        let stub = Stub::start(move |_, request| playing.lock().expect("the state").answer(request));
        ModelServer { stub, state }
    }

    /// The address.
    pub fn url(&self) -> &str {
        &self.stub.url
    }

    /// The table of `kb.toml` for a model of this server: every key but those in `more`.
    pub fn table(&self, name: &str, provider: &str, model: &str, more: &str) -> String {
        let url = self.url();
        format!(
            "[models.{name}]\nprovider = \"{provider}\"\nmodel = \"{model}\"\nurl = \"{url}\"\napi_key_env = \
             \"TEST_API_KEY\"\n{more}"
        )
    }

    /// What was asked so far.
    pub fn asked(&self) -> Vec<Asked> {
        self.state.lock().expect("the state").asked.clone()
    }

    /// Ends the scene: all of it must have been played, and nothing asked that no provider would have taken.
    pub fn finish(&self) {
        let state = self.state.lock().expect("the state");
        assert!(state.faults.is_empty(), "scene `{}`:\n{}", state.scene.name, state.faults.join("\n"));
        assert_eq!(
            state.at,
            state.scene.steps.len(),
            "scene `{}` is not played to its end",
            state.scene.name
        );
    }
}

impl State {
    fn answer(&mut self, request: &Request) -> Answer {
        let Some(wire) = Wire::of(&request.line) else {
            self.faults.push(format!("no such address: {}", request.line));
            return refusal(404, "not found");
        };
        let body: Value = match serde_json::from_str(&request.body) {
            Ok(body) => body,
            Err(error) => {
                self.faults.push(format!("the request is no JSON: {error}"));
                return refusal(400, "no JSON");
            }
        };
        let wrong = published::faults(wire, &request.headers, &body);
        if !wrong.is_empty() {
            self.faults
                .extend(wrong.iter().map(|fault| format!("request {}: {fault}", self.asked.len() + 1)));
            return refusal(400, &wrong.join("; "));
        }
        let asked = read::asked(wire, &body);
        self.asked.push(asked.clone());
        let Some(step) = self.scene.steps.get(self.at) else {
            self.faults.push(format!("request {} is not in the scene", self.asked.len()));
            return refusal(400, "the scene is over");
        };
        self.at += 1;
        let missed = step.asked.missed(&asked);
        self.faults.extend(missed.into_iter().map(|fault| format!("step {}: {fault}", self.at)));
        given(wire, &step.answer, self.at)
    }
}

fn given(wire: Wire, given: &Given, at: usize) -> Answer {
    let headers: String = given.headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let kind = given.content_type.as_deref().unwrap_or("application/json");
    let body = match &given.body {
        Some(body) => body.replace("$KEY", KEY).into_bytes(),
        None if given.status != 200 => error(given.status, "the scene says so").to_string().into_bytes(),
        None => wire.body(given, at).to_string().into_bytes(),
    };
    Answer {
        status: given.status,
        headers: format!("content-type: {kind}\r\n{headers}"),
        body,
        cut: given.cut_after,
    }
}

fn refusal(status: u16, message: &str) -> Answer {
    let body = error(status, message).to_string();
    let headers = "content-type: application/json\r\n".to_owned();
    Answer { status, headers, body: body.into_bytes(), cut: None }
}

fn error(status: u16, message: &str) -> Value {
    json!({"type": "error", "error": {"type": format!("status_{status}"), "message": message}})
}

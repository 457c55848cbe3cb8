//! Language models through the seam that kb talks to them by, each in the wire format of its provider.

mod ag_01;
mod ag_05;
mod classes;
mod faults;
mod keys;
mod own_changes;
mod prices;
mod requests;
mod stops;
mod to_main;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use kb::agent::model::RemoteModel;
use kb::config::Config;
use kb::port::{Answer, Model as _, ModelFault, Request, ToolSpec, Turn};
use serde_json::{Value, json};

use crate::model_server::scene::{Given, Scene};
use crate::model_server::wire::PROVIDERS;
use crate::model_server::{KEY, ModelServer};

/// A model of `server`, and how long it waited so far. It never really waits.
pub struct Asked {
    model: RemoteModel,
    waits: Arc<Mutex<Vec<Duration>>>,
}

impl Asked {
    /// The model of a provider.
    pub fn new(server: &ModelServer, provider: &str, model: &str) -> Asked {
        Asked::with(server, provider, model, "")
    }

    /// The same with more keys in its table.
    pub fn with(server: &ModelServer, provider: &str, model: &str, more: &str) -> Asked {
        let config = Config::parse(&server.table("m", provider, model, more)).expect("a configuration");
        let key = |name: &str| (name == "TEST_API_KEY").then(|| KEY.to_owned());
        let waits: Arc<Mutex<Vec<Duration>>> = Arc::default();
        let waited = Arc::clone(&waits);
        let pause = Box::new(move |wait| waited.lock().expect("the waits").push(wait));
        let model = RemoteModel::new("m", config.models["m"].clone(), &key).with_pause(pause);
        Asked { model, waits }
    }

    /// The answer to `turns`.
    pub fn answer(&self, turns: &[Turn], tools: &[ToolSpec]) -> Result<Answer, ModelFault> {
        self.model.answer(&request(turns, tools, None))
    }

    /// The answer to a question without tools.
    pub fn ask(&self) -> Result<Answer, ModelFault> {
        self.answer(&[Turn::Told("Well?".to_owned())], &[])
    }

    /// The waits so far.
    pub fn waits(&self) -> Vec<Duration> {
        self.waits.lock().expect("the waits").clone()
    }
}

/// A request of a minute's patience.
pub fn request<'a>(
    turns: &'a [Turn],
    tools: &'a [ToolSpec],
    shape: Option<(&'static str, &'a Value)>,
) -> Request<'a> {
    Request { system: "You keep notes.", turns, tools, shape, most: 500, patience: Duration::from_secs(60) }
}

/// Two tools.
pub fn tools() -> Vec<ToolSpec> {
    let argument = |name: &str| {
        json!({
            "type": "object", "properties": {name: {"type": "string"}}, "required": [name],
            "additionalProperties": false
        })
    };
    vec![
        ToolSpec { name: "search", about: "Searches notes.", argument: argument("query") },
        ToolSpec { name: "read", about: "Reads a note.", argument: argument("path") },
    ]
}

/// What every provider's model makes of one answer of its server, asked with two tools.
pub fn everywhere(given: &Given) -> Vec<(&'static str, Result<Answer, ModelFault>)> {
    let mut all = Vec::new();
    for (provider, model) in PROVIDERS {
        let server = ModelServer::of(Scene::once(given.clone()));
        let asked = Asked::new(&server, provider, model);
        let turns = [Turn::Told("Well?".to_owned())];
        all.push((provider, asked.answer(&turns, &tools())));
        server.finish();
    }
    all
}

#[test]
fn every_provider_plays_a_conversation_with_tools() {
    for (provider, name) in PROVIDERS {
        let server = ModelServer::play("search-and-answer");
        let asked = Asked::new(&server, provider, name);
        let mut turns = vec![Turn::Told("How long is the refund window?".to_owned())];
        let answer = asked.answer(&turns, &tools()).unwrap_or_else(|fault| panic!("{provider}: {fault}"));
        assert_eq!(answer.text, "I look it up.", "{provider}");
        let calls: Vec<(&str, &Value)> =
            answer.calls.iter().map(|call| (call.tool.as_str(), &call.argument)).collect();
        let wanted = (json!({"query": "refund window"}), json!({"path": "a.md"}));
        assert_eq!(calls, [("search", &wanted.0), ("read", &wanted.1)], "{provider}");
        assert_eq!(
            (answer.usage.input, answer.usage.cached, answer.usage.output),
            (100, 0, 20),
            "{provider}"
        );
        let results = ["seven days", "no such note"].map(str::to_owned);
        let results = answer.calls.iter().map(|call| call.id.clone()).zip(results).collect();
        turns.push(Turn::Answered { text: answer.text, calls: answer.calls });
        turns.push(Turn::Results(results));
        let answer = asked.answer(&turns, &tools()).unwrap_or_else(|fault| panic!("{provider}: {fault}"));
        assert_eq!((answer.text.as_str(), answer.calls.len()), ("Seven days.", 0), "{provider}");
        assert_eq!((answer.usage.input, answer.usage.cached), (100, 80), "{provider}");
        server.finish();
        assert!(asked.waits().is_empty(), "{provider}");
    }
}

#[test]
fn every_provider_binds_an_answer_by_a_schema() {
    let schema = json!({
        "type": "object", "properties": {"verdict": {"enum": ["supported", "unsupported"]}},
        "required": ["verdict"], "additionalProperties": false
    });
    for (provider, name) in PROVIDERS {
        let server = ModelServer::play("shaped-answer");
        let asked = Asked::new(&server, provider, name);
        let turns = [Turn::Told("Is it so?".to_owned())];
        let answer = asked.model.answer(&request(&turns, &[], Some(("verdict", &schema))));
        let answer = answer.unwrap_or_else(|fault| panic!("{provider}: {fault}"));
        assert_eq!(answer.text, "{\"verdict\":\"supported\"}", "{provider}");
        server.finish();
        let bound = server.asked()[0].shape.clone().expect("a schema");
        assert_eq!(bound["properties"]["verdict"]["enum"][1], "unsupported", "{provider}");
    }
}

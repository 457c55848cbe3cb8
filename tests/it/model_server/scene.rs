//! Scenes: what must be asked, and what is answered, step for step, in words that fit every wire format.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::read::Asked;

/// A scene.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// Its name, for messages.
    #[serde(skip)]
    pub name: String,
    /// What it shows, for who reads the file.
    #[serde(rename = "about")]
    pub _about: String,
    /// What is asked and answered, in order.
    pub steps: Vec<Step>,
}

/// One request and its answer.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// What must be asked.
    #[serde(default)]
    pub asked: Expected,
    /// What is answered.
    pub answer: Given,
}

/// What must be in a request.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Expected {
    /// Texts of the system prompt.
    pub system: Vec<String>,
    /// Texts of the last turn.
    pub last: Vec<String>,
    /// Texts that are nowhere.
    pub nowhere: Vec<String>,
    /// The tools that are offered, all of them.
    pub tools: Option<Vec<String>>,
    /// Whether the answer is bound by a schema.
    pub shape: Option<bool>,
}

impl Expected {
    /// What `asked` lacks.
    pub fn missed(&self, asked: &Asked) -> Vec<String> {
        let mut missed = Vec::new();
        let mut need = |is_there: bool, what: String| {
            if !is_there {
                missed.push(what);
            }
        };
        for text in &self.system {
            need(asked.system.contains(text), format!("the system prompt lacks {text:?}"));
        }
        for text in &self.last {
            let last = asked.turns.last().map(String::as_str).unwrap_or_default();
            need(last.contains(text), format!("the last turn lacks {text:?}: {last}"));
        }
        for text in &self.nowhere {
            need(!asked.body.contains(text), format!("the request holds {text:?}"));
        }
        if let Some(tools) = &self.tools {
            need(*tools == asked.tools, format!("the tools are {:?}", asked.tools));
        }
        if let Some(shape) = self.shape {
            need(shape == asked.shape.is_some(), format!("the schema is {:?}", asked.shape));
        }
        missed
    }
}

/// A call of a tool.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Call {
    /// The tool.
    pub tool: String,
    /// Its argument.
    #[serde(default)]
    pub argument: Value,
    /// Its argument as text, where the wire format has text: maybe cut, maybe no JSON.
    #[serde(default)]
    pub argument_text: Option<String>,
}

/// How an answer says that it ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// As it must.
    #[default]
    Right,
    /// At the token limit.
    Limit,
    /// Whole, whether it is or not.
    Stop,
    /// Held back.
    Withheld,
}

/// What is answered. Without a status of its own it is 200.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Given {
    /// What the model says.
    pub text: String,
    /// What it calls.
    pub calls: Vec<Call>,
    /// How it ends.
    pub end: End,
    /// How many tokens of what was sent were kept.
    pub cached: u64,
    /// How many are kept from now on.
    pub written: u64,
    /// The status.
    pub status: u16,
    /// More headers.
    pub headers: BTreeMap<String, String>,
    /// The whole body instead; `$KEY` stands for the key.
    pub body: Option<String>,
    /// The content type.
    pub content_type: Option<String>,
    /// After how many bytes of the body the connection ends.
    pub cut_after: Option<usize>,
}

impl Default for Given {
    fn default() -> Given {
        Given {
            text: String::new(),
            calls: Vec::new(),
            end: End::Right,
            cached: 0,
            written: 0,
            status: 200,
            headers: BTreeMap::new(),
            body: None,
            content_type: None,
            cut_after: None,
        }
    }
}

impl Scene {
    /// The scene of `tests/fixtures/scenes/NAME.json`.
    pub fn read(name: &str) -> Scene {
        Scene::read_with(name, &[])
    }

    /// The same, with what stands for the words of `given` put in.
    pub fn read_with(name: &str, given: &[(&str, &str)]) -> Scene {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/fixtures/scenes/{name}.json"));
        let text =
            std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let text = given.iter().fold(text, |text, (word, value)| text.replace(word, value));
        let scene: Scene = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}.json: {error}"));
        Scene { name: name.to_owned(), ..scene }
    }

    /// A scene of one answer.
    pub fn once(answer: Given) -> Scene {
        let step = Step { asked: Expected::default(), answer };
        Scene { name: "once".to_owned(), _about: String::new(), steps: vec![step] }
    }
}

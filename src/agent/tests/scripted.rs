//! A model that plays a script, and remembers what it was shown.

use std::sync::{Arc, Mutex};

use jiff::Timestamp;
use serde_json::Value;

use crate::agent::{Limits, ModelProposer, ModelReorganiser, ModelReviewer, Seat};
use crate::port::{Answer, Clock, Model, ModelFacts, ModelFault, Request, ToolCall, ToolMode, Turn, Usage};
use crate::proposal::{AgentName, Family};

/// What the model was shown at one request.
#[derive(Clone, Debug)]
pub struct Shown {
    pub system: String,
    pub turns: Vec<Turn>,
    pub tools: Vec<String>,
    pub size: usize,
    pub most: u64,
}

/// A model that plays a script.
#[derive(Clone)]
pub struct Scripted {
    facts: ModelFacts,
    /// What it still answers; the last answer is given again and again.
    script: Arc<Mutex<Vec<Result<Answer, ModelFault>>>>,
    shown: Arc<Mutex<Vec<Shown>>>,
    pub limits: Limits,
}

/// An answer that calls `tool`.
pub fn call(tool: &str, argument: Value) -> Result<Answer, ModelFault> {
    let call = ToolCall { id: format!("call-{tool}"), tool: tool.to_owned(), argument };
    Ok(Answer {
        text: String::new(),
        calls: vec![call],
        usage: Usage { input: 100, cached: 40, output: 10, ..Usage::default() },
    })
}

/// An answer of words.
pub fn words(text: &str) -> Result<Answer, ModelFault> {
    Ok(Answer { text: text.to_owned(), calls: Vec::new(), usage: Usage::default() })
}

impl Scripted {
    pub fn new(script: Vec<Result<Answer, ModelFault>>) -> Scripted {
        let facts = ModelFacts {
            name: AgentName { name: "scripted".to_owned(), family: Family("script".to_owned()) },
            model: "scripted-1".to_owned(),
            tools: ToolMode::Native,
            context: 200_000,
            answer: 4_096,
            prices: None,
        };
        Scripted {
            facts,
            script: Arc::new(Mutex::new(script)),
            shown: Arc::default(),
            limits: Limits::default(),
        }
    }

    /// The same for a model that cannot call tools.
    pub fn by_steps(mut self) -> Scripted {
        self.facts.tools = ToolMode::JsonSchema;
        self
    }

    /// The same for a model that holds so many tokens.
    pub fn holding(mut self, context: u64) -> Scripted {
        self.facts.context = context;
        self
    }

    pub fn priced(mut self, output: f64) -> Scripted {
        self.facts.prices = Some(crate::port::Prices { output, ..Default::default() });
        self
    }

    pub fn proposer(&self) -> ModelProposer {
        ModelProposer::new(Seat::new(Box::new(self.clone()), &Noon, || Ok([7; 16]), self.limits))
    }

    pub fn reviewer(&self) -> ModelReviewer {
        ModelReviewer::new(Seat::new(Box::new(self.clone()), &Noon, || Ok([9; 16]), self.limits))
    }

    pub fn reorganiser(&self) -> ModelReorganiser {
        ModelReorganiser::new(Seat::new(Box::new(self.clone()), &Noon, || Ok([7; 16]), self.limits))
    }

    /// Every request, in order.
    pub fn shown(&self) -> Vec<Shown> {
        self.shown.lock().expect("no panic").clone()
    }

    /// The last thing that it was told.
    pub fn last_told(&self) -> String {
        let shown = self.shown();
        match shown.last().and_then(|shown| shown.turns.last()) {
            Some(Turn::Told(text)) => text.clone(),
            Some(Turn::Results(results)) => {
                results.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join("\n")
            }
            _ => String::new(),
        }
    }

    /// All that it was told, one after the other.
    pub fn all_told(&self) -> String {
        format!("{:?}", self.shown().last().map(|shown| shown.turns.clone()))
    }
}

impl Model for Scripted {
    fn facts(&self) -> &ModelFacts {
        &self.facts
    }

    fn answer(&self, request: &Request<'_>) -> Result<Answer, ModelFault> {
        let tools: usize =
            request.tools.iter().map(|tool| tool.about.len() + tool.argument.to_string().len()).sum();
        let shape = request.shape.map_or(0, |(_, shape)| shape.to_string().len());
        self.shown.lock().expect("no panic").push(Shown {
            system: request.system.to_owned(),
            turns: request.turns.to_vec(),
            tools: request.tools.iter().map(|tool| tool.name.to_owned()).collect(),
            size: request.system.len() + tools + shape + crate::agent::conversation::size(request.turns),
            most: request.most,
        });
        let mut script = self.script.lock().expect("no panic");
        if script.len() > 1 { script.remove(0) } else { script[0].clone() }
    }
}

/// It is always noon.
pub struct Noon;

impl Clock for Noon {
    fn now(&self) -> Timestamp {
        "2026-11-30T12:00:00Z".parse().expect("a time")
    }
}

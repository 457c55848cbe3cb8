//! Prefixes of chunks by a language model: written by a pen, and looked up among what was written before.

use serde::Deserialize;
use serde_json::{Value, json};

use super::pen::{Pen, Recalled, Wish, id, recalled};
use crate::agent::prompt::PREFIXER;
use crate::agent::shown::escaped;
use crate::caller::Caller;
use crate::config::RedactConfig;
use crate::port::{KeptAnswers, ModelFacts, Piece, Prefix, PrefixWriter, Prefixes};
use crate::redact::Redaction;
use crate::verify::Sources;

/// The most characters of a prefix: a chunk holds ten times as much.
const LONGEST: usize = 200;

/// Prefixes that a model wrote before.
pub struct KeptPrefixes {
    kept: Box<dyn KeptAnswers>,
    facts: ModelFacts,
    id: String,
    redact: RedactConfig,
}

impl KeptPrefixes {
    /// What the model of `facts` wrote and `kept` holds. What `redact` takes out of what readers of a note get, it never got.
    pub fn new(kept: Box<dyn KeptAnswers>, facts: ModelFacts, redact: RedactConfig) -> KeptPrefixes {
        KeptPrefixes { id: id(&facts, PREFIXER), kept, facts, redact }
    }
}

impl Prefixes for KeptPrefixes {
    fn id(&self) -> &str {
        &self.id
    }

    fn of(&self, piece: &Piece) -> Prefix {
        let data = data(piece, &self.redact);
        let shape = shape();
        let values = values();
        let wish = wish(&data, &shape, &values);
        match recalled(self.kept.as_ref(), &self.facts, &wish, |text| judged(text, &data)) {
            Recalled::Known(prefix) => Prefix::Written(prefix),
            Recalled::Refused => Prefix::Refused,
            Recalled::Unasked => Prefix::Pending,
        }
    }
}

/// Has a model write prefixes.
pub struct ModelPrefixWriter<'a> {
    pen: Pen<'a>,
    redact: RedactConfig,
}

impl<'a> ModelPrefixWriter<'a> {
    /// A writer with `pen`. What `redact` takes out of what readers of a note get, the model does not get.
    pub fn new(pen: Pen<'a>, redact: RedactConfig) -> ModelPrefixWriter<'a> {
        ModelPrefixWriter { pen, redact }
    }
}

impl PrefixWriter for ModelPrefixWriter<'_> {
    fn write(&self, piece: &Piece) -> Result<(), String> {
        let data = data(piece, &self.redact);
        let shape = shape();
        let values = values();
        self.pen.write(&wish(&data, &shape, &values), |text| judged(text, &data)).map(drop)
    }

    fn halted(&self) -> Option<String> {
        self.pen.halted()
    }
}

fn wish<'w>(data: &'w str, shape: &'w Value, values: &'w [(&'static str, String)]) -> Wish<'w> {
    Wish { prompt: PREFIXER, values, shape, source: "piece", data }
}

fn values() -> [(&'static str, String); 1] {
    [("most", LONGEST.to_string())]
}

fn data(piece: &Piece, redact: &RedactConfig) -> String {
    let reader = Caller::new(piece.access.tenant.clone(), piece.access.labels.iter().cloned());
    let redaction = Redaction::outbound(redact, &reader);
    let text = format!(
        "Where it stands: {}\nThe headings of the note: {}\nThe piece:\n{}",
        piece.place, piece.outline, piece.text
    );
    escaped(&redaction.text(&text))
}

#[derive(Deserialize)]
struct Answered {
    prefix: String,
}

/// The prefix in `text`, or what is wrong with it.
fn judged(text: &str, data: &str) -> Result<String, Vec<String>> {
    let answered: Answered = serde_json::from_str(text)
        .map_err(|error| vec![format!("it is not the object that was asked for: {error}")])?;
    let prefix = answered.prefix.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut wrong = Sources::new(data).objections(&answered.prefix);
    let length = prefix.chars().count();
    if length > LONGEST {
        wrong.push(format!("`prefix` has {length} characters, {LONGEST} are allowed"));
    }
    if prefix.is_empty() {
        wrong.push("`prefix` is empty".to_owned());
    }
    if wrong.is_empty() { Ok(prefix) } else { Err(wrong) }
}

fn shape() -> Value {
    json!({
        "type": "object",
        "properties": {"prefix": {"type": "string"}},
        "required": ["prefix"],
        "additionalProperties": false,
    })
}

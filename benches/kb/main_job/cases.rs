//! The cases of `user-memory` as a user would hand them in: JSON Lines files. Scores nothing.

use std::path::Path;

use serde::Deserialize;
use serde_json::{Map, Value, json};

/// One case.
pub struct Case {
    pub id: String,
    pub layer: String,
    pub question: String,
    /// The gold facts as `facts.json` writes them.
    pub facts: Vec<String>,
    pub conversations: Vec<Conversation>,
}

/// One conversation.
pub struct Conversation {
    pub id: String,
    /// As the case writes it; sorts by time.
    pub time: String,
    /// A header line, then one line a turn.
    pub json_lines: String,
}

#[derive(Deserialize)]
struct Listed {
    id: String,
    layer: String,
    question: String,
    facts: Vec<Fact>,
    file: String,
}

#[derive(Deserialize)]
struct Fact {
    text: String,
}

#[derive(Deserialize)]
struct Source {
    conversation_histories: Vec<History>,
}

#[derive(Deserialize)]
struct History {
    conversation_id: String,
    timestamp: String,
    #[serde(default)]
    metadata: Map<String, Value>,
    messages: Vec<Value>,
}

/// Reads every case in `folder`.
pub fn read(folder: &Path) -> Result<Vec<Case>, String> {
    let text = |name: &str| {
        let path = folder.join(name);
        std::fs::read_to_string(&path).map_err(|error| format!("reading {}: {error}", path.display()))
    };
    let listed: Vec<Listed> =
        serde_json::from_str(&text("facts.json")?).map_err(|error| format!("facts.json: {error}"))?;
    listed
        .into_iter()
        .map(|case| {
            let source: Source =
                kb::yaml::from_str(&text(&case.file)?).map_err(|error| format!("{}: {error}", case.file))?;
            Ok(Case {
                id: case.id.replace('_', "-"),
                layer: case.layer,
                question: case.question,
                facts: case.facts.into_iter().map(|fact| fact.text).collect(),
                conversations: source.conversation_histories.into_iter().map(Conversation::from).collect(),
            })
        })
        .collect()
}

impl From<History> for Conversation {
    fn from(history: History) -> Conversation {
        let mut header = Map::new();
        header.insert("conversation_id".to_owned(), json!(history.conversation_id));
        header.insert("timestamp".to_owned(), json!(history.timestamp));
        header.extend(history.metadata);
        let mut lines = vec![Value::Object(header).to_string()];
        lines.extend(history.messages.iter().map(Value::to_string));
        Conversation {
            id: history.conversation_id,
            time: history.timestamp,
            json_lines: lines.join("\n") + "\n",
        }
    }
}

//! What a request says, whatever its wire format.

use serde_json::Value;

use super::wire::Wire;

/// A request.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The body as it came.
    pub body: String,
    /// The system prompt.
    pub system: String,
    /// The turns: text, calls and results of each.
    pub turns: Vec<String>,
    /// The names of the tools.
    pub tools: Vec<String>,
    /// The schema of the answer.
    pub shape: Option<Value>,
    /// The most tokens of the answer.
    pub most: Option<u64>,
}

/// Reads a request.
pub fn asked(wire: Wire, body: &Value) -> Asked {
    let (system, turns) = match wire {
        Wire::Messages => (words(&body["system"]), &body["messages"]),
        Wire::Chat => (String::new(), &body["messages"]),
        Wire::Responses => (words(&body["instructions"]), &body["input"]),
        Wire::Generate => (words(&body["systemInstruction"]), &body["contents"]),
    };
    let turns = turns.as_array().cloned().unwrap_or_default();
    let (systems, turns): (Vec<Value>, Vec<Value>) =
        turns.into_iter().partition(|turn| turn["role"] == "system");
    let systems: Vec<String> = systems.iter().map(|turn| words(&turn["content"])).collect();
    let tools: Vec<&Value> = match wire {
        Wire::Generate => {
            let declared = body["tools"].as_array().into_iter().flatten();
            declared.flat_map(|tool| tool["functionDeclarations"].as_array().into_iter().flatten()).collect()
        }
        _ => body["tools"].as_array().into_iter().flatten().collect(),
    };
    let name = |tool: &&Value| {
        let own = tool["name"].as_str();
        own.or_else(|| tool.pointer("/function/name")?.as_str()).map(str::to_owned)
    };
    let shape = match wire {
        Wire::Messages => body.pointer("/output_config/format/schema"),
        Wire::Chat => body.pointer("/response_format/json_schema/schema"),
        Wire::Responses => body.pointer("/text/format/schema"),
        Wire::Generate => body.pointer("/generationConfig/responseJsonSchema"),
    };
    let most =
        ["/max_tokens", "/max_completion_tokens", "/max_output_tokens", "/generationConfig/maxOutputTokens"];
    Asked {
        body: body.to_string(),
        system: [system].into_iter().chain(systems).collect::<Vec<_>>().concat(),
        turns: together(&turns),
        tools: tools.iter().filter_map(name).collect(),
        shape: shape.cloned(),
        most: most.iter().find_map(|at| body.pointer(at)?.as_u64()),
    }
}

/// The turns, what follows one another of one kind taken as one: results come one by one in some formats.
fn together(turns: &[Value]) -> Vec<String> {
    let kind = |turn: &Value| (turn["role"].clone(), turn["type"].clone());
    turns.chunk_by(|one, other| kind(one) == kind(other)).map(|run| run.iter().map(words).collect()).collect()
}

/// Every text in `value`, roles and types apart.
fn words(value: &Value) -> String {
    match value {
        Value::String(text) => format!("{text}\n"),
        Value::Array(list) => list.iter().map(words).collect(),
        Value::Object(object) => {
            let told =
                object.iter().filter(|(key, _)| !matches!(key.as_str(), "role" | "type" | "cache_control"));
            told.map(|(_, value)| words(value)).collect()
        }
        _ => String::new(),
    }
}

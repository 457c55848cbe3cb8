//! Turns schemas of OpenAPI 3.0 into JSON Schema draft 4, the dialect they come nearest to.

use serde_json::{Map, Value, json};

/// The name under which the components are registered.
pub const ROOT: &str = "urn:gh";

/// Words that say nothing about what is valid.
const SILENT: [&str; 5] = ["description", "example", "examples", "summary", "externalDocs"];

/// `schema` as draft 4; references point into [`ROOT`].
pub fn draft4(schema: &Value) -> Value {
    convert(schema, false)
}

fn convert(value: &Value, names: bool) -> Value {
    match value {
        Value::Array(items) => Value::Array(items.iter().map(|item| convert(item, false)).collect()),
        Value::Object(map) if names => {
            Value::Object(map.iter().map(|(name, schema)| (name.clone(), convert(schema, false))).collect())
        }
        Value::Object(map) => object(map),
        other => other.clone(),
    }
}

fn object(map: &Map<String, Value>) -> Value {
    let mut out = Map::new();
    for (key, value) in map {
        if SILENT.contains(&key.as_str()) || key.starts_with("x-") || key == "nullable" {
            continue;
        }
        let value = match (key.as_str(), value) {
            ("$ref", Value::String(target)) => json!(format!("{ROOT}{target}")),
            ("enum" | "default" | "required", value) => value.clone(),
            ("properties" | "schemas" | "patternProperties", value) => convert(value, true),
            (_, value) => convert(value, false),
        };
        out.insert(key.clone(), value);
    }
    if map.get("nullable") == Some(&Value::Bool(true)) { nullable(out) } else { Value::Object(out) }
}

fn nullable(mut schema: Map<String, Value>) -> Value {
    if let Some(Value::Array(values)) = schema.get_mut("enum") {
        values.push(Value::Null);
    }
    let combined = ["oneOf", "anyOf", "allOf"].iter().any(|word| schema.contains_key(*word));
    if let Some(kind) = schema.get("type").filter(|kind| kind.is_string() && !combined).cloned() {
        schema.insert("type".to_owned(), json!([kind, "null"]));
        return Value::Object(schema);
    }
    if schema.is_empty() { json!({}) } else { json!({"anyOf": [schema, {"type": "null"}]}) }
}

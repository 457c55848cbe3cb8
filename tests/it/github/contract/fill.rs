//! Adds what an answer of GitHub always holds and nobody reads: addresses, counts, what is null. Everything else has to be
//! given, so that the contract finds what the fake forgot.

use serde_json::{Map, Value, json};

use super::Contract;

const COUNTS: [&str; 4] = ["forks", "watchers", "open_issues", "size"];
const NOES: [&str; 4] = ["site_admin", "locked", "archived", "disabled"];

/// Completes `value` by `schema`; addresses begin with `api`.
pub fn fill(contract: &Contract, schema: &Value, value: &mut Value, api: &str) {
    let mut all = Vec::new();
    contract.parts(schema, &mut all);
    match value {
        Value::Array(values) => {
            for schema in all.iter().filter_map(|schema| schema.get("items")) {
                values.iter_mut().for_each(|value| fill(contract, schema, value, api));
            }
        }
        Value::Object(map) => {
            for schema in &all {
                object(contract, schema, map, api);
            }
        }
        _ => {}
    }
}

fn object(contract: &Contract, schema: &Value, map: &mut Map<String, Value>, api: &str) {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return };
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    for name in required.filter_map(Value::as_str) {
        let Some(schema) = properties.get(name).filter(|_| !map.contains_key(name)) else { continue };
        if let Some(value) = usual(name, contract.resolved(schema), api) {
            map.insert(name.to_owned(), value);
        }
    }
    for (name, value) in map.iter_mut() {
        if let Some(schema) = properties.get(name) {
            fill(contract, schema, value, api);
        }
    }
}

fn usual(name: &str, schema: &Value, api: &str) -> Option<Value> {
    if schema.get("nullable") == Some(&Value::Bool(true)) {
        return Some(Value::Null);
    }
    match schema.get("type").and_then(Value::as_str)? {
        "string" if name.ends_with("url") || name == "href" => Some(json!(format!("{api}/{name}"))),
        "integer" if name.ends_with("_count") || COUNTS.contains(&name) => Some(json!(0)),
        "boolean" if name.starts_with("has_") || NOES.contains(&name) => Some(json!(false)),
        "object" if name == "_links" => Some(json!({})),
        "object" if schema["properties"].as_object().is_some_and(|all| all.keys().eq(["href"])) => {
            Some(json!({}))
        }
        _ => None,
    }
}

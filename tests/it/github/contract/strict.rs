//! Finds keys that a schema does not name. OpenAPI lets them pass nearly everywhere, GitHub ignores them, and a misspelt one
//! does nothing: here it is a fault.

use serde_json::Value;

use super::Contract;

/// The keys of `value` that `schema` does not name, as paths.
pub fn unknown(contract: &Contract, schema: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    walk(contract, &[schema], value, "", &mut found);
    found
}

fn walk(contract: &Contract, schemas: &[&Value], value: &Value, at: &str, found: &mut Vec<String>) {
    let mut all = Vec::new();
    for schema in schemas {
        contract.parts(schema, &mut all);
    }
    match value {
        Value::Array(values) => {
            let items: Vec<&Value> = all.iter().filter_map(|schema| schema.get("items")).collect();
            if items.is_empty() {
                return;
            }
            for (index, value) in values.iter().enumerate() {
                walk(contract, &items, value, &format!("{at}/{index}"), found);
            }
        }
        Value::Object(map) => {
            let open = all.iter().any(|schema| {
                schema.get("additionalProperties").is_some_and(|more| *more != Value::Bool(false))
            });
            let named = all.iter().any(|schema| schema.get("properties").is_some());
            if open || !named {
                return;
            }
            for (key, value) in map {
                let below: Vec<&Value> =
                    all.iter().filter_map(|schema| schema.get("properties")?.get(key)).collect();
                if below.is_empty() {
                    found.push(format!("{at}/{key}"));
                } else {
                    walk(contract, &below, value, &format!("{at}/{key}"), found);
                }
            }
        }
        _ => {}
    }
}

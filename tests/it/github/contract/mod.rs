//! GitHub's official description as a judge: which operation a request is, and whether request and answer are as described.
//! It knows nothing of what an operation does.

pub mod fill;
pub mod route;
pub mod schema;
pub mod strict;

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use jsonschema::{Draft, Registry, Resource, Validator};
use serde_json::{Value, json};

use route::Params;

const DESCRIPTION: &str = include_str!("../../../fixtures/github/openapi-subset.json");

/// Statuses that GitHub answers anywhere, though it describes them almost nowhere.
const ANYWHERE: [u16; 12] = [304, 400, 401, 403, 404, 409, 422, 429, 500, 502, 503, 504];

/// Fields that GitHub answers as null although it describes them as never null: those of outdated comments, and a label
/// without a description. Seen in its answers, and in its own examples of webhooks.
const NULL_ALL_THE_SAME: [&str; 5] =
    ["/line", "/original_line", "/position", "/original_position", "/description"];

/// The most that is told of one fault: it may hold the value.
const LONGEST: usize = 500;

static CONTRACT: LazyLock<Contract> = LazyLock::new(|| Contract::of(DESCRIPTION));

/// The description, ready to judge.
pub struct Contract {
    description: Value,
    operations: Vec<Operation>,
    registry: Registry<'static>,
    validators: Mutex<HashMap<String, Arc<Validator>>>,
}

/// One operation of the description.
pub struct Operation {
    /// Its name: `pulls/create`.
    pub id: String,
    /// `GET`.
    pub method: String,
    /// Its path with parameters in braces.
    pub template: String,
    schema: Value,
}

impl Contract {
    /// The one of the subset that kb can need.
    pub fn official() -> &'static Contract {
        &CONTRACT
    }

    fn of(description: &str) -> Contract {
        let description: Value = serde_json::from_str(description).expect("the description is JSON");
        let mut operations = Vec::new();
        for (template, methods) in description["paths"].as_object().expect("paths") {
            for (method, schema) in methods.as_object().expect("methods") {
                operations.push(Operation {
                    id: schema["operationId"].as_str().expect("an operationId").to_owned(),
                    method: method.to_uppercase(),
                    template: template.clone(),
                    schema: schema.clone(),
                });
            }
        }
        operations.sort_by_key(|operation| std::cmp::Reverse(route::literals(&operation.template)));
        let schemas = schema::draft4(&description["components"]["schemas"]);
        let components = Draft::Draft4.create_resource(json!({"components": {"schemas": schemas}}));
        let registry = registry(components);
        Contract { description, operations, registry, validators: Mutex::default() }
    }

    /// The operation of a request, with the parameters of its path.
    pub fn find(&self, method: &str, path: &str) -> Option<(&Operation, Params)> {
        self.operations
            .iter()
            .filter(|operation| operation.method == method)
            .find_map(|operation| Some((operation, route::matched(&operation.template, path)?)))
    }

    /// The operation of that name.
    pub fn named(&self, id: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.id == id)
    }

    /// The names of all operations.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.operations.iter().map(|operation| operation.id.as_str())
    }

    /// What is wrong with a request.
    pub fn request_faults(&self, id: &str, params: &Params, query: &Params, body: &Value) -> Vec<String> {
        let Some(operation) = self.named(id) else { return vec![format!("no operation `{id}`")] };
        let mut faults = Vec::new();
        let described: Vec<&Value> = operation.schema["parameters"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|parameter| self.resolved(parameter))
            .collect();
        for name in query.keys() {
            if !described.iter().any(|known| known["name"] == name.as_str() && known["in"] == "query") {
                faults.push(format!("unknown parameter `{name}`"));
            }
        }
        for parameter in described {
            let name = parameter["name"].as_str().unwrap_or_default();
            let given = if parameter["in"] == "path" { params.get(name) } else { query.get(name) };
            match given {
                Some(text) => {
                    let value = typed(self.resolved(&parameter["schema"]), text);
                    let key = format!("{id} parameter {name}");
                    let wrong = self.schema_faults(&key, &parameter["schema"], &value);
                    faults.extend(wrong.into_iter().map(|fault| format!("parameter `{name}`: {fault}")));
                }
                None if parameter["required"] == true => {
                    faults.push(format!("parameter `{name}` is missing"))
                }
                None => {}
            }
        }
        faults.extend(self.body_faults(operation, body));
        faults
    }

    fn body_faults(&self, operation: &Operation, body: &Value) -> Vec<String> {
        let schema =
            &self.resolved(&operation.schema["requestBody"])["content"]["application/json"]["schema"];
        if schema.is_null() {
            let nothing = body.is_null() || body.as_object().is_some_and(serde_json::Map::is_empty);
            return if nothing { Vec::new() } else { vec!["the operation takes no body".to_owned()] };
        }
        if body.is_null() && operation.schema["requestBody"]["required"] != true {
            return Vec::new();
        }
        let mut faults = self.schema_faults(&format!("{} request", operation.id), schema, body);
        let unknown = strict::unknown(self, schema, body);
        faults.extend(unknown.into_iter().map(|key| format!("unknown key `{key}`")));
        faults
    }

    /// What is wrong with an answer.
    pub fn response_faults(&self, id: &str, status: u16, body: &Value) -> Vec<String> {
        if status >= 400 || status == 304 {
            let told = status == 304 || body["message"].is_string();
            let known = ANYWHERE.contains(&status) || self.describes(id, status);
            let mut faults = Vec::new();
            if !told {
                faults.push("an error without a message".to_owned());
            }
            if !known {
                faults.push(format!("`{id}` never answers {status}"));
            }
            return faults;
        }
        if !self.describes(id, status) {
            return vec![format!("`{id}` is not described to answer {status}")];
        }
        match self.response_schema(id, status) {
            Some(schema) => {
                let mut faults = self.schema_faults(&format!("{id} {status}"), schema, body);
                faults.retain(|fault| {
                    let Some((place, _)) = fault.split_once(": null is not of type") else { return true };
                    !NULL_ALL_THE_SAME.iter().any(|name| place.ends_with(name))
                });
                let unknown = strict::unknown(self, schema, body);
                faults.extend(unknown.into_iter().map(|key| format!("unknown key `{key}` in the answer")));
                faults
            }
            None if body.is_null() => Vec::new(),
            None => vec![format!("`{id}` answers {status} without a body")],
        }
    }

    /// Completes an answer with what nobody reads.
    pub fn fill(&self, id: &str, status: u16, body: &mut Value, api: &str) {
        if let Some(schema) = self.response_schema(id, status) {
            fill::fill(self, schema, body, api);
        }
    }

    fn describes(&self, id: &str, status: u16) -> bool {
        self.named(id).is_some_and(|operation| !operation.schema["responses"][status.to_string()].is_null())
    }

    fn response_schema(&self, id: &str, status: u16) -> Option<&Value> {
        let response = self.resolved(&self.named(id)?.schema["responses"][status.to_string()]);
        let schema = &response["content"]["application/json"]["schema"];
        (!schema.is_null()).then_some(schema)
    }

    fn schema_faults(&self, key: &str, schema: &Value, value: &Value) -> Vec<String> {
        let validator = self.validator(key, schema);
        validator
            .iter_errors(value)
            .map(|fault| format!("{}: {fault}", fault.instance_path()).chars().take(LONGEST).collect())
            .collect()
    }

    fn validator(&self, key: &str, schema: &Value) -> Arc<Validator> {
        let mut validators = self.validators.lock().expect("the validators");
        if let Some(known) = validators.get(key) {
            return Arc::clone(known);
        }
        let made = jsonschema::options()
            .with_draft(Draft::Draft4)
            .with_registry(&self.registry)
            .build(&schema::draft4(schema))
            .unwrap_or_else(|fault| panic!("the schema of {key}: {fault}"));
        let made = Arc::new(made);
        validators.insert(key.to_owned(), Arc::clone(&made));
        made
    }

    /// `schema`, or what it refers to.
    pub fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match schema.get("$ref").and_then(Value::as_str).and_then(|target| target.strip_prefix('#')) {
            Some(pointer) => {
                self.resolved(self.description.pointer(pointer).expect("the target of a reference"))
            }
            None => schema,
        }
    }

    /// `schema` with everything that it is combined of.
    pub fn parts<'a>(&'a self, schema: &'a Value, into: &mut Vec<&'a Value>) {
        let schema = self.resolved(schema);
        into.push(schema);
        for word in ["allOf", "anyOf", "oneOf"] {
            for part in schema.get(word).and_then(Value::as_array).into_iter().flatten() {
                self.parts(part, into);
            }
        }
    }
}

fn registry(components: Resource) -> Registry<'static> {
    Registry::new()
        .add(schema::ROOT, components)
        .and_then(jsonschema::RegistryBuilder::prepare)
        .expect("the components are schemas")
}

fn typed(schema: &Value, text: &str) -> Value {
    let read = match schema["type"].as_str() {
        Some("integer" | "number" | "boolean") => serde_json::from_str(text).ok(),
        Some("array") => Some(json!(text.split(',').collect::<Vec<_>>())),
        _ => None,
    };
    // `oneOf` an integer and a name, as for workflows: the text decides.
    let either = || {
        let options = schema.get("oneOf").and_then(Value::as_array)?;
        let number: u64 = text.parse().ok()?;
        options.iter().any(|option| option["type"] == "integer").then(|| json!(number))
    };
    read.or_else(either).unwrap_or_else(|| json!(text))
}

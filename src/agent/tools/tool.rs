//! A tool: its name, its schema, made from a Rust type, and the function behind it. Which tools a role has is for others.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::port::ToolSpec;

/// What runs: a desk and an argument in, a text for the model out.
type Run<'d, D> = dyn Fn(&mut D, &Value) -> Result<String, String> + 'd;

/// A tool that works on a desk `D`. The desk of a reviewer has nothing to write with, so no tool of its set can.
pub(in crate::agent) struct Tool<'d, D> {
    /// What a model is told of it.
    pub spec: ToolSpec,
    run: Box<Run<'d, D>>,
}

impl<D> Tool<'_, D> {
    /// Runs it; both sides of the result are for the model to read.
    pub fn run(&self, desk: &mut D, argument: &Value) -> Result<String, String> {
        (self.run)(desk, argument)
    }
}

/// The tool `name`, whose argument is an `A`.
pub(in crate::agent) fn tool<'d, D: 'd, A: DeserializeOwned + JsonSchema + 'd>(
    name: &'static str,
    about: &'static str,
    run: fn(&mut D, A) -> Result<String, String>,
) -> Tool<'d, D> {
    let run = move |desk: &mut D, argument: &Value| match A::deserialize(argument) {
        Ok(argument) => run(desk, argument),
        Err(error) => Err(format!("the argument of `{name}` does not fit: {error}")),
    };
    Tool { spec: ToolSpec { name, about, argument: schema::<A>() }, run: Box::new(run) }
}

/// The schema of `A` in the subset that every provider reads: nothing referred to, no formats, no titles.
fn schema<A: JsonSchema>() -> Value {
    let mut settings = SchemaSettings::draft2020_12();
    settings.inline_subschemas = true;
    let mut schema = settings.into_generator().into_root_schema_for::<A>().to_value();
    tidy(&mut schema);
    schema
}

fn tidy(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            for key in ["$schema", "title", "format", "default"] {
                if object.get(key).is_some_and(|value| key == "default" || value.is_string()) {
                    object.remove(key);
                }
            }
            // What may be left out need not be null as well.
            if let Some(Value::Array(types)) = object.get("type") {
                let named: Vec<Value> = types.iter().filter(|kind| *kind != "null").cloned().collect();
                if let [one] = named.as_slice() {
                    object.insert("type".to_owned(), one.clone());
                }
            }
            object.values_mut().for_each(tidy);
        }
        Value::Array(items) => items.iter_mut().for_each(tidy),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(serde::Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Look {
        /// Where
        path: String,
        first: Option<u32>,
    }

    #[test]
    fn the_schema_is_that_of_the_type() {
        let look = tool("look", "Looks.", |seen: &mut Vec<String>, look: Look| {
            seen.push(look.path);
            Ok(format!("from {:?}", look.first))
        });
        let expected = json!({
            "type": "object",
            "properties": {
                "path": {"description": "Where", "type": "string"},
                "first": {"type": "integer", "minimum": 0},
            },
            "required": ["path"],
            "additionalProperties": false,
        });
        assert_eq!(look.spec.argument, expected);
        let mut seen = Vec::new();
        assert_eq!(look.run(&mut seen, &json!({"path": "a"})), Ok("from None".to_owned()));
        let error = look.run(&mut seen, &json!({"file": "a"})).expect_err("another field");
        assert!(error.contains("`look`") && error.contains("file"), "{error}");
        assert_eq!(seen, ["a"]);
    }
}

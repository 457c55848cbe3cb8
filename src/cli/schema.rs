//! JSON Schemas of the formats that others rely on, one file of `schemas/` each.

use schemars::{JsonSchema, schema_for};

use super::failure::Failure;
use crate::config::Config;

/// The name and text of every schema.
pub(super) fn all() -> Result<Vec<(&'static str, String)>, Failure> {
    Ok(vec![("kb.toml.json", of::<Config>()?)])
}

fn of<T: JsonSchema>() -> Result<String, Failure> {
    serde_json::to_string_pretty(&schema_for!(T))
        .map(|text| text + "\n")
        .map_err(|error| Failure::bug(format!("a schema cannot be written: {error}")))
}

//! Reads the arguments of a call. What is wrong with them is said so that a model can do better.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::base::Fault;

/// The fewest and the most tokens that an answer may be asked to have.
const BUDGET: std::ops::RangeInclusive<usize> = 50..=50_000;

/// `arguments` of the tool `name` as `T`.
pub(super) fn read<T: DeserializeOwned>(name: &str, arguments: Map<String, Value>) -> Result<T, Fault> {
    serde_json::from_value(Value::Object(arguments))
        .map_err(|error| Fault::new(format!("the arguments of `{name}` cannot be used: {error}")))
}

/// The tokens that an answer may have.
pub(super) fn budget(asked: Option<usize>, default: usize) -> usize {
    asked.unwrap_or(default).clamp(*BUDGET.start(), *BUDGET.end())
}

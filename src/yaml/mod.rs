//! YAML in and out: the only folder that names the YAML reader. Positions are of the text that was read.

mod positioned;
mod simple;

pub use positioned::{Entry, read_mapping};

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

/// Says why a YAML text could not be read, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {message}")]
pub struct YamlError {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// What is wrong, one line.
    pub message: String,
}

/// Reads a value of type `T` from `text`.
pub fn from_str<T: DeserializeOwned>(text: &str) -> Result<T, YamlError> {
    serde_saphyr::from_str(text).map_err(|error| {
        let (line, column) = error.location().map_or((1, 1), |at| (at.line(), at.column()));
        let message = error.without_snippet().to_string();
        YamlError {
            line: u32::try_from(line).unwrap_or(u32::MAX),
            column: u32::try_from(column).unwrap_or(u32::MAX),
            message: message.lines().next().unwrap_or_default().to_owned(),
        }
    })
}

/// Writes `value` as block YAML.
pub fn to_string<T: Serialize>(value: &T) -> String {
    // Every type written here is a plain record of ours; the writer has nothing to refuse in it.
    serde_saphyr::to_string(value).unwrap_or_default()
}

//! Sets one entry in a settings file of another program, JSON with comments or TOML, and leaves every other byte alone.

mod json_file;
mod toml_file;

pub use json_file::{in_json, set_in_json};
pub use toml_file::{in_toml, set_in_toml};

use serde_json::Value;
use thiserror::Error;

/// Says why a settings file was left as it is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SettingsError {
    /// The file is not UTF-8.
    #[error("the file is not UTF-8")]
    NotText,
    /// The file cannot be read.
    #[error("line {line}: {message}")]
    Broken {
        /// The line, from 1.
        line: usize,
        /// What is wrong there.
        message: String,
    },
    /// What should hold entries holds something else.
    #[error("`{0}` is there and holds no entries")]
    NotATable(String),
    /// The entry is there in a form in which it cannot be set without writing the file anew.
    #[error("`{0}` is there in a form that kb does not change")]
    Form(String),
}

/// Keys and values that an entry is to have; others that it has stay.
pub type Fields<'a> = [(&'a str, Value)];

/// The text of `bytes`, without the mark of its encoding, and that mark.
fn text(bytes: &[u8]) -> Result<(&str, &str), SettingsError> {
    let text = std::str::from_utf8(bytes).map_err(|_| SettingsError::NotText)?;
    let mark = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    Ok((&text[mark..], &text[..mark]))
}

/// The line end that `text` uses.
fn line_end(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

#[cfg(test)]
mod tests;

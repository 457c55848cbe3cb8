//! Which line endings the attributes and the configuration ask for. The conversion itself is in `line_endings`.

use std::path::Path;

use git2::{AttrCheckFlags, AttrValue};

use super::Opened;
use super::errors::told;
use super::line_endings::{Conversion, has_crlf, to_crlf, to_stored};
use crate::port::GitError;

const DOING: &str = "reading git's attributes";

/// What an attribute says of a path.
enum Attribute {
    Set,
    Unset,
    Unspecified,
    Value(String),
}

impl Opened {
    /// The bytes of the working file `path` as git would store them.
    pub(super) fn as_stored(&self, path: &str, bytes: Vec<u8>) -> Result<Vec<u8>, GitError> {
        if self.raw.is_bare() || !has_crlf(&bytes) {
            return Ok(bytes);
        }
        let conversion = self.conversion(path)?;
        let stored_has_crlf = || {
            let entry = self.raw.index().ok().and_then(|index| index.get_path(Path::new(path), 0));
            entry.and_then(|entry| self.bytes(entry.id).ok()).is_some_and(|bytes| has_crlf(&bytes))
        };
        Ok(to_stored(&bytes, conversion, stored_has_crlf).unwrap_or(bytes))
    }

    /// Stored bytes as git would check them out at `path`.
    pub(super) fn as_checked_out(&self, path: &str, bytes: Vec<u8>) -> Result<Vec<u8>, GitError> {
        let conversion = self.conversion(path)?;
        if conversion == Conversion::Off || !self.wants_crlf(path)? {
            return Ok(bytes);
        }
        Ok(to_crlf(&bytes, conversion).unwrap_or(bytes))
    }

    /// Whether git converts the line endings of `path`: by `text`, its old name `crlf`, `eol`, `core.autocrlf`.
    fn conversion(&self, path: &str) -> Result<Conversion, GitError> {
        for name in ["text", "crlf"] {
            match self.attribute(path, name)? {
                Attribute::Set => return Ok(Conversion::Text),
                Attribute::Unset => return Ok(Conversion::Off),
                Attribute::Value(value) if name == "text" && value == "auto" => return Ok(Conversion::Auto),
                Attribute::Value(value) if name == "crlf" && value == "input" => return Ok(Conversion::Text),
                _ => {}
            }
        }
        if let Attribute::Value(eol) = self.attribute(path, "eol")?
            && matches!(eol.as_str(), "lf" | "crlf")
        {
            return Ok(Conversion::Text);
        }
        let automatic = matches!(self.setting("core.autocrlf")?.as_deref(), Some("true" | "input"));
        Ok(if automatic { Conversion::Auto } else { Conversion::Off })
    }

    fn wants_crlf(&self, path: &str) -> Result<bool, GitError> {
        if let Attribute::Value(eol) = self.attribute(path, "eol")? {
            return Ok(eol == "crlf");
        }
        Ok(match self.setting("core.autocrlf")?.as_deref() {
            Some("true") => true,
            Some("input") => false,
            _ => match self.setting("core.eol")?.as_deref() {
                Some("crlf") => true,
                Some("lf") => false,
                _ => cfg!(windows),
            },
        })
    }

    fn attribute(&self, path: &str, name: &str) -> Result<Attribute, GitError> {
        let value = self.raw.get_attr_bytes(Path::new(path), name, AttrCheckFlags::default());
        // libgit2 tells "set" from the word by the address of what it gives: no copy before the look.
        Ok(match AttrValue::from_bytes(value.map_err(told(DOING))?) {
            AttrValue::True => Attribute::Set,
            AttrValue::False => Attribute::Unset,
            AttrValue::String(value) => Attribute::Value(value.to_owned()),
            AttrValue::Bytes(_) | AttrValue::Unspecified => Attribute::Unspecified,
        })
    }

    fn setting(&self, key: &str) -> Result<Option<String>, GitError> {
        let config = self.raw.config().map_err(told("reading git's configuration"))?;
        Ok(match config.get_bool(key) {
            Ok(value) => Some(value.to_string()),
            Err(_) => config.get_string(key).ok().map(|value| value.to_lowercase()),
        })
    }
}

//! Parts of a plan: the notes and the evidence that one proposal takes on.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::evidence::EvidenceId;
use crate::path::RepoPath;
use crate::plan::{FaultId, PlanId};

/// The name of a part: lower-case words joined by `-`, 60 characters at most. It is a part of branch names and paths.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, schemars::JsonSchema)]
#[serde(transparent)]
pub struct PartName(String);

/// Says why a text is not the name of a part.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not the name of a part; `kb reorg plan` shows them")]
pub struct ParsePartNameError(String);

/// The longest name, in characters.
const LONGEST: usize = 60;

impl PartName {
    /// The name for what `text` calls the part; what cannot stand in a name is left out.
    pub fn of(text: &str) -> PartName {
        let mut name = String::new();
        for c in text.chars().flat_map(char::to_lowercase) {
            match plain(c) {
                Some(letter) if name.len() < LONGEST - 5 => name.push(letter),
                Some(_) => {}
                None if name.ends_with('-') || name.is_empty() => {}
                None if name.len() < LONGEST - 5 => name.push('-'),
                None => {}
            }
        }
        let name = name.trim_end_matches('-');
        PartName(if name.is_empty() { "part".to_owned() } else { name.to_owned() })
    }

    /// The name of the part with `number`, from 1, of those that share this name.
    #[must_use]
    pub fn numbered(&self, number: usize) -> PartName {
        if number < 2 { self.clone() } else { PartName(format!("{}-{number}", self.0)) }
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The working branch of this part: `kb/reorg/<id>/<part>`.
    pub fn branch(&self, plan: &PlanId) -> String {
        format!("kb/reorg/{plan}/{}", self.0)
    }
}

/// The letter of a name that `c`, in lower case, stands for.
fn plain(c: char) -> Option<char> {
    Some(match c {
        'a'..='z' | '0'..='9' => c,
        'á' | 'à' | 'â' | 'ä' | 'ã' | 'å' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'í' | 'ì' | 'î' | 'ï' => 'i',
        'ó' | 'ò' | 'ô' | 'ö' | 'õ' | 'ő' | 'ø' => 'o',
        'ú' | 'ù' | 'û' | 'ü' | 'ű' => 'u',
        'ç' => 'c',
        'ñ' => 'n',
        'ß' => 's',
        _ => return None,
    })
}

impl fmt::Display for PartName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for PartName {
    type Err = ParsePartNameError;

    fn from_str(text: &str) -> Result<PartName, ParsePartNameError> {
        let word = |w: &str| !w.is_empty() && w.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
        if text.len() <= LONGEST && text.split('-').all(word) {
            Ok(PartName(text.to_owned()))
        } else {
            Err(ParsePartNameError(text.to_owned()))
        }
    }
}

impl<'de> Deserialize<'de> for PartName {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<PartName, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// What one proposal of a reorganisation takes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Part {
    /// Its name.
    pub name: PartName,
    /// What it is about, for people: its folder and how many notes.
    pub title: String,
    /// Its notes, each in one part only, ordered by path.
    #[serde(default)]
    pub notes: Vec<RepoPath>,
    /// The evidence that nothing cites and that is looked at here, each item in one part only.
    #[serde(default)]
    pub evidence: Vec<EvidenceId>,
    /// The faults that are mended here, each in one part only. Some of their places may be notes of other parts.
    #[serde(default)]
    pub faults: Vec<FaultId>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_in_branches_and_paths() {
        for (text, name) in [
            ("billing", "billing"),
            ("Ügyfél/Számlák és díjak", "ugyfel-szamlak-es-dijak"),
            ("../../etc", "etc"),
            ("日本語", "part"),
            ("a.lock", "a-lock"),
            ("", "part"),
        ] {
            assert_eq!(PartName::of(text).as_str(), name, "{text}");
            assert!(name.parse::<PartName>().is_ok(), "{name}");
        }
        let long = PartName::of(&"x".repeat(200)).numbered(1234);
        assert_eq!(long.as_str().parse(), Ok(long.clone()));
        for text in ["", "a/b", "a..b", "A", "-a", "a-", "a--b"] {
            assert!(text.parse::<PartName>().is_err(), "{text}");
        }
    }
}

//! Evidence ids: `2026-11-30-call-3f9a2c`, that is day, kind, and the start of the content's hash.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::digest::Sha256Hex;
use crate::evidence::Kind;
use crate::path::RepoPath;

/// The id of one evidence item.
///
/// It is made of the day of capture, the kind and the hash, never of the evidence's own words: a name
/// in an id would outlive the erasure of the text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, schemars::JsonSchema)]
#[serde(transparent)]
pub struct EvidenceId(String);

/// Says why a text is not an evidence id.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not an evidence id; one looks like `2026-11-30-call-3f9a2c`")]
pub struct ParseEvidenceIdError(String);

impl EvidenceId {
    /// The id of content with the hash `sha256`, captured on `day`; `digits` of the hash are shown,
    /// six unless two items would share them.
    pub fn new(day: jiff::civil::Date, kind: &Kind, sha256: &Sha256Hex, digits: usize) -> EvidenceId {
        let hash = &sha256.as_str()[..digits.clamp(6, 64)];
        EvidenceId(format!("{day}-{kind}-{hash}"))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The folder of the item below the evidence folder: `2026/11/2026-11-30-call-3f9a2c`.
    pub fn folder(&self, evidence: &RepoPath) -> RepoPath {
        let (year, month) = (&self.0[..4], &self.0[5..7]);
        // The id's own shape allows no part that could leave the folder.
        evidence.join(&format!("{year}/{month}/{}", self.0)).unwrap_or_else(|_| evidence.clone())
    }
}

impl fmt::Display for EvidenceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for EvidenceId {
    type Err = ParseEvidenceIdError;

    fn from_str(text: &str) -> Result<EvidenceId, ParseEvidenceIdError> {
        let error = || ParseEvidenceIdError(text.to_owned());
        let day = text.get(..10).ok_or_else(error)?;
        day.parse::<jiff::civil::Date>().map_err(|_| error())?;
        let rest = text[10..].strip_prefix('-').ok_or_else(error)?;
        let (kind, hash) = rest.rsplit_once('-').ok_or_else(error)?;
        kind.parse::<Kind>().map_err(|_| error())?;
        let hexadecimal = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
        if hash.len() < 6 || hash.len() > 64 || !hash.bytes().all(hexadecimal) {
            return Err(error());
        }
        Ok(EvidenceId(text.to_owned()))
    }
}

impl<'de> serde::Deserialize<'de> for EvidenceId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<EvidenceId, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_checked_and_name_their_folder() {
        let id: EvidenceId = "2026-11-30-call-3f9a2c".parse().expect("an id");
        let evidence = RepoPath::new("evidence").expect("a path");
        assert_eq!(id.folder(&evidence).as_str(), "evidence/2026/11/2026-11-30-call-3f9a2c");
        assert!("2026-11-30-tool-output-3f9a2c".parse::<EvidenceId>().is_ok());
        for text in [
            "",
            "call",
            "2026-13-30-call-3f9a2c",
            "2026-11-30-call-xyz123",
            "2026-11-30-../x-3f9a2c",
            "2026-11-30-3f9a2c",
        ] {
            assert!(text.parse::<EvidenceId>().is_err(), "{text}");
        }
    }
}

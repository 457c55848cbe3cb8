//! What is recorded about an evidence item beside its bytes: `meta.yaml`.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::caller::{Access, Label, Tenant};
use crate::digest::Sha256Hex;
use crate::evidence::EvidenceId;

/// What kind of source it is: `call`, `ticket`, `document`, `mail`, `tool-output` or any such word.
///
/// One to four lower-case words of letters and digits, joined by `-`, 40 characters at most.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Kind(String);

impl Kind {
    /// The kind as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Kind, String> {
        let word = |w: &str| !w.is_empty() && w.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
        let words = text.split('-').count();
        if text.len() <= 40 && words <= 4 && text.split('-').all(word) && !text.as_bytes()[0].is_ascii_digit()
        {
            Ok(Kind(text.to_owned()))
        } else {
            Err(format!(
                "`{text}` is not a kind of evidence; use lower-case words such as `call` or `tool-output`"
            ))
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Kind, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// The content of `meta.yaml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meta {
    /// The item's id, the name of its folder.
    pub id: EvidenceId,
    /// The kind of source.
    pub kind: Kind,
    /// Where it comes from: a file name, a URL, a ticket number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// A title, when the source states one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// When the source came to be, as the source or the user says; else when it was added.
    pub captured_at: Timestamp,
    /// Who added it, as git knows them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captured_by: Option<String>,
    /// The sha256 of the bytes of `source`.
    pub sha256: Sha256Hex,
    /// The media type of `source`.
    pub media_type: String,
    /// The name of the file that holds the bytes as received.
    pub source: String,
    /// The sha256 of `text.md`, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text_sha256: Option<Sha256Hex>,
    /// Whom or what it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub subjects: Vec<String>,
    /// The permission labels.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub labels: BTreeSet<Label>,
    /// The tenant it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tenant: Option<Tenant>,
}

impl Meta {
    /// What the item demands of a caller.
    pub fn access(&self) -> Access {
        Access { tenant: self.tenant.clone(), labels: self.labels.clone() }
    }
}

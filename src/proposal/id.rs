//! Proposal ids: derived from the inputs, so that the same evidence reopens the same proposal.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::digest::Sha256Hex;

/// The id of a proposal, such as `p-3f9a2c41d07b`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, schemars::JsonSchema)]
#[serde(transparent)]
pub struct ProposalId(String);

/// Says why a text is not a proposal id.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a proposal id; `kb proposal list` shows them")]
pub struct ParseProposalIdError(String);

impl ProposalId {
    /// The id for `inputs`, in the order given: evidence hashes, or for edits the change itself.
    pub fn derive<'i>(inputs: impl IntoIterator<Item = &'i str>) -> ProposalId {
        let joined = inputs.into_iter().collect::<Vec<_>>().join("\n");
        ProposalId(format!("p-{}", &Sha256Hex::of(joined.as_bytes()).as_str()[..12]))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ProposalId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for ProposalId {
    type Err = ParseProposalIdError;

    fn from_str(text: &str) -> Result<ProposalId, ParseProposalIdError> {
        let digits = text.strip_prefix("p-").unwrap_or_default();
        if digits.len() == 12 && digits.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b)) {
            Ok(ProposalId(text.to_owned()))
        } else {
            Err(ParseProposalIdError(text.to_owned()))
        }
    }
}

impl<'de> serde::Deserialize<'de> for ProposalId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<ProposalId, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

//! Sealing and opening of DSSE envelopes around in-toto statements. Which key may sign what is for the gate to say.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::digest::{Sha256Hex, TreeId};
use crate::proposal::{Approval, Decision, Envelope, PAYLOAD_TYPE, Signature};
use crate::signature;

/// The type of every statement.
const STATEMENT_TYPE: &str = "https://in-toto.io/Statement/v1";

/// Says why an envelope is worth nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EnvelopeError {
    /// It cannot be read.
    #[error("it is not a DSSE envelope around an in-toto statement: {0}")]
    Unreadable(String),
    /// None of the keys that count has signed it.
    #[error("no key that kb.toml of the base names has signed it (it names key {0})")]
    NotSigned(String),
    /// It states something of another kind.
    #[error("it states `{0}`")]
    OtherKind(String),
    /// The subject is not what the predicate says.
    #[error("its subject and its predicate name different trees")]
    Contradiction,
}

/// What an envelope of kb's can state.
pub trait Predicate: Serialize + DeserializeOwned {
    /// The predicate type, a URI.
    const TYPE: &'static str;

    /// The ref that the statement is about.
    fn target(&self) -> &str;

    /// The tree that the statement is about.
    fn tree(&self) -> &TreeId;
}

impl Predicate for Decision {
    const TYPE: &'static str = super::PREDICATE_TYPE;

    fn target(&self) -> &str {
        &self.target
    }

    fn tree(&self) -> &TreeId {
        &self.tree
    }
}

impl Predicate for Approval {
    const TYPE: &'static str = "https://kb.invalid/approval/v1";

    fn target(&self) -> &str {
        &self.target
    }

    fn tree(&self) -> &TreeId {
        &self.tree
    }
}

#[derive(Serialize, Deserialize)]
struct Statement<P> {
    #[serde(rename = "_type")]
    kind: String,
    subject: Vec<Subject>,
    #[serde(rename = "predicateType")]
    predicate_type: String,
    predicate: P,
}

#[derive(PartialEq, Eq, Serialize, Deserialize)]
struct Subject {
    name: String,
    digest: BTreeMap<String, String>,
}

impl Subject {
    fn of(predicate: &impl Predicate) -> Subject {
        let digest = BTreeMap::from([("gitTree".to_owned(), predicate.tree().to_string())]);
        Subject { name: predicate.target().to_owned(), digest }
    }
}

/// The bytes that are signed: DSSE's pre-authentication encoding of a payload and its type.
pub fn pre_authentication(payload_type: &str, payload: &[u8]) -> Vec<u8> {
    let head = format!("DSSEv1 {} {payload_type} {} ", payload_type.len(), payload.len());
    [head.as_bytes(), payload].concat()
}

impl Envelope {
    /// Seals a statement of `predicate`, signed by `sign` with the key `key_id`.
    pub fn seal<P: Predicate>(predicate: &P, key_id: &str, sign: impl Fn(&[u8]) -> Vec<u8>) -> Envelope {
        let statement = Statement {
            kind: STATEMENT_TYPE.to_owned(),
            subject: vec![Subject::of(predicate)],
            predicate_type: P::TYPE.to_owned(),
            predicate,
        };
        // A plain record of ours: the writer has nothing to refuse in it.
        let payload = serde_json::to_vec(&statement).unwrap_or_default();
        let sig = STANDARD.encode(sign(&pre_authentication(PAYLOAD_TYPE, &payload)));
        Envelope {
            payload_type: PAYLOAD_TYPE.to_owned(),
            payload: STANDARD.encode(payload),
            signatures: vec![Signature { keyid: key_id.to_owned(), sig }],
        }
    }

    /// Reads an envelope from the bytes of its file.
    pub fn parse(bytes: &[u8]) -> Result<Envelope, EnvelopeError> {
        serde_json::from_slice(bytes).map_err(|error| EnvelopeError::Unreadable(error.to_string()))
    }

    /// The statement, when one of `keys` (public halves, `ed25519:` and base64) has signed it.
    ///
    /// Nothing of the payload is looked at before a signature holds.
    pub fn open<P: Predicate>(&self, keys: &[String]) -> Result<P, EnvelopeError> {
        let unreadable = |error: &dyn std::fmt::Display| EnvelopeError::Unreadable(error.to_string());
        let payload = STANDARD.decode(&self.payload).map_err(|error| unreadable(&error))?;
        let message = pre_authentication(&self.payload_type, &payload);
        let holds = |signature: &Signature| {
            let bytes = STANDARD.decode(&signature.sig).unwrap_or_default();
            keys.iter().any(|key| signature::verify(key, &message, &bytes).is_ok())
        };
        if !self.signatures.iter().any(holds) {
            let named: Vec<&str> = self.signatures.iter().map(|s| s.keyid.as_str()).collect();
            return Err(EnvelopeError::NotSigned(named.join(", ")));
        }
        self.claims()
    }

    /// What the envelope claims to state, whoever signed it: good enough to show, never to act on.
    pub fn claims<P: Predicate>(&self) -> Result<P, EnvelopeError> {
        let unreadable = |error: &dyn std::fmt::Display| EnvelopeError::Unreadable(error.to_string());
        if self.payload_type != PAYLOAD_TYPE {
            return Err(EnvelopeError::OtherKind(self.payload_type.clone()));
        }
        let payload = STANDARD.decode(&self.payload).map_err(|error| unreadable(&error))?;
        let statement: Statement<serde_json::Value> =
            serde_json::from_slice(&payload).map_err(|error| unreadable(&error))?;
        if statement.kind != STATEMENT_TYPE || statement.predicate_type != P::TYPE {
            return Err(EnvelopeError::OtherKind(statement.predicate_type));
        }
        let predicate: P = serde_json::from_value(statement.predicate).map_err(|error| unreadable(&error))?;
        if statement.subject != [Subject::of(&predicate)] {
            return Err(EnvelopeError::Contradiction);
        }
        Ok(predicate)
    }

    /// The envelope as the ledger keeps it.
    pub fn to_json(&self) -> Vec<u8> {
        let mut bytes = serde_json::to_vec_pretty(self).unwrap_or_default();
        bytes.push(b'\n');
        bytes
    }

    /// The hash that the merge commit's `Kb-Decision` names.
    pub fn sha256(&self) -> Sha256Hex {
        Sha256Hex::of(&self.to_json())
    }
}

#[cfg(test)]
mod tests;

//! Names of content: sha256 of bytes, and the object names that git gives.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// The sha256 of some bytes, in lower-case hexadecimal.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(transparent)]
pub struct Sha256Hex(String);

impl Sha256Hex {
    /// Hashes `bytes`.
    pub fn of(bytes: &[u8]) -> Sha256Hex {
        Sha256Hex(hex(&Sha256::digest(bytes)))
    }

    /// Reads 64 lower-case hexadecimal digits.
    pub fn parse(text: &str) -> Option<Sha256Hex> {
        let digit = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
        (text.len() == 64 && text.bytes().all(digit)).then(|| Sha256Hex(text.to_owned()))
    }

    /// The 64 digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Sha256Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Writes `bytes` as lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    use fmt::Write as _;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

macro_rules! object_name {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema,
        )]
        #[serde(transparent)]
        pub struct $name(pub String);

        impl $name {
            /// The full hexadecimal name.
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// The first eight digits, for people.
            pub fn short(&self) -> &str {
                self.0.get(..8).unwrap_or(&self.0)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

object_name! {
    /// The name of a commit.
    CommitId
}
object_name! {
    /// The name of a git tree.
    TreeId
}
object_name! {
    /// The name of a git blob.
    BlobId
}

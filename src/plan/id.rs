//! Ids of plans and faults: derived from what they are about, so that the same gets the same id again.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::digest::Sha256Hex;

/// Says why a text is not an id of a plan or of a fault.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{text}` is not {what}; it looks like `{letter}-3f9a2c41d07b`, and `kb reorg plan` shows it")]
pub struct ParsePlanIdError {
    text: String,
    what: &'static str,
    letter: char,
}

macro_rules! derived_id {
    ($(#[$doc:meta])* $name:ident, $letter:literal, $what:literal) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, schemars::JsonSchema)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// The id of what `inputs` say, in the order given.
            pub fn derive<'i>(inputs: impl IntoIterator<Item = &'i str>) -> $name {
                let mut bytes = Vec::new();
                for input in inputs {
                    // Each with its length, so that what ends one never looks like what starts the next.
                    bytes.extend(format!("{}:", input.len()).bytes());
                    bytes.extend(input.bytes());
                }
                $name(format!("{}-{}", $letter, &Sha256Hex::of(&bytes).as_str()[..12]))
            }

            /// The id as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl FromStr for $name {
            type Err = ParsePlanIdError;

            fn from_str(text: &str) -> Result<$name, ParsePlanIdError> {
                let digits = text.strip_prefix(concat!($letter, "-")).unwrap_or_default();
                let hexadecimal = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
                if digits.len() == 12 && digits.bytes().all(hexadecimal) {
                    Ok($name(text.to_owned()))
                } else {
                    Err(ParsePlanIdError { text: text.to_owned(), what: $what, letter: $letter })
                }
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

derived_id! {
    /// The id of a plan, and of the reorganisation that follows it, such as `r-3f9a2c41d07b`.
    PlanId, 'r', "a reorganisation's id"
}

derived_id! {
    /// The id of a fault, such as `f-3f9a2c41d07b`: the same fault keeps it on a later base.
    FaultId, 'f', "a fault's id"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_checked_and_know_where_an_input_ends() {
        let id = PlanId::derive(["a", "b"]);
        assert_eq!(id.as_str().parse(), Ok(id.clone()));
        assert_ne!(id, PlanId::derive(["ab"]));
        assert_ne!(FaultId::derive(["a", ""]), FaultId::derive(["", "a"]));
        for text in ["", "r-", "f-3f9a2c41d07b", "r-3f9a2c41d07", "r-3F9A2C41D07B", "r-../../etc/x"] {
            assert!(text.parse::<PlanId>().is_err(), "{text}");
        }
    }
}

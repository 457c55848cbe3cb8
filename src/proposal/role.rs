//! Who proposes and who reviews: an agent's name and the family of the model behind it (I3).

use std::fmt;

use serde::{Deserialize, Serialize};

/// The family of a model: what must differ between proposer and reviewer.
///
/// Built in are `rules/proposer` and `rules/auditor`, two implementations that share no extraction code.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(transparent)]
pub struct Family(pub String);

/// The name of an agent and its version, such as `rules 0.1.0`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct AgentName {
    /// The agent or model.
    pub name: String,
    /// Its family.
    pub family: Family,
}

impl Family {
    /// The family of people: whoever proposes by editing.
    pub fn person() -> Family {
        Family("person".to_owned())
    }

    /// Whether it is the family of people.
    pub fn is_person(&self) -> bool {
        self.0 == "person"
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for AgentName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.family)
    }
}

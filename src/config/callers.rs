//! `[callers.NAME]` of `kb.toml`: who reads, by a name that others can give. Whether the name is theirs is for others
//! to know.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::caller::{Caller, Label, Tenant};

/// What a named caller may see.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct CallerConfig {
    /// The tenant that the caller belongs to; without one, only what belongs to no tenant is seen.
    pub tenant: Option<String>,
    /// The labels that the caller holds, beside `public`. A note is seen by who holds all of its labels.
    pub labels: BTreeSet<String>,
}

impl CallerConfig {
    /// The caller.
    pub fn caller(&self) -> Caller {
        Caller::new(self.tenant.clone().map(Tenant), self.labels.iter().cloned().map(Label))
    }
}

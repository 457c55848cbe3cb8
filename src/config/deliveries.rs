//! `[deliveries]` of `kb.toml`: whether this machine records what agents are told, and how much of that it keeps.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The smallest log that holds something after it has lost its older half, in bytes.
const LEAST: u64 = 4_096;

/// Whether it is recorded what agents are told through `kb mcp`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct DeliveriesConfig {
    /// Whether each delivery is recorded in `.kb/deliveries`, on the machine that serves and nowhere else: which claims, of
    /// which commit, when, in which session. `kb why --deliveries` reads it.
    pub record: bool,
    /// How large the log may grow, in bytes; then its older half is lost.
    pub max_bytes: u64,
}

impl Default for DeliveriesConfig {
    fn default() -> DeliveriesConfig {
        DeliveriesConfig { record: false, max_bytes: 16 << 20 }
    }
}

impl DeliveriesConfig {
    /// What is wrong with it: key, message.
    pub(super) fn fault(&self) -> Option<(&'static str, String)> {
        let is_small = self.max_bytes < LEAST;
        is_small.then(|| ("max_bytes", format!("`max_bytes` is {LEAST} at least")))
    }
}

//! `settle`: what became of one fault of a plan, and why. It changes no note.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::agent::looking::Looking;
use crate::agent::propose_desk::{ProposeDesk, Settlement};
use crate::proposal::one_line;

/// The longest reason, in characters.
const LONGEST: usize = 400;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Settle {
    /// Its id
    fault: String,
    outcome: Became,
    /// Why that is right, or what somebody must decide
    reason: String,
}

#[derive(Clone, Copy, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Became {
    Mended,
    Left,
}

pub(super) fn settle(desk: &mut ProposeDesk<'_>, settle: Settle) -> Result<String, String> {
    let Some(id) = desk.faults.iter().find(|id| id.as_str() == settle.fault.trim()).cloned() else {
        let known: Vec<&str> = desk.faults.iter().map(|id| id.as_str()).collect();
        return Err(format!("there is no such fault here; there are: {}", known.join(", ")));
    };
    let reason: String = one_line(&desk.library().redacted(&settle.reason)).chars().take(LONGEST).collect();
    if reason.trim().is_empty() {
        return Err("`reason` is empty; say in one sentence why".to_owned());
    }
    desk.settled.insert(id, Settlement { is_mended: settle.outcome == Became::Mended, reason });
    let open = desk.faults.iter().filter(|id| !desk.settled.contains_key(*id)).count();
    Ok(format!("Written down; {open} faults are open.\n"))
}

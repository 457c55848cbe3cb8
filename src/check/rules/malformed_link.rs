//! What was meant as a link and is read as text.

use crate::check::{Rule, Run};
use crate::config::Level;

pub(super) static RULE: Rule = Rule {
    name: "malformed-link",
    summary: "brackets that name nothing, or a destination with bare spaces",
    base: Level::Info,
    plain: Level::Info,
    document: include_str!("malformed_link.md"),
    run: Run::Reported,
};

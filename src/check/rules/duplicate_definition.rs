//! Definitions of reference links and footnotes that come twice.

use crate::check::{Rule, Run};
use crate::config::Level;

pub(super) static RULE: Rule = Rule {
    name: "duplicate-definition",
    summary: "a second definition of a reference link or footnote",
    base: Level::Warning,
    plain: Level::Warning,
    document: include_str!("duplicate_definition.md"),
    run: Run::Reported,
};

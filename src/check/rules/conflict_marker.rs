//! Conflict markers that a merge left behind.

use crate::check::{Rule, Run};
use crate::config::Level;

pub(super) static RULE: Rule = Rule {
    name: "conflict-marker",
    summary: "a marker that an unfinished merge left behind",
    base: Level::Error,
    plain: Level::Error,
    document: include_str!("conflict_marker.md"),
    run: Run::Reported,
};

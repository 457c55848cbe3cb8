//! Wiki-links whose pipe ends the cell of a table.

use crate::check::{Rule, Run};
use crate::config::Level;

pub(super) static RULE: Rule = Rule {
    name: "split-table-link",
    summary: "a wiki-link in a table whose pipe has no backslash",
    base: Level::Error,
    plain: Level::Warning,
    document: include_str!("split_table_link.md"),
    run: Run::Reported,
};

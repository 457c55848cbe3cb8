//! Files that could not be read.

use crate::check::{Rule, Run};
use crate::config::Level;

pub(super) static RULE: Rule = Rule {
    name: "unreadable",
    summary: "a file that could not be read",
    base: Level::Error,
    plain: Level::Warning,
    document: include_str!("unreadable.md"),
    run: Run::Reported,
};

//! File names that are not UTF-8.

use crate::check::{Rule, Run};
use crate::config::Level;

pub(super) static RULE: Rule = Rule {
    name: "path-not-utf8",
    summary: "a file name that is not UTF-8",
    base: Level::Warning,
    plain: Level::Warning,
    document: include_str!("path_not_utf8.md"),
    run: Run::Reported,
};

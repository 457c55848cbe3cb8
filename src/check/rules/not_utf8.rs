//! Notes whose bytes are not UTF-8.

use crate::check::{Rule, Run};
use crate::config::Level;

pub(super) static RULE: Rule = Rule {
    name: "not-utf8",
    summary: "a note whose bytes are not UTF-8",
    base: Level::Error,
    plain: Level::Warning,
    document: include_str!("not_utf8.md"),
    run: Run::Reported,
};

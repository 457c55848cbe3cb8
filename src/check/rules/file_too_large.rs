//! Files that are larger than what is read.

use crate::check::{Rule, Run};
use crate::config::Level;

pub(super) static RULE: Rule = Rule {
    name: "file-too-large",
    summary: "a file that was not read to its end",
    base: Level::Warning,
    plain: Level::Warning,
    document: include_str!("file_too_large.md"),
    run: Run::Reported,
};

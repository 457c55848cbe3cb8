//! Symbolic links that lead out of the repository.

use crate::check::{Rule, Run};
use crate::config::Level;

pub(super) static RULE: Rule = Rule {
    name: "symlink-outside",
    summary: "a symbolic link that leads out of the repository",
    base: Level::Error,
    plain: Level::Warning,
    document: include_str!("symlink_outside.md"),
    run: Run::Reported,
};

//! NUL bytes in notes.

use crate::check::{Rule, Run};
use crate::config::Level;

pub(super) static RULE: Rule = Rule {
    name: "nul-byte",
    summary: "a NUL byte in a note",
    base: Level::Warning,
    plain: Level::Warning,
    document: include_str!("nul_byte.md"),
    run: Run::Reported,
};

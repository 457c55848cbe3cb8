//! Pointers of git LFS in place of notes.

use crate::check::{Rule, Run};
use crate::config::Level;

pub(super) static RULE: Rule = Rule {
    name: "lfs-pointer",
    summary: "a pointer of git LFS in place of the note",
    base: Level::Warning,
    plain: Level::Warning,
    document: include_str!("lfs_pointer.md"),
    run: Run::Reported,
};

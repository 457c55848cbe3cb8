//! Summaries of folders that no longer say what the notes say, or that somebody wrote by hand.

use crate::check::{Rule, Run};
use crate::config::Level;

pub(super) static RULE: Rule = Rule {
    name: "stale-summary",
    summary: "a summary of a folder that does not say what its notes say now",
    base: Level::Info,
    plain: Level::Off,
    document: include_str!("stale_summary.md"),
    run: Run::Reported,
};

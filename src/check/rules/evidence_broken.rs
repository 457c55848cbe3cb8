//! Evidence whose record cannot be read, and every claim that rests on it.

use crate::check::rules::evidence_changed::resting_claims;
use crate::check::{NoteFacts, Rule, Run, Scene, Sink};
use crate::config::Level;

pub(super) static RULE: Rule = Rule {
    name: "evidence-broken",
    summary: "evidence whose record `meta.yaml` is missing or cannot be read",
    base: Level::Error,
    plain: Level::Warning,
    document: include_str!("evidence_broken.md"),
    run: Run::Note(run),
};

fn run(_: &Scene<'_>, facts: &NoteFacts<'_>, sink: &mut Sink) {
    resting_claims(facts, sink);
}

//! Which level a rule has where: its default, what `kb.toml` says of it, and what it says for paths and labels.

use crate::check::{Rule, Scene};
use crate::config::{CheckOverride, Level};
use crate::finding::Finding;
use crate::path::Globs;

/// The levels of one check.
pub(super) struct Levels<'a> {
    scene: Scene<'a>,
    overrides: Vec<(&'a CheckOverride, Option<Globs>)>,
}

impl<'a> Levels<'a> {
    /// The levels that `scene` sets.
    pub(super) fn new(scene: Scene<'a>) -> Levels<'a> {
        let overrides = scene.config.check.overrides.iter().map(|over| {
            // A pattern that is none was refused when the configuration was read.
            let globs = if over.paths.is_empty() { None } else { Globs::new(&over.paths).ok() };
            (over, globs)
        });
        Levels { overrides: overrides.collect(), scene }
    }

    /// The level of `rule` where nothing else is said.
    fn general(&self, rule: &Rule) -> Level {
        self.scene
            .config
            .check
            .rules
            .get(rule.name)
            .copied()
            .unwrap_or_else(|| rule.level(self.scene.setting))
    }

    /// The highest level that `rule` has anywhere.
    pub(super) fn highest(&self, rule: &Rule) -> Level {
        let elsewhere = self.overrides.iter().filter_map(|(over, _)| over.rules.get(rule.name).copied());
        elsewhere.chain([self.general(rule)]).max().unwrap_or(Level::Off)
    }

    /// Gives each finding the severity that its rule has at its place, and drops those that have none there. `labels` are
    /// those of the note at a path.
    pub(super) fn settle<'l>(&self, findings: &mut Vec<Finding>, labels: impl Fn(&str) -> Vec<&'l str>) {
        if self.overrides.is_empty() {
            return;
        }
        findings.retain_mut(|finding| {
            let Some(rule) = crate::check::rules::find(&finding.rule) else { return true };
            let path = finding.place.path.as_str();
            let fits = |over: &CheckOverride, globs: &Option<Globs>| {
                globs.as_ref().is_none_or(|globs| globs.matches(path))
                    && (over.labels.is_empty()
                        || labels(path).iter().any(|&label| over.labels.contains(label)))
            };
            let told =
                self.overrides.iter().rev().find_map(|(over, globs)| {
                    over.rules.get(rule.name).copied().filter(|_| fits(over, globs))
                });
            match told.unwrap_or_else(|| self.general(rule)).severity() {
                Some(severity) => {
                    finding.severity = severity;
                    true
                }
                None => false,
            }
        });
    }
}

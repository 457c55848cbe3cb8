//! Findings that a comment in the note allows, with a reason. What protects evidence, trust and secrets no note can allow
//! for itself: a proposal would bring its own permission along.

use std::collections::BTreeSet;

use crate::check::{Run, rules};
use crate::config::Config;
use crate::finding::Finding;
use crate::note::{Note, Suppression};

/// Rules that no comment can allow.
const FIRM: [&str; 23] = [
    "bad-suppression",
    "broken-citation",
    "conflict-marker",
    "evidence-broken",
    "evidence-changed",
    "file-too-large",
    "front-matter",
    "hazardous-evidence",
    "hidden-text",
    "instruction-to-agents",
    "lfs-pointer",
    "missing-label",
    "not-utf8",
    "nul-byte",
    "path-not-utf8",
    "quote-mismatch",
    "secret",
    "self-asserted-trust",
    "stale-summary",
    "symlink-outside",
    "trust-upgrade",
    "unreadable",
    "unused-suppression",
];

/// Whether no comment can allow what the rule `name` finds.
pub fn is_firm(name: &str) -> bool {
    FIRM.contains(&name)
}

/// In which phase it is known what a rule finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// With each note by itself.
    Note,
    /// With all of them.
    Whole,
}

impl Phase {
    /// The phase of the rule named `name`.
    fn of(name: &str) -> Option<Phase> {
        rules::find(name).map(|rule| match rule.run {
            Run::Note(_) | Run::Reported => Phase::Note,
            Run::Links(_) | Run::Vault(_) => Phase::Whole,
        })
    }
}

/// What the comments of one note allow in one phase, and which of them were needed.
pub(super) struct Allowance<'n> {
    note: &'n Note,
    config: &'n Config,
    phase: Phase,
    /// Suppressions and their rules that allowed something, by their indices.
    used: BTreeSet<(usize, usize)>,
}

impl<'n> Allowance<'n> {
    /// What `note` allows in `phase`.
    pub(super) fn new(note: &'n Note, config: &'n Config, phase: Phase) -> Allowance<'n> {
        Allowance { note, config, phase, used: BTreeSet::new() }
    }

    /// Drops what is allowed of `findings`, all of which lie in the note.
    pub(super) fn apply(&mut self, findings: &mut Vec<Finding>) {
        findings.retain(|finding| {
            let mut allowed = false;
            for (index, suppression) in self.note.suppressions.iter().enumerate() {
                let at = finding.place.bytes.start;
                let covers = suppression.covers.start <= at && at <= suppression.covers.end;
                let named = suppression.rules.iter().position(|(name, _)| *name == finding.rule);
                if let (true, Some(rule)) = (covers && is_sound(suppression), named)
                    && can_allow(self.config, &finding.rule)
                {
                    self.used.insert((index, rule));
                    allowed = true;
                }
            }
            !allowed
        });
    }

    /// The names of rules in suppressions that allowed nothing, as indices of suppression and rule. Rules that
    /// `is_active` says no of are not judged: they found nothing because they did not look.
    pub(super) fn unused(&self, is_active: impl Fn(&str) -> bool) -> Vec<(usize, usize)> {
        let mut unused = Vec::new();
        for (index, suppression) in self.note.suppressions.iter().enumerate().filter(|(_, one)| is_sound(one))
        {
            for (rule, (name, _)) in suppression.rules.iter().enumerate() {
                let judged =
                    Phase::of(name) == Some(self.phase) && can_allow(self.config, name) && is_active(name);
                if judged && !self.used.contains(&(index, rule)) {
                    unused.push((index, rule));
                }
            }
        }
        unused
    }
}

/// Whether `suppression` counts: it is written as it should be, and says why.
pub(super) fn is_sound(suppression: &Suppression) -> bool {
    suppression.fault.is_none() && !suppression.reason.is_empty()
}

/// Whether a comment can allow what the rule `name` finds.
pub(super) fn can_allow(config: &Config, name: &str) -> bool {
    !is_firm(name) && !config.check.never_allow.contains(name)
}

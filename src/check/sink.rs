//! Takes the findings of one rule and gives each the rule's name and level.

use std::borrow::Cow;
use std::ops::Range;

use crate::check::Rule;
use crate::config::Level;
use crate::finding::{Finding, Place, Severity};
use crate::note::Note;

/// Takes the findings of one rule.
#[derive(Debug)]
pub struct Sink {
    rule: &'static Rule,
    severity: Severity,
    findings: Vec<Finding>,
}

impl Sink {
    /// A sink for `rule`; `None` where `level` turns it off.
    pub(super) fn new(rule: &'static Rule, level: Level) -> Option<Sink> {
        level.severity().map(|severity| Sink { rule, severity, findings: Vec::new() })
    }

    /// Another sink of the same rule.
    pub(super) fn empty(&self) -> Sink {
        Sink { rule: self.rule, severity: self.severity, findings: Vec::new() }
    }

    /// The rule.
    pub(super) fn rule(&self) -> &'static Rule {
        self.rule
    }

    pub(super) fn into_findings(self) -> Vec<Finding> {
        self.findings
    }

    /// Reports `message` of the bytes `span` of `note`; what it gives may be told more.
    pub fn note(&mut self, note: &Note, span: Range<usize>, message: impl Into<String>) -> &mut Finding {
        self.at(Place::new(note.path.as_str(), &note.text, &note.lines, span), message)
    }

    /// Reports `message` of the file at `path`.
    pub fn file(&mut self, path: impl Into<String>, message: impl Into<String>) -> &mut Finding {
        self.at(Place::file(path), message)
    }

    /// Reports `message` of `place`.
    pub fn at(&mut self, place: Place, message: impl Into<String>) -> &mut Finding {
        self.findings.push(Finding {
            rule: Cow::Borrowed(self.rule.name),
            severity: self.severity,
            place,
            message: message.into(),
            label: None,
            help: None,
            fix: None,
        });
        let last = self.findings.len() - 1;
        &mut self.findings[last]
    }
}

//! Redaction: what one caller may not read in clear is taken out of texts, in one place, whatever command gives them back.
//! It knows no file and no command: operations hand their reports over before they give them away.

mod postal;
mod scan;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use regex::Regex;

use crate::caller::{Caller, Label};
use crate::config::{RedactConfig, RedactRule};

/// What is taken out for one caller.
#[derive(Clone, Debug, Default)]
pub struct Redaction {
    rules: BTreeSet<RedactRule>,
    /// Patterns by name; one that cannot be used takes everything out rather than nothing.
    custom: Vec<(String, Option<Regex>)>,
}

/// A report, or a part of one, that can be redacted.
pub trait Redact {
    /// Takes out of every text what `redaction` says.
    fn redact(&mut self, redaction: &Redaction);
}

impl Redact for String {
    fn redact(&mut self, redaction: &Redaction) {
        if let Cow::Owned(clean) = redaction.text(self) {
            *self = clean;
        }
    }
}

impl<T: Redact> Redact for Option<T> {
    fn redact(&mut self, redaction: &Redaction) {
        self.iter_mut().for_each(|one| one.redact(redaction));
    }
}

impl<T: Redact> Redact for Vec<T> {
    fn redact(&mut self, redaction: &Redaction) {
        self.iter_mut().for_each(|one| one.redact(redaction));
    }
}

/// A stretch of text that is taken out, and the name that stands in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch<'r> {
    /// The bytes.
    pub range: Range<usize>,
    /// What it is.
    pub kind: &'r str,
}

impl Redaction {
    /// Secrets alone, for whoever reads: what is written down for good, such as a transcript, holds none.
    pub fn secrets() -> Redaction {
        Redaction { rules: BTreeSet::from([RedactRule::Secret]), custom: Vec::new() }
    }

    /// What is taken out before anything is sent to a model of somebody else: what `config` takes out for `caller`, and secrets,
    /// accounts and numbers of persons for everybody.
    pub fn outbound(config: &RedactConfig, caller: &Caller) -> Redaction {
        let mut strict = config.clone();
        if config.unless_labels.iter().any(|label| caller.holds(&Label(label.clone()))) {
            strict.rules.clear();
            strict.custom.clear();
        }
        strict.unless_labels.clear();
        for rule in [RedactRule::Secret, RedactRule::Card, RedactRule::Iban, RedactRule::NationalId] {
            strict.rules.insert(rule, BTreeSet::new());
        }
        Redaction::new(&strict, caller)
    }

    /// What `config` takes out for `caller`.
    pub fn new(config: &RedactConfig, caller: &Caller) -> Redaction {
        let is_owner = *caller == Caller::owner();
        if is_owner && !config.owner {
            return Redaction::default();
        }
        // The owner holds every label; where the policy is for the owner too, labels would undo it.
        let sees = |labels: &BTreeSet<String>| {
            !is_owner && labels.iter().any(|label| caller.holds(&Label(label.clone())))
        };
        if sees(&config.unless_labels) {
            return Redaction::default();
        }
        let rules = config.rules.iter().filter(|(_, labels)| !sees(labels)).map(|(rule, _)| *rule);
        let custom = config.custom.iter().filter(|(_, rule)| !sees(&rule.unless_labels));
        Redaction {
            rules: rules.collect(),
            custom: custom.map(|(name, rule)| (name.clone(), Regex::new(&rule.pattern).ok())).collect(),
        }
    }

    /// Whether nothing is ever taken out.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty() && self.custom.is_empty()
    }

    /// `text` with `[redacted:kind]` in place of what is taken out. What is left holds nothing that a rule finds.
    pub fn text<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.part(text, 0..text.len())
    }

    /// The bytes `part` of `text`, redacted as the whole is: a line of a key is no less secret than the key.
    pub fn part<'t>(&self, text: &'t str, part: Range<usize>) -> Cow<'t, str> {
        if self.is_empty() {
            return Cow::Borrowed(&text[part]);
        }
        let stretches = self.stretches(text);
        let mut found = stretches
            .iter()
            .filter(|stretch| stretch.range.start < part.end && part.start < stretch.range.end)
            .peekable();
        if found.peek().is_none() {
            return Cow::Borrowed(&text[part]);
        }
        let mut clean = String::with_capacity(part.len());
        let mut at = part.start;
        for stretch in found {
            clean.push_str(&text[at..stretch.range.start.clamp(at, part.end)]);
            clean.push_str(&format!("[redacted:{}]", stretch.kind));
            at = stretch.range.end.min(part.end);
        }
        clean.push_str(text.get(at..part.end).unwrap_or_default());
        Cow::Owned(clean)
    }

    /// What is taken out of `text`, in order; no two stretches touch.
    ///
    /// What is left over is looked through again by itself, until nothing is found in it: taking one thing out may show
    /// another that it hid.
    pub fn stretches(&self, text: &str) -> Vec<Stretch<'_>> {
        let mut done: Vec<Stretch<'_>> = Vec::new();
        let mut open: Vec<Range<usize>> = std::iter::once(0..text.len()).collect();
        while let Some(piece) = open.pop() {
            let found = joined(self.scan(&text[piece.clone()]));
            let mut at = piece.start;
            for stretch in &found {
                let range = piece.start + stretch.range.start..piece.start + stretch.range.end;
                open.push(at..range.start);
                at = range.end;
                done.push(Stretch { range, kind: stretch.kind });
            }
            if !found.is_empty() {
                open.push(at..piece.end);
            }
            open.retain(|piece| !piece.is_empty());
        }
        joined(done)
    }
}

/// `stretches` in order; those that overlap or touch as one, under the name of the first.
fn joined(mut stretches: Vec<Stretch<'_>>) -> Vec<Stretch<'_>> {
    stretches.retain(|stretch| !stretch.range.is_empty());
    stretches.sort_by_key(|stretch| (stretch.range.start, std::cmp::Reverse(stretch.range.end)));
    let mut joined: Vec<Stretch<'_>> = Vec::with_capacity(stretches.len());
    for stretch in stretches {
        match joined.last_mut() {
            Some(last) if stretch.range.start <= last.range.end => {
                last.range.end = last.range.end.max(stretch.range.end);
            }
            _ => joined.push(stretch),
        }
    }
    joined
}

#[cfg(test)]
mod tests;

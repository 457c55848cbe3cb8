//! Errors that a change brings: `kb check` on the head, minus what the base has already.

use std::collections::BTreeMap;

use crate::check::{Setting, check};
use crate::config::Config;
use crate::finding::Finding;
use crate::ops::gate::Refusal;
use crate::vault::Vault;

/// The errors of `head` that `base` has not, by the rules of `config`, the base's. Lines are no part of the comparison:
/// an old error that moves down is still an old one.
pub fn new_errors(base: &Vault, head: &Vault, config: &Config) -> Vec<Refusal> {
    let after = check(head, config, Setting::Base);
    if after.errors().next().is_none() {
        return Vec::new();
    }
    let mut known = BTreeMap::<(String, String, String), usize>::new();
    for finding in check(base, config, Setting::Base).errors() {
        *known.entry(key(finding)).or_default() += 1;
    }
    let is_new = |finding: &&Finding| match known.get_mut(&key(finding)) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    };
    after.errors().filter(is_new).map(refusal).collect()
}

fn key(finding: &Finding) -> (String, String, String) {
    (finding.rule.to_string(), finding.place.path.clone(), finding.message.clone())
}

fn refusal(finding: &Finding) -> Refusal {
    Refusal::CheckFailed {
        rule: finding.rule.to_string(),
        path: finding.place.path.clone(),
        line: finding.place.start.line,
        message: finding.message.clone(),
    }
}

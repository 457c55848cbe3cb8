//! What a change brings: the errors of a vault that another has not. Levels and rules are those of the base.

use std::collections::BTreeMap;

use crate::check::{Setting, check};
use crate::config::Config;
use crate::finding::Finding;
use crate::vault::Vault;

/// The errors of `head` that `base` has not, by the rules of `config`, the base's. Lines are no part of the comparison:
/// an old error that moves down is still an old one.
pub fn new_errors(base: &Vault, head: &Vault, config: &Config) -> Vec<Finding> {
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
    after.errors().filter(is_new).cloned().collect()
}

fn key(finding: &Finding) -> (String, String, String) {
    (finding.rule.to_string(), finding.place.path.clone(), finding.message.clone())
}

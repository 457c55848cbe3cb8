//! What a change brings: the errors of a vault that another has not. Levels and rules are those of the base.

use std::collections::BTreeMap;

use crate::check::{Checker, Scene, Setting, check_by};
use crate::config::Config;
use crate::finding::{Finding, Severity};
use crate::vault::Vault;

/// The errors of `head` that `base` has not, by the rules of `config`, the base's. Lines are no part of the comparison:
/// an old error that moves down is still an old one.
pub fn new_errors(base: &Vault, head: &Vault, config: &Config) -> Vec<Finding> {
    let after = errors(head, config);
    if after.is_empty() { after } else { fresh(&errors(base, config), after) }
}

/// The errors among `after` that are not among `before`, each as often as it is there more.
pub fn fresh(before: &[Finding], after: Vec<Finding>) -> Vec<Finding> {
    let is_error = |finding: &&Finding| finding.severity == Severity::Error;
    let mut known = BTreeMap::<(String, String, String), usize>::new();
    for finding in before.iter().filter(is_error) {
        *known.entry(key(finding)).or_default() += 1;
    }
    let mut is_new = |finding: &Finding| match known.get_mut(&key(finding)) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    };
    let mut after: Vec<Finding> = after.into_iter().filter(|finding| is_error(&finding)).collect();
    after.retain(|finding| is_new(finding));
    after
}

/// The errors of `vault`, in the order of reports.
fn errors(vault: &Vault, config: &Config) -> Vec<Finding> {
    let scene = Scene { archive: vault.archive(), config, setting: Setting::Base, today: None };
    let mut findings = check_by(vault, &Checker::of_errors(scene)).findings;
    findings.retain(|finding| finding.severity == Severity::Error);
    findings
}

fn key(finding: &Finding) -> (String, String, String) {
    (finding.rule.to_string(), finding.place.path.clone(), finding.message.clone())
}

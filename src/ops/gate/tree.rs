//! Errors that a change brings: `kb check` on the head, minus what the base has already, as refusals.

use crate::check;
use crate::config::Config;
use crate::finding::Finding;
use crate::ops::gate::Refusal;
use crate::vault::Vault;

/// The errors of `head` that `base` has not, by the rules of `config`, the base's.
pub fn new_errors(base: &Vault, head: &Vault, config: &Config) -> Vec<Refusal> {
    check::new_errors(base, head, config).iter().map(refusal).collect()
}

fn refusal(finding: &Finding) -> Refusal {
    Refusal::CheckFailed {
        rule: finding.rule.to_string(),
        path: finding.place.path.clone(),
        line: finding.place.start.line,
        message: finding.message.clone(),
    }
}

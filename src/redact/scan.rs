//! What the rules find in a text, overlapping and in no order. The detectors are those that look through new evidence.

use std::sync::LazyLock;

use regex::Regex;

use super::{Redaction, Stretch, postal};
use crate::config::RedactRule;
use crate::evidence::hazard::{every_personal_datum, every_secret};

/// Lines of a key whose first line is not in sight: whole lines of base64, one after the other.
static KEY_LINES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:[A-Za-z0-9+/]{64}|[A-Za-z0-9+/]{76})(?:\s+(?:[A-Za-z0-9+/]{64}|[A-Za-z0-9+/]{76}))+(?:\s+[A-Za-z0-9+/]+=*)?")
        .expect("a valid pattern")
});

impl Redaction {
    /// What is found in `text`.
    pub(super) fn scan(&self, text: &str) -> Vec<Stretch<'_>> {
        use RedactRule::{Address, Card, Email, Iban, IpAddress, NationalId, Phone, Secret};
        let mut found = Vec::new();
        let has = |rule: RedactRule| self.rules.contains(&rule);
        if [Iban, Card, NationalId, Secret].into_iter().any(has) {
            for hazard in every_secret(text) {
                let rule = match hazard.kind {
                    "iban" => Iban,
                    "card" => Card,
                    "us-ssn" => NationalId,
                    _ => Secret,
                };
                if has(rule) {
                    found.extend(hazard.ranges.into_iter().map(|range| Stretch { range, kind: hazard.kind }));
                }
            }
        }
        if has(Secret) {
            found.extend(
                KEY_LINES.find_iter(text).map(|key| Stretch { range: key.range(), kind: "private-key" }),
            );
        }
        if [Email, Phone, IpAddress, NationalId].into_iter().any(has) {
            for datum in every_personal_datum(text) {
                let rule = match datum.kind {
                    "e-mail" => Email,
                    "telephone" => Phone,
                    "ip-address" => IpAddress,
                    _ => NationalId,
                };
                if has(rule) {
                    found.push(Stretch { range: datum.range, kind: datum.kind });
                }
            }
        }
        if has(Address) {
            found.extend(postal::scan(text).map(|range| Stretch { range, kind: "address" }));
        }
        for (name, pattern) in &self.custom {
            match pattern {
                Some(pattern) => found.extend(
                    pattern.find_iter(text).map(|found| Stretch { range: found.range(), kind: name }),
                ),
                None => found.push(Stretch { range: 0..text.len(), kind: name }),
            }
        }
        found
    }
}

//! `[redact]` of `kb.toml`: what is taken out of what callers get to read, and who sees it in clear.

use std::collections::{BTreeMap, BTreeSet};

use regex::Regex;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A kind of data that is redacted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RedactRule {
    /// E-mail addresses of people; those of roles, such as `support@`, stand for nobody.
    #[serde(rename = "e-mail")]
    Email,
    /// Telephone numbers.
    Phone,
    /// Postal addresses, as far as their shape tells.
    Address,
    /// Addresses of machines on the internet.
    IpAddress,
    /// Numbers by which states know people and companies.
    NationalId,
    /// Numbers of bank accounts.
    Iban,
    /// Numbers of payment cards.
    Card,
    /// Keys, tokens, passwords.
    Secret,
}

/// What is taken out of what callers get to read, whatever the command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RedactConfig {
    /// The rules that apply, each with the labels that see in clear: who holds one of them does. Without labels nobody but
    /// the owner does.
    pub rules: BTreeMap<RedactRule, BTreeSet<String>>,
    /// Patterns of one's own, by the name that stands in place of what they match.
    pub custom: BTreeMap<String, CustomRule>,
    /// Labels that see everything in clear.
    pub unless_labels: BTreeSet<String>,
    /// Whether the owner of the checkout, who has the files anyway, is shown redacted text too.
    pub owner: bool,
}

impl Default for RedactConfig {
    fn default() -> RedactConfig {
        RedactConfig {
            rules: BTreeMap::from([(RedactRule::Secret, BTreeSet::new())]),
            custom: BTreeMap::new(),
            unless_labels: BTreeSet::new(),
            owner: false,
        }
    }
}

/// A pattern of one's own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CustomRule {
    /// A regular expression, such as `EMP-[0-9]{6}`.
    pub pattern: String,
    /// The labels that see in clear what it matches.
    #[serde(default)]
    pub unless_labels: BTreeSet<String>,
}

impl RedactConfig {
    /// What is wrong with the patterns, if anything.
    pub(super) fn fault(&self) -> Option<String> {
        self.custom.iter().find_map(|(name, rule)| {
            let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
            if name.is_empty() || !name.chars().all(is_name) {
                return Some(format!("`{name}` is no name; letters, digits, `-` and `_` make one"));
            }
            let fault = match Regex::new(&rule.pattern) {
                Ok(pattern) if pattern.is_match("") => {
                    "it matches nothing at all, which stands everywhere".to_owned()
                }
                Ok(_) => return None,
                Err(error) => error.to_string().lines().map(str::trim).collect::<Vec<_>>().join(" "),
            };
            Some(format!("the pattern of `{name}` cannot be used: {fault}"))
        })
    }
}

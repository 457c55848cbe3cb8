//! Passwords and keys that stand behind their name, `password: "…"`, where the value looks like nothing else.

use std::sync::LazyLock;

use regex::Regex;

use super::super::Hazard;
use super::{is_placeholder, pattern};

static ASSIGNMENT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"(?i)(?:password|passwd|pwd|passphrase|api[_-]?key|access[_-]?key|access[_-]?token|auth[_-]?token|",
        r#"client[_-]?secret|secret[_-]?key|private[_-]?key|bearer)\\?["']?\s*(?:[:=]|=>)\s*\\?["']?"#,
        r#"(?P<s>[^\s"'\\,;<>(){}\[\]]{8,})"#
    ))
});

/// Adds the values in `text` that a name gives away to `found`.
pub(super) fn scan(text: &str, found: &mut Vec<Hazard>) {
    for groups in ASSIGNMENT.captures_iter(text) {
        let Some(value) = groups.name("s") else { continue };
        if is_random(value.as_str()) && !is_placeholder(value.as_str()) {
            found.push(Hazard::secret("password", value.range()));
        }
    }
}

/// Whether `value` has digits, small and capital letters or signs, and is no path, name or URL.
fn is_random(value: &str) -> bool {
    let value = value.trim_end_matches(['.', '!', '?', '`', '*']);
    let has = |test: fn(char) -> bool| usize::from(value.chars().any(test));
    let classes = has(|c| c.is_ascii_lowercase())
        + has(|c| c.is_ascii_uppercase())
        + has(|c| c.is_ascii_digit())
        + has(|c| c.is_ascii_punctuation() && !matches!(c, '.' | '_' | '-' | '/' | ':'));
    let is_name = value.contains("://") || value.contains("::") || value.contains('/') && value.contains('.');
    value.len() >= 8 && !is_name && has(|c| c.is_ascii_digit()) == 1 && classes >= 3
}

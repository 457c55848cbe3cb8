//! Private keys in PEM, from the first line to the last; a block without an end goes to the end of its base64.

use std::sync::LazyLock;

use regex::Regex;

use super::super::Hazard;
use super::pattern;

// In JSON the line ends of a key are written as `\n`.
static BEGIN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(?:[A-Za-z0-9+/=:, \r\n-]|\\r|\\n)*?-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----",
    )
});
static OPEN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(?:\s|\\r|\\n)*[A-Za-z0-9+/=]{32,}(?:(?:\s|\\r|\\n)+[A-Za-z0-9+/=]{16,})*",
    )
});

/// Adds the private keys in `text` to `found`.
pub(super) fn scan(text: &str, found: &mut Vec<Hazard>) {
    for pattern in [&BEGIN, &OPEN] {
        found.extend(pattern.find_iter(text).map(|key| Hazard::secret("private-key", key.range())));
    }
}

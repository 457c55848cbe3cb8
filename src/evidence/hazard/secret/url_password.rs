//! Passwords in URLs: `postgres://user:password@host`. Only the password counts.

use std::sync::LazyLock;

use regex::Regex;

use super::super::Hazard;
use super::{is_placeholder, pattern};

static URL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r#"\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@"'<>]*:(?P<s>[^\s/@"'<>\\]{3,})@[A-Za-z0-9\[]"#)
});

/// Adds the passwords in URLs of `text` to `found`.
pub(super) fn scan(text: &str, found: &mut Vec<Hazard>) {
    if !text.contains('@') {
        return;
    }
    for groups in URL.captures_iter(text) {
        let Some(password) = groups.name("s") else { continue };
        if !is_placeholder(password.as_str()) && !matches!(password.as_str(), "password" | "pass" | "secret")
        {
            found.push(Hazard::secret("url-password", password.range()));
        }
    }
}

//! E-mail addresses of people. Addresses of roles, such as `support@`, stand for nobody.

use std::sync::LazyLock;

use regex::Regex;

use super::Datum;

static ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"[\p{L}\p{N}._%+-]+@(?:[\p{L}\p{N}-]+\.)+\p{L}[\p{L}\p{N}-]*\p{L}").expect("a valid pattern")
});

/// First parts of addresses behind which no single person is.
const ROLES: [&str; 20] = [
    "noreply",
    "no-reply",
    "donotreply",
    "do-not-reply",
    "mailer-daemon",
    "postmaster",
    "webmaster",
    "hostmaster",
    "git",
    "info",
    "support",
    "sales",
    "contact",
    "security",
    "abuse",
    "hello",
    "help",
    "admin",
    "office",
    "team",
];

/// Endings of files, which names such as `image@2x.png` have.
const FILES: [&str; 10] = ["png", "jpg", "jpeg", "gif", "svg", "webp", "pdf", "md", "js", "css"];

/// Adds the addresses in `text`.
pub(super) fn scan(text: &str, found: &mut Vec<Datum>) {
    if memchr::memchr(b'@', text.as_bytes()).is_none() {
        return;
    }
    for address in ADDRESS.find_iter(text) {
        let written = address.as_str();
        let name = written.split('@').next().unwrap_or_default().to_lowercase();
        let ending = written.rsplit('.').next().unwrap_or_default().to_lowercase();
        let before = text[..address.start()].rsplit(char::is_whitespace).next().unwrap_or_default();
        let in_url = before.contains("://") || before.ends_with('/');
        if !in_url && !ROLES.contains(&name.as_str()) && !FILES.contains(&ending.as_str()) {
            found.push(Datum { kind: "e-mail", range: address.range(), contact: true });
        }
    }
}

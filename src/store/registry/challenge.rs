//! What a registry asks for before it lets somebody in. Nothing is asked here.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Challenge {
    /// The credential itself.
    Basic,
    /// A token, which another address gives.
    Bearer {
        /// That address.
        realm: String,
        /// For what.
        service: String,
    },
}

impl Challenge {
    /// Reads the header `WWW-Authenticate`.
    pub fn read(header: &str) -> Option<Challenge> {
        let (scheme, rest) = header.trim().split_once(' ').unwrap_or((header.trim(), ""));
        if scheme.eq_ignore_ascii_case("basic") {
            return Some(Challenge::Basic);
        }
        if !scheme.eq_ignore_ascii_case("bearer") {
            return None;
        }
        let value = |name: &str| {
            let at = rest.to_ascii_lowercase().find(&format!("{name}=\""))? + name.len() + 2;
            rest[at..].split('"').next().map(str::to_owned)
        };
        Some(Challenge::Bearer { realm: value("realm")?, service: value("service").unwrap_or_default() })
    }
}

/// The header that shows a credential itself.
pub(super) fn basic(user: &str, password: &str) -> String {
    format!("Basic {}", STANDARD.encode(format!("{user}:{password}")))
}

/// `text` as a part of a query.
pub(super) fn encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut encoded, byte| {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
        encoded
    })
}

/// The token in an answer.
pub(super) fn token(text: &str) -> Option<String> {
    let answer: serde_json::Value = serde_json::from_str(text).ok()?;
    let token = answer["token"].as_str().or_else(|| answer["access_token"].as_str())?;
    (!token.is_empty()).then(|| token.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn challenges_are_told_apart() {
        assert_eq!(Challenge::read("Basic realm=\"x\""), Some(Challenge::Basic));
        let bearer =
            "Bearer realm=\"https://ghcr.io/token\",service=\"ghcr.io\",scope=\"repository:a/b:pull\"";
        let expected =
            Challenge::Bearer { realm: "https://ghcr.io/token".to_owned(), service: "ghcr.io".to_owned() };
        assert_eq!(Challenge::read(bearer), Some(expected));
        assert_eq!(Challenge::read("Bearer"), None);
        assert_eq!(Challenge::read("Negotiate"), None);
        assert_eq!(token(r#"{"access_token":"t"}"#).as_deref(), Some("t"));
        assert_eq!(token(r#"{"token":""}"#), None);
        assert_eq!(basic("kb", "pw"), "Basic a2I6cHc=");
        assert_eq!(encoded("repository:a/b:pull,push"), "repository%3Aa%2Fb%3Apull%2Cpush");
    }
}

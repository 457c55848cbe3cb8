//! A token or a key: shown to the server that it is for, and to nobody else.

use std::fmt;

/// A text that nobody may see. It has no `Display`, and its `Debug` shows nothing.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// The secret in `text`; `None` where there is none.
    pub fn new(text: &str) -> Option<Secret> {
        let text = text.trim();
        (!text.is_empty()).then(|| Secret(text.to_owned()))
    }

    /// For the header of a request.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// `text` without the secret.
    pub fn clean(&self, text: &str) -> String {
        text.replace(&self.0, "***")
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(***)")
    }
}

/// What looks like a token of GitHub's, a signed assertion or a header with one.
const LOOKS: [&str; 8] = ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "eyJ", "x-access-token:"];

/// What somebody said, in one line, without escapes for the terminal and without anything that looks like a token.
pub(crate) fn shown(text: &str) -> String {
    // What an escape could do to a terminal, it must not.
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let words =
        plain.split_whitespace().map(|word| match LOOKS.iter().filter_map(|look| word.find(look)).min() {
            // The whole rest of the word: a token of the newer kind holds dots and more.
            Some(at) if word.len() - at > 12 => format!("{}***", &word[..at]),
            _ => word.to_owned(),
        });
    words.collect::<Vec<_>>().join(" ").chars().take(300).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_in_nothing_that_is_shown() {
        let secret = Secret::new(" s3cret-0123456789\n").expect("a secret");
        assert_eq!(format!("{secret:?}"), "Secret(***)");
        assert_eq!(secret.clean("no s3cret-0123456789!"), "no ***!");
        assert!(Secret::new(" \n").is_none());
        let said =
            shown("fatal: https://x-access-token:ghs_0123456789abcdef@github.com\u{1b}[31m is\n no url");
        assert_eq!(said, "fatal: https://*** [31m is no url");
        assert_eq!(shown("a letter ghs_ is none, eyJ neither"), "a letter ghs_ is none, eyJ neither");
        assert_eq!(shown("Bearer eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiIxIn0.c2ln"), "Bearer ***");
    }
}

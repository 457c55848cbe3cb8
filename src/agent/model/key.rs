//! The key for a server: shown to that server and to nobody else.

use std::fmt;

/// A key. Its text leaves it only towards the server; [`Key::clean`] takes it out of what a server says.
#[derive(Clone)]
pub(super) struct Key(String);

impl Key {
    /// The key in `text`; `None` where there is none.
    pub fn new(text: &str) -> Option<Key> {
        let text = text.trim();
        (!text.is_empty()).then(|| Key(text.to_owned()))
    }

    /// For the header of a request.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// `text` without the key, whole or in part: servers quote its beginning and its end.
    pub fn clean(&self, text: &str) -> String {
        // Shorter pieces are not secret, and would be found in ordinary words.
        const PIECE: usize = 12;
        let characters: Vec<char> = self.0.chars().collect();
        let mut cleaned = text.replace(&self.0, "***");
        for length in (PIECE..characters.len()).rev() {
            for piece in characters.windows(length) {
                let piece: String = piece.iter().collect();
                if cleaned.contains(&piece) {
                    cleaned = cleaned.replace(&piece, "***");
                }
            }
        }
        cleaned
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(***)")
    }
}

/// The beginning of what a server said, in one line and without the key.
pub(super) fn excerpt(text: &str, key: Option<&Key>) -> String {
    let text = key.map_or_else(|| text.to_owned(), |key| key.clean(text));
    // What an escape could do to a terminal, it must not.
    let plain = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>();
    plain.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(300).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_in_nothing_that_is_shown() {
        let key = Key::new(" sk-live-0123456789abcdef\n").expect("a key");
        assert_eq!(format!("{key:?}"), "Key(***)");
        let told = excerpt("bad key sk-live-0123456789abcdef\u{1b}[31m (sk-live-01234567…)", Some(&key));
        assert_eq!(told, "bad key *** [31m (***…)");
        assert!(Key::new(" \n").is_none());
    }
}

//! Headings, and the slugs that fragments name them by.

use std::ops::Range;

/// One heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// 1 to 6.
    pub level: u8,
    /// Its text without markup.
    pub text: String,
    /// Its slug in GitHub's dialect, made unique in the note by `-1`, `-2`.
    pub slug: String,
    /// The bytes of the whole heading.
    pub span: Range<usize>,
}

/// The slug of a heading's text in GitHub's dialect: lower case, punctuation dropped but `-` and `_`,
/// spaces to `-`.
pub fn slug(text: &str) -> String {
    text.trim()
        .chars()
        .flat_map(char::to_lowercase)
        .filter_map(|c| match c {
            ' ' => Some('-'),
            '-' | '_' => Some(c),
            c if c.is_alphanumeric() => Some(c),
            _ => None,
        })
        .collect()
}

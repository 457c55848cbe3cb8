//! Headings, and the slugs that fragments name them by.

use std::collections::HashMap;
use std::ops::Range;

use unicode_normalization::char::is_combining_mark;

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
            c if c.is_alphanumeric() || is_combining_mark(c) => Some(c),
            _ => None,
        })
        .collect()
}

/// Makes `slug` unique among those in `seen`, as GitHub does: the second `same` is `same-1`.
pub fn unique(seen: &mut HashMap<String, u32>, slug: String) -> String {
    let mut count = seen.get(&slug).copied();
    let mut unique = slug.clone();
    while let Some(number) = count {
        unique = format!("{slug}-{}", number + 1);
        seen.insert(slug.clone(), number + 1);
        count = seen.contains_key(&unique).then_some(number + 1);
    }
    seen.insert(unique.clone(), 0);
    unique
}

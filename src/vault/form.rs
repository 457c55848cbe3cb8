//! The forms in which names are compared: composed, and folded. It compares texts and knows no files.

use std::borrow::Cow;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// A form in which names are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Composed (NFC): macOS and people write `é` in two ways.
    Composed,
    /// Composed, and in lower case.
    Folded,
}

impl Form {
    /// `name` in this form.
    pub fn of(self, name: &str) -> Cow<'_, str> {
        match self {
            Form::Composed => composed(name),
            Form::Folded => fold(name),
        }
    }

    /// Whether two names are the same in this form.
    pub fn same(self, one: &str, two: &str) -> bool {
        if one.is_ascii() && two.is_ascii() {
            return match self {
                Form::Composed => one == two,
                Form::Folded => one.eq_ignore_ascii_case(two),
            };
        }
        self.of(one) == self.of(two)
    }

    /// Whether `path` is `end`, or ends with `/` and `end`.
    pub fn ends_with(self, path: &str, end: &str) -> bool {
        if path.is_ascii() && end.is_ascii() {
            let Some(start) = path.len().checked_sub(end.len()) else { return false };
            return self.same(&path[start..], end) && (start == 0 || path.as_bytes()[start - 1] == b'/');
        }
        let (path, end) = (self.of(path), self.of(end));
        path.strip_suffix(&*end).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
    }
}

/// `name` composed, in lower case.
pub(crate) fn fold(name: &str) -> Cow<'_, str> {
    match composed(name) {
        Cow::Borrowed(name) if name.is_ascii() && !name.bytes().any(|byte| byte.is_ascii_uppercase()) => {
            Cow::Borrowed(name)
        }
        name if name.is_ascii() => Cow::Owned(name.to_ascii_lowercase()),
        name => Cow::Owned(name.to_lowercase()),
    }
}

/// `name` composed.
pub(super) fn composed(name: &str) -> Cow<'_, str> {
    if name.is_ascii() || is_nfc_quick(name.chars()) == IsNormalized::Yes {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(name.nfc().collect())
    }
}

/// A path without `.md` at its end, whatever its case.
pub(super) fn without_ending(path: &str) -> &str {
    let at = path.len().saturating_sub(3);
    match path.get(at..) {
        Some(end) if end.eq_ignore_ascii_case(".md") => &path[..at],
        _ => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_same_however_they_are_composed() {
        assert!(Form::Composed.same("cafe\u{301}", "caf\u{e9}"));
        assert!(!Form::Composed.same("Cafe\u{301}", "caf\u{e9}"));
        assert!(Form::Folded.same("Cafe\u{301}", "caf\u{e9}"));
        assert!(Form::Folded.same("NOTE", "note"));
        assert!(Form::Folded.ends_with("a/B/note", "b/Note"));
        assert!(!Form::Folded.ends_with("ab/note", "b/note"));
        assert!(Form::Composed.ends_with("a/\u{e9}", "e\u{301}"));
        assert_eq!(without_ending("a.MD"), "a");
        assert_eq!(without_ending("é"), "é");
    }
}

//! Sentences, and their words with the punctuation set apart. It knows no meaning.

use std::ops::Range;

/// One word between white space: `core` without the punctuation around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'t> {
    /// The word as it stands, punctuation included.
    pub(super) whole: &'t str,
    /// The word without punctuation at either end; currency and percent signs stay.
    pub(super) core: &'t str,
    /// Where `whole` starts in the text.
    pub(super) start: usize,
}

impl Token<'_> {
    /// The bytes of `whole` in the text.
    pub(super) fn span(&self) -> Range<usize> {
        self.start..self.start + self.whole.len()
    }

    /// The core in lower case, with a straight apostrophe.
    pub(super) fn lower(&self) -> String {
        self.core.to_lowercase().replace('\u{2019}', "'")
    }

    /// Whether any digit stands in it.
    pub(super) fn has_digit(&self) -> bool {
        self.core.bytes().any(|b| b.is_ascii_digit())
    }

    /// Whether it starts with a capital letter.
    pub(super) fn is_capitalised(&self) -> bool {
        self.core.starts_with(char::is_uppercase)
    }

    /// What stands before the core.
    pub(super) fn before(&self) -> &str {
        &self.whole[..self.core_start()]
    }

    /// What stands after the core.
    pub(super) fn after(&self) -> &str {
        &self.whole[self.core_start() + self.core.len()..]
    }

    fn core_start(&self) -> usize {
        self.core.as_ptr() as usize - self.whole.as_ptr() as usize
    }
}

/// The words of `text`.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    text.split_whitespace()
        .map(|whole| {
            let start = whole.as_ptr() as usize - text.as_ptr() as usize;
            let core = whole
                .trim_start_matches(|c: char| !(c.is_alphanumeric() || is_currency(c)))
                .trim_end_matches(|c: char| !(c.is_alphanumeric() || is_currency(c) || c == '%'));
            Token { whole, core, start }
        })
        .collect()
}

/// The sentences of `text`, trimmed, in order.
pub(super) fn sentences(text: &str) -> Vec<&str> {
    crate::text::sentences(text).into_iter().map(|range| text[range].trim()).collect()
}

/// The words of `text` in lower case, without punctuation; empty ones left out.
pub(super) fn lower_words(text: &str) -> Vec<String> {
    tokens(text).iter().map(Token::lower).filter(|word| !word.is_empty()).collect()
}

fn is_currency(c: char) -> bool {
    matches!(c, '$' | '€' | '£' | '¥' | '₹')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn punctuation_is_set_apart_and_signs_stay() {
        let words = tokens("Yes, (it's) $1,500.50 or 10%!");
        let cores: Vec<_> = words.iter().map(|token| token.core).collect();
        assert_eq!(cores, ["Yes", "it's", "$1,500.50", "or", "10%"]);
        assert_eq!((words[1].before(), words[1].after()), ("(", ")"));
        assert_eq!(lower_words("It’s - OK"), ["it's", "ok"]);
    }
}

//! What kind of character a character is, for cutting text into words. It knows no language.

use unicode_normalization::char::is_combining_mark;

/// What a character does in a text that is cut into words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Part of a word.
    Letter,
    /// Part of a script that puts no spaces between words.
    Unspaced,
    /// Neither seen nor a border: soft hyphens, joiners, direction marks.
    Ignored,
    /// Anything else.
    Other,
}

/// The class of `c`.
pub(super) fn class(c: char) -> Class {
    if c.is_ascii() {
        return if c.is_ascii_alphanumeric() { Class::Letter } else { Class::Other };
    }
    if is_ignored(c) {
        Class::Ignored
    } else if is_unspaced(c) {
        Class::Unspaced
    } else if c.is_alphanumeric() || is_combining_mark(c) {
        Class::Letter
    } else {
        Class::Other
    }
}

fn is_ignored(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{fe0e}' | '\u{fe0f}')
}

/// Han, Kana, Hangul, Thai, Lao, Myanmar and Khmer.
fn is_unspaced(c: char) -> bool {
    matches!(c,
        '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1100}'..='\u{11ff}' | '\u{1780}'..='\u{17ff}'
        | '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30fa}' | '\u{30fc}'..='\u{30ff}' | '\u{3130}'..='\u{318f}'
        | '\u{31f0}'..='\u{31ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{a960}'..='\u{a97f}'
        | '\u{ac00}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' | '\u{ff66}'..='\u{ff9f}'
        | '\u{20000}'..='\u{3ffff}')
}

/// Whether `c` is a Hebrew letter, between which a double quote belongs to the word.
pub(super) fn is_hebrew(c: char) -> bool {
    matches!(c, '\u{5d0}'..='\u{5ea}')
}

//! Quoted words: whether a text contains them, byte for byte but for white space.

use std::borrow::Cow;

/// Folds every run of white space into one space and trims both ends.
///
/// Evidence wraps its lines where it likes and a quote is one line, so white space is the only thing
/// in which the two may differ.
pub fn fold_space(text: &str) -> Cow<'_, str> {
    if is_folded(text) {
        return Cow::Borrowed(text);
    }
    let mut folded = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.push_str(word);
    }
    Cow::Owned(folded)
}

/// Whether all white space in `text` is single spaces between words; `false` where only a closer look could tell.
fn is_folded(text: &str) -> bool {
    let mut space = true;
    for &byte in text.as_bytes() {
        let blank = byte == b' ';
        if blank && space || !blank && (byte.is_ascii_whitespace() || byte == 0x0b || !byte.is_ascii()) {
            return false;
        }
        space = blank;
    }
    !space || text.is_empty()
}

/// Whether `text` contains `words` as whole words, white space folded on both sides.
///
/// A quote may not start or end inside a word or a number: `500` does not stand in `1500`, nor `1.2`
/// in `1.25`. Empty words are contained in nothing.
pub fn contains_words(text: &str, words: &str) -> bool {
    let (text, words) = (fold_space(text), fold_space(words));
    if words.is_empty() {
        return false;
    }
    text.match_indices(words.as_ref()).any(|(at, found)| {
        let end = at + found.len();
        !joins(text[..at].chars().rev(), found.chars().next())
            && !joins(text[end..].chars(), found.chars().next_back())
    })
}

/// Whether the characters that follow `edge` outward continue the word or number that `edge` belongs to.
fn joins(mut outward: impl Iterator<Item = char>, edge: Option<char>) -> bool {
    let Some(edge) = edge.filter(|edge| edge.is_alphanumeric()) else { return false };
    match outward.next() {
        // Scripts without spaces have no word edge to respect.
        Some(next) if next.is_alphanumeric() => !(unspaced(edge) || unspaced(next)),
        Some('.' | ',') if edge.is_numeric() => outward.next().is_some_and(char::is_numeric),
        _ => false,
    }
}

/// Whether `c` belongs to a script that writes words without spaces between them.
pub(super) fn unspaced(c: char) -> bool {
    matches!(c, '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3134f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_folds_and_words_stay_whole() {
        assert!(contains_words("a full\n   refund within\tseven days", "full refund within seven days"));
        assert!(contains_words("保留期限为七年，退款", "七年"));
        assert!(contains_words("costs $1,500.", "$1,500"));
        for (text, words) in
            [("1500", "500"), ("1.25 m", "1.2"), ("1,500", "500"), ("cart", "car"), ("x", " ")]
        {
            assert!(!contains_words(text, words), "{words} in {text}");
        }
    }
}

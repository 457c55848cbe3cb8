//! Two spellings of a word: the exact one, and a forgiving one without accents and points.

use unicode_normalization::UnicodeNormalization;

/// The exact spelling: lower case, composed, without points that readers of the script leave out.
pub(super) fn exact(word: &str) -> String {
    if word.is_ascii() {
        return word.to_ascii_lowercase();
    }
    word.nfkd().filter(|&c| !is_point(c)).nfc().flat_map(char::to_lowercase).nfc().collect()
}

/// The forgiving spelling of an exact one: accents gone, joined letters taken apart.
///
/// The marks of Indic scripts stay: there they are vowels, not accents.
pub(super) fn forgiving(exact: &str) -> String {
    if exact.is_ascii() {
        return exact.to_owned();
    }
    let mut folded = String::with_capacity(exact.len());
    for c in exact.nfd().filter(|c| !matches!(c, '\u{300}'..='\u{36f}')) {
        match c {
            'ß' => folded.push_str("ss"),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            'ø' => folded.push('o'),
            'đ' | 'ð' => folded.push('d'),
            'ł' => folded.push('l'),
            'ı' => folded.push('i'),
            'þ' => folded.push_str("th"),
            c => folded.push(c),
        }
    }
    folded.nfc().collect()
}

/// Hebrew points and cantillation, Arabic vowel marks and the stretching sign.
fn is_point(c: char) -> bool {
    matches!(c, '\u{591}'..='\u{5bd}' | '\u{5bf}' | '\u{5c1}' | '\u{5c2}' | '\u{5c4}' | '\u{5c5}' | '\u{5c7}')
        || matches!(c, '\u{610}'..='\u{61a}' | '\u{640}' | '\u{64b}'..='\u{65f}' | '\u{670}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_are_forgiven_and_vowel_signs_kept() {
        for (word, folded) in [
            ("Árvíztűrő", "arvizturo"),
            ("ÁRVI\u{301}ZTŰRŐ", "arvizturo"),
            ("Straße", "strasse"),
            ("שָׁלוֹם", "שלום"),
            ("हिन्दी", "हिन्दी"),
        ] {
            assert_eq!(forgiving(&exact(word)), folded, "{word}");
        }
        assert_eq!(exact("ko\u{301}r"), exact("kór"));
        assert_ne!(exact("kór"), exact("kör"));
    }
}

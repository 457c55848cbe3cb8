//! How much of a text stands in pieces that mean something to a model. What the pieces mean is for the model to say.

use tokenizers::Tokenizer;

/// Whether most letters of `text` stand in pieces that mean something, `unknown` aside.
///
/// A model that knows no word of a script still knows its letters, and every word falls apart into these: texts in it all look
/// alike.
pub(super) fn knows(tokenizer: &Tokenizer, unknown: Option<u32>, text: &str) -> bool {
    let Ok(tokens) = tokenizer.encode(text, false) else { return true };
    let letters = |text: &str| text.chars().filter(|c| c.is_alphabetic()).count();
    let known: usize = tokens
        .get_ids()
        .iter()
        .zip(tokens.get_offsets())
        .filter(|(id, _)| Some(**id) != unknown)
        .filter_map(|(_, &(from, to))| {
            let piece = letters(text.get(from..to)?);
            let is_alone = piece == 1 && is_word(text, from, to);
            Some(if piece > 1 || is_alone { piece } else { 0 })
        })
        .sum();
    2 * known >= letters(text)
}

/// Whether what stands between `from` and `to` is no part of a longer word; an ideograph never is.
fn is_word(text: &str, from: usize, to: usize) -> bool {
    let is_part = |c: Option<char>| c.is_some_and(char::is_alphabetic);
    let is_ideograph =
        |c: char| matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}');
    text[from..to].chars().any(is_ideograph)
        || !is_part(text[..from].chars().next_back()) && !is_part(text[to..].chars().next())
}

//! How dense a text is in facts: numbers, amounts, dates, identifiers, names. It judges no truth.

use super::words::{Shape, words};

/// The density of `text`, from 0 to 1.
pub(super) fn density(text: &str) -> f32 {
    let mut facts = 0.0_f32;
    let mut start_of_sentence = true;
    for word in words(text) {
        let written = &text[word.span.clone()];
        let digits = written.bytes().filter(u8::is_ascii_digit).count();
        let capital = written.starts_with(char::is_uppercase);
        if digits > 0 {
            facts += 1.0;
        } else if capital && !start_of_sentence {
            facts += 0.4;
        } else if word.shape == Shape::Compound && written.contains(['_', '@', '/', '.']) {
            facts += 0.5;
        }
        start_of_sentence = text[word.span.end..].starts_with(['.', '!', '?', '\n']);
    }
    // Three facts in a line are plenty.
    (facts / 3.0).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::density;

    #[test]
    fn numbers_and_names_are_facts_and_talk_is_none() {
        assert_eq!(density("Thanks for your patience."), 0.0);
        assert!(density("The adjuster Patricia Wong calls at 916-555-8899.") > 0.5);
    }
}

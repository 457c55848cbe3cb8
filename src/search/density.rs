//! How dense a text is in facts: numbers, amounts, dates, identifiers, names. It judges no truth.

use std::ops::Range;

use super::words::Shape;

/// Counts the facts of a text, word by word.
#[derive(Debug, Default)]
pub(super) struct Density {
    facts: f32,
    is_inside: bool,
}

impl Density {
    /// Counts the word that `text` has at `span`; the words come in their order.
    pub fn meet(&mut self, text: &str, span: &Range<usize>, shape: Shape) {
        let written = &text[span.clone()];
        let has_digits = written.bytes().any(|byte| byte.is_ascii_digit());
        if has_digits {
            self.facts += 1.0;
        } else if self.is_inside && written.starts_with(char::is_uppercase) {
            self.facts += 0.4;
        } else if shape == Shape::Compound && written.contains(['_', '@', '/', '.']) {
            self.facts += 0.5;
        }
        // What starts a sentence has a capital anyway.
        self.is_inside = !text[span.end..].starts_with(['.', '!', '?', '\n']);
    }

    /// The density, from 0 to 1.
    pub fn value(&self) -> f32 {
        // Three facts in a line are plenty.
        (self.facts / 3.0).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::words::words;
    use super::*;

    fn density(text: &str) -> f32 {
        let mut density = Density::default();
        words(text).iter().for_each(|word| density.meet(text, &word.span, word.shape));
        density.value()
    }

    #[test]
    fn numbers_and_names_are_facts_and_talk_is_none() {
        assert_eq!(density("Thanks for your patience."), 0.0);
        assert!(density("The adjuster Patricia Wong calls at 916-555-8899.") > 0.5);
    }
}

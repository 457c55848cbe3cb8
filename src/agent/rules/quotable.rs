//! Picks the words of a turn that a footnote can quote: verbatim, and with nothing in them that Markdown reads.

/// The longest quotation, in characters.
const LONGEST: usize = 240;

/// The words of `text` to quote: all of it where it is plain, else the run of words that carries most; `None`
/// when no word can be quoted.
///
/// A run ends before a word that holds a quotation mark, something that Markdown could read as markup, or a
/// character that cannot be seen.
pub(super) fn quotable(text: &str) -> Option<String> {
    let mut best = String::new();
    let mut run = String::new();
    for word in text.split_whitespace() {
        if is_quotable(word) && run.len() + word.len() < LONGEST {
            if !run.is_empty() {
                run.push(' ');
            }
            run.push_str(word);
            continue;
        }
        best = heavier(best, std::mem::take(&mut run));
        if is_quotable(word) && word.len() < LONGEST {
            run.push_str(word);
        }
    }
    let best = heavier(best, run);
    best.chars().any(char::is_alphanumeric).then_some(best)
}

fn heavier(one: String, other: String) -> String {
    if weight(&other) > weight(&one) { other } else { one }
}

/// Digits count most: they are what a claim is checked for.
fn weight(run: &str) -> usize {
    run.chars().count() + 20 * run.bytes().filter(u8::is_ascii_digit).count()
}

fn is_quotable(word: &str) -> bool {
    let markup =
        |c: char| matches!(c, '"' | '*' | '[' | ']' | '<' | '>' | '`' | '\\' | '|' | '~' | '^' | '{' | '}');
    let entity = word.split_once('&').is_some_and(|(_, rest)| rest.contains(';'));
    !(word.chars().any(|c| markup(c) || c.is_control() || is_invisible(c))
        || entity
        || word.starts_with('_')
        || word.ends_with('_'))
}

/// Whether `c` has no shape of its own: marks of direction, joiners, tags.
pub(super) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::contains_words;

    #[test]
    fn markup_and_quotation_marks_end_a_run() {
        assert_eq!(quotable("a full refund").as_deref(), Some("a full refund"));
        assert_eq!(quotable("see [[x|y]] for $1,500 or *bold* words").as_deref(), Some("for $1,500 or"));
        assert_eq!(quotable("the \"gold\" tier costs 12 a month").as_deref(), Some("tier costs 12 a month"));
        assert_eq!(quotable("\u{202e}[[ ||"), None);
        assert_eq!(quotable("— !?"), None);
    }

    proptest::proptest! {
        #[test]
        fn what_is_quoted_stands_in_the_text(text in "[\\PC\\s]{0,400}") {
            if let Some(words) = quotable(&text) {
                proptest::prop_assert!(contains_words(&text, &words), "{words:?}");
                proptest::prop_assert!(words.len() <= LONGEST);
            }
        }
    }
}

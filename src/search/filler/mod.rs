//! Words that say nothing of what a question is about.

mod lists;

use super::language::{Language, Languages, Writing};

/// How little a word says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Filler {
    /// It may say something.
    None,
    /// It belongs to the politeness of asking.
    Chatter,
    /// It only holds the sentence together.
    Function,
}

/// How little `word`, in its exact form, says in a text in `languages`.
///
/// The same letters are an article in one language and a thing in another: the list of a language counts only where no
/// other language in the same letters is possible. Where several are, English is assumed.
pub(super) fn filler(word: &str, languages: Languages) -> Filler {
    let writing = Writing::of(word);
    if writing == Writing::Other {
        return if lists::holds(lists::UNSPACED, word) { Filler::Function } else { Filler::None };
    }
    match languages.written_in(writing).only() {
        None | Some(Language::English) => english(word),
        Some(language) if lists::holds(lists::list(language), word) => Filler::Function,
        Some(_) => Filler::None,
    }
}

/// How little `word`, in its exact form, says in English.
pub(super) fn english(word: &str) -> Filler {
    let word = word.strip_suffix("'s").unwrap_or(word);
    if FUNCTION.binary_search(&word).is_ok() {
        Filler::Function
    } else if CHATTER.binary_search(&word).is_ok() {
        Filler::Chatter
    } else {
        Filler::None
    }
}

const FUNCTION: &[&str] = &[
    "a", "about", "all", "also", "am", "an", "and", "any", "are", "as", "at", "be", "been", "being", "but",
    "by", "can", "could", "did", "do", "does", "doing", "don't", "for", "from", "had", "has", "have",
    "having", "he", "her", "here", "him", "his", "how", "i", "i'd", "i'll", "i'm", "i've", "if", "in",
    "into", "is", "it", "its", "just", "may", "me", "might", "mine", "my", "no", "not", "of", "off", "on",
    "or", "our", "ours", "she", "should", "so", "some", "such", "than", "that", "the", "their", "them",
    "then", "there", "these", "they", "this", "those", "to", "too", "up", "us", "very", "was", "we", "we've",
    "were", "what", "when", "where", "which", "while", "who", "whom", "whose", "why", "will", "with",
    "would", "you", "your",
];

const CHATTER: &[&str] = &[
    "again",
    "anything",
    "exact",
    "exactly",
    "find",
    "get",
    "give",
    "going",
    "help",
    "know",
    "like",
    "look",
    "make",
    "mention",
    "mentioned",
    "need",
    "needs",
    "please",
    "remind",
    "said",
    "say",
    "show",
    "something",
    "supposed",
    "sure",
    "take",
    "tell",
    "thing",
    "things",
    "understand",
    "use",
    "want",
    "wanted",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted_for_the_search_in_them() {
        assert!(FUNCTION.is_sorted() && CHATTER.is_sorted());
        assert_eq!(english("what's"), Filler::Function);
        assert_eq!(english("claim"), Filler::None);
    }

    #[test]
    fn a_word_is_a_filler_in_its_own_language() {
        let (english, german) = (Languages::just(Language::English), Languages::just(Language::German));
        assert_eq!(filler("der", german), Filler::Function);
        assert_eq!(filler("der", english), Filler::None);
        assert_eq!(filler("the", english.and(german)), Filler::Function);
        assert_eq!(filler("der", english.and(german)), Filler::None);
    }
}

//! English words that say nothing of what a question is about.

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

/// How little `word`, in its exact form, says.
pub(super) fn filler(word: &str) -> Filler {
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
        assert_eq!(filler("what's"), Filler::Function);
        assert_eq!(filler("claim"), Filler::None);
    }
}

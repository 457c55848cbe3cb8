//! Makes unanswerable questions: of words that stand in no note.

use super::derive::DERIVED;
use super::question::Question;

/// Words of many walks of life, from which those are taken that a knowledge base does not hold.
pub const WORDS: &[&str] = &[
    "accordion",
    "alpaca",
    "amethyst",
    "anchovy",
    "apricot",
    "avalanche",
    "badminton",
    "bagpipe",
    "bassoon",
    "beehive",
    "begonia",
    "bobsleigh",
    "bonsai",
    "bullfinch",
    "buttercup",
    "carnation",
    "cathedral",
    "cello",
    "chameleon",
    "chandelier",
    "chrysanthemum",
    "cinnamon",
    "clarinet",
    "coral",
    "cormorant",
    "croissant",
    "cuttlefish",
    "daffodil",
    "dandelion",
    "dormouse",
    "dragonfly",
    "eggplant",
    "falconry",
    "flamingo",
    "fjord",
    "gazelle",
    "geyser",
    "giraffe",
    "gladiolus",
    "gondola",
    "grasshopper",
    "harpsichord",
    "hazelnut",
    "hedgehog",
    "hummingbird",
    "hyacinth",
    "iguana",
    "jackdaw",
    "jellyfish",
    "juniper",
    "kangaroo",
    "kayak",
    "kingfisher",
    "ladybird",
    "lagoon",
    "lavender",
    "lighthouse",
    "lobster",
    "magnolia",
    "mandolin",
    "marmalade",
    "marzipan",
    "meadowlark",
    "mistletoe",
    "narwhal",
    "nightingale",
    "nutmeg",
    "oboe",
    "octopus",
    "orchid",
    "origami",
    "otter",
    "papaya",
    "parakeet",
    "peacock",
    "pelican",
    "periwinkle",
    "platypus",
    "pomegranate",
    "porcupine",
    "quince",
    "raspberry",
    "rhubarb",
    "saffron",
    "salamander",
    "sapphire",
    "seahorse",
    "snowshoe",
    "sousaphone",
    "stalactite",
    "sunflower",
    "tambourine",
    "tapestry",
    "tarantula",
    "trombone",
    "tulip",
    "turquoise",
    "ukulele",
    "volcano",
    "walrus",
    "waterfall",
    "wisteria",
    "xylophone",
    "zeppelin",
    "zucchini",
];

/// At most `count` questions of words that do not stand in the knowledge, as `stands` says.
pub fn strange_questions(count: usize, stands: impl Fn(&str) -> bool) -> Vec<Question> {
    let free: Vec<&str> = WORDS.iter().copied().filter(|word| !stands(word)).collect();
    // Far apart in the alphabet, so that the three have nothing to do with each other.
    let third = free.len() / 3;
    (0..count.min(third))
        .map(|at| Question {
            question: format!(
                "What is the {} of the {} in the {}?",
                free[at],
                free[third + at],
                free[2 * third + at]
            ),
            unanswerable: true,
            tags: vec![DERIVED.to_owned()],
            ..Question::default()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_of_a_question_stands_in_the_knowledge() {
        let made = strange_questions(5, |word| word == "accordion" || word.starts_with('b'));
        assert_eq!(made.len(), 5);
        assert!(made.iter().all(|question| !question.question.contains("accordion")), "{made:?}");
        assert!(made[0].question.contains("alpaca") && made[0].fault().is_none());
        assert!(strange_questions(9, |_| true).is_empty());
    }
}

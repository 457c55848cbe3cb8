//! Ukrainian: the endings of nouns, adjectives and verbs come off. It knows no dictionary and no change of vowels but `і`
//! for `о` and `е` before the last consonant (`рік`, `року`), which is undone.

/// The endings that go; the longest that leaves enough of the word is taken.
const ENDINGS: &str = "уватимуть юватимуть уватимемо уватимете уватиме ювати увати ували ювали ування ювання ованого \
    ованому ованими ований овання оване ована овану овані ованих уються юються ується юється уємо \
    уєте ують юють ував ював увала ювала ення енню енням еннями еннях ання анню анням аннями аннях \
    іння інню інням ться тись тися лася лись лося вся ього ьому ьої ьою ими іми ого ому ої ою ій ий \
    их іх им ім ами ями ах ях ам ям ові еві єві ів їв ом ем єм ею єю ей ії ію ією іями іях іям ія \
    ати яти ити іти ути ала яла ила іла ало яло ило іло али яли или іли ав яв ив ить ять уть ють еш \
    єш иш їш емо ємо имо їмо ете єте ите їте ує ює ає яє иє іє а я о е є и і ї у ю ь й";

/// The fewest letters that are left of a word.
const SHORTEST: usize = 3;

/// The word without its ending.
pub(super) fn stem(word: &str) -> String {
    let letters = word.chars().count();
    if letters <= SHORTEST {
        return word.to_owned();
    }
    let fits = |ending: &&str| {
        let left = letters.saturating_sub(ending.chars().count());
        left >= SHORTEST && word.ends_with(*ending)
    };
    let endings = ENDINGS.split_ascii_whitespace();
    let ending = endings.filter(fits).max_by_key(|ending| ending.len()).unwrap_or_default();
    level(word.strip_suffix(ending).unwrap_or(word))
}

/// The stem with `о` for an `і` before its last consonant, and without the vowel that comes and goes there.
fn level(stem: &str) -> String {
    let mut letters: Vec<char> = stem.chars().collect();
    letters.retain(|&letter| !matches!(letter, '\'' | '’' | 'ʼ'));
    if let [.., before, last] = letters.as_mut_slice()
        && *before == 'і'
        && !is_vowel(*last)
    {
        *before = 'о';
    }
    if let [.., first, vowel @ ('о' | 'е'), 'к' | 'ц'] = letters.as_slice()
        && !is_vowel(*first)
        && letters.len() > SHORTEST + 1
    {
        let _ = vowel;
        letters.remove(letters.len() - 2);
    }
    letters.into_iter().collect()
}

fn is_vowel(letter: char) -> bool {
    matches!(letter, 'а' | 'е' | 'є' | 'и' | 'і' | 'ї' | 'о' | 'у' | 'ю' | 'я')
}

#[cfg(test)]
mod tests {
    use super::stem;

    #[test]
    fn the_forms_of_a_word_have_one_stem() {
        for forms in [
            &["книга", "книги", "книгу", "книгою", "книг", "книгами"][..],
            &["рахунок", "рахунки", "рахунку", "рахунків", "рахунком", "рахунками"],
            &["договір", "договору", "договори", "договорів", "договором"],
            &["повернення", "поверненню", "поверненням"],
            &["новий", "нового", "новому", "нові", "нова", "нової", "нових"],
            &["клієнт", "клієнта", "клієнти", "клієнтів", "клієнтам"],
            &["помилка", "помилки", "помилку", "помилкою"],
            &["інструкція", "інструкції", "інструкцію", "інструкцією"],
        ] {
            let stems: Vec<String> = forms.iter().map(|word| stem(word)).collect();
            assert!(stems.windows(2).all(|pair| pair[0] == pair[1]), "{forms:?} {stems:?}");
        }
    }

    #[test]
    fn other_words_stay_apart() {
        for (one, other) in [("книга", "кінь"), ("рахунок", "рахувати"), ("рік", "рука"), ("мова", "море")]
        {
            assert_ne!(stem(one), stem(other));
        }
    }
}

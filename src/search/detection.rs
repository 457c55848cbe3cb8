//! Finds out which languages a text may be in. It stems nothing.
//!
//! A note says so itself (`lang` or `language` in its front matter), or its text is judged: at a glance where it is plainly
//! English, by `whatlang` where it is long enough to be sure, else by its letters. What stays open stays open: then every
//! language that it may be in counts, for notes and for queries alike.

use whatlang::{Lang, detect};

use super::filler::{Filler, english};
use super::language::{Language, Languages, Writing};
use crate::note::Note;

/// How much of a text is looked at, in bytes; the language of a note does not change half-way.
const SAMPLE: usize = 1_200;

/// How many words are looked at to see whether a text is plainly English.
const GLANCE: usize = 80;

/// How many words of a text must only hold its sentences together for it to be English: one of so many.
const PLAINLY: usize = 5;

/// The languages that `note` may be in.
pub(super) fn of_note(note: &Note) -> Languages {
    let stated = note.front.text("lang").or_else(|| note.front.text("language"));
    if let Some(code) = stated {
        return Language::named(code).map_or(Languages::NONE, Languages::just);
    }
    of_text(note.body())
}

/// The languages that `text` may be in.
pub(super) fn of_text(text: &str) -> Languages {
    if is_plainly_english(text) {
        return Languages::just(Language::English);
    }
    let sample = sample(text);
    let mut languages = other_writings(sample);
    if sample.chars().any(|c| Writing::of_letter(c) == Some(Writing::Latin)) {
        languages = languages.and(latin(sample));
    }
    languages
}

/// The languages that a question may be in, of those in `known`; words in other letters than Latin ones tell by themselves.
pub(super) fn of_question(text: &str, known: Languages) -> Languages {
    let sure = if is_plainly_english(text) {
        Languages::just(Language::English)
    } else {
        detect(text)
            .filter(|info| info.is_reliable() && text.chars().count() > SURE)
            .and_then(|info| of_detected(info.lang()))
            .map_or(known, Languages::just)
    };
    let latin = known.written_in(Writing::Latin);
    let sure = sure.within(latin);
    known.without(latin).and(if sure.is_empty() { latin } else { sure })
}

/// How many characters `whatlang` needs to be trusted when it says that it is sure.
const SURE: usize = 40;

/// The languages in other letters than Latin ones that `text` may be in.
fn other_writings(text: &str) -> Languages {
    let mut languages = Languages::NONE;
    let (mut ukrainian, mut russian, mut cyrillic) = (false, false, false);
    for c in text.chars().filter(|c| !c.is_ascii()) {
        match Writing::of_letter(c) {
            Some(Writing::Cyrillic) => {
                cyrillic = true;
                ukrainian |= matches!(c, 'і' | 'ї' | 'є' | 'ґ' | 'І' | 'Ї' | 'Є' | 'Ґ');
                russian |= matches!(c, 'ы' | 'э' | 'ъ' | 'ё' | 'Ы' | 'Э' | 'Ъ' | 'Ё');
            }
            Some(Writing::Arabic) => languages = languages.and(Languages::just(Language::Arabic)),
            Some(Writing::Hebrew) => languages = languages.and(Languages::just(Language::Hebrew)),
            Some(Writing::Greek) => languages = languages.and(Languages::just(Language::Greek)),
            Some(Writing::Latin | Writing::Other) | None => {}
        }
    }
    if cyrillic && (ukrainian || !russian) {
        languages = languages.and(Languages::just(Language::Ukrainian));
    }
    if cyrillic && (russian || !ukrainian) {
        languages = languages.and(Languages::just(Language::Russian));
    }
    languages
}

/// The languages in Latin letters that `text` may be in.
fn latin(text: &str) -> Languages {
    let spelling = Languages::spelling(text);
    let detected = detect(text).filter(|info| info.script() == whatlang::Script::Latin);
    let Some(detected) = detected else { return spelling };
    let language = of_detected(detected.lang()).map_or(Languages::NONE, Languages::just);
    if detected.is_reliable() && text.chars().count() > SURE { language } else { language.and(spelling) }
}

fn of_detected(lang: Lang) -> Option<Language> {
    Language::named(lang.code())
}

/// Whether `text` is in ASCII as far as one looks, and full of the small words of English.
fn is_plainly_english(text: &str) -> bool {
    let (mut words, mut small) = (0, 0);
    let mut lower = String::new();
    for word in text.split_ascii_whitespace().take(GLANCE) {
        let word = word.trim_matches(|c: char| c.is_ascii_punctuation());
        if !word.is_ascii() {
            return false;
        }
        if word.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic()) {
            lower.clear();
            lower.push_str(word);
            lower.make_ascii_lowercase();
            words += 1;
            small += usize::from(english(&lower) == Filler::Function);
        }
    }
    words > 0 && small * PLAINLY >= words
}

/// The beginning of `text`, as far as it is looked at.
fn sample(text: &str) -> &str {
    let mut end = SAMPLE.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(text: &str) -> Vec<&'static str> {
        of_text(text).iter().map(Language::code).collect()
    }

    #[test]
    fn long_texts_are_in_one_language() {
        for (text, code) in [
            ("The adjuster will call you within two business days of the report.", "en"),
            ("A visszatérítést hét napon belül lehet kérni, ha a csomagolás sértetlen maradt.", "hu"),
            ("Die Rückerstattung kann innerhalb von sieben Tagen nach Erhalt beantragt werden.", "de"),
            ("Возврат денег можно запросить в течение семи дней после получения, это условие.", "ru"),
            ("Повернення коштів можна вимагати протягом семи днів після отримання її.", "uk"),
            ("ניתן לבקש החזר כספי מלא בתוך שבעה ימים", "he"),
        ] {
            assert_eq!(codes(text), [code], "{text}");
        }
    }

    #[test]
    fn short_texts_stay_open() {
        assert!(codes("számlák listája").contains(&"hu"));
        assert_eq!(codes("книга"), ["ru", "uk"]);
        assert_eq!(codes("東京"), [""; 0]);
        let note = |text: &str| {
            let path = crate::path::RepoPath::new("a.md").expect("a path");
            of_note(&Note::parse(path, text.as_bytes())).iter().map(Language::code).collect::<Vec<_>>()
        };
        assert_eq!(note("---\nlang: hu-HU\n---\nszam\n"), ["hu"]);
        assert_eq!(note("---\nlanguage: xx\n---\nThe plan of the day.\n"), [""; 0]);
    }

    #[test]
    fn a_question_is_in_a_language_that_is_known() {
        let hungarian = Languages::just(Language::Hungarian);
        let english = Languages::just(Language::English);
        assert_eq!(of_question("szamla", hungarian.and(english)), hungarian.and(english));
        assert_eq!(of_question("what is the limit of this", hungarian.and(english)), english);
        assert_eq!(of_question("what is the limit of this", hungarian), hungarian);
    }
}

//! The forms under which a word is found whatever its ending: stems, by language. It detects no language.
//!
//! Snowball's stemmers stand for most languages; English has Porter's, Ukrainian and Hebrew light foldings of our own. Words
//! of other languages are found as they are written.

mod english;
mod hebrew;
mod ukrainian;

use frostem::{Algorithm, Stemmer};

use super::fold::forgiving;
use super::language::{Language, Languages, Writing};

/// The forms of `word`, an exact one, in a text in `languages`: stemmed first, then without accents; each once, and never
/// none.
///
/// English is tried on every word in Latin letters: there are English words in texts of every language.
pub(super) fn forms(word: &str, languages: Languages) -> Vec<String> {
    let mut forms = Vec::with_capacity(1);
    let mut push = |form: &str| {
        let form = forgiving(form);
        if !form.is_empty() && !forms.contains(&form) {
            forms.push(form);
        }
    };
    let writing = Writing::of(word);
    for language in languages.written_in(writing).iter() {
        match language {
            Language::English => push(&english::stem(word)),
            Language::Hebrew => hebrew::forms(word).for_each(&mut push),
            Language::Hungarian => {
                // Plural and case are taken off one after the other: `számlák` gives `számla`, and that its own stem.
                let once = snowball(language, word);
                push(&once);
                push(&snowball(language, &once));
            }
            Language::Ukrainian => push(&ukrainian::stem(word)),
            language => push(&snowball(language, word)),
        }
    }
    if writing == Writing::Latin {
        push(&english::stem(word));
    }
    if forms.is_empty() {
        // A mark alone is nothing without its accents.
        let forgiving = forgiving(word);
        forms.push(if forgiving.is_empty() { word.to_owned() } else { forgiving });
    }
    forms
}

/// What Snowball makes of `word`; the word itself where it knows no such language.
fn snowball(language: Language, word: &str) -> String {
    let algorithm = match language {
        Language::Arabic => Algorithm::Arabic,
        Language::Danish => Algorithm::Danish,
        Language::Dutch => Algorithm::Dutch,
        Language::Finnish => Algorithm::Finnish,
        Language::French => Algorithm::French,
        Language::German => Algorithm::German,
        Language::Greek => Algorithm::Greek,
        Language::Hungarian => Algorithm::Hungarian,
        Language::Italian => Algorithm::Italian,
        Language::Norwegian => Algorithm::Norwegian,
        Language::Portuguese => Algorithm::Portuguese,
        Language::Romanian => Algorithm::Romanian,
        Language::Russian => Algorithm::Russian,
        Language::Spanish => Algorithm::Spanish,
        Language::Swedish => Algorithm::Swedish,
        Language::Turkish => Algorithm::Turkish,
        Language::English | Language::Hebrew | Language::Ukrainian => return word.to_owned(),
    };
    Stemmer::new(algorithm).stem(word).into_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::fold::exact;
    use super::*;

    /// Whether every one of `words` shares a form with the first.
    #[track_caller]
    fn found_by_each_other(language: Language, words: &[&str]) {
        let first = forms(words[0], Languages::just(language));
        for word in words {
            let other = forms(word, Languages::just(language));
            assert!(other.iter().any(|form| first.contains(form)), "{word}: {other:?} {first:?}");
        }
    }

    #[test]
    fn inflected_words_are_found_by_each_other() {
        for (language, words) in [
            (Language::Hungarian, &["számla", "számlák", "számlát", "számlával", "szamla"][..]),
            (Language::German, &["Rechnung", "Rechnungen"]),
            (Language::Russian, &["договор", "договора", "договоров", "договором"]),
            (Language::French, &["remboursement", "remboursements"]),
            (Language::Spanish, &["factura", "facturas"]),
            (Language::Italian, &["fattura", "fatture"]),
            (Language::Portuguese, &["fatura", "faturas"]),
            (Language::Dutch, &["rekening", "rekeningen"]),
            (Language::Swedish, &["räkning", "räkningar", "räkningen"]),
            (Language::Danish, &["regning", "regninger"]),
            (Language::Norwegian, &["regning", "regninger", "regningen"]),
            (Language::Finnish, &["lasku", "laskun", "laskut"]),
            (Language::Romanian, &["contract", "contractul", "contracte"]),
            (Language::Turkish, &["fatura", "faturalar"]),
            (Language::Arabic, &["فاتورة", "الفاتورة"]),
        ] {
            let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
            found_by_each_other(language, &lower.iter().map(String::as_str).collect::<Vec<_>>());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn every_word_has_forms_in_every_language(
            word in r"\PC{0,12}|[α-ωά-ώΐΰ]{1,12}|[а-яіїєґё]{1,12}|[א-ת]{1,9}|[ا-ي]{1,9}|[a-zà-ÿőűșțğış]{1,14}",
            code in prop::sample::select(vec![
                "en", "hu", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "no", "fi", "ro", "tr", "ru", "uk", "ar",
                "he", "el",
            ]),
        ) {
            let word = exact(&word);
            let language = Language::named(code).expect("a language");
            let forms = forms(&word, Languages::just(language));
            prop_assert!(!forms.is_empty());
            prop_assert!(word.is_empty() || forms.iter().all(|form| !form.is_empty()), "{:?}", forms);
        }
    }

    #[test]
    fn english_is_not_lost_in_other_languages() {
        for language in [Language::Hungarian, Language::German, Language::Russian, Language::Hebrew] {
            let forms = forms("meetings", Languages::just(language));
            assert!(forms.contains(&"meet".to_owned()), "{language:?}: {forms:?}");
        }
    }

    #[test]
    fn other_words_stay_apart() {
        let forms = |word| forms(word, Languages::just(Language::Hungarian));
        assert!(!forms("szám").iter().any(|form| forms("számla").contains(form)));
    }
}

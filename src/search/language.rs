//! The languages whose words are stemmed, and sets of them. Which language a text is in is the business of `detection`.

use super::script::is_hebrew;

/// A language whose words are found whatever their ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    English,
    Hungarian,
    German,
    French,
    Spanish,
    Italian,
    Portuguese,
    Dutch,
    Swedish,
    Danish,
    Norwegian,
    Finnish,
    Romanian,
    Turkish,
    Russian,
    Ukrainian,
    Arabic,
    Hebrew,
    Greek,
}

/// The letters that a language is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Writing {
    Latin,
    Cyrillic,
    Arabic,
    Hebrew,
    Greek,
    Other,
}

/// Every language with its codes, the letters that it has beside those of English, and its writing.
const TABLE: [(Language, &[&str], &str, Writing); 19] = [
    (Language::English, &["en", "eng"], "", Writing::Latin),
    (Language::Hungarian, &["hu", "hun"], "áéíóöőúüű", Writing::Latin),
    (Language::German, &["de", "deu", "ger"], "äöüß", Writing::Latin),
    (Language::French, &["fr", "fra", "fre"], "àâæçéèêëîïôœùûüÿ", Writing::Latin),
    (Language::Spanish, &["es", "spa"], "áéíñóúü", Writing::Latin),
    (Language::Italian, &["it", "ita"], "àèéìíîòóùú", Writing::Latin),
    (Language::Portuguese, &["pt", "por"], "áâãàçéêíóôõú", Writing::Latin),
    (Language::Dutch, &["nl", "nld", "dut"], "éëïóöü", Writing::Latin),
    (Language::Swedish, &["sv", "swe"], "åäöé", Writing::Latin),
    (Language::Danish, &["da", "dan"], "æøåé", Writing::Latin),
    (Language::Norwegian, &["no", "nb", "nn", "nor", "nob"], "æøåéò", Writing::Latin),
    (Language::Finnish, &["fi", "fin"], "äöåšž", Writing::Latin),
    (Language::Romanian, &["ro", "ron", "rum"], "ăâîșțşţ", Writing::Latin),
    (Language::Turkish, &["tr", "tur"], "çğıİöşüâîû", Writing::Latin),
    (Language::Russian, &["ru", "rus"], "", Writing::Cyrillic),
    (Language::Ukrainian, &["uk", "ukr"], "", Writing::Cyrillic),
    (Language::Arabic, &["ar", "ara"], "", Writing::Arabic),
    (Language::Hebrew, &["he", "heb", "iw"], "", Writing::Hebrew),
    (Language::Greek, &["el", "ell", "gre"], "", Writing::Greek),
];

impl Language {
    /// The language that is called `code`, such as `hu`, `hun` or `hu-HU`, case aside.
    pub fn named(code: &str) -> Option<Language> {
        let code = code.trim().split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
        TABLE.iter().find(|(_, codes, ..)| codes.contains(&code.as_str())).map(|(language, ..)| *language)
    }

    /// Its code of two letters.
    pub fn code(self) -> &'static str {
        TABLE[self as usize].1[0]
    }
}

impl Writing {
    /// The writing of `word`, by the first letter that tells.
    pub fn of(word: &str) -> Writing {
        word.chars().find_map(Writing::of_letter).unwrap_or(Writing::Other)
    }

    /// The writing that `letter` belongs to; `None` for what is no letter, and for letters of other writings.
    pub fn of_letter(letter: char) -> Option<Writing> {
        match letter {
            'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => Some(Writing::Latin),
            '\u{400}'..='\u{52f}' => Some(Writing::Cyrillic),
            '\u{600}'..='\u{6ff}' | '\u{750}'..='\u{77f}' => Some(Writing::Arabic),
            '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Some(Writing::Greek),
            letter if is_hebrew(letter) => Some(Writing::Hebrew),
            _ => None,
        }
    }
}

/// A set of languages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Languages(u32);

impl Languages {
    /// No language.
    pub const NONE: Languages = Languages(0);

    /// `language` alone.
    pub fn just(language: Language) -> Languages {
        Languages(1 << language as u32)
    }

    /// Both.
    pub fn and(self, other: Languages) -> Languages {
        Languages(self.0 | other.0)
    }

    /// What is in both.
    pub fn within(self, other: Languages) -> Languages {
        Languages(self.0 & other.0)
    }

    /// What is in this and not in `other`.
    pub fn without(self, other: Languages) -> Languages {
        Languages(self.0 & !other.0)
    }

    /// Its language where it holds one alone.
    pub fn only(self) -> Option<Language> {
        if self.0.count_ones() == 1 { self.iter().next() } else { None }
    }

    /// Whether it is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Its languages, in the order of the table.
    pub fn iter(self) -> impl Iterator<Item = Language> {
        let bits = self.0;
        TABLE.iter().map(|(language, ..)| *language).filter(move |&language| bits >> language as u32 & 1 == 1)
    }

    /// Those that are written in `writing`.
    pub fn written_in(self, writing: Writing) -> Languages {
        TABLE
            .iter()
            .filter(|(.., own)| *own == writing)
            .map(|(language, ..)| Languages::just(*language))
            .fold(Languages::NONE, Languages::and)
            .within(self)
    }

    /// Those that have every letter of `text`, as far as its letters beside the English ones tell.
    pub fn spelling(text: &str) -> Languages {
        let mut special: Vec<char> = text
            .chars()
            .filter(|c| !c.is_ascii() && Writing::of_letter(*c) == Some(Writing::Latin))
            .flat_map(char::to_lowercase)
            .collect();
        special.sort_unstable();
        special.dedup();
        if special.is_empty() {
            return Languages::NONE;
        }
        TABLE
            .iter()
            .filter(|(_, _, letters, _)| special.iter().all(|&letter| letters.contains(letter)))
            .map(|(language, ..)| Languages::just(*language))
            .fold(Languages::NONE, Languages::and)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_languages() {
        for (place, (language, ..)) in TABLE.iter().enumerate() {
            assert_eq!(*language as usize, place);
        }
        assert_eq!(Language::named("hu-HU"), Some(Language::Hungarian));
        assert_eq!(Language::named("xx"), None);
    }

    #[test]
    fn letters_tell_which_languages_a_text_may_be_in() {
        let of = |text| Languages::spelling(text).iter().map(Language::code).collect::<Vec<_>>();
        assert_eq!(of("árvíztűrő"), ["hu"]);
        assert_eq!(of("Straße"), ["de"]);
        assert_eq!(of("számla"), ["hu", "es", "pt"]);
        assert_eq!(of("plain"), [""; 0]);
    }
}

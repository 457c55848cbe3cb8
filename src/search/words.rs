//! Cuts a text into words: identifiers whole and in parts, scripts without spaces by one and two characters.

use std::ops::Range;

use super::fold::exact;
use super::language::{Languages, Writing};
use super::script::{Class, class, is_hebrew};
use super::stem::forms;

/// The longest word that is kept, in bytes; a base64 blob or a line of `a`s is nothing that one searches for.
const LONGEST: usize = 120;

/// One word of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// The bytes of the text that it stands in.
    pub span: Range<usize>,
    /// The exact form: lower case, accents kept; a whole identifier is one form.
    pub exact: String,
    /// What it is made of, in exact forms: itself, the parts of an identifier, or the single characters and pairs of a
    /// script without spaces.
    pub parts: Vec<String>,
    /// What it is.
    pub shape: Shape,
}

/// What a word is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Letters and digits.
    Plain,
    /// Several parts, or letters and signs: `parse_invoice`, `HTTP-403`, `C++`, `38.101`, `parseInvoice`.
    Compound,
    /// Characters of a script without spaces; `parts` holds its pairs, and single characters before them.
    Unspaced,
}

impl Word {
    /// The forgiving forms in a text in `languages`: the stems, or those of the parts.
    pub fn loose(&self, languages: Languages) -> Vec<String> {
        match self.shape {
            Shape::Unspaced => self.parts.clone(),
            Shape::Plain | Shape::Compound => {
                self.parts.iter().flat_map(|part| forms(part, languages)).collect()
            }
        }
    }
}

/// Cuts `text` into words.
pub(super) fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::with_capacity(text.len() / 6);
    let mut at = 0;
    while let Some((word, end)) = next_word(text, at) {
        words.extend(word);
        at = end;
    }
    words
}

/// A word as one meets it, before anything is made of it.
pub(super) enum Met {
    /// Of the plainest kind, see [`plain_end`]: where it stands says all.
    Plain(Range<usize>),
    /// Any other.
    Other(Word),
}

/// Shows the words of `text` to `visit`, those of [`words`] one by one.
pub(super) fn meet(text: &str, mut visit: impl FnMut(Met)) {
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        match class(c) {
            Class::Ignored | Class::Other => at += c.len_utf8(),
            Class::Letter | Class::Unspaced => {
                if let Some(end) = plain_end(text, at) {
                    visit(Met::Plain(at..end));
                    at = end;
                } else if let Some((word, end)) = next_word(text, at) {
                    word.into_iter().for_each(|word| visit(Met::Other(word)));
                    at = end;
                } else {
                    return;
                }
            }
        }
    }
}

impl Word {
    /// The word of the plainest kind that `text` has at `span`.
    pub fn plain(text: &str, span: Range<usize>) -> Word {
        let exact = text[span.clone()].to_ascii_lowercase();
        Word { span, parts: vec![exact.clone()], exact, shape: Shape::Plain }
    }
}

/// The first word at or after `at` and where to go on; `None` at the end of the text.
///
/// The word is missing where it is too long to keep.
pub(super) fn next_word(text: &str, mut at: usize) -> Option<(Option<Word>, usize)> {
    while let Some(c) = text[at..].chars().next() {
        match class(c) {
            Class::Letter => {
                let start = leading_dot(text, at);
                let end = compound_end(text, at);
                let word = if end - start <= LONGEST { compound(text, start..end) } else { None };
                return Some((word, end));
            }
            Class::Unspaced => {
                let end = run_end(text, at, Class::Unspaced);
                return Some((Some(unspaced(text, at..end)), end));
            }
            Class::Ignored | Class::Other => at += c.len_utf8(),
        }
    }
    None
}

/// The end of the word at `at` where it is of the plainest kind: ASCII letters and digits without a change of case
/// inside, with nothing around it that could belong to it.
///
/// What it accepts is one word for [`next_word`] too, and of the shape [`Shape::Plain`].
pub(super) fn plain_end(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let length = bytes[at..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let end = at + length;
    let changes_case = bytes[at..end].iter().skip(1).any(u8::is_ascii_uppercase);
    let dotted = at > 0 && bytes[at - 1] == b'.';
    let plain = length > 0 && length <= LONGEST && !changes_case && !dotted;
    (plain && !goes_on(&bytes[end..])).then_some(end)
}

/// Whether an ASCII word may go on in `rest`, which starts with no letter and no digit of ASCII.
fn goes_on(rest: &[u8]) -> bool {
    let then = |wanted: fn(&u8) -> bool| rest.get(1).is_some_and(wanted);
    match rest.first() {
        None => false,
        Some(b'.' | b',') => then(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii()),
        Some(b':') => then(|byte| !byte.is_ascii_whitespace()),
        Some(b'_' | b'-' | b'@' | b'&' | b'\'' | b'/' | b'+' | b'#') => true,
        Some(byte) => !byte.is_ascii(),
    }
}

/// Where the run of characters of `wanted` that starts at `at` ends; ignored characters do not end it.
fn run_end(text: &str, at: usize, wanted: Class) -> usize {
    let mut end = at;
    for (offset, c) in text[at..].char_indices() {
        match class(c) {
            class if class == wanted => end = at + offset + c.len_utf8(),
            Class::Ignored => {}
            _ => break,
        }
    }
    end
}

/// The start of a word whose letters start at `at`: the dot of `.NET` belongs to it.
fn leading_dot(text: &str, at: usize) -> usize {
    let before = &text[..at];
    let dotted = before.strip_suffix('.').is_some_and(|rest| {
        rest.chars()
            .next_back()
            .is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '`' | '"' | '\'' | '*'))
    });
    let letter = text[at..].starts_with(|c: char| c.is_alphabetic());
    if dotted && letter { at - 1 } else { at }
}

/// Where the word that starts at `at` ends, joining signs included.
fn compound_end(text: &str, at: usize) -> usize {
    let mut end = run_end(text, at, Class::Letter);
    loop {
        let rest = &text[end..];
        let sign = rest.chars().take_while(|&c| class(c) == Class::Other && !c.is_whitespace()).take(4);
        let sign: String = sign.collect();
        let after = rest[sign.len()..].chars().next();
        let before = text[..end].chars().next_back();
        if !joins(&sign, before, after) {
            break;
        }
        end = run_end(text, end + sign.len(), Class::Letter);
    }
    // The signs of `C++`, `C#` and `F#` end the word.
    let signs = text[end..].bytes().take_while(|b| matches!(b, b'+' | b'#')).count();
    let after = text[end + signs..].chars().next();
    let closed = after.is_none_or(|c| class(c) == Class::Other && !matches!(c, '=' | '_'));
    if (1..=2).contains(&signs) && closed { end + signs } else { end }
}

/// Whether `sign` between `before` and `after` makes one word of two.
fn joins(sign: &str, before: Option<char>, after: Option<char>) -> bool {
    let (Some(before), Some(after)) = (before, after) else { return false };
    if class(after) != Class::Letter {
        return false;
    }
    let digits = before.is_ascii_digit() && after.is_ascii_digit();
    match sign {
        "_" | "-" | "." | "@" | "&" | "'" | "’" | "::" | "://" | "\u{2010}" | "\u{2011}" => true,
        "/" | ":" | "," | "−" => digits || (sign == "/" && before.is_ascii() && after.is_ascii()),
        "\"" | "״" | "׳" => is_hebrew(before) && is_hebrew(after),
        _ => false,
    }
}

fn unspaced(text: &str, span: Range<usize>) -> Word {
    let exact = exact(&text[span.clone()]);
    let characters: Vec<char> = exact.chars().filter(|&c| class(c) == Class::Unspaced).collect();
    let mut parts: Vec<String> = characters.iter().map(char::to_string).collect();
    parts.extend(characters.windows(2).map(|pair| pair.iter().collect::<String>()));
    Word { span, exact: bounded(exact), parts, shape: Shape::Unspaced }
}

fn compound(text: &str, span: Range<usize>) -> Option<Word> {
    let written: String = text[span.clone()].chars().filter(|&c| class(c) != Class::Ignored).collect();
    let hebrew = written.contains(is_hebrew);
    let written = if hebrew { written.replace(['"', '״', '׳', '\''], "") } else { written };
    let parts = parts(&written);
    let plain = parts.len() == 1 && parts[0].len() == written.len();
    let whole = exact(&written).replace('’', "'");
    if !whole.contains(char::is_alphanumeric) {
        // A mark that stands on nothing.
        return None;
    }
    if plain {
        return Some(Word { span, parts: vec![whole.clone()], exact: whole, shape: Shape::Plain });
    }
    let mut parts: Vec<String> = parts.iter().map(|part| exact(part)).collect();
    let joined = written.chars().all(char::is_alphanumeric);
    if joined {
        // `parseInvoice` is found by `parseinvoice` too.
        parts.push(whole.clone());
    }
    parts.retain(|part| !part.is_empty());
    Some(Word { span, exact: whole, parts, shape: Shape::Compound })
}

fn bounded(mut text: String) -> String {
    while text.len() > LONGEST {
        text.pop();
    }
    text
}

/// The parts of a word: what signs, apostrophes and changes of case divide; digits grouped by commas are one.
fn parts(written: &str) -> Vec<String> {
    if let Some(number) = grouped_number(written) {
        return vec![number];
    }
    let mut parts = Vec::new();
    for piece in written.split(|c: char| class(c) == Class::Other && !matches!(c, '\'' | '’')) {
        match piece.split_once(['\'', '’']) {
            None => camel(piece, &mut parts),
            Some((word, "s" | "S")) => camel(word, &mut parts),
            Some((article, word))
                if Writing::of(article) == Writing::Latin
                    && article.chars().count() <= 2
                    && word.chars().count() >= 3 =>
            {
                parts.push(article.to_owned());
                camel(word, &mut parts);
            }
            Some(_) => parts.push(piece.replace(['\'', '’'], "")),
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// `85,000` as `85000`; `None` for what is not a number grouped by commas.
fn grouped_number(written: &str) -> Option<String> {
    let mut groups = written.split(',');
    let first = groups.next()?;
    let digits = |group: &str| group.bytes().all(|b| b.is_ascii_digit());
    let grouped = (1..=3).contains(&first.len())
        && digits(first)
        && written.contains(',')
        && groups.all(|group| group.len() == 3 && digits(group));
    grouped.then(|| written.replace(',', ""))
}

/// Divides `parseInvoice` and `XMLParser` where the case says so.
fn camel(piece: &str, parts: &mut Vec<String>) {
    let letters: Vec<(usize, char)> = piece.char_indices().collect();
    let mut start = 0;
    for at in 1..letters.len() {
        let (previous, this) = (letters[at - 1].1, letters[at].1);
        let next_is_lower = letters.get(at + 1).is_some_and(|next| next.1.is_lowercase());
        let border =
            this.is_uppercase() && (previous.is_lowercase() || (previous.is_uppercase() && next_is_lower));
        if border {
            parts.push(piece[start..letters[at].0].to_owned());
            start = letters[at].0;
        }
    }
    parts.push(piece[start..].to_owned());
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::language::Language;
    use super::*;

    proptest! {
        #[test]
        fn who_meets_words_meets_all_of_them(text in ".{0,60}|[a-zA-Z0-9 .,_'@/:+#-]{0,60}") {
            let mut met = Vec::new();
            meet(&text, |word| met.push(match word {
                Met::Plain(span) => Word::plain(&text, span),
                Met::Other(word) => word,
            }));
            prop_assert_eq!(met, words(&text));
        }
    }

    fn forms(text: &str) -> Vec<(String, Vec<String>)> {
        let english = Languages::just(Language::English);
        words(text).into_iter().map(|word| (word.exact.clone(), word.loose(english))).collect()
    }

    #[track_caller]
    fn check(text: &str, expected: &[(&str, &[&str])]) {
        let expected: Vec<(String, Vec<String>)> = expected
            .iter()
            .map(|(exact, loose)| ((*exact).to_owned(), loose.iter().map(|&l| l.to_owned()).collect()))
            .collect();
        assert_eq!(forms(text), expected, "{text}");
    }

    #[test]
    fn identifiers_stay_whole_and_come_in_parts() {
        check("parse_invoice", &[("parse_invoice", &["pars", "invoic"])]);
        check("HTTP-403.", &[("http-403", &["http", "403"])]);
        check("std::fmt", &[("std::fmt", &["std", "fmt"])]);
        check("parseInvoice", &[("parseinvoice", &["pars", "invoic", "parseinvoic"])]);
        check("XMLParser", &[("xmlparser", &["xml", "parser", "xmlparser"])]);
        check("v1.2.3", &[("v1.2.3", &["v1", "2", "3"])]);
        check("CLM-2024-894327,", &[("clm-2024-894327", &["clm", "2024", "894327"])]);
    }

    #[test]
    fn signs_belong_to_the_names_that_end_or_start_in_them() {
        check(
            "C++, C# and (.NET)",
            &[("c++", &["c"]), ("c#", &["c"]), ("and", &["and"]), (".net", &["net"])],
        );
        check("End.Next a+b", &[("end.next", &["end", "next"]), ("a", &["a"]), ("b", &["b"])]);
    }

    #[test]
    fn numbers_lose_their_grouping_only() {
        check("$85,000 12.50", &[("85,000", &["85000"]), ("12.50", &["12", "50"])]);
        check("1,2,3", &[("1,2,3", &["1", "2", "3"])]);
    }

    #[test]
    fn apostrophes_do_not_make_words() {
        check("adjuster's don't", &[("adjuster's", &["adjust"]), ("don't", &["dont"])]);
        check("l’école", &[("l'école", &["l", "ecole"])]);
        check("п’ять", &[("п'ять", &["пять"])]);
    }

    #[test]
    fn scripts_without_spaces_give_single_characters_and_pairs() {
        check("全文检索", &[("全文检索", &["全", "文", "检", "索", "全文", "文检", "检索"])]);
        let mixed = forms("用gen生成");
        assert!(mixed.iter().any(|(exact, _)| exact == "gen"), "{mixed:?}");
    }

    #[test]
    fn hebrew_is_one_word_with_and_without_its_quotes() {
        for text in ["צה\"ל", "צה״ל", "צהל"] {
            assert_eq!(forms(text)[0].1, vec!["צהל".to_owned()], "{text}");
        }
        assert_eq!(forms("ש\u{200f}לום"), forms("שלום"));
    }

    /// The words of `text`, the plainest by the short way, and how many these are.
    fn by_the_short_way(text: &str) -> (Vec<Word>, usize) {
        let (mut words, mut short, mut at) = (Vec::new(), 0, 0);
        while let Some(byte) = text.as_bytes().get(at) {
            if let Some(end) = plain_end(text, at) {
                let exact = text[at..end].to_ascii_lowercase();
                words.push(Word { span: at..end, parts: vec![exact.clone()], exact, shape: Shape::Plain });
                (short, at) = (short + 1, end);
            } else if byte.is_ascii() && !byte.is_ascii_alphanumeric() {
                at += 1;
            } else {
                let Some((word, end)) = next_word(text, at) else { break };
                words.extend(word);
                at = end;
            }
        }
        (words, short)
    }

    #[test]
    fn plain_words_go_the_short_way() {
        let text =
            "- The 2nd pump, runs. (At) \"40\" bar: parseInvoice C++ a.b don't HTTP x) été (y=1) **end**";
        assert_eq!(by_the_short_way(text), (words(text), 11));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_short_way_and_the_long_way_agree(
            text in r#"([a-cA-C1é]{1,3}|[-_.@&'’:/,+#"()*=> \u{301}\u{ad}\u{200d}א״中]){0,24}"#,
        ) {
            prop_assert_eq!(by_the_short_way(&text).0, words(&text));
        }
    }

    #[test]
    fn vowel_signs_never_split_a_word() {
        assert_eq!(words("हिन्दी में").len(), 2);
    }
}

//! Sentence boundaries in plain text. No Markdown, no model: rules that keep decimals, abbreviations, initials,
//! dates and quotations whole, and that know scripts without spaces.

use std::ops::Range;

/// The sentences of `text`, in order, without the white space between them.
///
/// Nothing is lost: what is outside the ranges is white space.
pub fn sentences(text: &str) -> Vec<Range<usize>> {
    sentences_with_marks(text, &[])
}

/// The sentences of `text`, where a footnote mark stood at each offset of `marks` (ascending).
///
/// A mark after a full stop ends the sentence, however the next one starts.
pub fn sentences_with_marks(text: &str, marks: &[usize]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = skip_space(text, 0);
    let mut at = start;
    let mut brackets = 0_u32;
    loop {
        // Most bytes are letters and spaces.
        let plain = |&&byte: &&u8| byte.is_ascii() && !matches!(byte, b'.' | b'!' | b'?');
        at += text.as_bytes()[at..].iter().take_while(plain).count();
        let Some(c) = text[at..].chars().next() else { break };
        let next = at + c.len_utf8();
        match c {
            '「' | '『' => brackets += 1,
            '」' | '』' => brackets = brackets.saturating_sub(1),
            '。' | '！' | '？' | '｡' => {
                let end = skip(text, next, |c| matches!(c, '。' | '！' | '？' | '｡' | '…'));
                let closed = skip(text, end, closes);
                let quotes = text[end..closed].chars().filter(|c| matches!(c, '」' | '』')).count();
                brackets = brackets.saturating_sub(u32::try_from(quotes).unwrap_or(u32::MAX));
                let goes_on = closed > end && text[closed..].starts_with(char::is_alphanumeric);
                if brackets == 0 && !goes_on {
                    found.push(start..closed);
                    start = skip_space(text, closed);
                }
                at = start.max(closed);
                continue;
            }
            c if ends(c) => {
                let run = skip(text, next, ends);
                let closed = skip(text, run, closes);
                let gap = skip_space(text, closed);
                let here = Place { text, start, at, run, closed, gap, marks };
                if gap < text.len() && here.is_boundary() {
                    found.push(start..closed);
                    start = gap;
                    brackets = 0;
                }
                at = gap.max(run);
                continue;
            }
            _ => {}
        }
        at = next;
    }
    let end = start + text[start..].trim_end().len();
    if end > start {
        found.push(start..end);
    }
    found
}

/// One place where a sentence may end.
struct Place<'t> {
    text: &'t str,
    /// Where the sentence starts.
    start: usize,
    /// The first character that ends it.
    at: usize,
    /// The end of such characters.
    run: usize,
    /// The end of the quotation marks and brackets that follow.
    closed: usize,
    /// The next character that is no space.
    gap: usize,
    marks: &'t [usize],
}

impl Place<'_> {
    fn is_boundary(&self) -> bool {
        let next = self.marks.partition_point(|&mark| mark < self.run);
        if self.run == self.at + 1 && self.marks.get(next).is_some_and(|&mark| mark <= self.gap) {
            return true;
        }
        let rest = &self.text[self.gap..];
        if self.gap == self.closed {
            return rest.starts_with(super::unspaced) && !self.text[..self.at].ends_with(char::is_numeric);
        }
        let opened = rest.trim_start_matches(opens);
        if opened.starts_with(char::is_lowercase) {
            return false;
        }
        if &self.text[self.at..self.run] != "." {
            return true;
        }
        let sentence = &self.text[self.start..self.at];
        let word = sentence.rsplit(|c: char| c.is_whitespace() || opens(c)).next().unwrap_or_default();
        !(self.closed == self.run && continues(word, word.len() == sentence.len(), opened))
    }
}

/// Whether the full stop after `word` belongs to the word; `alone` says that the word is all there is so
/// far, `rest` what follows.
fn continues(word: &str, alone: bool, rest: &str) -> bool {
    let lower = word.to_lowercase();
    let lower = lower.as_str();
    let digits = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    let single = word.chars().count() == 1 && word.chars().all(char::is_alphabetic);
    if alone && (single || digits && word.len() <= 3 || is_roman(word)) {
        return true;
    }
    if TITLES.contains(&lower) {
        return true;
    }
    if NUMBERED.contains(&lower) {
        return rest.starts_with(|c: char| c.is_numeric() || matches!(c, '#' | '§' | '°'));
    }
    if digits {
        return goes_on_as_date(word, rest);
    }
    let dotted = word.contains('.')
        && word
            .split('.')
            .all(|part| matches!(part.chars().count(), 1 | 2) && part.chars().all(char::is_alphabetic));
    let initial = single && word.chars().all(char::is_uppercase);
    (initial || dotted || MAY_END.contains(&lower)) && !starts_sentence(rest)
}

/// Whether the number `word`, with its full stop, is part of a date: `30. 11. 2026`, `3. Oktober`.
fn goes_on_as_date(word: &str, rest: &str) -> bool {
    let next: &str = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let number = !next.is_empty() && next.bytes().all(|b| b.is_ascii_digit());
    let ordinal = word.len() <= 2;
    (ordinal && MONTHS.contains(&next.to_lowercase().as_str()))
        || (ordinal && number && (next.len() == 4 || rest[next.len()..].starts_with(". ")))
        || (word.len() == 4 && number && next.len() <= 2 && rest[next.len()..].starts_with('.'))
}

/// Whether `rest` starts with a word that starts sentences and seldom follows an abbreviation.
fn starts_sentence(rest: &str) -> bool {
    let word: String = rest.chars().take_while(|c| c.is_alphabetic() || *c == '\'').take(16).collect();
    STARTERS.contains(&word.to_lowercase().as_str())
}

fn is_roman(word: &str) -> bool {
    !word.is_empty()
        && word.len() <= 5
        && word.bytes().all(|b| matches!(b, b'i' | b'v' | b'x' | b'I' | b'V' | b'X'))
}

fn ends(c: char) -> bool {
    matches!(
        c,
        '.' | '!'
            | '?'
            | '…'
            | '‼'
            | '⁇'
            | '⁈'
            | '⁉'
            | '।'
            | '॥'
            | '؟'
            | '۔'
            | '։'
            | '።'
            | '፧'
            | '។'
            | '။'
    )
}

fn closes(c: char) -> bool {
    matches!(c, '"' | '\'' | '”' | '’' | '»' | '›' | ')' | ']' | '」' | '』' | '）' | '】' | '》' | '〉')
}

fn opens(c: char) -> bool {
    matches!(c, '"' | '\'' | '“' | '‘' | '„' | '‚' | '«' | '‹' | '(' | '[' | '¿' | '¡')
}

fn skip(text: &str, from: usize, wanted: impl Fn(char) -> bool) -> usize {
    text.len() - text[from..].trim_start_matches(wanted).len()
}

fn skip_space(text: &str, from: usize) -> usize {
    text.len() - text[from..].trim_start().len()
}

/// Abbreviations that no sentence ends with.
const TITLES: &[&str] = &[
    "dr", "mr", "mrs", "ms", "mx", "prof", "rev", "hon", "gen", "col", "sgt", "capt", "lt", "cpt", "vs",
    "viz", "cf", "e.g", "i.e", "eg", "ie", "approx", "ca", "resp", "incl", "excl", "z.b", "d.h", "bzw", "pl",
    "ill", "ún", "hr", "fr", "sra", "dra", "mme", "mlle", "messrs", "st",
];

/// Abbreviations that a number follows.
const NUMBERED: &[&str] = &[
    "no", "nos", "nr", "fig", "figs", "eq", "eqs", "sec", "ch", "chap", "vol", "art", "p", "pp", "par",
    "para", "ver", "v", "tab", "ref", "cl", "ln", "ext", "abs", "kap", "num", "núm", "n",
];

/// Abbreviations that a sentence may end with.
const MAY_END: &[&str] = &[
    "inc", "ltd", "co", "corp", "llc", "plc", "gmbh", "jr", "sr", "al", "est", "dept", "bros", "mt", "etc",
    "assoc", "univ", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec",
    "mon", "tue", "tues", "wed", "thu", "thur", "thurs", "fri", "sat", "sun", "min", "max", "avg", "ave",
    "blvd", "rd", "kft", "zrt", "stb", "usw", "tel", "ph.d",
];

const MONTHS: &[&str] = &[
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "januar",
    "februar",
    "märz",
    "mai",
    "juni",
    "juli",
    "oktober",
    "dezember",
    "jänner",
];

const STARTERS: &[&str] = &[
    "a", "above", "after", "all", "also", "an", "and", "any", "as", "at", "because", "before", "both", "but",
    "by", "during", "each", "every", "for", "from", "he", "her", "here", "his", "how", "however", "i", "if",
    "in", "it", "its", "most", "my", "no", "not", "on", "once", "one", "only", "or", "our", "she", "since",
    "so", "some", "such", "that", "the", "their", "then", "there", "these", "they", "this", "those", "to",
    "under", "unless", "until", "we", "what", "when", "where", "which", "while", "who", "with", "without",
    "you", "your",
];

#[cfg(test)]
mod tests;

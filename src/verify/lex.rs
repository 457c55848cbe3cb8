//! Cuts a text into tokens with their places. It knows spelling, not meaning.

use unicode_normalization::UnicodeNormalization;

use crate::verify::unit;

/// What a token looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Letters only.
    Word,
    /// Digits with separators, ordinal endings included.
    Number,
    /// Digits joined by `-`, `/` or `:`: a range, a date, a time or a number plate.
    Digits,
    /// An identifier: letters and digits, dots or underscores inside.
    Code,
    /// A mail address.
    Email,
    /// A web address.
    Url,
    /// One character of punctuation.
    Symbol,
}

/// One token of a text.
#[derive(Clone, Debug)]
pub(super) struct Token {
    /// First byte.
    pub start: usize,
    /// The byte past the last.
    pub end: usize,
    /// What it looks like.
    pub kind: Kind,
    /// Its text in lower case, composed, apostrophes straight, a possessive ending dropped.
    pub lower: String,
    /// Whether its first letter is a capital.
    pub capital: bool,
    /// Whether nothing stands between it and the token before.
    pub joined: bool,
    /// Whether a possessive ending was dropped.
    pub possessive: bool,
}

impl Token {
    /// Whether it is the punctuation `c`.
    pub fn is(&self, c: char) -> bool {
        self.kind == Kind::Symbol && self.lower.starts_with(c)
    }
}

/// Cuts `text` into tokens.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut lexer = Lexer { text, at: 0, tokens: Vec::with_capacity(text.len() / 5 + 4) };
    while let Some(c) = lexer.peek() {
        if c.is_whitespace() {
            lexer.at += c.len_utf8();
        } else if let Some(end) = lexer.url() {
            lexer.push(lexer.at, end, Kind::Url);
            lexer.at = end;
        } else if inside(c) {
            lexer.run();
        } else {
            let end = lexer.at + c.len_utf8();
            lexer.push(lexer.at, end, Kind::Symbol);
            lexer.at = end;
        }
    }
    lexer.tokens
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    tokens: Vec<Token>,
}

/// Whether `c` can stand in a word.
fn inside(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || matches!(c, '\u{300}'..='\u{36f}')
}

/// Whether `c` belongs to a script that writes no spaces between words.
fn unspaced(c: char) -> bool {
    matches!(c, '\u{0e00}'..='\u{0eff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3134f}')
}

impl Lexer<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn push(&mut self, start: usize, end: usize, kind: Kind) {
        let raw = &self.text[start..end];
        let mut lower: String = if raw.is_ascii() {
            raw.to_ascii_lowercase()
        } else {
            raw.nfc().flat_map(char::to_lowercase).map(straight).collect()
        };
        let mut possessive = false;
        if kind == Kind::Word
            && let Some(bare) = lower.strip_suffix("'s").filter(|bare| !CLITIC_HOSTS.contains(bare))
        {
            possessive = true;
            lower.truncate(bare.len());
        }
        let capital = raw.chars().next().is_some_and(char::is_uppercase);
        let joined = self.tokens.last().is_some_and(|before| before.end == start);
        self.tokens.push(Token { start, end, kind, lower, capital, joined, possessive });
    }

    /// The end of the web address that starts here.
    fn url(&self) -> Option<usize> {
        let rest = &self.text[self.at..];
        let head = rest.get(..8).or_else(|| rest.get(..4))?.to_ascii_lowercase();
        if !(head.starts_with("http://") || head.starts_with("https://") || head.starts_with("www.")) {
            return None;
        }
        let stop = |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '`' | '|');
        let raw = &rest[..rest.find(stop).unwrap_or(rest.len())];
        let open = raw.contains('(');
        let raw = raw.trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', ']', '*']);
        let raw = if open { raw } else { raw.trim_end_matches(')') };
        Some(self.at + raw.len())
    }

    /// Takes the run of word characters and joiners that starts here.
    fn run(&mut self) {
        let start = self.at;
        if self.peek().is_some_and(unspaced) {
            let end = start + self.peek().map_or(1, char::len_utf8);
            self.push(start, end, Kind::Word);
            self.at = end;
            return;
        }
        let mut chars = self.text[start..].char_indices().peekable();
        let mut end = self.text.len();
        let mut before = ' ';
        while let Some((offset, c)) = chars.next() {
            let next = chars.peek().map(|&(_, next)| next);
            let keeps = if unspaced(c) {
                false
            } else {
                inside(c)
                    || next.is_some_and(|next| joins(before, c, next, &self.text[start..start + offset]))
            };
            if !keeps {
                end = start + offset;
                break;
            }
            before = c;
        }
        self.at = end;
        self.classify(start, end);
    }

    fn classify(&mut self, start: usize, end: usize) {
        let raw = &self.text[start..end];
        let digits = raw.chars().any(char::is_numeric);
        let letters = raw.chars().any(char::is_alphabetic);
        if raw.contains('@') {
            self.push(start, end, Kind::Email);
        } else if digits && !letters {
            self.figures(start, end);
        } else if digits {
            self.mixed(start, end);
        } else {
            self.words(start, end);
        }
    }

    /// Digits and separators.
    fn figures(&mut self, start: usize, end: usize) {
        let raw = &self.text[start..end];
        let kind = if raw.contains('_') {
            Kind::Code
        } else if raw.contains(['-', '–', '/', ':', '\u{2011}']) {
            Kind::Digits
        } else {
            Kind::Number
        };
        self.push(start, end, kind);
    }

    /// Digits and letters: `16GB`, `3rd`, `30-day`, `CLM-2024-1`.
    fn mixed(&mut self, start: usize, end: usize) {
        let raw = &self.text[start..end];
        let figures =
            raw.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ','))).unwrap_or(raw.len());
        let (number, rest) = raw.split_at(figures);
        let number = number.trim_end_matches(['.', ',']);
        if !number.is_empty() {
            let lower = rest.to_lowercase();
            if matches!(lower.as_str(), "st" | "nd" | "rd" | "th") {
                return self.push(start, end, Kind::Number);
            }
            if let Some(word) = lower.strip_prefix(['-', '–', '\u{2011}'])
                && let Some(first) = word.split('-').next()
                && (2..=16).contains(&first.chars().count())
                && word.chars().all(|c| c.is_alphabetic() || c == '-')
                && rest.chars().skip(1).take(first.chars().count()).all(char::is_lowercase)
            {
                self.push(start, start + number.len(), Kind::Number);
                let dash = start + figures;
                let dash_end = dash + rest.chars().next().map_or(1, char::len_utf8);
                self.push(dash, dash_end, Kind::Symbol);
                return self.words(dash_end, end);
            }
            if unit::glued(rest) {
                self.push(start, start + number.len(), Kind::Number);
                return self.push(start + figures, end, Kind::Word);
            }
        }
        if let Some(slash) = raw.find('/').filter(|_| !raw.contains(['.', '_'])) {
            // `10/month`, `2GB/s`: both sides speak for themselves.
            self.classify(start, start + slash);
            self.push(start + slash, start + slash + 1, Kind::Symbol);
            return self.classify(start + slash + 1, end);
        }
        self.push(start, end, Kind::Code);
    }

    /// Letters: a word, a compound, or a name of a file or variable.
    fn words(&mut self, start: usize, end: usize) {
        let raw = &self.text[start..end];
        let short_parts =
            raw.split('.').all(|part| part.chars().count() <= 1) || ABBREVIATIONS.contains(&raw);
        if raw.contains('_') || (raw.contains('.') && !short_parts) {
            return self.push(start, end, Kind::Code);
        }
        let parts: Vec<&str> = raw.split('-').collect();
        if parts.len() > 1 && parts.iter().all(|part| part.len() > 1 && part.chars().all(char::is_uppercase))
        {
            return self.push(start, end, Kind::Code);
        }
        let mut from = start;
        for (offset, c) in raw.char_indices().filter(|(_, c)| matches!(c, '-' | '/' | '–' | '\u{2011}')) {
            if start + offset > from {
                self.push(from, start + offset, Kind::Word);
            }
            from = start + offset + c.len_utf8();
        }
        if from < end {
            self.push(from, end, Kind::Word);
        }
    }
}

/// Words whose `'s` is a verb and not a possessive.
const CLITIC_HOSTS: [&str; 12] =
    ["it", "he", "she", "that", "what", "here", "there", "who", "where", "how", "let", "when"];

/// Abbreviations with dots inside that are no file names.
const ABBREVIATIONS: [&str; 6] = ["e.g", "i.e", "a.m", "p.m", "Ph.D", "U.S.A"];

fn straight(c: char) -> char {
    match c {
        '’' | 'ʼ' | '‘' => '\'',
        '\u{2011}' | '–' => '-',
        c => c,
    }
}

/// Whether `c` between `before` and `next` holds a token together; `run` is the token so far.
fn joins(before: char, c: char, next: char, run: &str) -> bool {
    if !inside(before) || !inside(next) || unspaced(next) {
        return false;
    }
    let figures = before.is_numeric() && next.is_numeric();
    match c {
        '.' => figures || !(before.is_lowercase() && next.is_uppercase()),
        ',' => figures && run.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | '.')),
        ':' => figures,
        '\'' | '’' => figures || (before.is_alphabetic() && next.is_alphabetic()),
        '-' | '/' | '\u{2011}' | '@' | '&' => true,
        '–' => figures,
        '+' => run.chars().all(|c| c.is_alphanumeric() || c == '.'),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<(Kind, &str)> {
        tokens(text).into_iter().map(|token| (token.kind, &text[token.start..token.end])).collect()
    }

    #[test]
    fn numbers_stay_whole_and_units_come_off() {
        use Kind::{Code, Digits, Number, Symbol, Word};
        assert_eq!(
            cut("Heron 2.4 kept $1,500.25 in 16GB."),
            [
                (Word, "Heron"),
                (Number, "2.4"),
                (Word, "kept"),
                (Symbol, "$"),
                (Number, "1,500.25"),
                (Word, "in"),
                (Number, "16"),
                (Word, "GB"),
                (Symbol, "."),
            ]
        );
        assert_eq!(cut("30-day"), [(Number, "30"), (Symbol, "-"), (Word, "day")]);
        assert_eq!(
            cut("CLM-2024-894327, 24-48"),
            [(Code, "CLM-2024-894327"), (Symbol, ","), (Digits, "24-48")]
        );
        assert_eq!(cut("v2.4.1 main.rs 14C"), [(Code, "v2.4.1"), (Code, "main.rs"), (Code, "14C")]);
    }

    #[test]
    fn words_lose_their_possessive_and_addresses_stay_whole() {
        let cut: Vec<String> =
            tokens("David’s high-yield a.b@c.io, https://x.io/a?b=1.").into_iter().map(|t| t.lower).collect();
        assert_eq!(cut, ["david", "high", "yield", "a.b@c.io", ",", "https://x.io/a?b=1", "."]);
    }
}

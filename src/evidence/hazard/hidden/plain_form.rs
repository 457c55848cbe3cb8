//! A text as a model reads it: lower case, look-alikes and compatibility forms replaced, what shows nothing left out, and
//! where each of its characters stands in the original.

use std::ops::Range;

use unicode_normalization::char::decompose_compatible;

/// The plain form of one line.
pub(super) struct PlainForm {
    pub(super) text: String,
    /// The byte in the original for every byte of `text`, and the end.
    origins: Vec<usize>,
}

impl PlainForm {
    pub(super) fn of(line: &str) -> PlainForm {
        let mut plain =
            PlainForm { text: String::with_capacity(line.len()), origins: Vec::with_capacity(line.len()) };
        for (at, c) in line.char_indices() {
            if c.is_ascii() {
                plain.push(c.to_ascii_lowercase(), at);
            } else if !is_left_out(c) {
                decompose_compatible(c, |part| {
                    if !unicode_normalization::char::is_combining_mark(part) {
                        part.to_lowercase().for_each(|small| plain.push(look_alike(small), at));
                    }
                });
            }
        }
        plain.origins.push(line.len());
        plain
    }

    fn push(&mut self, c: char, origin: usize) {
        self.text.push(c);
        self.origins.extend(std::iter::repeat_n(origin, c.len_utf8()));
    }

    /// Where `range` of the plain form stands in the line `line`.
    pub(super) fn origin(&self, line: &str, range: Range<usize>) -> Range<usize> {
        let start = self.origins[range.start];
        let last = self.origins[range.end.saturating_sub(1).max(range.start)];
        let end = last + line[last..].chars().next().map_or(0, char::len_utf8);
        start..end
    }
}

fn is_left_out(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fe00}'..='\u{fe0f}')
}

/// The Latin letter that looks like `c`.
fn look_alike(c: char) -> char {
    match c {
        'а' => 'a',
        'е' | 'ё' => 'e',
        'о' | 'ο' => 'o',
        'р' | 'ρ' => 'p',
        'с' => 'c',
        'у' => 'y',
        'х' => 'x',
        'і' | 'ι' => 'i',
        'ј' => 'j',
        'ѕ' => 's',
        'к' => 'k',
        'м' => 'm',
        'т' => 't',
        'в' => 'b',
        'н' => 'h',
        'α' => 'a',
        'ν' => 'v',
        c => c,
    }
}

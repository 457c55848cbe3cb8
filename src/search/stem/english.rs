//! English stemming after M. F. Porter, "An algorithm for suffix stripping" (1980).

/// The stem of a lower-case English word; a word that is not plain ASCII letters is its own stem.
pub(super) fn stem(word: &str) -> String {
    if word.len() < 3 || !word.bytes().all(|b| b.is_ascii_lowercase()) {
        return word.to_owned();
    }
    let mut word = Word(word.as_bytes().to_vec());
    word.plurals();
    word.past_and_present();
    word.last_y();
    word.replace(DOUBLE_SUFFIXES);
    word.replace(SUFFIXES);
    word.drop_suffix();
    word.last_e();
    // Only ASCII letters came in, and only ASCII letters are written.
    String::from_utf8(word.0).unwrap_or_default()
}

/// Step 2 of the algorithm.
const DOUBLE_SUFFIXES: &[(&str, &str)] = &[
    ("ational", "ate"),
    ("tional", "tion"),
    ("enci", "ence"),
    ("anci", "ance"),
    ("izer", "ize"),
    ("bli", "ble"),
    ("alli", "al"),
    ("entli", "ent"),
    ("eli", "e"),
    ("ousli", "ous"),
    ("ization", "ize"),
    ("ation", "ate"),
    ("ator", "ate"),
    ("alism", "al"),
    ("iveness", "ive"),
    ("fulness", "ful"),
    ("ousness", "ous"),
    ("aliti", "al"),
    ("iviti", "ive"),
    ("biliti", "ble"),
    ("logi", "log"),
];

/// Step 3 of the algorithm.
const SUFFIXES: &[(&str, &str)] = &[
    ("icate", "ic"),
    ("ative", ""),
    ("alize", "al"),
    ("iciti", "ic"),
    ("ical", "ic"),
    ("ful", ""),
    ("ness", ""),
];

/// Step 4 of the algorithm.
const DROPPED: &[&str] = &[
    "ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism", "ate", "iti", "ous", "ive", "ize",
    "ion", "al", "er", "ic", "ou",
];

struct Word(Vec<u8>);

impl Word {
    fn consonant(&self, at: usize) -> bool {
        match self.0[at] {
            b'a' | b'e' | b'i' | b'o' | b'u' => false,
            b'y' => at == 0 || !self.consonant(at - 1),
            _ => true,
        }
    }

    /// How many times a vowel is followed by a consonant in the first `len` letters.
    fn measure(&self, len: usize) -> usize {
        (1..len).filter(|&at| self.consonant(at) && !self.consonant(at - 1)).count()
    }

    fn has_vowel(&self, len: usize) -> bool {
        (0..len).any(|at| !self.consonant(at))
    }

    /// Whether the first `len` letters end in consonant, vowel, consonant, the last not `w`, `x` or `y`.
    fn short(&self, len: usize) -> bool {
        len >= 3
            && self.consonant(len - 1)
            && !self.consonant(len - 2)
            && self.consonant(len - 3)
            && !matches!(self.0[len - 1], b'w' | b'x' | b'y')
    }

    /// The length without `suffix`, where the word ends in it.
    fn without(&self, suffix: &str) -> Option<usize> {
        self.0.ends_with(suffix.as_bytes()).then(|| self.0.len() - suffix.len())
    }

    fn set_end(&mut self, len: usize, end: &str) {
        self.0.truncate(len);
        self.0.extend_from_slice(end.as_bytes());
    }

    fn plurals(&mut self) {
        if let Some(len) = self.without("sses").or_else(|| self.without("ies")) {
            let end = if self.0.ends_with(b"sses") { "ss" } else { "i" };
            self.set_end(len, end);
        } else if self.0.ends_with(b"s") && !self.0.ends_with(b"ss") {
            self.0.pop();
        }
    }

    fn past_and_present(&mut self) {
        if let Some(len) = self.without("eed") {
            if self.measure(len) > 0 {
                self.0.pop();
            }
            return;
        }
        let Some(len) = self.without("ed").or_else(|| self.without("ing")).filter(|&len| self.has_vowel(len))
        else {
            return;
        };
        self.0.truncate(len);
        let ends = |end: &str| self.0.ends_with(end.as_bytes());
        let double = len >= 2 && self.0[len - 1] == self.0[len - 2] && self.consonant(len - 1);
        if ends("at") || ends("bl") || ends("iz") {
            self.0.push(b'e');
        } else if double && !matches!(self.0[len - 1], b'l' | b's' | b'z') {
            self.0.pop();
        } else if self.measure(len) == 1 && self.short(len) {
            self.0.push(b'e');
        }
    }

    fn last_y(&mut self) {
        let len = self.0.len() - 1;
        if self.0[len] == b'y' && self.has_vowel(len) {
            self.0[len] = b'i';
        }
    }

    fn replace(&mut self, table: &[(&str, &str)]) {
        // The longest suffix counts, whether or not its condition holds.
        let found = table
            .iter()
            .filter_map(|(suffix, end)| self.without(suffix).map(|len| (len, *end)))
            .min_by_key(|(len, _)| *len);
        if let Some((len, end)) = found.filter(|(len, _)| self.measure(*len) > 0) {
            self.set_end(len, end);
        }
    }

    fn drop_suffix(&mut self) {
        let found = DROPPED
            .iter()
            .filter_map(|suffix| self.without(suffix).map(|len| (len, *suffix)))
            .min_by_key(|(len, _)| *len);
        let Some((len, suffix)) = found else { return };
        let fits = suffix != "ion" || (len > 0 && matches!(self.0[len - 1], b's' | b't'));
        if fits && self.measure(len) > 1 {
            self.0.truncate(len);
        }
    }

    fn last_e(&mut self) {
        let len = self.0.len() - 1;
        if self.0[len] == b'e' {
            let measure = self.measure(len);
            if measure > 1 || (measure == 1 && !self.short(len)) {
                self.0.truncate(len);
            }
        }
        let len = self.0.len();
        if self.0.ends_with(b"ll") && self.measure(len) > 1 {
            self.0.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::stem;

    #[test]
    fn stems_as_the_paper_says() {
        for (word, expected) in [
            ("caresses", "caress"),
            ("ponies", "poni"),
            ("cats", "cat"),
            ("agreed", "agre"),
            ("feed", "feed"),
            ("plastered", "plaster"),
            ("sing", "sing"),
            ("conflated", "conflat"),
            ("hopping", "hop"),
            ("falling", "fall"),
            ("filing", "file"),
            ("happy", "happi"),
            ("relational", "relat"),
            ("conditional", "condit"),
            ("digitizer", "digit"),
            ("formative", "form"),
            ("electrical", "electr"),
            ("revival", "reviv"),
            ("adjustment", "adjust"),
            ("adoption", "adopt"),
            ("probate", "probat"),
            ("rate", "rate"),
            ("controlling", "control"),
            ("is", "is"),
            ("számla", "számla"),
        ] {
            assert_eq!(stem(word), expected, "{word}");
        }
    }
}

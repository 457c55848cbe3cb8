//! Synthetic notes of 1 to 3 KB, the same on every run, for benchmarks of size.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// A small generator of numbers; what it gives must only look mixed, and be the same everywhere.
pub struct Mixed(u64);

impl Mixed {
    /// The numbers of note `number`.
    pub fn seeded(number: u64) -> Mixed {
        Mixed(0x9e37_79b9_7f4a_7c15 ^ (number + 1).wrapping_mul(0xbf58_476d_1ce4_e5b9))
    }

    /// A number below `bound`: xorshift64*, Vigna 2016.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }

    /// A word: few are frequent, many are rare, as in language.
    pub fn word(&mut self) -> String {
        const COMMON: [&str; 16] = [
            "the", "of", "a", "to", "in", "is", "and", "that", "for", "with", "on", "by", "at", "from",
            "when", "per",
        ];
        if self.below(100) < 40 {
            return COMMON[self.below(COMMON.len())].to_owned();
        }
        let bound = [60, 600, 6_000, 30_000][self.below(4)];
        let mut number = self.below(bound) * 7 + 11;
        let mut word = String::new();
        while number > 0 {
            word.push(char::from(b"bcdfghklmnprstvz"[number % 16]));
            word.push(char::from(b"aeiou"[number / 16 % 5]));
            number /= 80;
        }
        word
    }

    /// A sentence of 8 to 17 words, some with a number or an identifier.
    pub fn sentence(&mut self) -> String {
        let mut words: Vec<String> = (0..8 + self.below(10)).map(|_| self.word()).collect();
        if self.below(10) < 3 {
            words.push(format!("{}", 1_000 + self.below(90_000)));
        }
        if self.below(10) == 0 {
            words.push(format!("ID-{}", 1_000 + self.below(90_000)));
        }
        words.join(" ") + "."
    }
}

/// The path of note `number` below the root of a repository.
pub fn path(number: usize) -> String {
    format!("knowledge/t{:03}/note-{number:06}.md", number % 200)
}

/// The text of note `number`.
pub fn text(number: usize) -> String {
    let mut mixed = Mixed::seeded(number as u64);
    let title = format!("{} {} {number}", mixed.word(), mixed.word());
    let size = 1_000 + mixed.below(2_000);
    let mut text = format!(
        "---\ntype: Note\ntitle: {title}\ndescription: {}\nlabels: [public]\n---\n# {title}\n\n",
        mixed.sentence()
    );
    while text.len() < size {
        match mixed.below(4) {
            0 => {
                let _ = write!(text, "## {} {}\n\n", mixed.word(), mixed.word());
                (0..4).for_each(|_| {
                    let _ = writeln!(text, "- {}", mixed.sentence());
                });
                text.push('\n');
            }
            _ => {
                let _ = write!(text, "{} {}\n\n", mixed.sentence(), mixed.sentence());
            }
        }
    }
    text
}

/// Writes `count` notes below `root`.
pub fn write(root: &Path, count: usize) -> Result<(), String> {
    for number in 0..count {
        let path = root.join(path(number));
        let folder = path.parent().unwrap_or(root);
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&path, text(number)))
            .map_err(|error| format!("writing {}: {error}", path.display()))?;
    }
    Ok(())
}

/// The first `count` notes, path and text each.
pub fn notes(count: usize) -> Vec<(String, String)> {
    (0..count).map(|number| (path(number), text(number))).collect()
}

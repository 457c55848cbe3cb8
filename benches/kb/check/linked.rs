//! A generated vault whose links are known: of both styles, by name and by path, some of them broken. The same on every
//! run.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use crate::vault::Mixed;

/// How many links a note has.
pub const LINKS: usize = 8;

/// A generated vault.
pub struct Linked {
    /// How many notes it has.
    pub notes: usize,
    /// How many of its links lead nowhere.
    pub broken: usize,
}

impl Linked {
    /// The path of note `number` below the root of the vault.
    pub fn path(number: usize) -> String {
        format!("{}/{}.md", Linked::folder(number), Linked::name(number))
    }

    fn folder(number: usize) -> String {
        format!("area-{:02}/topic-{:03}", number % 20, number % 500)
    }

    fn name(number: usize) -> String {
        format!("note-{number:06}")
    }

    /// Whether link `index` of note `number` is a broken one, and which.
    fn broken(&self, number: usize, index: usize) -> Option<usize> {
        let step = self.notes / self.broken.max(1);
        let which = number / step.max(1);
        // One note in every so many has one broken link, of this style or of that.
        (number.is_multiple_of(step.max(1)) && which < self.broken && index == which % LINKS).then_some(which)
    }

    /// What stands in the broken link `which`.
    pub fn missing(which: usize) -> String {
        format!("missing-{which:04}")
    }

    /// The text of note `number`.
    pub fn text(&self, number: usize) -> String {
        let mut mixed = Mixed::seeded(number as u64);
        let mut text = format!(
            "---\ntype: Note\ntitle: {} {} {number}\ntags: [{}]\n---\n# {} {number}\n\n",
            mixed.word(),
            mixed.word(),
            mixed.word(),
            mixed.word()
        );
        for index in 0..LINKS {
            if index % 3 == 0 {
                let _ = write!(text, "## Part {} {}\n\n", index / 3 + 1, mixed.word());
            }
            let target = mixed.below(self.notes);
            let link = self.link(number, index, target);
            let _ = write!(text, "{} See {link} for more. {}\n\n", mixed.sentence(), mixed.sentence());
        }
        text
    }

    fn link(&self, number: usize, index: usize, target: usize) -> String {
        let missing = self.broken(number, index).map(Linked::missing);
        let name = missing.unwrap_or_else(|| Linked::name(target));
        let folder = Linked::folder(target);
        match index {
            0 => format!("[[{name}]]"),
            2 => format!("[[{name}|what note {target} says]]"),
            4 => format!("[[{folder}/{name}]]"),
            6 => format!("[[{name}]]"),
            1 | 5 => format!("[note {target}](../../{folder}/{name}.md)"),
            _ => format!("[what it says](../../{folder}/{name}.md \"a title\")"),
        }
    }

    /// Writes the vault below `root`.
    pub fn write(&self, root: &Path) -> Result<(), String> {
        let mut made = BTreeSet::new();
        for number in 0..self.notes {
            let path = root.join(Linked::path(number));
            let folder = Linked::folder(number);
            let failed = |error: std::io::Error| format!("writing {}: {error}", path.display());
            if made.insert(folder.clone()) {
                std::fs::create_dir_all(root.join(folder)).map_err(failed)?;
            }
            std::fs::write(&path, self.text(number)).map_err(failed)?;
        }
        Ok(())
    }
}

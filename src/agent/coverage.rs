//! What of a change a reviewer was shown: every file exactly once, as reviewed, partial or skipped, with the reason.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::path::RepoPath;

/// How much of a file was shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Seen {
    /// All of it.
    Whole,
    /// Some of it, and why not the rest.
    Partly(String),
    /// Nothing of it, and why.
    Skipped(String),
}

#[derive(Clone, Debug, Default)]
struct File {
    hunks: Option<usize>,
    shown: BTreeSet<usize>,
    /// Why it cannot be shown at all.
    withheld: Option<String>,
}

/// What was shown of every file of a change.
#[derive(Clone, Debug, Default)]
pub(super) struct Coverage {
    files: BTreeMap<RepoPath, File>,
}

impl Coverage {
    /// Nothing was shown yet of `paths`.
    pub fn of(paths: impl Iterator<Item = RepoPath>) -> Coverage {
        Coverage { files: paths.map(|path| (path, File::default())).collect() }
    }

    /// The file cannot be shown, for `reason`.
    pub fn withhold(&mut self, path: RepoPath, reason: &str) {
        self.files.entry(path).or_default().withheld = Some(reason.to_owned());
    }

    /// These hunks of the file were shown; it has `all`.
    pub fn saw(&mut self, path: &RepoPath, hunks: &[usize], all: usize) {
        if let Some(file) = self.files.get_mut(path) {
            file.hunks = Some(all);
            file.shown.extend(hunks);
        }
    }

    /// Every file with how much of it was shown.
    pub fn list(&self) -> impl Iterator<Item = (&RepoPath, Seen)> {
        self.files.iter().map(|(path, file)| (path, file.seen()))
    }

    /// The files that were not shown as a whole.
    pub fn gaps(&self) -> Vec<(&RepoPath, String)> {
        let gap = |(path, seen)| match seen {
            Seen::Whole => None,
            Seen::Partly(why) => Some((path, format!("partly shown: {why}"))),
            Seen::Skipped(why) => Some((path, format!("skipped: {why}"))),
        };
        self.list().filter_map(gap).collect()
    }

    /// The list as Markdown.
    pub fn to_markdown(&self) -> String {
        let mut text = String::from("## Coverage\n\n| file | seen |\n| --- | --- |\n");
        for (path, seen) in self.list() {
            let seen = match seen {
                Seen::Whole => "reviewed".to_owned(),
                Seen::Partly(why) => format!("partial: {why}"),
                Seen::Skipped(why) => format!("skipped: {why}"),
            };
            // Writing to a String cannot fail.
            let _ = writeln!(text, "| `{path}` | {seen} |");
        }
        text
    }
}

impl File {
    fn seen(&self) -> Seen {
        if let Some(reason) = &self.withheld {
            return Seen::Skipped(reason.clone());
        }
        match self.hunks {
            None => Seen::Skipped("not looked at".to_owned()),
            Some(all) if self.shown.len() >= all => Seen::Whole,
            Some(_) if self.shown.is_empty() => {
                Seen::Skipped("size: no part of it is small enough to be shown".to_owned())
            }
            Some(all) => Seen::Partly(format!("{} of {all} hunks", self.shown.len())),
        }
    }
}

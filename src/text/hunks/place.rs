//! Where a comment on lines of a file goes: to those lines, to the nearest that can be commented on, to the file, or nowhere in
//! the diff.

use std::ops::RangeInclusive;

use super::{Hunk, Hunks};

/// How far from its line a comment may stand.
const NEAR: u32 = 10;

/// The side of a diff.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DiffSide {
    /// The base: removed lines, and those around them.
    Left,
    /// The head: added lines, and those around them.
    Right,
}

/// Where a comment goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommentPlace {
    /// To these lines.
    Lines {
        /// The first line; `None` for one line.
        start: Option<u32>,
        /// The last line.
        line: u32,
        /// Whether they are others than the comment is about, which its text must say.
        moved: bool,
    },
    /// To the file: the patch touches it and shows no line of that side.
    File,
    /// To the summary: the patch does not touch the file, or the lines are too far from what it shows, or they do not say what
    /// the comment quotes.
    Summary,
}

impl Hunks {
    /// Where a comment on `lines` of `side` of `path` goes. With `text`, the last of them must say exactly that, else it is
    /// another line than was meant.
    pub fn place(
        &self,
        path: &str,
        side: DiffSide,
        lines: RangeInclusive<u32>,
        text: Option<&str>,
    ) -> CommentPlace {
        let Some(file) = self.file(path) else { return CommentPlace::Summary };
        let (first, last) = (*lines.start().min(lines.end()), *lines.end());
        let ranges: Vec<(&Hunk, RangeInclusive<u32>)> =
            file.hunks.iter().filter_map(|hunk| Some((hunk, hunk.range(side)?))).collect();
        if ranges.is_empty() {
            return CommentPlace::File;
        }
        if let Some((hunk, range)) = ranges.iter().find(|(_, range)| range.contains(&last)) {
            let is_other = text.is_some_and(|text| !hunk.says(side, last, text));
            if is_other {
                return CommentPlace::Summary;
            }
            // A comment does not reach from one hunk into another.
            let start = first.max(*range.start());
            return CommentPlace::Lines { start: (start < last).then_some(start), line: last, moved: false };
        }
        let distance = |line: u32| line.abs_diff(last).min(line.abs_diff(first));
        let edges = ranges.iter().flat_map(|(_, range)| [*range.start(), *range.end()]);
        match edges.min_by_key(|line| distance(*line)) {
            Some(line) if distance(line) <= NEAR => CommentPlace::Lines { start: None, line, moved: true },
            _ => CommentPlace::Summary,
        }
    }
}

impl Hunk {
    fn says(&self, side: DiffSide, line: u32, text: &str) -> bool {
        let plain = |text: &str| text.trim_end_matches('\r').to_owned();
        self.side(side).iter().any(|(number, content)| *number == line && plain(content) == plain(text))
    }
}

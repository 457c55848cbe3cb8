//! Which lines of a patch can be commented on, and where a comment on any other line goes. Lines are counted by the headers of
//! the hunks, never by what lines look like.

mod place;
mod quoted;

#[cfg(test)]
mod tests;

pub use place::{CommentPlace, DiffSide};

use std::ops::RangeInclusive;

/// A patch, read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hunks {
    files: Vec<FileHunks>,
}

/// What a patch does to one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct FileHunks {
    /// Where it stands; where it stood, for one that is removed.
    path: String,
    hunks: Vec<Hunk>,
}

/// Lines that stand together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Hunk {
    /// The lines of the base that it shows, by number.
    left: Vec<(u32, String)>,
    /// The lines of the head that it shows, by number.
    right: Vec<(u32, String)>,
}

impl Hunk {
    fn side(&self, side: DiffSide) -> &[(u32, String)] {
        match side {
            DiffSide::Left => &self.left,
            DiffSide::Right => &self.right,
        }
    }

    /// The numbers that it shows of a side; they have no gaps.
    fn range(&self, side: DiffSide) -> Option<RangeInclusive<u32>> {
        let lines = self.side(side);
        Some(lines.first()?.0..=lines.last()?.0)
    }
}

impl Hunks {
    /// Reads a patch in unified form, as git writes it.
    pub fn read(patch: &[u8]) -> Hunks {
        let text = String::from_utf8_lossy(patch);
        let mut reader = Reader::default();
        // Only LF ends a line; a CR before it belongs to the line.
        for line in text.split('\n') {
            reader.line(line);
        }
        Hunks { files: reader.files }
    }

    /// The lines of `side` of `path` that can be commented on, ascending.
    pub fn commentable(&self, path: &str, side: DiffSide) -> Vec<u32> {
        let hunks = self.file(path).into_iter().flat_map(|file| &file.hunks);
        hunks.flat_map(|hunk| hunk.side(side)).map(|(number, _)| *number).collect()
    }

    /// Whether the patch touches `path`.
    pub fn touches(&self, path: &str) -> bool {
        self.file(path).is_some()
    }

    fn file(&self, path: &str) -> Option<&FileHunks> {
        self.files.iter().find(|file| file.path == path)
    }
}

/// Where the reading of a patch stands.
#[derive(Default)]
struct Reader {
    files: Vec<FileHunks>,
    /// How many lines of the hunk are still to come, on each side.
    left: u32,
    right: u32,
    /// The numbers of the next lines.
    next_left: u32,
    next_right: u32,
}

impl Reader {
    fn line(&mut self, line: &str) {
        if self.left > 0 || self.right > 0 {
            self.content(line);
        } else if let Some(header) = line.strip_prefix("@@ ") {
            self.hunk(header);
        } else if let Some(paths) = line.strip_prefix("diff --git ") {
            self.files.push(FileHunks {
                path: quoted::same_path(paths).unwrap_or_default(),
                ..FileHunks::default()
            });
        } else if let Some(path) = line.strip_prefix("rename to ") {
            self.with_file(|file| file.path = quoted::path(path));
        } else if let Some(path) = line.strip_prefix("--- ") {
            self.old_path(path);
        } else if let Some(path) = line.strip_prefix("+++ ")
            && let Some(path) = quoted::prefixed(path)
        {
            self.with_file(|file| file.path = path);
        }
    }

    fn with_file(&mut self, change: impl FnOnce(&mut FileHunks)) {
        if let Some(file) = self.files.last_mut() {
            change(file);
        }
    }

    /// A patch without git's own headers begins a file here.
    fn old_path(&mut self, path: &str) {
        if self.files.last().is_none_or(|file| !file.hunks.is_empty()) {
            self.files.push(FileHunks::default());
        }
        if let Some(path) = quoted::prefixed(path) {
            self.with_file(|file| file.path = path);
        }
    }

    fn hunk(&mut self, header: &str) {
        let mut parts = header.split(' ');
        let range = |part: Option<&str>, sign: char| -> Option<(u32, u32)> {
            let part = part?.strip_prefix(sign)?;
            match part.split_once(',') {
                Some((start, count)) => Some((start.parse().ok()?, count.parse().ok()?)),
                None => Some((part.parse().ok()?, 1)),
            }
        };
        let (Some(left), Some(right)) = (range(parts.next(), '-'), range(parts.next(), '+')) else { return };
        (self.next_left, self.left) = left;
        (self.next_right, self.right) = right;
        self.with_file(|file| file.hunks.push(Hunk::default()));
    }

    fn content(&mut self, line: &str) {
        let (sign, text) = match line.chars().next() {
            Some(sign @ (' ' | '+' | '-')) => (sign, &line[1..]),
            // "\ No newline at end of file" has no number.
            Some('\\') => return,
            // Some programs take the blank off the end of an empty line.
            None => (' ', ""),
            Some(_) => {
                (self.left, self.right) = (0, 0);
                return;
            }
        };
        let (number_left, number_right) = (self.next_left, self.next_right);
        let Some(hunk) = self.files.last_mut().and_then(|file| file.hunks.last_mut()) else { return };
        if sign != '+' {
            hunk.left.push((number_left, text.to_owned()));
            self.next_left += 1;
            self.left = self.left.saturating_sub(1);
        }
        if sign != '-' {
            hunk.right.push((number_right, text.to_owned()));
            self.next_right += 1;
            self.right = self.right.saturating_sub(1);
        }
    }
}

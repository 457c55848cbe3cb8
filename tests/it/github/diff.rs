//! The diff of a pull request, from git: its files, their hunks, and which lines of them can be commented.

use super::git::Git;

/// A file of a diff.
#[derive(Clone, Debug)]
pub struct FileDiff {
    /// Its path, after a rename the new one.
    pub path: String,
    /// The path before a rename.
    pub previous: Option<String>,
    /// `added`, `removed`, `modified`, `renamed`, `copied`, `changed`.
    pub status: &'static str,
    /// The blob, on the side where it exists.
    pub sha: String,
    /// Its hunks.
    pub hunks: Vec<Hunk>,
}

/// A hunk: its header and its lines with their marks.
#[derive(Clone, Debug)]
pub struct Hunk {
    /// `@@ -1,2 +1,3 @@`
    pub header: String,
    /// The lines.
    pub lines: Vec<Line>,
}

/// A line of a hunk.
#[derive(Clone, Debug)]
pub struct Line {
    /// The line with its mark.
    pub text: String,
    /// Its number in the base; `None` for an added line.
    pub left: Option<u64>,
    /// Its number in the head; `None` for a removed line.
    pub right: Option<u64>,
}

impl Line {
    /// Its number on a side.
    pub fn on(&self, side: &str) -> Option<u64> {
        if side == "LEFT" { self.left } else { self.right }
    }
}

impl FileDiff {
    /// The hunk and the place in it of a line of a side.
    pub fn place(&self, side: &str, line: u64) -> Option<(usize, usize)> {
        self.hunks.iter().enumerate().find_map(|(at, hunk)| {
            Some((at, hunk.lines.iter().position(|text| text.on(side) == Some(line))?))
        })
    }

    /// The hunk down to a line, as comments carry it.
    pub fn hunk_to(&self, side: &str, line: u64) -> Option<String> {
        let (hunk, last) = self.place(side, line)?;
        let hunk = &self.hunks[hunk];
        let lines = hunk.lines[..=last].iter().map(|line| line.text.as_str());
        Some(std::iter::once(hunk.header.as_str()).chain(lines).collect::<Vec<_>>().join("\n"))
    }

    /// How many lines were added and removed.
    pub fn counts(&self) -> (usize, usize) {
        let lines = || self.hunks.iter().flat_map(|hunk| &hunk.lines);
        (
            lines().filter(|line| line.left.is_none()).count(),
            lines().filter(|line| line.right.is_none()).count(),
        )
    }

    /// The patch as the API gives it.
    pub fn patch(&self) -> Option<String> {
        let hunk = |hunk: &Hunk| {
            let lines = hunk.lines.iter().map(|line| line.text.as_str());
            std::iter::once(hunk.header.as_str()).chain(lines).collect::<Vec<_>>().join("\n")
        };
        (!self.hunks.is_empty()).then(|| self.hunks.iter().map(hunk).collect::<Vec<_>>().join("\n"))
    }
}

/// The files that differ between two commits.
pub fn files(git: &Git, old: &str, new: &str) -> Vec<FileDiff> {
    let listed = git.must(&["diff", "--raw", "-z", "--abbrev=40", "-M", "--no-ext-diff", old, new]);
    let mut files = raw(&listed);
    let patch = git.must(&["diff", "-U3", "-M", "--no-color", "--no-ext-diff", old, new]);
    // Sections stand in the order of the list.
    let mut at = None;
    for line in patch.split('\n') {
        if line.starts_with("diff --git ") {
            at = Some(at.map_or(0, |at: usize| at + 1));
        } else if let Some(file) = at.and_then(|at| files.get_mut(at)) {
            take(file, line);
        }
    }
    files
}

fn raw(listed: &str) -> Vec<FileDiff> {
    let mut files = Vec::new();
    let mut parts = listed.split('\0').filter(|part| !part.is_empty());
    while let Some(head) = parts.next() {
        let words: Vec<&str> = head.trim_start_matches(':').split(' ').collect();
        let (old, new, letter) = (words[2], words[3], words[4].chars().next().unwrap_or('M'));
        let first = parts.next().unwrap_or_default().to_owned();
        let (path, previous) = match letter {
            'R' | 'C' => (parts.next().unwrap_or_default().to_owned(), Some(first)),
            _ => (first, None),
        };
        let status = match letter {
            'A' => "added",
            'D' => "removed",
            'R' => "renamed",
            'C' => "copied",
            'T' => "changed",
            _ => "modified",
        };
        let sha = if letter == 'D' { old } else { new }.to_owned();
        files.push(FileDiff { path, previous, status, sha, hunks: Vec::new() });
    }
    files
}

fn take(file: &mut FileDiff, line: &str) {
    if line.starts_with("@@ ") {
        file.hunks.push(Hunk { header: line.to_owned(), lines: Vec::new() });
        return;
    }
    let Some(hunk) = file.hunks.last_mut() else { return };
    let Some((left, right)) = next(hunk) else { return };
    let (left, right) = match line.chars().next() {
        Some(' ') => (Some(left), Some(right)),
        Some('-') => (Some(left), None),
        Some('+') => (None, Some(right)),
        _ => return,
    };
    hunk.lines.push(Line { text: line.to_owned(), left, right });
}

/// The numbers that a line at the end of `hunk` would have.
fn next(hunk: &Hunk) -> Option<(u64, u64)> {
    let mut words = hunk.header.split(' ').skip(1);
    let start = |word: &str| word.get(1..)?.split(',').next()?.parse::<u64>().ok();
    let (left, right) = (start(words.next()?)?, start(words.next()?)?);
    let passed = |side| hunk.lines.iter().rev().find_map(|line| line.on(side)).map(|number| number + 1);
    Some((passed("LEFT").unwrap_or(left), passed("RIGHT").unwrap_or(right)))
}

/// Where a line of `old` stands in `new`; `None` when it was touched.
pub fn moved(files: &[FileDiff], path: &str, line: u64) -> Option<u64> {
    let touching = |file: &&FileDiff| file.previous.as_deref().unwrap_or(&file.path) == path;
    let Some(file) = files.iter().find(touching) else { return Some(line) };
    if file.status == "removed" || file.path != path {
        return None;
    }
    let mut shift = 0i64;
    for hunk in &file.hunks {
        for text in &hunk.lines {
            match (text.left, text.right) {
                (Some(left), _) if left > line => {
                    return u64::try_from(i64::try_from(line).ok()? + shift).ok();
                }
                (Some(left), right) if left == line => return right,
                (Some(_), None) => shift -= 1,
                (None, Some(_)) => shift += 1,
                _ => {}
            }
        }
    }
    u64::try_from(i64::try_from(line).ok()? + shift).ok()
}

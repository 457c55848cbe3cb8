//! Where a comment stands: on lines that the diff shows, or on a file of it. Everything else GitHub refuses.

use serde_json::Value;

use super::account::Account;
use super::answer::Answer;
use super::diff::FileDiff;
use super::pull::ReviewComment;

/// A place in the diff.
#[derive(Clone, Debug)]
pub struct Place {
    path: String,
    side: String,
    line: Option<u64>,
    start: Option<u64>,
    hunk: String,
}

impl Place {
    /// The place that a request names.
    pub fn of(given: &Value, files: &[FileDiff]) -> Result<Place, Answer> {
        let path = given["path"].as_str().unwrap_or_default();
        let unknown = || Answer::unprocessable("Path could not be resolved");
        let file = files.iter().find(|file| file.path == path).ok_or_else(unknown)?;
        let side = given["side"].as_str().unwrap_or("RIGHT").to_owned();
        if given["subject_type"] == "file" {
            return Ok(Place { path: path.to_owned(), side, line: None, start: None, hunk: String::new() });
        }
        let line = match (given["line"].as_u64(), given["position"].as_u64()) {
            (Some(line), _) => line,
            (None, Some(position)) => at_position(file, position).ok_or_else(unplaced)?,
            (None, None) => return Err(Answer::unprocessable("Line could not be resolved")),
        };
        let start_side = given["start_side"].as_str().unwrap_or(&side).to_owned();
        let (hunk, last) = file.place(&side, line).ok_or_else(unplaced)?;
        let start = given["start_line"].as_u64();
        if let Some(start) = start {
            let message = "Pull request review thread start line must precede the end line.";
            let outside = "Pull request review thread start line must be part of the same hunk as the line.";
            match file.place(&start_side, start) {
                Some((other, first)) if other == hunk && first < last => {}
                Some((other, _)) if other == hunk => return Err(Answer::unprocessable(message)),
                _ => return Err(Answer::unprocessable(outside)),
            }
        }
        let hunk = file.hunk_to(&side, line).unwrap_or_default();
        Ok(Place { path: path.to_owned(), side, line: Some(line), start, hunk })
    }
}

fn unplaced() -> Answer {
    Answer::unprocessable(
        "Line could not be resolved: pull request review thread line must be part of the diff",
    )
}

/// The line that the old way of counting means: lines below the first header, headers of later hunks included.
fn at_position(file: &FileDiff, position: u64) -> Option<u64> {
    let lines = file.hunks.iter().flat_map(|hunk| std::iter::once(None).chain(hunk.lines.iter().map(Some)));
    let line = lines.skip(1).nth(usize::try_from(position).ok()?.checked_sub(1)?)??;
    line.right.or(line.left)
}

/// A comment that begins a thread there.
pub fn comment(
    id: u64,
    review: u64,
    place: Place,
    author: Account,
    body: String,
    commit: &str,
    now: u64,
) -> ReviewComment {
    ReviewComment {
        id,
        review,
        thread: id,
        author,
        body,
        path: place.path,
        side: place.side,
        line: place.line,
        start_line: place.start,
        original_line: place.line,
        original_start_line: place.start,
        commit: commit.to_owned(),
        original_commit: commit.to_owned(),
        hunk: place.hunk,
        resolved: None,
        minimised: None,
        created: now,
        updated: now,
    }
}

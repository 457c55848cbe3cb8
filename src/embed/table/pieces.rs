//! Takes a normal word apart into the longest pieces that a table has, as WordPiece does.

use super::packed::Packed;

/// A word with more characters is unknown, whatever it is made of.
const LONGEST: usize = 100;

/// What a piece begins with that is not the first of its word.
const MARK: &str = "##";

/// The rows of the pieces of `word`; none where a part of it is no piece.
pub(super) fn pieces(table: &Packed<'_>, word: &str) -> Vec<usize> {
    let mut rows = Vec::new();
    if word.chars().nth(LONGEST).is_some() {
        return rows;
    }
    let mut rest = word;
    while !rest.is_empty() {
        let mark = if rows.is_empty() { "" } else { MARK };
        let ends = rest.char_indices().map(|(at, c)| at + c.len_utf8()).rev();
        let longest = ends.into_iter().find_map(|end| Some((end, table.find(mark, &rest[..end])?)));
        let Some((end, row)) = longest else { return Vec::new() };
        rows.push(row);
        rest = &rest[end..];
    }
    rows
}

//! Words that are not kb's, in Markdown that a forge renders (I8). Inside code nothing is a mention, a link, an image, an
//! issue's number or HTML; so foreign words stand in code, and only there.

use crate::evidence::hazard::escaped;
use crate::text::fold_space;

/// How many characters of somebody's words are shown in a line.
pub const MAX_WORDS: usize = 300;

/// `text` as one line of code: white space folded, hidden characters written out, cut after [`MAX_WORDS`].
pub fn code(text: &str) -> String {
    fenced(&shortened(text))
}

/// The same for a cell of a table, where a bar ends the cell even in code.
pub fn cell(text: &str) -> String {
    fenced(&shortened(text).replace('|', "\\|"))
}

/// `text` as a block of code with the info string `info`, line ends kept, not cut.
pub fn block(info: &str, text: &str) -> String {
    let fence = "`".repeat(longest_run(text).max(2) + 1);
    format!("{fence}{info}\n{}\n{fence}", text.trim_end_matches('\n'))
}

fn shortened(text: &str) -> String {
    let text = fold_space(text);
    let text = text.trim();
    let mut words = escaped(&text.chars().take(MAX_WORDS).collect::<String>());
    if text.chars().nth(MAX_WORDS).is_some() {
        words.push('…');
    }
    words
}

fn fenced(text: &str) -> String {
    if text.is_empty() {
        return "(nothing)".to_owned();
    }
    let fence = "`".repeat(longest_run(text) + 1);
    // A backtick at either end would join the fence.
    let space = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

/// The length of the longest run of backticks.
fn longest_run(text: &str) -> usize {
    text.split(|other| other != '`').map(str::len).max().unwrap_or(0)
}

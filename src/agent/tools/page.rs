//! How much of something a tool gives back at once, and how it says what it left out.

/// The most characters of one result.
pub(super) const MOST: usize = 8_000;

/// As many of `lines` as fit; what is left out is said, with `more` as the way to get it.
pub(super) fn page(lines: impl IntoIterator<Item = String>, more: impl Fn(usize) -> String) -> String {
    let (mut text, mut shown, mut left) = (String::new(), 0, 0);
    for line in lines {
        if left > 0 || text.len() + line.len() > MOST {
            left += 1;
            continue;
        }
        text.push_str(&line);
        text.push('\n');
        shown += 1;
    }
    if left > 0 {
        text.push_str(&format!("[{shown} shown, {left} left out: {}]\n", more(shown)));
    }
    text
}

/// `text` up to `most` characters; what is cut is said.
pub(in crate::agent) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{} [… {} more characters]", &text[..end], text[end..].chars().count()),
        None => text.to_owned(),
    }
}

//! Markers of Markdown list items.

/// What follows the marker of a list item: `- x`, `* x`, `3. x`, `- [ ] x`. `None` for any other line.
pub(super) fn list_item(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let after = match digits {
        0 => line.strip_prefix(['-', '*', '+'])?,
        1..=9 => line[digits..].strip_prefix(['.', ')'])?,
        _ => return None,
    };
    if !after.is_empty() && !after.starts_with([' ', '\t']) {
        return None;
    }
    let words = after.trim();
    let task = ["[ ] ", "[x] ", "[X] "].iter().find_map(|mark| words.strip_prefix(mark));
    Some(task.unwrap_or(words).trim_start())
}

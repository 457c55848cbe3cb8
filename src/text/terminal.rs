//! Text of notes as it may go to a terminal: nothing in it moves the cursor, colours, rings or turns the reading
//! direction. It cuts nothing and wraps nothing.

/// `text` with every character that a terminal would obey, or that would reorder the line for the eye, as a picture.
pub fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match picture(c) {
            Some(picture) => shown.push_str(picture.encode_utf8(&mut [0; 4])),
            None if c == '\t' => shown.push_str("    "),
            None => shown.push(c),
        }
    }
    shown
}

/// What is shown in place of `c`; `None` where it may be shown itself. A tab is for the caller to lay out.
fn picture(c: char) -> Option<char> {
    match c {
        '\t' => None,
        '\u{0}'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)),
        '\u{7f}' => Some('␡'),
        // C1 controls, line and paragraph separators, marks of direction, language tags.
        '\u{80}'..='\u{9f}'
        | '\u{61c}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}'
        | '\u{e0000}'..='\u{e007f}' => Some('\u{fffd}'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn what_a_terminal_would_obey_is_shown() {
        let hostile = "ok\u{1b}[8m no\u{1b}[0m \u{1b}]8;;https://a.invalid/\u{7}x\r\u{8}\u{9b}2J\u{7f}";
        assert_eq!(visible(hostile), "ok␛[8m no␛[0m ␛]8;;https://a.invalid/␇x␍␈\u{fffd}2J␡");
        assert_eq!(visible("a\u{202e}b\u{2066}\u{2028}\u{200f}"), "a\u{fffd}b\u{fffd}\u{fffd}\u{fffd}");
    }

    #[test]
    fn what_people_write_stays() {
        let text = "é 表 👩‍👩‍👧 שָׁלוֹם soft\u{ad}hyphen";
        assert_eq!(visible(text), text);
        assert_eq!(visible("a\tb"), "a    b");
    }
}

//! Text as models and people are shown it: characters that nobody sees stand there by their numbers. It takes nothing out.

use std::fmt::Write as _;

/// `text` with every character that shows nothing, or turns the reading direction, as `<U+200B>`. Joiners of emoji and
/// marks of scripts that need them stay.
pub fn escaped(text: &str) -> String {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\t')) {
        return text.to_owned();
    }
    let mut hidden = vec![false; text.len()];
    for hazard in super::scan(text).iter().filter(|hazard| hazard.shows_nothing()) {
        for range in &hazard.ranges {
            hidden[range.clone()].fill(true);
        }
    }
    let mut shown = String::with_capacity(text.len());
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '\r' if chars.peek().is_some_and(|(_, next)| *next == '\n') => {}
            '\n' | '\t' | ' '..='~' => shown.push(c),
            // Writing to a String cannot fail.
            _ if hidden[at] || is_silent(c) => _ = write!(shown, "<U+{:04X}>", u32::from(c)),
            _ => shown.push(c),
        }
    }
    shown
}

/// Whether `c` never shows anything of its own, whatever stands around it.
fn is_silent(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{e0001}')
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn what_nobody_sees_is_shown_by_its_number() {
        assert_eq!(
            escaped("re\u{200b}fund\u{202e}x\u{1b}[8m\u{0}"),
            "re<U+200B>fund<U+202E>x<U+001B>[8m<U+0000>"
        );
        assert_eq!(escaped("tag\u{e0041}\u{e0042}"), "tag<U+E0041><U+E0042>");
        assert_eq!(escaped("a\r\nb\rc"), "a\nb<U+000D>c");
    }

    #[test]
    fn what_people_write_stays() {
        let text = "é 表 👩\u{200d}👧 שָׁלוֹם — „szó” \t x";
        assert_eq!(escaped(text), text);
    }
}

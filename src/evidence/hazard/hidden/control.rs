//! Control characters that make a terminal show something else than the text: concealed words, links, moves of the cursor,
//! overwriting. Colours of a log stay silent.

use std::sync::LazyLock;

use regex::Regex;

use super::super::{Concern, Hazard};
use super::lines;

/// A control sequence other than a colour (SGR without 8, which conceals), an operating system command, a backspace, a
/// carriage return inside a line.
static CONTROL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?:\x1b\[|\u{9b})(?:[0-9;]*;)?0?8(?:;[0-9;]*)?m",
        r"|(?:\x1b\[|\u{9b})[0-9;?]*[A-HJKSTfhlnsu]",
        r"|(?:\x1b\]|\u{9d})[^\x07\x1b]*(?:\x07|\x1b\\)",
        r"|\x08+|\r+.",
    ))
    .expect("a valid pattern")
});

/// Adds a hazard for each line with such characters.
pub(super) fn scan(text: &str, found: &mut Vec<Hazard>) {
    let bytes = text.as_bytes();
    // The other two controls are outside of ASCII.
    if memchr::memchr3(0x1b, 0x8, b'\r', bytes).is_none() && text.is_ascii() {
        return;
    }
    for (start, line) in lines(text) {
        if memchr::memchr3(0x1b, 0x8, b'\r', line.as_bytes()).is_none() && line.is_ascii() {
            continue;
        }
        let ranges: Vec<_> = CONTROL
            .find_iter(line)
            .map(|found| {
                // The character after a carriage return only shows that the line goes on.
                let end = if found.as_str().starts_with('\r') { found.start() + 1 } else { found.end() };
                start + found.start()..start + end
            })
            .collect();
        if !ranges.is_empty() {
            let detail = "a terminal shows something else than what stands there".to_owned();
            found.push(Hazard { concern: Concern::Hidden, kind: "terminal-control", ranges, detail });
        }
    }
}

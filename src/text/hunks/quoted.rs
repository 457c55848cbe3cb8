//! Paths as git writes them in a patch: bare, or in quotation marks with escapes.

/// A path that stands alone.
pub(super) fn path(text: &str) -> String {
    let text = text.trim_end_matches('\r');
    match text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(inside) => unescaped(inside),
        None => text.to_owned(),
    }
}

/// The path behind `--- ` or `+++ `, without `a/` or `b/`; `None` for no file.
pub(super) fn prefixed(text: &str) -> Option<String> {
    // What follows a tab is a time.
    let text = if text.starts_with('"') { text } else { text.split('\t').next().unwrap_or(text) };
    let path = path(text);
    if path == "/dev/null" {
        return None;
    }
    let stripped = path.strip_prefix("a/").or_else(|| path.strip_prefix("b/")).map(str::to_owned);
    Some(stripped.unwrap_or(path))
}

/// The path in `a/x b/x`, where both are the same; a renamed file says more on other lines.
pub(super) fn same_path(text: &str) -> Option<String> {
    if let Some(rest) = text.strip_prefix('"') {
        let end = rest.find("\" ").map(|at| at + 2)?;
        return prefixed(&text[..end]);
    }
    // `a/` + path + ` b/` + path
    let length = text.len().checked_sub(5)? / 2;
    let (old, new) = (text.get(2..2 + length)?, text.get(length + 5..)?);
    (old == new).then(|| new.to_owned())
}

/// C's escapes; octal ones are bytes.
fn unescaped(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.bytes().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        match rest.next() {
            Some(b'n') => bytes.push(b'\n'),
            Some(b't') => bytes.push(b'\t'),
            Some(b'r') => bytes.push(b'\r'),
            Some(b'a') => bytes.push(7),
            Some(b'b') => bytes.push(8),
            Some(b'v') => bytes.push(11),
            Some(b'f') => bytes.push(12),
            Some(digit @ b'0'..=b'7') => {
                let mut value = u32::from(digit - b'0');
                for _ in 0..2 {
                    let Some(digit) = rest.next_if(|byte| (b'0'..=b'7').contains(byte)) else { break };
                    value = value * 8 + u32::from(digit - b'0');
                }
                bytes.push(u8::try_from(value & 0xff).unwrap_or_default());
            }
            Some(other) => bytes.push(other),
            None => {}
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

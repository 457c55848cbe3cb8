//! How git converts line endings between the working tree and the object store, as a pure function of bytes.
//!
//! The rules are those of git's `convert.c`, functions `crlf_to_git` and `crlf_to_worktree`.

/// Whether git converts the line endings of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Conversion {
    /// Never.
    Off,
    /// Where the bytes look like text.
    Auto,
    /// Always.
    Text,
}

/// The working file's bytes as git would store them; `None`: as they are. `stored_has_crlf` says whether the
/// version in the index has CRLF: then git leaves a file alone whose conversion is automatic.
pub(super) fn to_stored(
    bytes: &[u8],
    conversion: Conversion,
    stored_has_crlf: impl FnOnce() -> bool,
) -> Option<Vec<u8>> {
    let convert = match conversion {
        Conversion::Off => false,
        Conversion::Text => true,
        Conversion::Auto => !looks_binary(bytes) && !stored_has_crlf(),
    };
    if !convert || !has_crlf(bytes) {
        return None;
    }
    let mut stored = Vec::with_capacity(bytes.len());
    for (at, &byte) in bytes.iter().enumerate() {
        if byte != b'\r' || bytes.get(at + 1) != Some(&b'\n') {
            stored.push(byte);
        }
    }
    Some(stored)
}

/// Stored bytes as git would check them out where the working tree wants CRLF; `None`: as they are.
pub(super) fn to_crlf(bytes: &[u8], conversion: Conversion) -> Option<Vec<u8>> {
    let lone_lf = |at: usize| bytes[at] == b'\n' && (at == 0 || bytes[at - 1] != b'\r');
    let convert = match conversion {
        Conversion::Off => false,
        Conversion::Text => true,
        Conversion::Auto => !looks_binary(bytes) && !bytes.contains(&b'\r'),
    };
    if !convert || !(0..bytes.len()).any(lone_lf) {
        return None;
    }
    let mut checked_out = Vec::with_capacity(bytes.len() + bytes.len() / 32);
    for (at, &byte) in bytes.iter().enumerate() {
        if lone_lf(at) {
            checked_out.push(b'\r');
        }
        checked_out.push(byte);
    }
    Some(checked_out)
}

/// Whether a CR stands before an LF.
pub(super) fn has_crlf(bytes: &[u8]) -> bool {
    memchr::memmem::find(bytes, b"\r\n").is_some()
}

/// Git's guess: a NUL, a CR without LF, or more than one odd byte in 128.
fn looks_binary(bytes: &[u8]) -> bool {
    let (mut printable, mut odd) = (0_usize, 0_usize);
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            0 => return true,
            b'\r' if bytes.get(at + 1) != Some(&b'\n') => return true,
            b'\r' | b'\n' => {}
            // Backspace, tab, form feed, escape count as text; a DOS end-of-file mark at the very end too.
            0x08 | 0x09 | 0x0c | 0x1b => printable += 1,
            0x1a if at + 1 == bytes.len() => {}
            0x7f | 0x00..0x20 => odd += 1,
            _ => printable += 1,
        }
    }
    (printable >> 7) < odd
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_loses_its_cr_unless_git_would_leave_it() {
        let stored = |bytes: &[u8], conversion, had| to_stored(bytes, conversion, || had);
        assert_eq!(stored(b"a\r\nb\n", Conversion::Text, true), Some(b"a\nb\n".to_vec()));
        assert_eq!(stored(b"a\r\nb\n", Conversion::Auto, false), Some(b"a\nb\n".to_vec()));
        assert_eq!(stored(b"a\r\nb\n", Conversion::Auto, true), None);
        assert_eq!(stored(b"a\r\nb\0", Conversion::Auto, false), None);
        assert_eq!(stored(b"a\rb\r\n", Conversion::Auto, false), None);
        assert_eq!(stored(b"a\r\n", Conversion::Off, false), None);
        assert_eq!(stored(b"a\n", Conversion::Text, false), None);
    }

    #[test]
    fn a_checkout_with_crlf_goes_there_and_back() {
        assert_eq!(to_crlf(b"a\n\nb", Conversion::Auto), Some(b"a\r\n\r\nb".to_vec()));
        assert_eq!(to_crlf(b"a\r\nb\n", Conversion::Auto), None);
        assert_eq!(to_crlf(b"a\r\nb\n", Conversion::Text), Some(b"a\r\nb\r\n".to_vec()));
        assert_eq!(to_crlf(b"a\0\n", Conversion::Auto), None);
    }
}

//! Bytes as text: UTF-8, UTF-16 with a byte-order mark, and the Latin-1 that old systems write. What is none of
//! them is no text.

use std::borrow::Cow;

/// How bytes were read as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, with or without a byte-order mark.
    Utf8,
    /// UTF-16, little end first.
    Utf16Le,
    /// UTF-16, big end first.
    Utf16Be,
    /// Windows-1252, a superset of Latin-1: a guess, made where nothing else fits.
    Windows1252,
}

impl Encoding {
    /// Its name as the registry of character sets has it.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf-8",
            Encoding::Utf16Le => "utf-16le",
            Encoding::Utf16Be => "utf-16be",
            Encoding::Windows1252 => "windows-1252",
        }
    }
}

/// Reads `bytes` as text without byte-order mark; `None` when they are no text.
pub fn decode(bytes: &[u8]) -> Option<(Cow<'_, str>, Encoding)> {
    match bytes {
        [0xff, 0xfe, rest @ ..] => Some((utf16(rest, u16::from_le_bytes)?.into(), Encoding::Utf16Le)),
        [0xfe, 0xff, rest @ ..] => Some((utf16(rest, u16::from_be_bytes)?.into(), Encoding::Utf16Be)),
        _ => {
            let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
            if !is_textual(bytes) {
                return None;
            }
            match std::str::from_utf8(bytes) {
                Ok(text) => Some((text.into(), Encoding::Utf8)),
                Err(_) => {
                    let text = bytes.iter().map(|&byte| windows_1252(byte)).collect::<String>();
                    Some((text.into(), Encoding::Windows1252))
                }
            }
        }
    }
}

/// Whether `bytes` have no NUL and hardly any control character; a log with colours is still text.
fn is_textual(bytes: &[u8]) -> bool {
    let mut control = 0usize;
    for &byte in bytes {
        match byte {
            0 => return false,
            b'\t' | b'\n' | b'\r' | 0x0c | 0x1b | 0x08 => {}
            0..0x20 | 0x7f => control += 1,
            _ => {}
        }
    }
    control * 50 <= bytes.len()
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<String> {
    if !bytes.len().is_multiple_of(2) {
        return None;
    }
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let text: String = char::decode_utf16(units).collect::<Result<_, _>>().ok()?;
    (!text.contains('\0')).then_some(text)
}

/// The 0x80 to 0x9f of Windows-1252; the five bytes that it leaves open are read as Latin-1 does.
fn windows_1252(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
        '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_encodings_are_text_and_the_rest_is_not() {
        let read = |bytes: &[u8]| decode(bytes).map(|(text, encoding)| (text.into_owned(), encoding));
        let text = |text: &str, encoding| Some((text.to_owned(), encoding));
        assert_eq!(read("\u{feff}é".as_bytes()), text("é", Encoding::Utf8));
        assert_eq!(read(b"\xff\xfeh\0\xe9\0"), text("hé", Encoding::Utf16Le));
        assert_eq!(read(b"\xfe\xff\0h\0\xe9"), text("hé", Encoding::Utf16Be));
        assert_eq!(read(b"caf\xe9 \x80 5"), text("café € 5", Encoding::Windows1252));
        assert_eq!(read(b"\x1b[1mlog\x1b[0m"), text("\u{1b}[1mlog\u{1b}[0m", Encoding::Utf8));
        for bytes in [&b"a\0b"[..], b"\xff\xfea", b"\x01\x02\x03\x04abc", b"\xff\xfe\x00\xd8"] {
            assert_eq!(read(bytes), None, "{bytes:?}");
        }
    }
}

//! Bytes to text, one byte for one byte: what cannot be text is replaced in place, so that every offset of the
//! text is an offset of the file.

use std::ops::Range;

use memchr::memchr;

use crate::note::Problem;

/// Stands for a byte that is not UTF-8: the character made for it, and one byte long.
const SUBSTITUTE: char = '\u{1a}';

/// Reads `bytes` as UTF-8 and says what was not.
pub(super) fn decode(bytes: &[u8]) -> (String, Vec<Problem>) {
    let mut problems = Vec::new();
    let mut text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => lossy(bytes, &mut problems),
    };
    if let Some(first) = memchr(0, text.as_bytes()) {
        let count = text.bytes().filter(|&byte| byte == 0).count();
        problems.push(Problem::new(
            "nul-byte",
            first..first + 1,
            format!("{} here; {WHAT_NUL}", nuls(count)),
        ));
        text = text.replace('\0', " ");
    }
    (text, problems)
}

const WHAT_NUL: &str = "a note is text, and most tools stop reading at one";

fn nuls(count: usize) -> String {
    if count == 1 { "a NUL byte".to_owned() } else { format!("the first of {count} NUL bytes") }
}

fn lossy(bytes: &[u8], problems: &mut Vec<Problem>) -> String {
    let mut text = String::with_capacity(bytes.len());
    let mut wrong: Option<Range<usize>> = None;
    let mut count = 0;
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        if !chunk.invalid().is_empty() {
            wrong.get_or_insert(text.len()..text.len() + chunk.invalid().len());
            count += chunk.invalid().len();
            text.extend(std::iter::repeat_n(SUBSTITUTE, chunk.invalid().len()));
        }
    }
    let span = wrong.unwrap_or(0..0);
    let message = if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        "the file is UTF-16; save it as UTF-8".to_owned()
    } else if count == 1 {
        format!("the byte 0x{:02x} is not UTF-8; save the file as UTF-8", bytes[span.start])
    } else {
        format!(
            "{count} bytes are not UTF-8, the first is 0x{:02x}; save the file as UTF-8",
            bytes[span.start]
        )
    };
    problems.push(Problem::new("not-utf8", span, message));
    text
}

/// Whether `text` is a pointer that git LFS left in place of a file, by the pointer's specification
/// (git-lfs, docs/spec.md): `version` first, then sorted keys with an oid and a size, below 1,024 bytes.
pub(super) fn is_lfs_pointer(text: &str) -> bool {
    let mut lines = text.lines();
    text.len() < 1024
        && lines.next().is_some_and(|first| {
            first.starts_with("version https://git-lfs.github.com/spec/")
                || first.starts_with("version https://hawser.github.com/spec/")
        })
        && lines.clone().any(|line| line.starts_with("oid sha256:"))
        && lines
            .clone()
            .any(|line| line.strip_prefix("size ").is_some_and(|size| size.parse::<u64>().is_ok()))
        && lines
            .all(|line| line.is_empty() || line.split_once(' ').is_some_and(|(_, value)| !value.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_text_is_replaced_byte_for_byte() {
        let (text, problems) = decode(b"caf\xe9 \0x\xffy");
        assert_eq!(text, "caf\u{1a}  x\u{1a}y");
        assert_eq!(problems[0].rule, "not-utf8");
        assert_eq!(problems[0].span, 3..4);
        assert_eq!((problems[1].rule, problems[1].span.clone()), ("nul-byte", 5..6));
    }

    #[test]
    fn a_pointer_is_known_by_its_form_only() {
        let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:ab\nsize 1\n";
        assert!(is_lfs_pointer(pointer));
        assert!(!is_lfs_pointer(&format!("# About LFS\n\n```\n{pointer}```\n")));
        assert!(!is_lfs_pointer(
            "version https://git-lfs.github.com/spec/v1 is what a pointer starts with.\n"
        ));
    }
}

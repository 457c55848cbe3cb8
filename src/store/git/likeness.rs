//! How alike two files are, as git's rename detection measures it: the bytes that both have, over the larger size.

use std::collections::HashMap;

/// From this likeness on a removed and an added file count as one that was renamed, as in git.
pub(super) const RENAME: u8 = 50;

/// The likeness of `one` and `other` in per cent, by whole lines.
pub(super) fn likeness(one: &[u8], other: &[u8]) -> u8 {
    let larger = one.len().max(other.len());
    if larger == 0 {
        return 100;
    }
    let mut lines: HashMap<&[u8], usize> = HashMap::new();
    for line in one.split_inclusive(|&byte| byte == b'\n') {
        *lines.entry(line).or_default() += 1;
    }
    let mut shared = 0;
    for line in other.split_inclusive(|&byte| byte == b'\n') {
        if let Some(count @ 1..) = lines.get_mut(line) {
            *count -= 1;
            shared += line.len();
        }
    }
    u8::try_from(shared * 100 / larger).unwrap_or(100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likeness_counts_the_bytes_of_shared_lines() {
        assert_eq!(likeness(b"a\nb\n", b"b\na\n"), 100);
        assert_eq!(likeness(b"a\nb\n", b"a\nc\n"), 50);
        assert_eq!(likeness(b"a\na\n", b"a\nc\nd\n"), 33);
        assert_eq!(likeness(b"", b""), 100);
        assert_eq!(likeness(b"a\n", b""), 0);
    }
}

//! Puts texts in place of bytes. What no edit names stays as it is, byte for byte.

use std::ops::Range;

use thiserror::Error;

/// Says why edits cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpliceError {
    /// An edit reaches past the end.
    #[error("an edit of the bytes {start} to {end} reaches past the end")]
    PastEnd {
        /// Its first byte.
        start: usize,
        /// The byte past its last.
        end: usize,
    },
    /// Two edits overlap, or insert at the same place.
    #[error("two edits of the byte {0} exclude each other")]
    Overlap(usize),
}

/// `bytes` with every range of `edits` replaced by its text; the order of the edits does not matter. Equal edits count
/// once.
pub fn splice(bytes: &[u8], edits: &[(Range<usize>, &str)]) -> Result<Vec<u8>, SpliceError> {
    let mut edits = edits.to_vec();
    edits.sort_by(|one, two| (one.0.start, one.0.end, one.1).cmp(&(two.0.start, two.0.end, two.1)));
    edits.dedup();
    let mut spliced = Vec::with_capacity(bytes.len());
    let mut at = 0;
    let mut last: Option<&Range<usize>> = None;
    for (range, text) in &edits {
        if range.start > range.end || range.end > bytes.len() {
            return Err(SpliceError::PastEnd { start: range.start, end: range.end });
        }
        if last.is_some_and(|last| range.start < last.end || range.start == last.start) {
            return Err(SpliceError::Overlap(range.start));
        }
        spliced.extend_from_slice(&bytes[at..range.start]);
        spliced.extend_from_slice(text.as_bytes());
        at = range.end;
        last = Some(range);
    }
    spliced.extend_from_slice(&bytes[at..]);
    Ok(spliced)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_edit_names_stays() {
        let bytes = b"a\xff\r\nb";
        assert_eq!(splice(bytes, &[(4..5, "B"), (0..1, "A"), (0..1, "A")]), Ok(b"A\xff\r\nB".to_vec()));
        assert_eq!(splice(bytes, &[(5..5, "!")]), Ok(b"a\xff\r\nb!".to_vec()));
        assert_eq!(splice(bytes, &[(0..2, "x"), (1..3, "y")]), Err(SpliceError::Overlap(1)));
        assert_eq!(splice(bytes, &[(1..1, "x"), (1..1, "y")]), Err(SpliceError::Overlap(1)));
        assert_eq!(splice(bytes, &[(4..9, "x")]), Err(SpliceError::PastEnd { start: 4, end: 9 }));
    }
}

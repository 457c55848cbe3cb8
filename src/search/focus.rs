//! Finds the part of a long text that is the question. What is short is the question itself.

/// The longest query that is read whole, in bytes; of a longer one the last question counts.
pub(super) const LONGEST: usize = 1_000;

/// The part of a query that counts: all of it, or, where somebody pasted instructions before the question, its end.
///
/// Agents put their whole instructions before the question; searched for as one they find nothing of use.
pub(super) fn focus(text: &str) -> &str {
    if text.len() <= LONGEST {
        return text;
    }
    let last = text.rsplit("\n\n").map(str::trim).find(|part| !part.is_empty()).unwrap_or(text);
    if last.len() <= LONGEST {
        return last;
    }
    let line = text.lines().rev().map(str::trim).find(|line| line.ends_with('?')).unwrap_or(last);
    if line.len() <= LONGEST {
        return line;
    }
    let mut start = line.len() - LONGEST;
    while !line.is_char_boundary(start) {
        start += 1;
    }
    let tail = &line[start..];
    let sentence = tail.find(['.', '!', '?', '\n']).filter(|&at| at + 1 < tail.len());
    sentence.map_or(tail, |at| tail[at + 1..].trim_start())
}

//! The destination of a Markdown link: where its bytes are, and its one percent-decoding.

use std::borrow::Cow;
use std::ops::Range;

/// Splits a destination (backslashes and entities resolved) into path and fragment, each decoded once.
///
/// A query (`?plain=1`, which GitHub wants before line fragments of Markdown) is no part of the path.
pub(super) fn split(destination: &str) -> (String, Option<String>) {
    let (path, fragment) = match destination.split_once('#') {
        Some((path, fragment)) => (path, Some(fragment)),
        None => (destination, None),
    };
    let external = path.contains("://");
    let path = if external { path } else { path.split('?').next().unwrap_or_default() };
    (decode(path).into_owned(), fragment.map(|fragment| decode(fragment).into_owned()))
}

/// Decodes `%xx` once; what is no such escape, or decodes to no UTF-8, stays as it is.
pub fn decode(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let escape = (bytes[at] == b'%')
            .then(|| text.get(at + 1..at + 3))
            .flatten()
            .filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match escape {
            Some(byte) => {
                decoded.push(byte);
                at += 3;
            }
            None => {
                decoded.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8(decoded).map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Encodes a path for a bare link destination: what would end it or be read as markup becomes `%xx`.
pub fn encode(path: &str) -> String {
    let mut encoded = String::with_capacity(path.len());
    for c in path.chars() {
        match c {
            ' '
            | '%'
            | '('
            | ')'
            | '<'
            | '>'
            | '#'
            | '?'
            | '\\'
            | '"'
            | '*'
            | '['
            | ']'
            | '`'
            | '|'
            | '&'
            | '~'
            | '\u{0}'..='\u{1f}' => {
                encoded.push_str(&format!("%{:02X}", u32::from(c)));
            }
            c => encoded.push(c),
        }
    }
    encoded
}

/// The bytes of the destination in an inline link whose text ends at `text_end` of `source`, and whose own end is
/// `end`; `<` and `>` are left out.
pub(super) fn inline(source: &str, text_end: usize, end: usize) -> Option<Range<usize>> {
    let open = text_end + source.get(text_end..end)?.find("](")? + 2;
    bare(source, open, end)
}

/// The bytes of the destination in a reference definition at `span` of `source`.
pub(super) fn definition(source: &str, span: &Range<usize>) -> Option<Range<usize>> {
    let colon = span.start + source.get(span.clone())?.find("]:")? + 2;
    bare(source, colon, span.end)
}

fn bare(source: &str, from: usize, end: usize) -> Option<Range<usize>> {
    let rest = source.get(from..end)?;
    // A destination on the next line of a block quote has the quote's mark before it.
    let start =
        from + rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '>').len();
    let bytes = source.as_bytes();
    let angled = bytes.get(start) == Some(&b'<') && start < end;
    let start = if angled { start + 1 } else { start };
    let mut depth = 0_u32;
    let mut at = start;
    while at < end {
        match bytes[at] {
            b'\\' if bytes.get(at + 1).is_some_and(u8::is_ascii_punctuation) => at += 1,
            b'>' if angled => break,
            b'(' if !angled => depth += 1,
            b')' if !angled && depth == 0 => break,
            b')' if !angled => depth -= 1,
            byte if !angled && byte.is_ascii_whitespace() => break,
            _ => {}
        }
        at += 1;
    }
    Some(start..at.min(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decoded_once_and_only_where_it_can_be() {
        assert_eq!(split("Foo%20Bar.md#^b1"), ("Foo Bar.md".into(), Some("^b1".into())));
        assert_eq!(split("a%2520b.md?plain=1#L1-L2"), ("a%20b.md".into(), Some("L1-L2".into())));
        assert_eq!(split("100%.md").0, "100%.md");
        assert_eq!(split("%ff%zz").0, "%ff%zz");
        assert_eq!(split(&encode("a b(1) 100%#?.md")).0, "a b(1) 100%#?.md");
    }

    #[test]
    fn destinations_are_found_to_the_byte() {
        for (source, text_end, expected) in [
            ("[t](<a b.md> \"x\")", 2, "a b.md"),
            ("[t](a(b).md)", 2, "a(b).md"),
            ("[t](a\\(b.md)", 2, "a\\(b.md"),
            ("[](x.md)", 1, "x.md"),
            ("[t](\n  x.md)", 2, "x.md"),
            ("[t]()", 2, ""),
        ] {
            let range = inline(source, text_end, source.len()).expect("a destination");
            assert_eq!(&source[range], expected, "{source}");
        }
        let source = "[a]: <b c.md>";
        assert_eq!(&source[definition(source, &(0..source.len())).expect("a destination")], "b c.md");
    }
}

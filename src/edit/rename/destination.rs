//! The destination of a Markdown link as it is written, and another path written in the same style.

use std::collections::HashMap;

use crate::note::decode_destination;

/// Characters that a destination may hold as they are, and that many write as `%xx` all the same.
const SOFT: &str = "()&*~[]\"'`!,;:@$+=%";

/// A destination as it is written.
#[derive(Clone, Debug)]
pub(super) struct Destination<'t> {
    /// Its path, without query and fragment.
    pub written: &'t str,
    /// Whether it stands between `<` and `>`.
    angled: bool,
}

impl<'t> Destination<'t> {
    /// Reads `raw`, which may have a query and a fragment.
    pub fn read(raw: &'t str, angled: bool) -> Destination<'t> {
        let end = raw.find(['#', '?']).unwrap_or(raw.len());
        Destination { written: &raw[..end], angled }
    }

    /// `path` in the style of this destination: parts that stand in both as they were, the others with what was
    /// escaped escaped.
    pub fn spell(&self, path: &str) -> String {
        let known: HashMap<String, &str> =
            self.written.split('/').map(|part| (decode_destination(part).into_owned(), part)).collect();
        let spelled: Vec<String> = path
            .split('/')
            .map(|part| known.get(part).map_or_else(|| self.encode(part), |part| (*part).to_owned()))
            .collect();
        spelled.join("/")
    }

    fn encode(&self, part: &str) -> String {
        let escapes = escapes(self.written);
        let all = escapes.iter().any(|&byte| byte >= 0x80);
        let lower = has_lower_escape(self.written);
        let balanced = part.matches('(').count() == part.matches(')').count();
        let mut encoded = String::with_capacity(part.len());
        for (at, c) in part.char_indices() {
            let is_kept = match c {
                ' ' => self.angled && !escapes.contains(&b' '),
                '%' => {
                    !is_escape(&part[at..])
                        && escapes.is_empty()
                        && (self.angled || self.written.contains('%'))
                }
                '<' | '>' | '#' | '?' | '\\' | '|' => false,
                c if c.is_control() => false,
                '(' | ')' if !balanced => self.angled && !escapes.contains(&b'('),
                '&' => {
                    !escapes.contains(&b'&')
                        && (self.angled || has_plain_and(self.written))
                        && !is_entity(&part[at..])
                }
                c if SOFT.contains(c) => {
                    let is_escaped = u8::try_from(c).is_ok_and(|byte| escapes.contains(&byte));
                    let is_harmless = "!,;:@$+='".contains(c);
                    !is_escaped && (self.angled || is_harmless || self.written.contains(c))
                }
                c if c.is_ascii() => true,
                _ => !all,
            };
            if is_kept {
                encoded.push(c);
                continue;
            }
            let mut bytes = [0; 4];
            for byte in c.encode_utf8(&mut bytes).bytes() {
                encoded += &if lower { format!("%{byte:02x}") } else { format!("%{byte:02X}") };
            }
        }
        encoded
    }
}

/// Whether `text` starts like an entity: `&amp;`.
fn is_entity(text: &str) -> bool {
    text[1..].starts_with(|c: char| c.is_alphanumeric() || c == '#') && text.contains(';')
}

/// Whether `written` holds an `&` that starts no entity.
fn has_plain_and(written: &str) -> bool {
    written.match_indices('&').any(|(at, _)| !is_entity(&written[at..]))
}

/// Whether `text` starts with `%` and two digits.
fn is_escape(text: &str) -> bool {
    text.get(1..3).is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// The bytes that `written` escapes.
fn escapes(written: &str) -> Vec<u8> {
    let escapes = written.match_indices('%').filter(|(at, _)| is_escape(&written[*at..]));
    let digits = escapes.filter_map(|(at, _)| written.get(at + 1..at + 3));
    digits.filter_map(|digits| u8::from_str_radix(digits, 16).ok()).collect()
}

/// Whether `written` has an escape with a small letter, and none with a capital.
fn has_lower_escape(written: &str) -> bool {
    let digits: Vec<&str> =
        written.match_indices('%').filter_map(|(at, _)| written.get(at + 1..at + 3)).collect();
    let has = |wanted: fn(&u8) -> bool| digits.iter().any(|digits| digits.as_bytes().iter().any(wanted));
    has(u8::is_ascii_lowercase) && !has(u8::is_ascii_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_style_is_kept() {
        for (raw, angled, path, expected) in [
            ("old.md#s", false, "a b.md", "a%20b.md"),
            ("old one.md", true, "a b.md", "a b.md"),
            ("old%20one.md", true, "a b.md", "a%20b.md"),
            ("%c3%a1.md", false, "ó.md", "%c3%b3.md"),
            ("%C3%A1.md", false, "ó.md", "%C3%B3.md"),
            ("á.md", false, "ó é.md", "ó%20é.md"),
            ("a(1).md", false, "b(2).md", "b(2).md"),
            ("a%281%29.md", false, "b(2).md", "b%282%29.md"),
            ("a.md", false, "b(2).md", "b%282%29.md"),
            ("R&D.md", false, "Q&A.md", "Q&A.md"),
            ("R&amp;D%2fx/old.md?plain=1", false, "R&D/x/new.md", "R%26D/x/new.md"),
            ("x%2Dy/old.md", false, "../x-y/new.md", "../x%2Dy/new.md"),
            ("100%.md", false, "100%.md", "100%.md"),
            ("old.md", false, "100%20.md", "100%2520.md"),
        ] {
            assert_eq!(Destination::read(raw, angled).spell(path), expected, "{raw} {path}");
        }
    }
}

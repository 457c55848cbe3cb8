//! Splits a text into sentences: decimals, abbreviations, initials and web addresses are no ends. It drops nothing.

/// Words that end in a full stop in the middle of a sentence, in lower case, without it.
const ABBREVIATIONS: &[&str] = &[
    "mr", "mrs", "ms", "dr", "prof", "mt", "apt", "vs", "approx", "dept", "est", "ext", "e.g", "i.e", "cf",
    "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "rev", "gen", "sen",
    "rep", "lt", "capt",
];

/// Words that are an abbreviation only before a number.
const BEFORE_NUMBERS: &[&str] = &["no", "nos", "fig", "vol", "p", "pp", "art", "sec", "ch"];

/// The sentences of `text`, trimmed, in order; every character that is not white space is in one of them.
pub(super) fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let wide = matches!(c, '。' | '！' | '？');
        if !wide && !matches!(c, '.' | '!' | '?' | '…') {
            continue;
        }
        // Further marks and closing quotes or brackets belong to the sentence that ends.
        let mut end = at + c.len_utf8();
        while let Some(&(next, more)) = chars.peek() {
            if !matches!(more, '.' | '!' | '?' | '…' | '"' | '\'' | '”' | '’' | ')' | ']' | '»' | '」')
            {
                break;
            }
            end = next + more.len_utf8();
            chars.next();
        }
        if wide || ends(&text[start..at], c, &text[end..]) {
            push(&mut found, &text[start..end]);
            start = end;
        }
    }
    push(&mut found, &text[start..]);
    found
}

fn push<'t>(found: &mut Vec<&'t str>, text: &'t str) {
    let text = text.trim();
    if !text.is_empty() {
        found.push(text);
    }
}

/// Whether `mark`, which stands between `before` and `after`, ends a sentence.
fn ends(before: &str, mark: char, after: &str) -> bool {
    let Some(next) = after.chars().next() else { return true };
    if !next.is_whitespace() {
        return false;
    }
    let Some(first) = after.trim_start().chars().next() else { return true };
    if mark != '.' {
        return !first.is_lowercase();
    }
    let word =
        before.rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | '"' | '/')).next().unwrap_or_default();
    let lower = word.to_lowercase();
    let initial = word.chars().count() == 1 && word.chars().all(char::is_uppercase) && word != "I";
    let numbering = word.len() <= 2 && word.bytes().all(|b| b.is_ascii_digit()) && before.trim() == word;
    let saint = lower == "st"
        && !before[..before.len() - word.len()].trim_end().rsplit(' ').next().is_some_and(is_capitalised);
    let numbered = first.is_ascii_digit() && BEFORE_NUMBERS.contains(&lower.as_str());
    !(first.is_lowercase()
        || initial
        || numbering
        || saint
        || numbered
        || ABBREVIATIONS.contains(&lower.as_str()))
}

fn is_capitalised(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_found_and_only_ends() {
        let cases: &[(&str, &[&str])] = &[
            ("It costs $1.50. Really!", &["It costs $1.50.", "Really!"]),
            ("Dr. J. Smith, St. Mary's. OK?", &["Dr. J. Smith, St. Mary's.", "OK?"]),
            ("See https://a.example/x.y for v1.2.3.", &["See https://a.example/x.y for v1.2.3."]),
            ("He said \"no.\" Then he left...", &["He said \"no.\"", "Then he left..."]),
            ("期限は七年です。返金は可。", &["期限は七年です。", "返金は可。"]),
            ("At 5 p.m. we close", &["At 5 p.m. we close"]),
            ("  ", &[]),
        ];
        for (text, expected) in cases {
            assert_eq!(sentences(text), *expected, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn nothing_is_lost(text in ".{0,200}") {
            let solid = |text: &str| text.split_whitespace().collect::<String>();
            proptest::prop_assert_eq!(solid(&sentences(&text).concat()), solid(&text));
        }
    }
}

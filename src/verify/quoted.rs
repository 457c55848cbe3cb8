//! Words that a claim itself puts in quotation marks: they must stand in the cited lines as they are.

use crate::text::contains_words;
use crate::verify::judge::Case;
use crate::verify::judgment::Fault;

/// The quoted words of `text`, without their marks.
pub(super) fn quotes(text: &str) -> Vec<&str> {
    const PAIRS: [(char, &[char]); 4] =
        [('"', &['"']), ('“', &['”', '"']), ('„', &['”', '“', '"']), ('«', &['»'])];
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((at, open)) = rest.char_indices().find(|(_, c)| PAIRS.iter().any(|(open, _)| open == c)) {
        let inner = &rest[at + open.len_utf8()..];
        let closes = PAIRS.iter().find(|(mark, _)| *mark == open).map_or(&[][..], |(_, closes)| closes);
        let Some(end) = inner.find(closes) else { break };
        if !inner[..end].trim().is_empty() {
            found.push(&inner[..end]);
        }
        rest = inner[end..].split_at(inner[end..].chars().next().map_or(0, char::len_utf8)).1;
    }
    found
}

/// Quoted words that no cited line has.
pub(super) fn faults(text: &str, case: &Case<'_>) -> Vec<Fault> {
    let said: String =
        case.heard.iter().map(|heard| heard.sentence.text.as_str()).collect::<Vec<_>>().join(" ");
    let folded = fold(&said);
    quotes(text)
        .into_iter()
        .filter(|quote| !contains_words(&folded, &fold(quote)))
        .map(|quote| {
            Fault::missing(format!("the claim quotes `{quote}`, which does not stand in {}", case.lines()))
        })
        .collect()
}

/// Lower case, straight marks, and no full stop that the quoting sentence put inside.
fn fold(text: &str) -> String {
    let straight = text.replace(['’', '‘'], "'").to_lowercase();
    straight.trim_matches(|c: char| c.is_whitespace() || matches!(c, '.' | ',')).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_of_several_countries_are_found() {
        assert_eq!(quotes("He said \"one two\", “three” and „vier“."), ["one two", "three", "vier"]);
        assert_eq!(quotes("an inch \" alone"), Vec::<&str>::new());
    }
}

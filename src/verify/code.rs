//! Identifiers: codes, addresses, telephone and account numbers, compared without their punctuation.

use std::ops::Range;

use crate::verify::lex::{Kind, Token};
use crate::verify::{quantity, unit, words};

/// An identifier in a text.
#[derive(Clone, Debug)]
pub(super) struct Code {
    /// Its letters and digits, in lower case; for addresses, the whole in lower case.
    pub normal: String,
    /// Whether it is made of digits only.
    pub digits: bool,
    /// The first token and the token past the last.
    pub tokens: Range<usize>,
}

/// How many digits a plain number has at least to be an account's and not a quantity.
const LONG: usize = 7;

/// Finds the identifiers in `tokens`.
pub(super) fn find(tokens: &[Token]) -> Vec<Code> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if let Some(code) = grouped(tokens, at) {
            at = code.tokens.end;
            found.push(code);
            continue;
        }
        if is_version(tokens, at) {
            let normal = tokens[at].lower.clone();
            found.push(Code { normal, digits: false, tokens: at..at + 1 });
        } else if is_code(&tokens[at]) {
            let normal = normal(&tokens[at]);
            let digits = normal.bytes().all(|b| b.is_ascii_digit());
            if !normal.is_empty() {
                found.push(Code { normal, digits, tokens: at..at + 1 });
            }
        }
        at += 1;
    }
    found
}

/// The figures that nothing has `taken`: they read neither as a number nor as a date.
pub(super) fn literal(tokens: &[Token], taken: &[bool]) -> Vec<Code> {
    let figures = |token: &Token| matches!(token.kind, Kind::Number | Kind::Digits);
    let left = tokens.iter().enumerate().filter(|&(at, token)| figures(token) && !taken[at]);
    left.map(|(at, token)| Code { normal: token.lower.clone(), digits: false, tokens: at..at + 1 }).collect()
}

/// A version: figures with a dot after a name, and no unit behind. `4.2` is not `4.20` there.
fn is_version(tokens: &[Token], at: usize) -> bool {
    let token = &tokens[at];
    let named = at.checked_sub(1).map(|before| &tokens[before]).is_some_and(|before| {
        before.kind == Kind::Word
            && (matches!(before.lower.as_str(), "version" | "release" | "v")
                || (before.capital && at > 1 && unit::lookup(&before.lower).is_none())
                || (before.capital && tokens.get(at + 1).is_some_and(|t| t.kind == Kind::Word)))
            && !words::is_stop(&before.lower)
    });
    let counted = tokens
        .get(at + 1)
        .is_some_and(|next| unit::lookup(&next.lower).is_some() || unit::magnitude(&next.lower).is_some());
    let dotted = token.kind == Kind::Number && token.lower.contains('.') && !token.lower.contains(',');
    dotted && named && !counted
}

fn is_code(token: &Token) -> bool {
    let plain = token.lower.bytes().all(|b| b.is_ascii_digit());
    match token.kind {
        Kind::Code | Kind::Email | Kind::Url => true,
        Kind::Number => {
            (plain && (token.lower.len() >= LONG || (token.lower.len() > 3 && token.lower.starts_with('0'))))
                || token.lower.matches('.').count() > 2
        }
        Kind::Digits => {
            token.lower.contains('-')
                && !token.lower.contains(['/', ':', '.'])
                && quantity::code_like(&token.lower)
                && token.lower.matches('-').count() != 2
                || digits_with_two_dashes(&token.lower)
        }
        _ => false,
    }
}

/// `652-41-8897` is a number plate of sorts, `2026-11-30` a date.
fn digits_with_two_dashes(lower: &str) -> bool {
    let parts: Vec<&str> = lower.split('-').collect();
    let figures = parts.iter().all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()));
    let iso = parts[0].len() == 4 && parts.len() == 3 && parts[1].len() <= 2 && parts[2].len() <= 2;
    let day = parts.len() == 3 && parts[2].len() == 4 && parts[0].len() <= 2 && parts[1].len() <= 2;
    parts.len() >= 3 && figures && !iso && !day
}

/// A telephone or card number in groups: `(916) 555-8899`, `+1 555 123 4567`, `4532 1122 3344 5566`.
fn grouped(tokens: &[Token], at: usize) -> Option<Code> {
    let opens = tokens[at].is('(') || tokens[at].is('+');
    let figures = |token: &Token| {
        matches!(token.kind, Kind::Number | Kind::Digits)
            && token.lower.bytes().all(|b| b.is_ascii_digit() || b == b'-')
    };
    if !opens && !figures(&tokens[at]) {
        return None;
    }
    let (mut end, mut groups, mut text) = (at, 0, String::new());
    for (offset, token) in tokens[at..].iter().enumerate() {
        let close = offset == 0 || token.start - tokens[at + offset - 1].end <= 1;
        if figures(token) && close && token.lower.len() <= 8 {
            groups += token.lower.split('-').count();
            text.extend(token.lower.chars().filter(char::is_ascii_digit));
            end = at + offset + 1;
        } else if !(close && (token.is('(') || token.is(')') || token.is('+') || token.is('-')) && offset < 8)
        {
            break;
        }
    }
    let first_is_short = tokens[at].lower.len() <= 4 || tokens[at].kind == Kind::Digits;
    (groups >= 3 && (9..=19).contains(&text.len()) && first_is_short && end > at + 1).then_some(Code {
        normal: text,
        digits: true,
        tokens: at..end,
    })
}

fn normal(token: &Token) -> String {
    match token.kind {
        Kind::Email => token.lower.clone(),
        Kind::Url => token
            .lower
            .trim_start_matches("https://")
            .trim_start_matches("http://")
            .trim_start_matches("www.")
            .trim_end_matches('/')
            .to_owned(),
        _ => token.lower.chars().filter(|c| c.is_alphanumeric()).collect(),
    }
}

impl Code {
    /// Whether both name the same; a telephone number may lack its country's prefix.
    pub fn agrees(&self, source: &Code) -> bool {
        let tail = |long: &str, short: &str| {
            short.len() >= LONG && long.ends_with(short) && long.len() - short.len() <= 4
        };
        self.normal == source.normal
            || (self.digits
                && source.digits
                && (tail(&self.normal, &source.normal) || tail(&source.normal, &self.normal)))
    }

    /// Whether it stands in `tokens` in other pieces: `CLM 2024 894327` for `CLM-2024-894327`.
    pub fn pieced(&self, tokens: &[Token]) -> Option<Range<usize>> {
        if self.normal.contains('.') && !self.normal.contains(['@', '/']) {
            let at = tokens.iter().position(|token| token.lower == self.normal)?;
            return Some(at..at + 1);
        }
        (0..tokens.len()).find_map(|start| {
            let mut rest = self.normal.as_str();
            for (at, token) in tokens.iter().enumerate().skip(start) {
                let piece: String = token.lower.chars().filter(|c| c.is_alphanumeric()).collect();
                if piece.is_empty() && at > start {
                    continue;
                }
                rest = rest.strip_prefix(piece.as_str()).filter(|_| !piece.is_empty())?;
                if rest.is_empty() {
                    return Some(start..at + 1);
                }
            }
            None
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::lex;

    fn codes(text: &str) -> Vec<String> {
        find(&lex::tokens(text)).into_iter().map(|code| code.normal).collect()
    }

    #[test]
    fn identifiers_are_found_and_quantities_left_alone() {
        assert_eq!(codes("CLM-2024-894327 and 652-41-8897"), ["clm2024894327", "652418897"]);
        assert_eq!(codes("call (916) 555-8899 or +1 916 555 8899"), ["9165558899", "19165558899"]);
        assert_eq!(codes("4429853327, 10.0.0.5"), ["4429853327", "10005"]);
        assert_eq!(codes("a@b.io https://x.io/a/"), ["a@b.io", "x.io/a"]);
        assert_eq!(codes("16 nodes, 24-48 hours, 2026-11-30, 500 000, $85,000"), Vec::<String>::new());
    }

    #[test]
    fn punctuation_makes_no_other_identifier() {
        let code = &find(&lex::tokens("CLM-2024-894327"))[0];
        assert!(code.pieced(&lex::tokens("it is CLM 2024 894327 now")).is_some());
        assert!(code.pieced(&lex::tokens("CLM 2024 894328")).is_none());
    }
}

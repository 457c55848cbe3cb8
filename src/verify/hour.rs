//! Times of day: `2:30 PM`, `14:30`, `9am`, `noon`, `10 óra`. It knows no dates and no durations.

use std::ops::Range;

use crate::verify::lex::{Kind, Token};

/// A time of day: the minutes after midnight that it can mean, and the tokens it is made of.
#[derive(Clone, Debug)]
pub(super) struct Hour {
    /// One reading, or two where morning and afternoon are left open.
    pub minutes: Vec<u16>,
    /// The readings that a claim may rest on when it says more: nobody means 10 in the evening by `10:00`.
    pub likely: Vec<u16>,
    /// The first token and the token past the last.
    pub tokens: Range<usize>,
}

impl Hour {
    /// Whether every reading of `self` can be meant by `source`; one that says less may.
    pub fn agrees(&self, source: &Hour) -> bool {
        match self.minutes.as_slice() {
            [minute] => source.likely.contains(minute),
            minutes => minutes.iter().any(|minute| source.minutes.contains(minute)),
        }
    }
}

/// Finds the times in `tokens`, leaving out those already `taken`.
pub(super) fn find(tokens: &[Token], taken: &[bool]) -> Vec<Hour> {
    let mut found: Vec<Hour> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match one(tokens, at).filter(|hours| !taken[at..hours[0].tokens.end].contains(&true)) {
            Some(hours) => {
                at = hours[0].tokens.end;
                found.extend(hours);
            }
            None => at += 1,
        }
    }
    found
}

/// The half of the day that `token` names.
fn half(token: Option<&Token>) -> Option<bool> {
    match token?.lower.as_str() {
        "am" | "a.m" => Some(false),
        "pm" | "p.m" => Some(true),
        _ => None,
    }
}

fn one(tokens: &[Token], at: usize) -> Option<Vec<Hour>> {
    let token = &tokens[at];
    let before = |back: usize| at.checked_sub(back).map_or("", |at| tokens[at].lower.as_str());
    match token.lower.as_str() {
        "noon" | "midday" => {
            return Some(vec![Hour { minutes: vec![720], likely: vec![720], tokens: at..at + 1 }]);
        }
        "midnight" => return Some(vec![Hour { minutes: vec![0], likely: vec![0], tokens: at..at + 1 }]),
        _ => {}
    }
    match token.kind {
        Kind::Number | Kind::Digits => {}
        _ => return None,
    }
    let parts: Vec<&str> = token.lower.split(['-', '–']).collect();
    let (mut end, mut afternoon) = (at + 1, half(tokens.get(at + 1)));
    let names_hour = |t: &Token| matches!(t.lower.as_str(), "o'clock" | "óra" | "órakor" | "uhr");
    if afternoon.is_some() || tokens.get(at + 1).is_some_and(names_hour) {
        end += 1;
    } else if !token.lower.contains(':') {
        // `9 to 5 pm`: the half of the day stands after the second one.
        let joined =
            tokens.get(at + 1).is_some_and(|t| matches!(t.lower.as_str(), "to" | "-" | "–" | "and" | "or"));
        let shared = half(tokens.get(at + 3)).filter(|_| {
            joined && tokens.get(at + 2).is_some_and(|t| matches!(t.kind, Kind::Number | Kind::Digits))
        });
        let clock =
            matches!(before(1), "at" | "around" | "by") && !matches!(before(2), "looking" | "arrived");
        let alone = tokens.get(at + 1).is_none_or(|t| t.kind == Kind::Symbol && !t.is('%') && !t.is('-'));
        match shared {
            Some(_) => {}
            None if clock && alone && before(1) == "at" && token.kind == Kind::Number => {}
            None => return None,
        }
    }
    if tokens.get(end).is_some_and(|t| t.is('.') && t.joined) && tokens[end - 1].lower.ends_with(".m") {
        end += 1;
    }
    let mut hours = Vec::new();
    for part in parts.iter().rev() {
        let (hour, minute) = part.split_once([':', '.']).unwrap_or((part, "0"));
        let (hour, minute) = (hour.parse::<u16>().ok()?, minute.parse::<u16>().ok()?);
        if hour > 24 || minute > 59 || part.len() > 5 {
            return None;
        }
        let minutes = match afternoon {
            Some(true) if hour < 12 => vec![(hour + 12) * 60 + minute],
            Some(false) if hour == 12 => vec![minute],
            Some(_) => vec![hour * 60 + minute],
            None if hour <= 12 && !part.starts_with('0') => {
                vec![hour % 24 * 60 + minute, (hour + 12) % 24 * 60 + minute]
            }
            None => vec![hour % 24 * 60 + minute],
        };
        let likely = if minutes.len() == 2 && (8..=12).contains(&hour) {
            vec![hour * 60 + minute]
        } else {
            minutes.clone()
        };
        hours.push(Hour { minutes, likely, tokens: at..end });
        // `9-11 AM` says AM of both; `9-5 PM` leaves the first open.
        afternoon =
            afternoon.filter(|_| parts.len() > 1 && !part.starts_with(parts[0]) && first_is_smaller(&parts));
    }
    hours.reverse();
    (!hours.is_empty() && hours.len() <= 2).then_some(hours)
}

fn first_is_smaller(parts: &[&str]) -> bool {
    let hour = |part: &str| part.split([':', '.']).next().and_then(|h| h.parse::<u16>().ok());
    parts.first().and_then(|p| hour(p)) < parts.last().and_then(|p| hour(p))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::lex;

    fn minutes(text: &str) -> Vec<Vec<u16>> {
        let tokens = lex::tokens(text);
        find(&tokens, &vec![false; tokens.len()]).into_iter().map(|hour| hour.minutes).collect()
    }

    #[test]
    fn times_of_day_in_many_forms() {
        assert_eq!(minutes("at 2:30 PM"), [[870]]);
        assert_eq!(minutes("14:30"), [[870]]);
        assert_eq!(minutes("10am and 12 p.m."), [[600], [720]]);
        assert_eq!(minutes("noon"), [[720]]);
        assert_eq!(minutes("9-11 AM"), [[540], [660]]);
        assert_eq!(minutes("2 days"), Vec::<Vec<u16>>::new());
        assert_eq!(minutes("at 3."), [vec![180, 900]]);
    }
}

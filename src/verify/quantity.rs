//! Quantities: numbers with what they count and how they bound it. Dates and times are taken out before.

use std::ops::Range;

use crate::verify::lex::{Kind, Token};
use crate::verify::number::{self, Reading};
use crate::verify::unit::{self, Dimension, Unit};
use crate::verify::words;

/// How a number bounds what it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// Just the number.
    Plain,
    /// "at least"
    AtLeast,
    /// "at most", "up to"
    AtMost,
    /// "more than"
    MoreThan,
    /// "less than"
    LessThan,
    /// "about"
    About,
    /// "exactly"
    Exactly,
}

/// A number with what it counts.
#[derive(Clone, Debug)]
pub(super) struct Quantity {
    /// Its value in the unit as written.
    pub value: Reading,
    /// Its unit.
    pub unit: Option<Unit>,
    /// The period of a rate: "per month".
    pub per: Option<Unit>,
    /// The stems of up to three words that follow: what is counted.
    pub nouns: Vec<String>,
    /// Whether it says a place in an order: "second".
    pub ordinal: bool,
    /// How it bounds.
    pub bound: Bound,
    /// Whether it is the word "one", which often counts nothing.
    pub weak: bool,
    /// The first token and the token past the last.
    pub tokens: Range<usize>,
}

impl Quantity {
    /// The value in the base unit of its dimension.
    pub fn base(&self) -> Reading {
        self.value.times(self.unit.map_or(1.0, |unit| unit.factor))
    }

    /// What the unit measures.
    pub fn dimension(&self) -> Option<Dimension> {
        self.unit.map(|unit| unit.dimension)
    }

    /// Whether it can be a year.
    pub fn year(&self) -> Option<i16> {
        let value = self.value.value;
        (self.unit.is_none() && value.fract().abs() < f64::EPSILON && (1800.0..2200.0).contains(&value))
            .then_some(value as i16)
    }
}

/// Finds the quantities in `tokens`, leaving out those already `taken`.
pub(super) fn find(tokens: &[Token], taken: &[bool]) -> Vec<Quantity> {
    let mut found: Vec<Quantity> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if taken[at] {
            at += 1;
            continue;
        }
        let Some((values, mut end, ordinal)) = figure(tokens, taken, at) else {
            at += 1;
            continue;
        };
        let mut values = values;
        while let Some(factor) =
            tokens.get(end).filter(|_| !ordinal).and_then(|t| magnitude(t, &tokens[end - 1]))
        {
            values.iter_mut().for_each(|value| *value = value.times(factor));
            end += 1;
        }
        if end + 2 < tokens.len()
            && tokens[end].lower == "and"
            && tokens[end + 1].lower == "a"
            && tokens[end + 2].lower == "half"
        {
            values.iter_mut().for_each(|value| value.value += 0.5);
            end += 3;
        }
        let mut start = at;
        let mut unit = money_before(tokens, at);
        if unit.is_some() {
            start -= 1;
        }
        let mut nouns_from = end;
        if unit.is_none()
            && !ordinal
            && let Some((after, next)) = unit_after(tokens, end)
        {
            unit = Some(after);
            end = next;
            nouns_from = next;
        } else if unit.is_some()
            && let Some((after, next)) = unit_after(tokens, end).filter(|(after, _)| Some(*after) == unit)
        {
            // `$50 USD`
            let _ = after;
            end = next;
            nouns_from = next;
        }
        let (per, next) = rate(tokens, end, unit);
        end = next;
        let nouns = nouns(tokens, nouns_from.max(if per.is_some() { end } else { nouns_from }));
        let weak =
            matches!(tokens[at].lower.as_str(), "one" | "half" | "couple" | "first" | "second" | "zero");
        let bound = bound(tokens, start, end);
        for value in values {
            found.push(Quantity {
                value,
                unit,
                per,
                nouns: nouns.clone(),
                ordinal,
                bound,
                weak,
                tokens: start..end,
            });
        }
        at = end.max(at + 1);
    }
    share_units(tokens, &mut found);
    found
}

/// The numbers that start at `at`, the token after them, and whether they are an ordinal.
fn figure(tokens: &[Token], taken: &[bool], at: usize) -> Option<(Vec<Reading>, usize, bool)> {
    let token = &tokens[at];
    match token.kind {
        Kind::Number => {
            if let Some(value) = number::ordinal(&token.lower) {
                return Some((vec![Reading::sure(value)], at + 1, true));
            }
            // `500 000`: groups of three with one space between.
            let mut end = at + 1;
            let mut text = token.lower.clone();
            while let Some(next) = tokens.get(end).filter(|next| {
                next.kind == Kind::Number
                    && !taken[end]
                    && next.lower.len() == 3
                    && next.lower.bytes().all(|b| b.is_ascii_digit())
                    && (1..=3).contains(&tokens[at].lower.len())
                    && tokens[at].lower.bytes().all(|b| b.is_ascii_digit())
                    && next.start - tokens[end - 1].end <= 3
                    && !next.joined
            }) {
                text.push(' ');
                text.push_str(&next.lower);
                end += 1;
            }
            Some((vec![number::read(&text)?], end, false))
        }
        Kind::Digits => {
            let parts: Vec<&str> = token.lower.split('-').collect();
            let [low, high] = parts.as_slice() else { return None };
            let (low, high) = (number::read(low)?, number::read(high)?);
            (low.value < high.value && high.value < 1e6 && !code_like(&token.lower))
                .then(|| (vec![low, high], at + 1, false))
        }
        Kind::Word => {
            if let Some(value) = number::ordinal(&token.lower) {
                return Some((vec![Reading::sure(value)], at + 1, true));
            }
            let mut value = number::word(&token.lower)?;
            if token.lower == "one" && idle_one(tokens, at) {
                return None;
            }
            let mut end = at + 1;
            if number::is_tens(value)
                && let Some(unit) = tokens.get(end).and_then(|t| number::word(&t.lower)).filter(|v| *v < 10.0)
            {
                value += unit;
                end += 1;
            }
            if matches!(token.lower.as_str(), "half")
                && tokens.get(end).is_some_and(|t| matches!(t.lower.as_str(), "a" | "an"))
            {
                end += 1;
            }
            if token.lower == "couple" && tokens.get(end).is_some_and(|t| t.lower == "of") {
                end += 1;
            }
            Some((vec![Reading::sure(value)], end, false))
        }
        _ => None,
    }
}

/// Whether "one" at `at` stands for a thing and counts nothing: "the one", "no one", "one of".
fn idle_one(tokens: &[Token], at: usize) -> bool {
    let before = at.checked_sub(1).map_or("", |at| tokens[at].lower.as_str());
    let after = tokens.get(at + 1).map_or("", |t| t.lower.as_str());
    if number::ordinal(before).is_some() {
        return true;
    }
    matches!(
        before,
        "the"
            | "this"
            | "that"
            | "no"
            | "any"
            | "every"
            | "each"
            | "which"
            | "another"
            | "other"
            | "good"
            | "new"
            | "some"
    ) || matches!(after, "of" | "another" | "day" | "who" | "that" | "more" | "" | "." | "," | "?" | "!")
}

/// Digits joined by `-` that are a telephone number's or account's and not a range.
pub(super) fn code_like(raw: &str) -> bool {
    let parts: Vec<&str> = raw.split('-').collect();
    let digits: usize = parts.iter().map(|part| part.len()).sum();
    match parts.as_slice() {
        [low, high] => {
            let years = low.len() == 4 && (high.len() == 4 || high.len() == 2);
            low.starts_with('0') || (digits >= 7 && !years && !raw.contains([',', '.']))
        }
        _ => true,
    }
}

fn magnitude(token: &Token, before: &Token) -> Option<f64> {
    let glued = token.joined && before.kind == Kind::Number;
    match token.lower.as_str() {
        "k" if glued => Some(1e3),
        "m" if glued && token.capital => Some(1e6),
        "k" | "m" => None,
        word => unit::magnitude(word),
    }
}

fn money_before(tokens: &[Token], at: usize) -> Option<Unit> {
    let before = &tokens[at.checked_sub(1)?];
    let sign =
        before.kind == Kind::Symbol || matches!(before.lower.as_str(), "usd" | "eur" | "gbp" | "chf" | "huf");
    unit::lookup(&before.lower).filter(|unit| sign && unit.is_money())
}

/// The unit after a number that ends before `end`, and the token after the unit.
fn unit_after(tokens: &[Token], end: usize) -> Option<(Unit, usize)> {
    let mut at = end;
    if tokens.get(at).is_some_and(|t| t.is('-') && t.joined) {
        at += 1;
    }
    let token = tokens.get(at)?;
    if matches!(token.lower.as_str(), "business" | "working" | "munkanap" | "werktage" | "werktagen") {
        if token.lower.len() > 8 || token.lower.starts_with("werk") {
            return Some((Unit { dimension: Dimension::BusinessDays, factor: 1.0 }, at + 1));
        }
        let period =
            tokens.get(at + 1).and_then(|t| unit::lookup(&t.lower)).filter(|unit| unit.is_period())?;
        let dimension = match period.dimension {
            Dimension::Days if period.factor < 2.0 => Dimension::BusinessDays,
            Dimension::Clock => Dimension::Own("working hours"),
            _ => Dimension::Own("working weeks"),
        };
        return Some((Unit { dimension, factor: period.factor }, at + 2));
    }
    if matches!(token.lower.as_str(), "square" | "sq" | "cubic") {
        let side = tokens.get(at + 1).and_then(|t| unit::lookup(&t.lower))?;
        let (power, metric, other) = if token.lower == "cubic" {
            (3, "cubic metre", "cubic foot")
        } else {
            (2, "square metre", "square foot")
        };
        let dimension = Dimension::Own(if side.dimension == Dimension::Length { metric } else { other });
        return Some((Unit { dimension, factor: side.factor.powi(power) }, at + 2));
    }
    if token.lower == "percentage" && tokens.get(at + 1).is_some_and(|t| t.lower.starts_with("point")) {
        return Some((Unit { dimension: Dimension::Own("percentage points"), factor: 1.0 }, at + 2));
    }
    if token.lower == "per" && tokens.get(at + 1).is_some_and(|t| t.lower == "cent") {
        return Some((Unit { dimension: Dimension::Percent, factor: 1.0 }, at + 2));
    }
    if token.is('°') {
        let scale = tokens.get(at + 1).filter(|t| t.joined)?;
        return Some((unit::lookup(&format!("°{}", scale.lower))?, at + 2));
    }
    if token.kind == Kind::Word && Unit::needs_number(&token.lower) && !token.joined && token.capital {
        return None;
    }
    unit::lookup(&token.lower).map(|unit| (unit, at + 1))
}

/// The period of a rate that follows, "per month", "a year", "/month", and the token after it.
fn rate(tokens: &[Token], end: usize, unit: Option<Unit>) -> (Option<Unit>, usize) {
    let Some(word) = tokens.get(end) else { return (None, end) };
    let period =
        |at: usize| tokens.get(at).and_then(|t| unit::lookup(&t.lower)).filter(|unit| unit.is_period());
    match word.lower.as_str() {
        "per" | "/" | "each" | "every" => match period(end + 1) {
            Some(per) => (Some(per), end + 2),
            None => (None, end),
        },
        "a" | "an" if unit.is_some_and(|unit| !unit.is_period()) => match period(end + 1) {
            Some(per) => (Some(per), end + 2),
            None => (None, end),
        },
        "monthly" | "yearly" | "annually" | "weekly" | "daily" | "hourly" | "annual" | "quarterly" => {
            (period(end), end + 1)
        }
        _ => (None, end),
    }
}

/// The stems of up to three words that follow: what is counted.
fn nouns(tokens: &[Token], from: usize) -> Vec<String> {
    let mut nouns = Vec::new();
    for token in tokens.iter().skip(from).take(4) {
        match token.kind {
            Kind::Symbol if token.is('-') => {}
            Kind::Word if words::is_stop(&token.lower) => break,
            Kind::Word => nouns.push(words::stem(&token.lower)),
            _ => break,
        }
        if nouns.len() == 3 {
            break;
        }
    }
    nouns
}

/// Gives "24 to 48 hours" and "5 or 6 nodes" their unit and noun twice.
fn share_units(tokens: &[Token], found: &mut [Quantity]) {
    for at in (1..found.len()).rev() {
        let (left, right) = found.split_at_mut(at);
        let (Some(before), after) = (left.last_mut(), &right[0]) else { continue };
        let gap = tokens.get(before.tokens.end..after.tokens.start).unwrap_or_default();
        let joined = matches!(gap, [word] if matches!(word.lower.as_str(), "to" | "or" | "and" | "-" | "–" | "—" | "through"));
        if joined && before.unit.is_none() && before.nouns.is_empty() && !before.ordinal {
            before.unit = after.unit;
            before.per = after.per;
            before.nouns.clone_from(&after.nouns);
        }
    }
}

/// The bound that the words around tokens `start..end` put on the number.
fn bound(tokens: &[Token], start: usize, end: usize) -> Bound {
    let word = |back: usize| start.checked_sub(back).map_or("", |at| tokens[at].lower.as_str());
    let (one, two, three) = (word(1), word(2), word(3));
    let after = |ahead: usize| tokens.get(end + ahead).map_or("", |t| t.lower.as_str());
    match (two, one) {
        ("at", "least") => return Bound::AtLeast,
        ("at", "most") | ("up", "to") => return Bound::AtMost,
        ("a" | "the", "minimum") | (_, "minimum" | "legalább" | "mindestens" | "≥" | "min") => {
            return Bound::AtLeast;
        }
        ("minimum" | "min" | "minimal", "of") => return Bound::AtLeast,
        ("maximum" | "max" | "limit", "of")
        | (_, "maximum" | "legfeljebb" | "höchstens" | "≤" | "max" | "maximal") => {
            return Bound::AtMost;
        }
        ("bis", "zu") => return Bound::AtMost,
        ("not" | "to" | "cannot", "exceed") | ("not" | "without", "exceeding") => return Bound::AtMost,
        ("more" | "greater" | "higher" | "longer" | "mehr", "than" | "als") => {
            return if three == "no" || three == "not" { Bound::AtMost } else { Bound::MoreThan };
        }
        ("less" | "fewer" | "lower" | "shorter" | "weniger", "than" | "als") => {
            return if three == "no" || three == "not" { Bound::AtLeast } else { Bound::LessThan };
        }
        (comparative, "than") if comparative.ends_with("er") => {
            let less =
                matches!(comparative, "smaller" | "lighter" | "younger" | "cheaper" | "slower" | "earlier");
            return if less { Bound::LessThan } else { Bound::MoreThan };
        }
        ("több", "mint") => return Bound::MoreThan,
        ("kevesebb", "mint") => return Bound::LessThan,
        _ => {}
    }
    match one {
        "over" | "above" | "exceeding" | "exceeds" | ">" => return Bound::MoreThan,
        "under" | "below" | "<" => return Bound::LessThan,
        "about" | "around" | "approximately" | "roughly" | "nearly" | "almost" | "circa" | "~"
        | "körülbelül" | "kb" | "etwa" | "ca" | "approx" => return Bound::About,
        "exactly" | "precisely" | "pontosan" | "genau" => return Bound::Exactly,
        _ => {}
    }
    match (after(0), after(1)) {
        ("or", "more" | "higher" | "longer") | ("+", _) => Bound::AtLeast,
        ("or", "less" | "fewer" | "lower") | ("maximum" | "max", _) => Bound::AtMost,
        ("minimum", _) => Bound::AtLeast,
        _ => {
            // `at least three working nodes or more` is rare; `5 or more nodes` has the noun behind.
            let inner = tokens.get(start + 1..end).unwrap_or_default();
            if inner.iter().any(|t| t.is('+')) { Bound::AtLeast } else { Bound::Plain }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::lex;

    fn found(text: &str) -> Vec<Quantity> {
        let tokens = lex::tokens(text);
        find(&tokens, &vec![false; tokens.len()])
    }

    #[test]
    fn forms_of_one_quantity_are_equal() {
        for (a, b) in [
            ("7 days", "a total of one week"),
            ("500.000 Ft", "500,000 forint"),
            ("$1.5M", "1,500,000 dollars"),
            ("5 percent", "5%"),
            ("two hours", "120 minutes"),
            ("twenty-five", "25"),
            ("145k", "145 000"),
        ] {
            let (a, b) = (&found(a)[0], &found(b)[0]);
            assert!(a.base().agrees(&b.base()) && a.dimension() == b.dimension(), "{a:?} {b:?}");
        }
    }

    #[test]
    fn bounds_rates_and_ranges_are_read() {
        assert_eq!(found("at least 3 nodes")[0].bound, Bound::AtLeast);
        assert_eq!(found("no more than 3 nodes")[0].bound, Bound::AtMost);
        assert!(found("$685 a month")[0].per.is_some());
        let range = found("24-48 hours");
        assert!(range.len() == 2 && range.iter().all(|q| q.unit.is_some()));
        let range = found("5 to 7 days");
        assert!(range.len() == 2 && range.iter().all(|q| q.unit.is_some()));
        assert!(found("555-8899").is_empty());
    }
}

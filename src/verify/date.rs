//! Days, months and years as people write them, in several languages and orders.

use jiff::civil::Date;

use crate::verify::lex::{Kind, Token};
use crate::verify::number;

/// One reading of a date; what is not said is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Day {
    /// The year.
    pub year: Option<i16>,
    /// The month, from 1.
    pub month: Option<i8>,
    /// The day of the month, from 1.
    pub day: Option<i8>,
    /// The day of the week, Monday is 0.
    pub weekday: Option<u8>,
}

/// A date in a text: its readings, and the tokens it is made of.
#[derive(Clone, Debug)]
pub(super) struct Written {
    /// One reading, or two for `05/06/2026`.
    pub readings: Vec<Day>,
    /// The first token and the token past the last.
    pub tokens: std::ops::Range<usize>,
}

const MONTHS: [&[&str]; 12] = [
    &["january", "jan", "január", "januar", "januártól"],
    &["february", "feb", "február", "febr", "februar"],
    &["march", "mar", "március", "márc", "märz"],
    &["april", "apr", "április", "ápr"],
    &["may", "május", "máj", "mai"],
    &["june", "jun", "június", "jún", "juni"],
    &["july", "jul", "július", "júl", "juli"],
    &["august", "aug", "augusztus"],
    &["september", "sep", "sept", "szeptember", "szept"],
    &["october", "oct", "október", "okt", "oktober"],
    &["november", "nov"],
    &["december", "dec", "dezember", "dez"],
];

const WEEKDAYS: [&[&str]; 7] = [
    &["monday", "mondays", "mon", "hétfő", "hétfőn", "montag", "montags"],
    &["tuesday", "tuesdays", "tue", "tues", "kedd", "kedden", "dienstag"],
    &["wednesday", "wednesdays", "wed", "szerda", "szerdán", "mittwoch"],
    &["thursday", "thursdays", "thu", "thur", "thurs", "csütörtök", "csütörtökön", "donnerstag"],
    &["friday", "fridays", "fri", "péntek", "pénteken", "freitag"],
    &["saturday", "saturdays", "szombat", "szombaton", "samstag"],
    &["sunday", "sundays", "vasárnap", "sonntag"],
];

fn month(token: &Token) -> Option<i8> {
    if token.kind != Kind::Word {
        return None;
    }
    let at = MONTHS.iter().position(|forms| forms.contains(&token.lower.as_str()))?;
    i8::try_from(at + 1).ok()
}

/// Whether the token names a month.
pub(super) fn is_month(token: &Token) -> bool {
    month(token).is_some()
}

fn weekday(token: &Token) -> Option<u8> {
    let short = token.lower.len() <= 3;
    if token.kind != Kind::Word || (short && !token.capital) {
        return None;
    }
    let at = WEEKDAYS.iter().position(|forms| forms.contains(&token.lower.as_str()))?;
    u8::try_from(at).ok()
}

fn year(token: &Token) -> Option<i16> {
    let four = token.kind == Kind::Number && token.lower.len() == 4;
    token.lower.parse().ok().filter(|year| four && (1800..=2199).contains(year))
}

fn day(token: &Token) -> Option<i8> {
    let value = match token.kind {
        Kind::Number => number::ordinal(&token.lower).or_else(|| token.lower.parse().ok()),
        Kind::Word => number::ordinal(&token.lower),
        _ => None,
    }?;
    let short = token.kind == Kind::Word || token.lower.len() <= 4;
    (short && value.fract().abs() < f64::EPSILON && (1.0..=31.0).contains(&value)).then_some(value as i8)
}

/// Finds the dates in `tokens`, left to right, none overlapping.
pub(super) fn find(tokens: &[Token]) -> Vec<Written> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match one(tokens, at) {
            Some(written) => {
                at = written.tokens.end;
                found.push(written);
            }
            None => at += 1,
        }
    }
    found
}

fn one(tokens: &[Token], at: usize) -> Option<Written> {
    let token = &tokens[at];
    let skip = |from: usize, marks: &[char]| {
        if tokens.get(from).is_some_and(|t| marks.iter().any(|&c| t.is(c))) { from + 1 } else { from }
    };
    let written = |readings: Vec<Day>, end: usize| Some(Written { readings, tokens: at..end });
    if matches!(token.kind, Kind::Digits | Kind::Number)
        && let Some(readings) = numeric(&token.lower)
    {
        return written(readings, at + 1);
    }
    // `2026. nov. 30.`, `2026 November 30`, `2026. 11. 30.`
    if let Some(year) = year(token) {
        let next = skip(at + 1, &['.']);
        if let Some(month) = tokens.get(next).and_then(month) {
            let after = skip(next + 1, &['.']);
            let day = tokens.get(after).and_then(day);
            let end = if day.is_some() { skip(after + 1, &['.']) } else { next + 1 };
            return written(vec![Day { year: Some(year), month: Some(month), day, weekday: None }], end);
        }
        if next > at + 1
            && let Some(month) = tokens.get(next).and_then(day).filter(|month| (1..=12).contains(month))
            && tokens.get(next + 1).is_some_and(|t| t.is('.'))
            && let Some(day) = tokens.get(next + 2).and_then(day)
        {
            let day = Day { year: Some(year), month: Some(month), day: Some(day), weekday: None };
            return written(vec![day], skip(next + 3, &['.']));
        }
        return None;
    }
    // `November 30th, 2026`, `Nov. 30`, `November 2026`
    if let Some(number) = month(token) {
        let next = skip(at + 1, &['.']);
        let next = if tokens.get(next).is_some_and(|t| t.lower == "the") { next + 1 } else { next };
        if let Some(day) = tokens.get(next).and_then(day).filter(|_| !clock_follows(tokens, next)) {
            let after = skip(next + 1, &['.']);
            let comma = skip(after, &[',']);
            let comma = if tokens.get(comma).is_some_and(|t| t.lower == "of") { comma + 1 } else { comma };
            let year = tokens.get(comma).and_then(year);
            let end = if year.is_some() { comma + 1 } else { next + 1 };
            return written(vec![Day { year, month: Some(number), day: Some(day), weekday: None }], end);
        }
        let comma = skip(next, &[',']);
        let comma = if tokens.get(comma).is_some_and(|t| t.lower == "of") { comma + 1 } else { comma };
        if let Some(year) = tokens.get(comma).and_then(year) {
            let day = Day { year: Some(year), month: Some(number), ..Day::default() };
            return written(vec![day], comma + 1);
        }
        if plainly_month(tokens, at) {
            return written(vec![Day { month: Some(number), ..Day::default() }], at + 1);
        }
        return None;
    }
    // `30 November 2026`, `30. November`, `the 30th of November`
    if let Some(day) = day(token) {
        let next = skip(at + 1, &['.']);
        let of = if tokens.get(next).is_some_and(|t| t.lower == "of") { next + 1 } else { next };
        if let Some(month) = tokens.get(of).filter(|t| t.lower != "may" || t.capital).and_then(month) {
            let comma = skip(skip(of + 1, &['.']), &[',']);
            let year = tokens.get(comma).and_then(year);
            let end = if year.is_some() { comma + 1 } else { of + 1 };
            return written(vec![Day { year, month: Some(month), day: Some(day), weekday: None }], end);
        }
        let ordinal = token.kind == Kind::Number && token.lower.ends_with(|c: char| c.is_ascii_alphabetic());
        let noun = tokens
            .get(at + 1)
            .is_some_and(|t| t.kind == Kind::Word && !AFTER_DAY.contains(&t.lower.as_str()));
        if ordinal && !noun && at > 0 && matches!(tokens[at - 1].lower.as_str(), "the" | "on" | "by") {
            return written(vec![Day { day: Some(day), ..Day::default() }], at + 1);
        }
        return None;
    }
    let weekday = weekday(token)?;
    written(vec![Day { weekday: Some(weekday), ..Day::default() }], at + 1)
}

/// Words that may follow "the 15th" without being what the ordinal counts.
const AFTER_DAY: [&str; 16] = [
    "and", "or", "at", "in", "on", "to", "is", "was", "for", "with", "by", "as", "when", "if", "because",
    "of",
];

/// Whether the number at `at` is the hour of a time, as in `May 3:30` or `March 2 pm`.
fn clock_follows(tokens: &[Token], at: usize) -> bool {
    tokens.get(at + 1).is_some_and(|t| matches!(t.lower.as_str(), "am" | "pm" | "a.m" | "p.m"))
}

/// Whether the month's name at `at` is one and not a verb or a person: `May`, `March`, `Jan`.
fn plainly_month(tokens: &[Token], at: usize) -> bool {
    let token = &tokens[at];
    if !token.capital && token.lower.is_ascii() {
        return false;
    }
    if !matches!(token.lower.as_str(), "may" | "march" | "mar" | "jan" | "mai" | "april" | "june" | "august")
    {
        return token.lower.len() > 3;
    }
    let before = at.checked_sub(1).map(|before| tokens[before].lower.as_str());
    before.is_some_and(|word| {
        matches!(
            word,
            "in" | "by"
                | "until"
                | "till"
                | "since"
                | "from"
                | "early"
                | "late"
                | "mid"
                | "last"
                | "next"
                | "this"
                | "of"
                | "to"
                | "and"
                | "or"
                | "during"
                | "before"
                | "after"
                | "through"
                | "for"
                | "every"
                | "each"
        )
    })
}

/// The readings of a date in digits: `2026-11-30`, `30/11/2026`, `30.11.2026`.
fn numeric(raw: &str) -> Option<Vec<Day>> {
    let raw = raw.split('T').next()?;
    let parts: Vec<&str> = raw.split(['-', '/', '.']).collect();
    if parts.len() != 3
        || parts.iter().any(|part| part.is_empty() || !part.bytes().all(|b| b.is_ascii_digit()))
    {
        return None;
    }
    let numbers: Vec<i16> = parts.iter().map_while(|part| part.parse().ok()).collect();
    let &[a, b, c] = numbers.as_slice() else { return None };
    let make = |year: i16, month: i16, day: i16| {
        Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok().map(|date| Day {
            year: Some(date.year()),
            month: Some(date.month()),
            day: Some(date.day()),
            weekday: None,
        })
    };
    let readings: Vec<Day> = if parts[0].len() == 4 {
        make(a, b, c).into_iter().collect()
    } else {
        let year = match parts[2].len() {
            4 => c,
            2 if !raw.contains('-') => 2000 + c,
            _ => return None,
        };
        let month_first = if raw.contains('.') { None } else { make(year, a, b) };
        let day_first = make(year, b, a);
        let mut both: Vec<Day> = month_first.into_iter().chain(day_first).collect();
        both.dedup();
        both
    };
    (!readings.is_empty()).then_some(readings)
}

impl Day {
    /// Whether everything that `self` says is said by `source` too.
    pub fn within(&self, source: &Day) -> bool {
        fn holds<T: PartialEq>(mine: Option<T>, theirs: Option<T>) -> bool {
            mine.is_none() || mine == theirs
        }
        holds(self.year, source.year)
            && holds(self.month, source.month)
            && holds(self.day, source.day)
            && holds(self.weekday, source.weekday.or_else(|| source.computed_weekday()))
    }

    /// Whether something that `self` says is said otherwise by `source`, in a field that both have.
    pub fn conflicts(&self, source: &Day) -> bool {
        fn differ<T: PartialEq>(a: Option<T>, b: Option<T>) -> bool {
            a.is_some() && b.is_some() && a != b
        }
        differ(self.year, source.year)
            || differ(self.month, source.month)
            || differ(self.day, source.day)
            || differ(self.weekday, source.weekday)
    }

    /// The source's day with its missing year filled from `spoken`, the day it was said on: the nearest
    /// such day, before or after.
    pub fn completed(mut self, spoken: Date) -> Day {
        if self.year.is_none()
            && let Some(month) = self.month
        {
            let day = self.day.unwrap_or(15);
            let distance = |year: i16| {
                Date::new(year, month, day)
                    .ok()
                    .and_then(|date| spoken.until(date).ok())
                    .map_or(i32::MAX, |span| span.get_days().abs())
            };
            let years = [spoken.year() - 1, spoken.year(), spoken.year() + 1];
            self.year = years.into_iter().min_by_key(|&year| distance(year));
        }
        self
    }

    fn computed_weekday(&self) -> Option<u8> {
        let date = Date::new(self.year?, self.month?, self.day?).ok()?;
        u8::try_from(date.weekday().to_monday_zero_offset()).ok()
    }
}

impl From<Date> for Day {
    fn from(date: Date) -> Day {
        Day { year: Some(date.year()), month: Some(date.month()), day: Some(date.day()), weekday: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::lex;

    fn days(text: &str) -> Vec<Day> {
        find(&lex::tokens(text)).into_iter().flat_map(|written| written.readings).collect()
    }

    #[test]
    fn one_day_in_many_forms() {
        let day = Day { year: Some(2026), month: Some(11), day: Some(30), weekday: None };
        for text in [
            "2026-11-30",
            "30/11/2026",
            "11/30/2026",
            "30.11.2026",
            "2026.11.30.",
            "2026. nov. 30.",
            "2026. 11. 30.",
            "2026. november 30-án",
            "November 30th, 2026",
            "Nov. 30, 2026",
            "30 November 2026",
            "30. November 2026",
            "the 30th of November, 2026",
        ] {
            assert_eq!(days(text), [day], "{text}");
        }
    }

    #[test]
    fn words_that_look_like_months_are_left_alone() {
        assert_eq!(days("You may cancel. They march on."), []);
        assert_eq!(days("in May").len(), 1);
        assert_eq!(days("on Monday the 5th")[0].weekday, Some(0));
    }
}

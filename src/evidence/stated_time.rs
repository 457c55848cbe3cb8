//! Times as sources write them, turned into a moment that does not shift: a time without zone is UTC.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::fmt::rfc2822;
use jiff::tz::TimeZone;

/// A moment, and the day that its source calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatedTime {
    /// The moment.
    pub at: Timestamp,
    /// The day, in the zone of the source.
    pub day: Date,
}

impl StatedTime {
    /// The moment `at`, whose day is that of UTC.
    pub fn utc(at: Timestamp) -> StatedTime {
        StatedTime { at, day: TimeZone::UTC.to_datetime(at).date() }
    }

    /// Reads a time: RFC 3339 and what is near it (a blank for the `T`, no seconds, no zone, a day alone), RFC 2822,
    /// and seconds or milliseconds since 1970. `None` for anything else, and for years before 1900 or after 2200, which
    /// are slips of a unit.
    pub fn parse(text: &str) -> Option<StatedTime> {
        let text = text.trim();
        let read = epoch(text).or_else(|| civil(text)).or_else(|| zoned(text)).or_else(|| mail(text))?;
        (1900..=2200).contains(&read.day.year()).then_some(read)
    }
}

fn epoch(text: &str) -> Option<StatedTime> {
    let whole = text.split_once('.').map_or(text, |(whole, fraction)| {
        if fraction.bytes().all(|byte| byte.is_ascii_digit()) { whole } else { text }
    });
    if !(9..=16).contains(&whole.len()) || !whole.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number: i64 = whole.parse().ok()?;
    let at = match whole.len() {
        ..=11 => Timestamp::from_second(number),
        12..=14 => Timestamp::from_second(number / 1_000),
        _ => Timestamp::from_second(number / 1_000_000),
    };
    at.ok().map(StatedTime::utc)
}

fn civil(text: &str) -> Option<StatedTime> {
    let dashed = slashes(text);
    let text = dashed.as_deref().unwrap_or(text);
    if let Ok(date) = text.parse::<Date>()
        && text.len() == 10
    {
        return of_civil(date.at(0, 0, 0, 0));
    }
    // A zone would be dropped in silence, so that only what has none is read here.
    let has_zone =
        text.ends_with(['Z', 'z']) || text.get(10..).is_some_and(|time| time.contains(['+', '-', '[']));
    if has_zone {
        return None;
    }
    let text = text.strip_suffix(" UTC").or_else(|| text.strip_suffix(" GMT")).unwrap_or(text);
    of_civil(text.parse::<DateTime>().ok()?)
}

fn of_civil(time: DateTime) -> Option<StatedTime> {
    let at = TimeZone::UTC.to_timestamp(time).ok()?;
    Some(StatedTime { at, day: time.date() })
}

/// `2024/11/15 …` with dashes.
fn slashes(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    (bytes.len() >= 10 && bytes[4] == b'/' && bytes[7] == b'/' && text.is_ascii())
        .then(|| format!("{}-{}-{}{}", &text[..4], &text[5..7], &text[8..10], &text[10..]))
}

fn zoned(text: &str) -> Option<StatedTime> {
    // A blank before the offset, `2024-11-15 10:30:00 +0100`, is common.
    let joined = text
        .rsplit_once(' ')
        .filter(|(_, zone)| zone.starts_with(['+', '-']))
        .map(|(time, zone)| format!("{time}{zone}"));
    let text = joined.as_deref().unwrap_or(text);
    let at: Timestamp = text.parse().ok()?;
    let day = text.get(..10)?.parse().ok()?;
    Some(StatedTime { at, day })
}

fn mail(text: &str) -> Option<StatedTime> {
    let zoned = rfc2822::DateTimeParser::new().relaxed_weekday(true).parse_zoned_datetime(text).ok()?;
    Some(StatedTime { at: zoned.timestamp(), day: zoned.date() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_do_not_shift() {
        for (text, at, day) in [
            ("2024-11-15", "2024-11-15T00:00:00Z", "2024-11-15"),
            ("2024-11-15 23:30:00", "2024-11-15T23:30:00Z", "2024-11-15"),
            ("2024-11-15T23:30", "2024-11-15T23:30:00Z", "2024-11-15"),
            ("2024/11/15 23:30", "2024-11-15T23:30:00Z", "2024-11-15"),
            ("2024-11-15T23:30:00Z", "2024-11-15T23:30:00Z", "2024-11-15"),
            ("2024-11-15T23:30:00-08:00", "2024-11-16T07:30:00Z", "2024-11-15"),
            ("2024-11-15 23:30:00 +0100", "2024-11-15T22:30:00Z", "2024-11-15"),
            ("Fri, 15 Nov 2024 23:30:00 -0800", "2024-11-16T07:30:00Z", "2024-11-15"),
            ("1731713400", "2024-11-15T23:30:00Z", "2024-11-15"),
            ("1731713400.25", "2024-11-15T23:30:00Z", "2024-11-15"),
            ("1731713400000", "2024-11-15T23:30:00Z", "2024-11-15"),
        ] {
            let read = StatedTime::parse(text).map(|time| (time.at.to_string(), time.day.to_string()));
            assert_eq!(read, Some((at.to_owned(), day.to_owned())), "{text}");
        }
        for text in ["", "10:32", "yesterday", "15/11/2024", "2024-13-01", "0001-01-01", "4429853327 x", "17"]
        {
            assert_eq!(StatedTime::parse(text), None, "{text}");
        }
    }
}

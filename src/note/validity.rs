//! When a note holds, as its front matter says. Whether that is now is for whoever knows the day.

use jiff::civil::Date;

use crate::note::Note;

/// The day that `text` starts with: `2026-11-30`, with or without a time after it.
pub fn day(text: &str) -> Option<Date> {
    let (date, time) = (text.get(..10)?, &text[10..]);
    let dashed = date.as_bytes()[4] == b'-' && date.as_bytes()[7] == b'-';
    let is_end = time.is_empty() || time.starts_with(['T', 't', ' ']);
    date.parse().ok().filter(|_| dashed && is_end)
}

/// Whether `note` says that it no longer counts.
pub fn is_deprecated(note: &Note) -> bool {
    note.front.text("status") == Some("deprecated")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_days_and_nothing_else() {
        for text in ["2026-11-30", "2026-11-30T10:00:00Z", "2026-11-30 10:00"] {
            assert_eq!(day(text), Some(jiff::civil::date(2026, 11, 30)), "{text}");
        }
        for text in ["", "2026-02-30", "2026-11", "30.11.2026", "2026-11-30x", "soon", "é026-11-30"] {
            assert_eq!(day(text), None, "{text}");
        }
    }
}

//! How the format writes dates, times and who did something.

use jiff::civil;

/// Whether `text` is a date, `YYYY-MM-DD`.
pub(super) fn date(text: &str) -> bool {
    text.len() == 10 && text.parse::<civil::Date>().is_ok()
}

/// Whether `text` is an ISO 8601 time with its offset, and if not, why.
pub(super) fn moment(text: &str) -> Result<(), &'static str> {
    if text.parse::<jiff::Timestamp>().is_ok() {
        Ok(())
    } else if date(text) {
        Err("it has no time of day")
    } else if text.parse::<civil::DateTime>().is_ok() {
        Err("it does not say in which offset")
    } else {
        Err("it is no time")
    }
}

/// Whether `by` follows the convention of section 7: `<producer>/<version>`, `human:<id>`, `process:<id>`.
pub(super) fn actor(by: &str) -> bool {
    let parts = by.split_once(':').or_else(|| by.split_once('/'));
    parts.is_some_and(|(kind, name)| !kind.trim().is_empty() && !name.trim().is_empty())
}

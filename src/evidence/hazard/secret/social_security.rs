//! Social security numbers of the United States, written with their dashes; numbers that are never issued do not count.

use std::sync::LazyLock;

use regex::Regex;

use super::super::Hazard;
use super::pattern;

static NUMBER: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(\d{3})-(\d{2})-(\d{4})\b"));

/// Adds the numbers in `text` to `found`.
pub(super) fn scan(text: &str, found: &mut Vec<Hazard>) {
    for groups in NUMBER.captures_iter(text) {
        let Some(whole) = groups.get(0) else { continue };
        let (area, group, serial) = (&groups[1], &groups[2], &groups[3]);
        let is_issued =
            !matches!(area, "000" | "666") && !area.starts_with('9') && group != "00" && serial != "0000";
        let joined = text[..whole.start()].ends_with(['-', '.', '/', '+'])
            || text[whole.end()..].starts_with(['-', '/'])
            || text[whole.end()..]
                .strip_prefix('.')
                .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        if is_issued && !joined {
            found.push(Hazard::secret("us-ssn", whole.range()));
        }
    }
}

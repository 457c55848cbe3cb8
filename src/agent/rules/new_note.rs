//! The beginning of a note that does not exist yet: front matter and title. It makes no claims.

use std::collections::BTreeSet;

use jiff::civil::Date;

use crate::caller::Access;

use super::escape::{inline, yaml};
use super::statement::Statement;
use super::topic;

/// Front matter and heading of a note with `title` for things that demand `access`.
pub(super) fn beginning(title: &str, description: &str, access: &Access, valid_from: Date) -> String {
    let mut text = format!("---\ntype: Record\ntitle: {}\ndescription: {}\n", yaml(title), yaml(description));
    text.push_str(&access_keys(access));
    text.push_str(&format!("valid_from: {valid_from}\n---\n# {}\n", inline(title)));
    text
}

/// The keys that say whose a note is and who may see it.
pub(super) fn access_keys(access: &Access) -> String {
    let mut keys = String::new();
    if let Some(tenant) = &access.tenant {
        keys.push_str(&format!("tenant: {}\n", yaml(&tenant.0)));
    }
    if !access.labels.is_empty() {
        let labels: Vec<String> = access.labels.iter().map(|label| yaml(&label.0)).collect();
        keys.push_str(&format!("labels: [{}]\n", labels.join(", ")));
    }
    keys
}

/// What a note of `statements` holds, in a line. It takes no word of a claim: a name in it would outlive
/// the erasure of the evidence.
pub(super) fn description(statements: &[Statement], kind: &str, day: Date) -> String {
    let topics: Vec<String> = statements.iter().map(topic::of).collect();
    let known: BTreeSet<usize> =
        topics.iter().filter_map(|topic| topic::TOPICS.iter().position(|one| one == topic)).collect();
    let own: Vec<String> = statements.iter().filter_map(|one| one.headings.last().cloned()).collect();
    let mut names: Vec<String> =
        known.iter().map(|&at| topic::TOPICS[at].to_lowercase()).filter(|name| name != "details").collect();
    for heading in own {
        if !names.contains(&heading) && names.len() < 6 {
            names.push(heading);
        }
    }
    let what = if names.is_empty() { "what was said".to_owned() } else { names.join("; ") };
    format!("From the {kind} of {}: {what}", spoken_day(day))
}

/// A day as people say it: 30 November 2026.
pub(super) fn spoken_day(day: Date) -> String {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let month =
        usize::try_from(day.month()).ok().and_then(|month| MONTHS.get(month - 1)).copied().unwrap_or("");
    format!("{} {month} {}", day.day(), day.year())
}

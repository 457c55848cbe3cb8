//! The reserved files: `index.md` lists a folder (section 8), `log.md` tells its history (section 9).

use super::Page;
use super::field::date;
use crate::finding::Severity;

/// An index has no front matter, but for the version at the bundle's root, and lists what is there under headings.
pub(super) fn index(page: &mut Page<'_>) {
    let front = page.note.front.clone();
    let is_root = page.file.path.parent().is_none();
    if front.broken {
        page.at(Severity::Error, "okf-index", front.span.clone(), "the front matter does not parse");
    } else if !front.span.is_empty() && !is_root {
        let message =
            "an index has no front matter; only the one at the bundle's root may name `okf_version`";
        page.at(Severity::Error, "okf-index", front.span.clone(), message);
    } else {
        for field in front.fields.iter().filter(|field| field.key != "okf_version") {
            let message =
                format!("an index has no `{}`; its front matter may name `okf_version` only", field.key);
            page.at(Severity::Error, "okf-index", field.key_span.clone(), message);
        }
    }
    let first_link = page.note.links.iter().find(|link| !link.in_footnote).map(|link| link.span.clone());
    if let Some(span) = first_link.filter(|_| page.note.headings.is_empty()) {
        page.at(Severity::Warning, "okf-index", span, "an index groups what it lists under headings");
    }
}

/// A log has a heading a day, newest first.
pub(super) fn log(page: &mut Page<'_>) {
    let mut last: Option<String> = None;
    for heading in page.note.headings.clone().iter().filter(|heading| heading.level == 2) {
        let day: String = heading.text.trim().chars().take(10).collect();
        if !date(&day) {
            let message = "a log's entries stand under dates such as `## 2026-05-22`";
            page.at(Severity::Error, "okf-log", heading.span.clone(), message);
            continue;
        }
        if last.as_ref().is_some_and(|newer| *newer < day) {
            page.at(Severity::Warning, "okf-log", heading.span.clone(), "a log has its newest entries first");
        }
        last = Some(day);
    }
}

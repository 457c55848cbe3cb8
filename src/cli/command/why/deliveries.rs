//! `kb why --deliveries`: which agents were told the claims of a note.

use crate::cli::output::{BOLD, CYAN, DIM, YELLOW, paint};
use crate::ops::deliveries::DeliveriesReport;
use crate::port::Delivery;
use crate::text::visible;

/// The report for people.
pub(super) fn render(report: &DeliveriesReport) -> String {
    let mut lines = Vec::new();
    if report.claims.is_empty() && report.earlier.is_empty() {
        let place =
            report.line.map_or_else(|| report.path.to_string(), |line| format!("{}:{line}", report.path));
        lines.push(format!("{place} makes no claim"));
    }
    for claim in &report.claims {
        let place = paint(CYAN, format!("{}:{}", report.path, claim.line));
        lines.push(format!("{place} {}", paint(BOLD, visible(&claim.claim))));
        tell(&claim.deliveries, &mut lines);
    }
    for claim in &report.earlier {
        let words = claim.claim.as_deref().unwrap_or("(its commit is not here any more)");
        let place = paint(YELLOW, format!("{}, no more", report.path));
        lines.push(format!("{place} {}", paint(BOLD, visible(words))));
        tell(&claim.deliveries, &mut lines);
    }
    let mut note = |text: String| lines.push(paint(DIM, text));
    match report.since {
        Some(since) => note(format!("The log goes back to {since}.")),
        None if report.is_recorded => note("Nothing was delivered since deliveries are recorded.".to_owned()),
        None => note(
            "Nothing is recorded: `[deliveries] record = true` in kb.toml has `kb mcp` record.".to_owned(),
        ),
    }
    if report.since.is_some() && !report.is_recorded {
        note("Nothing is recorded now: kb.toml has no `[deliveries] record = true`.".to_owned());
    }
    if report.unreadable > 0 {
        note(format!("{} records of it cannot be read.", report.unreadable));
    }
    lines.join("\n")
}

fn tell(deliveries: &[Delivery], lines: &mut Vec<String>) {
    if deliveries.is_empty() {
        lines.push(format!("  {} nobody, as far as the log knows", paint(DIM, "told      ")));
    }
    for delivery in deliveries {
        let client = delivery.client.as_deref().unwrap_or("an agent without a name");
        let commit = delivery.commit.as_ref().map_or("not committed", |commit| commit.short());
        lines.push(format!(
            "  {} {}  {} as {}  by {}, session {}, commit {commit}",
            paint(DIM, "told      "),
            delivery.time,
            visible(client),
            visible(&delivery.caller),
            visible(&delivery.tool),
            visible(&delivery.session),
        ));
    }
}

//! One line a fault: `path:line: kind: reason`.

use std::fmt::Write as _;

use crate::plan::{Fault, Plan};
use crate::text::visible;

/// The faults of `plan`, a line each; evidence that nothing cites is named by its id.
pub fn concise(plan: &Plan) -> String {
    let mut text = String::new();
    for fault in &plan.faults {
        // Writing to a String cannot fail.
        let _ =
            writeln!(text, "{}: {}: {}{}", place(fault), fault.kind, visible(&fault.reason), others(fault));
    }
    text
}

fn place(fault: &Fault) -> String {
    match (fault.places.first(), fault.evidence.first()) {
        (Some(place), _) => match &place.claim {
            Some(claim) => format!("{}:{}", visible(place.path.as_str()), claim.line),
            None => visible(place.path.as_str()),
        },
        (None, Some(span)) => span.evidence.to_string(),
        (None, None) => "-".to_owned(),
    }
}

/// Where else the fault is.
fn others(fault: &Fault) -> String {
    let more = fault.places.iter().skip(1).map(|place| match &place.claim {
        Some(claim) => format!("{}:{}", visible(place.path.as_str()), claim.line),
        None => visible(place.path.as_str()),
    });
    let more: Vec<String> = more.take(3).collect();
    let rest = fault.places.len().saturating_sub(1 + more.len());
    match (more.is_empty(), rest) {
        (true, _) => String::new(),
        (false, 0) => format!(" ({})", more.join(", ")),
        (false, rest) => format!(" ({} and {rest} more)", more.join(", ")),
    }
}

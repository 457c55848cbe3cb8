//! Hidden and hostile text in changed notes: what people do not see, and what orders agents about.

use std::collections::BTreeSet;

use crate::evidence::hazard::{self, Concern, Hazard};
use crate::note::Note;
use crate::proposal::ReviewFinding;

/// What is hidden or hostile in the lines of `note` that `before` has not. A secret is told and blocks nothing: whether
/// secrets may be kept is the policy for evidence.
pub(super) fn findings(before: Option<&Note>, note: &Note) -> Vec<ReviewFinding> {
    let known: BTreeSet<&str> = before.map(|before| before.text.lines().collect()).unwrap_or_default();
    let found = hazard::scan(&note.text).into_iter();
    let placed = found.map(|hazard| (note.lines.line(hazard.start()), hazard));
    let new = placed
        .filter(|(line, _)| note.lines.line_text(&note.text, *line).is_none_or(|text| !known.contains(text)));
    new.map(|(line, hazard)| finding(note, line, &hazard)).collect()
}

fn finding(note: &Note, line: u32, hazard: &Hazard) -> ReviewFinding {
    let hidden = hazard.concern == Concern::Hidden;
    let what = if hidden {
        "text that people do not see, or that orders agents about"
    } else {
        "what looks like a secret"
    };
    let detail = if hazard.detail.is_empty() { String::new() } else { format!(": {}", hazard.detail) };
    ReviewFinding {
        rule: hazard.kind.to_owned(),
        blocks: hidden,
        path: note.path.clone(),
        line,
        message: format!("L{line} holds {what}{detail}"),
    }
}

//! Descriptions and entries of entry pages that name what their note no longer says.

use crate::note::{Link, Note};
use crate::plan::{Fault, FaultKind, Place};
use crate::reorg::survey::{Survey, is_served};
use crate::vault::Found;
use crate::verify::Sources;

/// A fault for each description, and for each line of an entry page, with a value that its note does not have.
pub(super) fn faults(survey: &Survey<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for note in survey.notes().filter(|note| is_served(note)) {
        faults.extend(described(note));
        if note.is_index() {
            faults.extend(note.links.iter().filter_map(|link| listed(survey, note, link)));
        }
    }
    faults
}

fn has_figures(text: &str) -> bool {
    text.contains(|c: char| c.is_numeric())
}

/// The fault where the description names a value that stands nowhere below it.
fn described(note: &Note) -> Option<Fault> {
    let description = note.front.text("description").filter(|text| has_figures(text))?;
    // A page that lists other notes says of itself what those say.
    if note.is_index() {
        return None;
    }
    let said = format!("{}\n{}", note.title(), note.body());
    let absent = Sources::new(&said).absent(description);
    (!absent.is_empty()).then(|| {
        let reason = format!("its description says {}, which the note does not say", quoted(&absent));
        Fault::new(FaultKind::DriftedSummary, vec![Place::whole(note.path.clone())], Vec::new(), reason)
    })
}

/// The fault where the line of an entry page says of a note what the note does not say.
fn listed(survey: &Survey<'_>, page: &Note, link: &Link) -> Option<Fault> {
    let rest = page.text.get(link.span.end..)?.lines().next()?;
    // Another link on the line has words of its own.
    let rest = rest.split(['[', ']']).next().filter(|text| has_figures(text))?;
    let vault = survey.scope.vault;
    let Found::Note { file, .. } = vault.catalogue().find(&page.path, link.into()) else { return None };
    let note = vault.note(vault.catalogue().path(file).as_str()).filter(|note| !note.is_index())?;
    let absent = Sources::new(&note.text).absent(rest);
    (!absent.is_empty()).then(|| {
        let reason =
            format!("its entry of `{}` says {}, which the note does not say", note.path, quoted(&absent));
        let places = vec![Place::whole(page.path.clone()), Place::whole(note.path.clone())];
        Fault::new(FaultKind::DriftedSummary, places, Vec::new(), reason)
    })
}

fn quoted(values: &[String]) -> String {
    values.iter().map(|value| format!("`{value}`")).collect::<Vec<_>>().join(", ")
}

//! A note that was to be looked at again: held against its evidence and against what came in since. Where both agree, it
//! gets the day of the next look.

use jiff::ToSpan as _;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::note::{Claim, FORMERLY, Note, day};
use crate::plan::{Fault, FaultKind};

use super::super::super::compare::{Likeness, Parts};
use super::super::super::desk::Desk;
use super::super::keys;
use super::super::retire::unwritable;
use super::super::scene::Scene;
use super::super::step::{Done, Step, first};

/// The least, the usual and the most days until a note is looked at again.
const DAYS: (i32, i32, i32) = (30, 180, 730);

/// Faults after which a note is not what its evidence says.
const AGAINST: &[FaultKind] = &[
    FaultKind::Unsupported,
    FaultKind::ErasedEvidence,
    FaultKind::DroppedCondition,
    FaultKind::DroppedNegation,
    FaultKind::Supposition,
    FaultKind::Contradiction,
    FaultKind::Expired,
    FaultKind::Superseded,
];

/// Sets the day of the next look, where the evidence still says what the note says and nothing newer says something else.
pub(super) fn look_again(desk: &mut Desk<'_>, scene: &Scene<'_>, fault: &Fault) -> Step {
    let path = first(fault)?;
    let note = desk.note(path).ok_or_else(|| format!("`{path}` is not there any more"))?;
    let due = note.front.text("stale_after").and_then(day).filter(|due| *due < scene.task.day);
    let due = due.ok_or_else(|| format!("`{path}` is not due"))?;
    if scene.has_fault(path, AGAINST) {
        return Err(
            "the plan found it at odds with its evidence; mend that first, then look again".to_owned()
        );
    }
    if note.claims().iter().any(|claim| claim.citations.is_empty()) {
        return Err("some of its claims cite nothing, so that nothing can be looked up".to_owned());
    }
    let newest = scene.newest_cited(note).ok_or("it cites nothing that could be looked up")?;
    if let Some(found) = note.claims().iter().find_map(|claim| newer(scene, note, claim)) {
        return Err(found);
    }
    let next = next(scene.task.day, note, TimeZone::UTC.to_datetime(newest).date(), due);
    let text = keys::put(note, "stale_after", &next.to_string()).ok_or_else(|| unwritable(path))?;
    desk.put(path.clone(), text);
    Ok(Done::verified(format!("`{path}` says what its evidence says; it is looked at again after {next}")))
}

/// What newer evidence says of the same thing otherwise than `claim`.
fn newer(scene: &Scene<'_>, note: &Note, claim: &Claim) -> Option<String> {
    if claim.text.starts_with(FORMERLY) {
        return None;
    }
    let vault = scene.task.vault;
    let own = super::super::cites::cites(vault, note, claim);
    let since = own.iter().filter_map(|cite| Some(vault.item(&cite.evidence)?.meta.captured_at)).max();
    let parts = Parts::of(&claim.text);
    let later = scene
        .items_about(&claim.text)
        .into_iter()
        .filter(|id| vault.item(id).is_some_and(|item| Some(item.meta.captured_at) > since));
    later.into_iter().find_map(|id| {
        let statements = scene.statements(&id);
        let other =
            statements.iter().find(|one| Parts::of(&one.text).likeness(&parts) == Likeness::OtherValue)?;
        let line = other.support.first().map(|support| support.lines.to_string()).unwrap_or_default();
        Some(format!("`{id}#{line}` is newer and says otherwise: {}", other.text))
    })
}

/// The day of the next look: after as long as the note was given the first time.
fn next(today: Date, note: &Note, cited: Date, due: Date) -> Date {
    let since = note.front.text("valid_from").and_then(day).unwrap_or(cited).max(cited);
    let given = due.since(since).map_or(DAYS.1, |span| span.get_days());
    let days = if given <= 0 { DAYS.1 } else { given.clamp(DAYS.0, DAYS.2) };
    today.checked_add(days.days()).unwrap_or(today)
}

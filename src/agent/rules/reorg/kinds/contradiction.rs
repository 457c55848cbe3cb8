//! Claims that say different things of the same. None is kept because it is newer: each is traced to its source. Where the
//! sources say that one came in the place of the other, it did; where they hold for different things, both say for what;
//! else both are in dispute, for a person.

use jiff::Timestamp;

use crate::evidence::EvidenceId;
use crate::note::{Claim, DISPUTED, FORMERLY, Note};
use crate::plan::{Aspect, Fault};
use crate::text::LineRange;

use super::super::super::correction::corrects;
use super::super::super::desk::Desk;
use super::super::cites::cites;
use super::super::keys;
use super::super::pen::Pen;
use super::super::retire::{unwritable, writable};
use super::super::scene::{Scene, again, claim_at};
use super::super::step::{Done, Step};

/// The claims of the fault with their notes, as they stand now.
fn sides(desk: &Desk<'_>, fault: &Fault) -> Result<Vec<(Note, Claim)>, String> {
    if fault.places.len() < 2 {
        return Err("the plan names only one of the claims".to_owned());
    }
    let find = |place| claim_at(desk, place).map(|(note, claim)| (note.clone(), claim.clone()));
    let sides: Vec<(Note, Claim)> = fault.places.iter().map(find).collect::<Result<_, _>>()?;
    if sides.iter().any(|(_, claim)| claim.text.starts_with(FORMERLY)) {
        return Err("one of them says what was so formerly".to_owned());
    }
    for (note, _) in &sides {
        writable(desk, &note.path)?;
    }
    Ok(sides)
}

/// Marks the older claim as what was so formerly, where the source of the other says in words that something changed.
pub(super) fn replaced(desk: &mut Desk<'_>, _: &Scene<'_>, fault: &Fault) -> Step {
    let sides = sides(desk, fault)?;
    let [one, other] = sides.as_slice() else { return Err("more than two sides".to_owned()) };
    let (first, second) = (source(desk, one), source(desk, other));
    let (Some(first), Some(second)) = (first, second) else {
        return Err("one of the claims has no source to be traced to".to_owned());
    };
    let says_so = |later: &Source, earlier: &Source| later.corrects && later.captured > earlier.captured;
    let (old, new, by) = match (says_so(&first, &second), says_so(&second, &first)) {
        (true, false) => (other, one, first),
        (false, true) => (one, other, second),
        _ => return Err("no source says that one came in the place of the other".to_owned()),
    };
    let (note, claim) = old;
    let mut pen = Pen::new(desk.vault(), note);
    pen.remark(claim, DISPUTED, FORMERLY);
    let text = pen.finish();
    desk.put(note.path.clone(), text);
    let reason =
        format!("`{}#{}` says that it changed, and `{}` says to what", by.evidence, by.lines, new.0.path);
    Ok(Done::changed(format!("`{}` says what was so formerly: {reason}", note.path)).losing(
        &note.path,
        claim.hash(),
        reason,
    ))
}

/// Where a claim comes from.
struct Source {
    evidence: EvidenceId,
    lines: LineRange,
    captured: Timestamp,
    /// Whether it says in words that something changed.
    corrects: bool,
}

/// The newest source of a claim.
fn source(desk: &Desk<'_>, (note, claim): &(Note, Claim)) -> Option<Source> {
    let vault = desk.vault();
    let sources = cites(vault, note, claim).into_iter().filter_map(|cite| {
        let item = vault.item(&cite.evidence)?;
        let corrects = item.spoken_lines(cite.lines).is_some_and(|lines| corrects(&lines));
        Some(Source { evidence: cite.evidence, lines: cite.lines, captured: item.meta.captured_at, corrects })
    });
    sources.max_by_key(|source| source.captured)
}

/// What of time, region, person, task and precondition each side says, where all say something and none what another says.
///
/// When evidence was captured says nothing of when it holds: every two sources were captured at some time.
fn qualifications(desk: &Desk<'_>, fault: &Fault, sides: &[(Note, Claim)]) -> Vec<(Aspect, Vec<String>)> {
    let mut found = Vec::new();
    for one in fault.differs.iter().filter(|one| one.aspect != Aspect::Value) {
        if one.values.len() != sides.len() {
            continue;
        }
        let values: Vec<Vec<String>> = one
            .values
            .iter()
            .zip(sides)
            .map(|(value, side)| {
                let captured = captured(desk, side);
                let parts = value.split(", ").map(|part| part.trim().to_owned());
                parts.filter(|part| !part.is_empty() && !captured.contains(part)).collect()
            })
            .collect();
        let is_said = values.iter().all(|own| !own.is_empty());
        let is_apart = values.iter().enumerate().all(|(at, own)| {
            let others = values.iter().take(at).flatten();
            !others.clone().any(|other| own.iter().any(|mine| mine.eq_ignore_ascii_case(other)))
        });
        if is_said && is_apart {
            found.push((one.aspect, values.iter().map(|own| own.join(", ")).collect()));
        }
    }
    found
}

/// The days on which what a claim cites was captured, as ids of evidence begin.
fn captured(desk: &Desk<'_>, (note, claim): &(Note, Claim)) -> Vec<String> {
    let cites = cites(desk.vault(), note, claim).into_iter();
    cites.filter_map(|cite| cite.evidence.as_str().get(..10).map(str::to_owned)).collect()
}

/// Says in the front matter of each note for what it holds.
pub(super) fn qualify(desk: &mut Desk<'_>, _: &Scene<'_>, fault: &Fault) -> Step {
    let sides = sides(desk, fault)?;
    let found = qualifications(desk, fault, &sides);
    if found.is_empty() {
        return Err("the sources do not say that they hold for different things".to_owned());
    }
    let shared = sides
        .iter()
        .enumerate()
        .any(|(at, (note, _))| sides[..at].iter().any(|(other, _)| other.path == note.path));
    if shared {
        return Err("both stand in one note, which cannot apply to two things".to_owned());
    }
    let mut told = Vec::new();
    for (at, (note, claim)) in sides.iter().enumerate() {
        if !is_about(desk, note, claim) {
            return Err(format!("`{}` says more than what holds for this alone", note.path));
        }
        for (aspect, values) in &found {
            let now = writable(desk, &note.path)?;
            let text = keys::enter(now, "applies_to", aspect.name(), values[at].trim());
            let text = text.ok_or_else(|| format!("`applies_to` of `{}` says something else", note.path))?;
            desk.put(note.path.clone(), text);
        }
        let list: Vec<String> = found
            .iter()
            .map(|(aspect, values)| format!("{}: {}", aspect.name(), values[at].trim()))
            .collect();
        told.push(format!("`{}` applies to {}", note.path, list.join(", ")));
    }
    Ok(Done::changed(format!("both stay: {}", told.join("; "))))
}

/// Whether most of the note rests on the sources of the claim, so that what holds for them holds for it.
fn is_about(desk: &Desk<'_>, note: &Note, claim: &Claim) -> bool {
    let vault = desk.vault();
    let own: Vec<EvidenceId> = cites(vault, note, claim).into_iter().map(|cite| cite.evidence).collect();
    let claims = note.claims();
    let shares = |one: &&Claim| cites(vault, note, one).iter().any(|cite| own.contains(&cite.evidence));
    claims.iter().filter(shares).count() * 2 >= claims.len()
}

/// Says in the words of each claim for what it holds, where its source has these words.
pub(super) fn word(desk: &mut Desk<'_>, _: &Scene<'_>, fault: &Fault) -> Step {
    let sides = sides(desk, fault)?;
    let found = qualifications(desk, fault, &sides);
    let (_, values) = found.first().ok_or("the sources do not say that they hold for different things")?;
    let mut done = Done::changed(String::new());
    for (at, (note, claim)) in sides.iter().enumerate() {
        let value = values[at].trim();
        let says = |text: &str| text.to_lowercase().contains(&value.to_lowercase());
        if says(&claim.text) {
            continue;
        }
        let cited = cites(desk.vault(), note, claim).into_iter().any(|cite| {
            let item = desk.vault().item(&cite.evidence);
            item.and_then(|item| item.spoken_lines(cite.lines)).is_some_and(|lines| says(&lines))
        });
        if !cited {
            return Err(format!("the lines that `{}` cites do not say `{value}`", note.path));
        }
        let (now, own) = again(desk, note, claim)?;
        let mut pen = Pen::new(desk.vault(), &now);
        let words = claim.text.trim_end_matches(['.', '。']);
        let end = &claim.text[words.len()..];
        pen.reword(&own, &format!("{words} ({value}){end}"))
            .ok_or("the claim cannot be reworded where it stands")?;
        let text = pen.finish();
        desk.put(note.path.clone(), text);
        done = done.losing(&note.path, claim.hash(), format!("it says now for what it holds: {value}"));
    }
    done.what = format!("both stay, and say for what they hold: {}", values.join(", "));
    Ok(done)
}

/// Marks both sides as disputed.
pub(super) fn dispute(desk: &mut Desk<'_>, _: &Scene<'_>, fault: &Fault) -> Step {
    let sides = sides(desk, fault)?;
    let mut told = Vec::new();
    let mut done = Done::for_a_person(String::new());
    for (note, claim) in &sides {
        if !claim.text.starts_with(DISPUTED) {
            let (now, own) = again(desk, note, claim)?;
            let mut pen = Pen::new(desk.vault(), &now);
            pen.mark(&own, DISPUTED);
            let text = pen.finish();
            desk.put(note.path.clone(), text);
            done = done.losing(&note.path, claim.hash(), "it stays, marked as disputed");
        }
        let now = writable(desk, &note.path)?;
        if now.front.get("standing").is_none() {
            let text = keys::put(now, "standing", "disputed").ok_or_else(|| unwritable(&note.path))?;
            desk.put(note.path.clone(), text);
        }
        told.push(format!("`{}` says \"{}\"", note.path, claim.text.trim_start_matches(DISPUTED)));
    }
    let what = format!("the evidence does not decide; both stay, disputed: {}", told.join("; "));
    done.outcome = crate::plan::Outcome::Left { reason: what.clone() };
    done.what = what;
    Ok(done)
}

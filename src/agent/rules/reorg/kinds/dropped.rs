//! A claim that left out a condition, a negation or a doubt of its evidence: it gets the evidence's own words back, as the
//! proposer reads them. Where they cannot be put there, a supposition is marked as unconfirmed.

use crate::note::{Claim, DISPUTED, FORMERLY, Note};
use crate::plan::Fault;

use super::super::super::desk::Desk;
use super::super::super::statement::Statement;
use super::super::atoms::Atoms;
use super::super::cites::{Cite, cites};
use super::super::keys;
use super::super::pen::Pen;
use super::super::retire::{unwritable, writable};
use super::super::scene::{Scene, claim_at};
use super::super::step::{Done, Step, first};

/// How much of the claim's words the sentence of the evidence must have.
const SHARED: f64 = 0.6;

/// Rewords the claim as its evidence says it.
pub(super) fn put_back(desk: &mut Desk<'_>, scene: &Scene<'_>, fault: &Fault) -> Step {
    let place = fault.places.first().ok_or("the plan names no place")?;
    let (note, claim) = claim_at(desk, place)?;
    writable(desk, &note.path)?;
    if [FORMERLY, DISPUTED].iter().any(|mark| claim.text.starts_with(mark)) {
        return Err("the claim is marked already".to_owned());
    }
    let (cite, statement) = said(desk, scene, note, claim)
        .ok_or("no sentence of its evidence can stand in its place as it is")?;
    let path = note.path.clone();
    let mut pen = Pen::new(desk.vault(), note);
    pen.reword(claim, &statement.text).ok_or("the claim cannot be reworded where it stands")?;
    let span = format!("{}#{}", cite.evidence, cite.lines);
    let done = Done::changed(format!("`{path}` says it as `{span}` does: {}", statement.text));
    let done = done.losing(&path, claim.hash(), format!("`{span}` says: {}", statement.text));
    let (text, former) = (pen.finish(), claim.text.clone());
    desk.reworded(&path, &former, statement.text.clone());
    desk.put(path, text);
    Ok(done)
}

/// What the cited lines state of what `claim` says, with everything that the claim says in it and more.
fn said(desk: &Desk<'_>, scene: &Scene<'_>, note: &Note, claim: &Claim) -> Option<(Cite, Statement)> {
    let own = Atoms::of(&claim.text);
    let mut best: Option<(f64, Cite, Statement)> = None;
    for cite in cites(desk.vault(), note, claim) {
        for statement in scene.statements(&cite.evidence).iter() {
            let stands = statement.support.iter().any(|support| {
                support.lines.first() <= cite.lines.last() && cite.lines.first() <= support.lines.last()
            });
            let theirs = Atoms::of(&statement.text);
            let missing = own.missing_in(&theirs);
            // A negation that the evidence adds is what the claim lost.
            let is_whole = missing.iter().all(|one| one == "a negation" && theirs.denials > own.denials);
            let adds = !theirs.missing_in(&own).is_empty();
            let shared = own.share_in(&theirs);
            if stands
                && is_whole
                && adds
                && shared >= SHARED
                && best.as_ref().is_none_or(|(most, ..)| shared > *most)
            {
                best = Some((shared, cite.clone(), statement.clone()));
            }
        }
    }
    best.map(|(_, cite, statement)| (cite, statement))
}

/// Marks the note as unconfirmed: its evidence only supposes what it says.
pub(super) fn unconfirmed(desk: &mut Desk<'_>, _: &Scene<'_>, fault: &Fault) -> Step {
    let path = first(fault)?;
    let note = writable(desk, path)?;
    match note.front.text("standing") {
        Some("unconfirmed" | "disputed") => {}
        Some(other) => return Err(format!("`{path}` has the standing `{other}`")),
        None => {
            let text = keys::put(note, "standing", "unconfirmed").ok_or_else(|| unwritable(path))?;
            desk.put(path.clone(), text);
        }
    }
    let reason = format!("`{path}` is unconfirmed: its evidence only supposes what it says");
    Ok(Done::for_a_person(reason))
}

//! A claim whose evidence is gone or does not say it: it cites the span that does, if there is one; else it is taken out
//! where its evidence says nothing like it, and left for a person where it says something of it.

use crate::note::{BlockKind, Claim, Note, unmarked};
use crate::plan::Fault;

use super::super::super::compare::{Likeness, Parts};
use super::super::super::desk::Desk;
use super::super::atoms::Atoms;
use super::super::cites::{Cite, cites};
use super::super::keys;
use super::super::pen::Pen;
use super::super::retire::{unwritable, writable};
use super::super::scene::{Scene, claim_at};
use super::super::step::{Done, Step};
use crate::evidence::EvidenceId;

/// How much of a claim's words a sentence must have to say the same.
const SAYS: f64 = 0.75;

/// Below this share of its words in what it cites, the evidence says nothing of the claim.
const NOTHING: f64 = 0.34;

/// Cites the lines that say what the claim says, wherever they are.
pub(super) fn cite_anew(desk: &mut Desk<'_>, scene: &Scene<'_>, fault: &Fault) -> Step {
    let (note, claim) = claim_at(desk, fault.places.first().ok_or("the plan names no place")?)?;
    writable(desk, &note.path)?;
    let cite = elsewhere(desk, scene, note, claim).ok_or("no other evidence says it")?;
    let path = note.path.clone();
    let mut pen = Pen::new(desk.vault(), note);
    pen.cite_instead(claim, std::slice::from_ref(&cite));
    let text = pen.finish();
    desk.put(path.clone(), text);
    Ok(Done::changed(format!("`{path}` cites `{}#{}`, which says it", cite.evidence, cite.lines)))
}

/// The lines that state what `claim` says, of items that may be shown with the note, those that it cites first.
fn elsewhere(desk: &Desk<'_>, scene: &Scene<'_>, note: &Note, claim: &Claim) -> Option<Cite> {
    let vault = desk.vault();
    let text = unmarked(&claim.text);
    let (own, parts) = (Atoms::of(text), Parts::of(text));
    if own.is_empty() {
        return None;
    }
    let mut items: Vec<EvidenceId> = Vec::new();
    let cited =
        note.citations().iter().filter_map(|one| Some(super::super::cites::cite(vault, note, one)?.evidence));
    for id in cited.chain(scene.items_about(text)) {
        if !items.contains(&id) {
            items.push(id);
        }
    }
    let access = note.access();
    let known = cites(vault, note, claim);
    for id in items {
        let Some(item) =
            vault.item(&id).filter(|item| super::super::retire::is_as_open(&item.meta.access(), &access))
        else {
            continue;
        };
        for statement in scene.statements(&id).iter() {
            let theirs = Atoms::of(&statement.text);
            let exact = own.missing_in(&theirs).is_empty()
                && own.limits == theirs.limits
                && own.share_in(&theirs) >= SAYS
                && theirs.share_in(&own) >= SAYS / 1.5;
            if !(exact || Parts::of(&statement.text).likeness(&parts) == Likeness::Same) {
                continue;
            }
            let Some(support) = statement.support.first() else { continue };
            let cite = Cite::of(item, support.lines, support.quote.clone());
            if !known.iter().any(|one| one.is_same_span(&cite)) {
                return Some(cite);
            }
        }
    }
    None
}

/// Takes out a claim of which its evidence says nothing.
pub(super) fn retire(desk: &mut Desk<'_>, _: &Scene<'_>, fault: &Fault) -> Step {
    let (note, claim) = claim_at(desk, fault.places.first().ok_or("the plan names no place")?)?;
    let vault = desk.vault();
    let cited = cites(vault, note, claim);
    if cited.is_empty() && claim.citations.is_empty() {
        return Err(
            "it cites nothing, and no evidence says it; somebody must say where it comes from".to_owned()
        );
    }
    let said: String = cited
        .iter()
        .filter_map(|cite| {
            vault.item(&cite.evidence)?.spoken_lines(cite.lines).map(|lines| lines.into_owned())
        })
        .collect::<Vec<_>>()
        .join(" ");
    let (own, theirs) = (Atoms::of(&claim.text), Atoms::of(&said));
    let says_something = own.share_in(&theirs) >= NOTHING
        || own.values.iter().any(|value| theirs.values.contains(value))
        || own.names.iter().any(|name| theirs.missing_in(&Atoms::default()).contains(name));
    if says_something {
        return Err("its evidence says some of it; which words are right needs a person".to_owned());
    }
    take_out(desk, fault, "its evidence says nothing of it, and no other does")
}

/// Takes out a claim whose evidence was erased.
pub(super) fn retire_erased(desk: &mut Desk<'_>, _: &Scene<'_>, fault: &Fault) -> Step {
    let (note, claim) = claim_at(desk, fault.places.first().ok_or("the plan names no place")?)?;
    if !cites(desk.vault(), note, claim).is_empty() {
        return Err("it cites other evidence too, and whether that says it needs a person".to_owned());
    }
    take_out(desk, fault, "the evidence that said it was erased, and no other does")
}

fn take_out(desk: &mut Desk<'_>, fault: &Fault, reason: &str) -> Step {
    let (note, claim) = claim_at(desk, fault.places.first().ok_or("the plan names no place")?)?;
    let (note, claim): (Note, Claim) = (note.clone(), claim.clone());
    let path = note.path.clone();
    writable(desk, &path)?;
    let is_last = note.claims().len() == 1;
    if is_last {
        // A note that says nothing any more keeps its words, unserved, so that history and links stay.
        let text = keys::put(&note, "status", "deprecated").ok_or_else(|| unwritable(&path))?;
        desk.put(path.clone(), text);
        return Ok(Done::retiring(&path, format!("its only claim goes: {reason}")).losing(
            &path,
            claim.hash(),
            reason,
        ));
    }
    let mut pen = Pen::new(desk.vault(), &note);
    let why = match claim.block {
        BlockKind::TableRow => "taking it out would leave a table without rows",
        BlockKind::Paragraph | BlockKind::ListItem => "it cannot be taken out where it stands",
    };
    pen.remove(&claim, None).ok_or(why)?;
    let text = pen.finish();
    desk.put(path.clone(), text);
    let mut done = Done::changed(format!("`{path}` no longer says \"{}\": {reason}", claim.text));
    done.outcome = crate::plan::Outcome::Retired { reason: reason.to_owned() };
    Ok(done.losing(&path, claim.hash(), reason))
}

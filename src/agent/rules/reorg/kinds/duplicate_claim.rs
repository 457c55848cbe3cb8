//! Claims that say the same: the one that is better supported stays and gets the citations of the others, which point to it.

use crate::note::{BlockKind, Claim, DISPUTED, FORMERLY, Note};
use crate::plan::Fault;

use super::super::super::desk::{Desk, may_write};
use super::super::atoms::Atoms;
use super::super::cites::{Cite, cites};
use super::super::importance::of_claim;
use super::super::links::{link_both, pointer};
use super::super::pen::Pen;
use super::super::retire::{is_as_open, unwritable};
use super::super::scene::{Scene, again, claim_at};
use super::super::step::{Done, Step};

/// Keeps the best of the claims.
pub(super) fn keep_one(desk: &mut Desk<'_>, scene: &Scene<'_>, fault: &Fault) -> Step {
    let mut claims: Vec<(Note, Claim)> = Vec::new();
    for place in &fault.places {
        let (note, claim) = claim_at(desk, place)?;
        if !claims.iter().any(|(other, known)| other.path == note.path && known.span == claim.span) {
            claims.push((note.clone(), claim.clone()));
        }
    }
    if claims.len() < 2 {
        return Err("only one of the claims is there any more".to_owned());
    }
    if claims.iter().any(|(_, claim)| claim.text.starts_with(FORMERLY)) {
        return Err("one of them says what was so formerly".to_owned());
    }
    let disputed = claims.iter().filter(|(_, claim)| claim.text.starts_with(DISPUTED)).count();
    if disputed != 0 && disputed != claims.len() {
        return Err("one of them is disputed and the other is not".to_owned());
    }
    let keeper = keeper(desk, scene, &claims)?;
    let (kept_note, kept) = claims.swap_remove(keeper);
    let mut done = Done::changed(String::new());
    for (note, claim) in &claims {
        apart(&kept_note, &kept, note, claim)?;
        take_over(desk, (&kept_note, &kept), (note, claim))?;
        let place = format!("{}:{}", kept_note.path, kept.lines.first());
        done = done.losing(
            &note.path,
            claim.hash(),
            format!("`{place}` says the same and cites its evidence too"),
        );
    }
    let from: Vec<String> = claims.iter().map(|(note, _)| format!("`{}`", note.path)).collect();
    done.what = format!("said once, in `{}`, with the citations of {}", kept_note.path, from.join(", "));
    Ok(done)
}

/// Which of the claims stays: one that says all that the others say; of those the best supported.
fn keeper(desk: &Desk<'_>, scene: &Scene<'_>, claims: &[(Note, Claim)]) -> Result<usize, String> {
    let atoms: Vec<Atoms> = claims.iter().map(|(_, claim)| Atoms::of(&claim.text)).collect();
    let says_all = |at: &usize| atoms.iter().all(|other| other.missing_in(&atoms[*at]).is_empty());
    let is_open =
        |at: &usize| claims.iter().all(|(other, _)| is_as_open(&claims[*at].0.access(), &other.access()));
    let fits = (0..claims.len()).filter(says_all).filter(is_open);
    let best = fits.max_by_key(|&at| {
        let (note, claim) = &claims[at];
        (of_claim(desk, scene, note, claim), std::cmp::Reverse(at))
    });
    best.ok_or_else(|| {
        let missing = atoms[1].missing_in(&atoms[0]).into_iter().chain(atoms[0].missing_in(&atoms[1]));
        let missing: Vec<String> =
            missing.take(4).map(|one| format!("`{}`", one.trim_matches('`'))).collect();
        match missing.is_empty() {
            true => "not everybody who may see the one may see the other".to_owned(),
            false => format!("each says something that the other does not: {}", missing.join(", ")),
        }
    })
}

/// Refuses two claims that are alike in words and about two things.
fn apart(kept_note: &Note, kept: &Claim, note: &Note, claim: &Claim) -> Result<(), String> {
    let applies = |note: &Note| note.front.get("applies_to").map(|field| field.value.clone());
    if applies(kept_note) != applies(note) {
        return Err("the notes apply to different things".to_owned());
    }
    for key in ["valid_from", "valid_until", "version"] {
        let (one, other) = (kept_note.front.text(key), note.front.text(key));
        if key != "valid_from" && one != other {
            return Err(format!("the notes differ in `{key}`"));
        }
    }
    let around =
        |note: &Note, claim: &Claim| Atoms::of(&format!("x {} {}", note.title(), claim.headings.join(" ")));
    let (one, other) = (around(kept_note, kept), around(note, claim));
    let values = |here: &Atoms, there: &Atoms| here.values.difference(&there.values).next().cloned();
    if let (Some(here), Some(there)) = (values(&one, &other), values(&other, &one)) {
        return Err(format!("one stands under `{here}`, the other under `{there}`"));
    }
    let acronyms = |note: &Note| -> Vec<String> {
        let words = note.title().split_whitespace();
        let upper = words.filter(|word| {
            word.chars().filter(|c| c.is_alphabetic()).count() > 1 && !word.chars().any(char::is_lowercase)
        });
        upper.map(str::to_owned).collect()
    };
    let (here, there) = (acronyms(kept_note), acronyms(note));
    if !here.is_empty() && !there.is_empty() && here.iter().all(|word| !there.contains(word)) {
        return Err(format!("one note is about {}, the other about {}", here.join(" "), there.join(" ")));
    }
    Ok(())
}

/// Moves the citations of `claim` to `kept`, and a pointer into its place.
pub(super) fn take_over(
    desk: &mut Desk<'_>,
    (kept_note, kept): (&Note, &Claim),
    (note, claim): (&Note, &Claim),
) -> Result<(), String> {
    let vault = desk.vault();
    let (note, claim) = again(desk, note, claim)?;
    let more: Vec<Cite> = cites(vault, &note, &claim);
    let (kept_note, own) = again(desk, kept_note, kept)?;
    for note in [&kept_note, &note] {
        if !may_write(note) {
            return Err(unwritable(&note.path));
        }
    }
    let known = cites(vault, &kept_note, &own);
    let more: Vec<Cite> =
        more.into_iter().filter(|cite| !known.iter().any(|one| one.is_same_span(cite))).collect();
    let unlosable = || "taking it out of its table or paragraph would break what stands around it".to_owned();
    if kept_note.path == note.path {
        let mut pen = Pen::new(vault, &note);
        pen.remove(&claim, None).ok_or_else(unlosable)?;
        pen.cite(&own, &more);
        let text = pen.finish();
        desk.put(note.path.clone(), text);
        return Ok(());
    }
    if !more.is_empty() {
        let mut pen = Pen::new(vault, &kept_note);
        pen.cite(&own, &more);
        let text = pen.finish();
        desk.put(kept_note.path.clone(), text);
    }
    let pointer = pointer(&note.path, &kept_note, own.headings.last().map(String::as_str));
    let mut pen = Pen::new(vault, &note);
    let pointer = Some(pointer.as_str()).filter(|_| claim.block != BlockKind::TableRow);
    pen.remove(&claim, pointer).ok_or_else(unlosable)?;
    let text = pen.finish();
    desk.put(note.path.clone(), text);
    link_both(desk, &kept_note.path, &note.path)
}

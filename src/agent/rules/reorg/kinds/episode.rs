//! Episodes that repeat: what they have in common becomes one rule that names every case it was seen in, says that it was seen
//! in these only, and cites them all. The episodes go behind it: their evidence stays, the rule leads there.

use crate::note::{Claim, DISPUTED, FORMERLY, Note};
use crate::path::RepoPath;
use crate::plan::Fault;

use super::super::super::desk::Desk;
use super::super::super::escape::inline;
use super::super::super::outline;
use super::super::atoms::Atoms;
use super::super::cites::{Cite, cites};
use super::super::importance::of_note;
use super::super::links::{link_both, pointer};
use super::super::pen::Pen;
use super::super::retire::{is_as_open, writable};
use super::super::scene::{Scene, again, claim_at};
use super::super::step::{Done, Step};

/// The longest rule, in characters.
const LONGEST: usize = 700;

/// The most words that one case differs in.
const WORDS: usize = 8;

/// Makes one rule of the claims.
pub(super) fn rule(desk: &mut Desk<'_>, scene: &Scene<'_>, fault: &Fault) -> Step {
    if fault.places.iter().all(|place| place.claim.is_none()) {
        return Err(
            "what the episodes have in common stands in no claim yet; a rule of it needs wording".to_owned()
        );
    }
    let mut claims: Vec<(Note, Claim)> = Vec::new();
    for place in fault.places.iter().filter(|place| place.claim.is_some()) {
        let (note, claim) = claim_at(desk, place)?;
        writable(desk, &note.path)?;
        if [FORMERLY, DISPUTED].iter().any(|mark| claim.text.starts_with(mark)) {
            return Err("one of the episodes is disputed or was so formerly".to_owned());
        }
        if !claims.iter().any(|(other, known)| other.path == note.path && known.span == claim.span) {
            claims.push((note.clone(), claim.clone()));
        }
    }
    if claims.len() < 3 {
        return Err("fewer than three of the episodes are there any more".to_owned());
    }
    let text = common(&claims)?;
    let home = home(scene, &claims)?;
    let vault = desk.vault();
    let mut all: Vec<Cite> = Vec::new();
    for (note, claim) in &claims {
        let own = cites(vault, note, claim);
        if own.is_empty() {
            return Err(format!("an episode in `{}` cites nothing", note.path));
        }
        for cite in own {
            if !all.iter().any(|known| known.is_same_span(&cite)) {
                all.push(cite);
            }
        }
    }
    write(desk, &home, claims.len(), &text, &all)?;
    let mut done = Done::changed(format!("`{home}` says it as a rule of {} cases: {text}", claims.len()));
    for (note, claim) in &claims {
        let (now, own) = again(desk, note, claim)?;
        let to = desk.note(&home).ok_or("the rule's note is gone")?;
        let way = pointer(&now.path, to, Some(&heading(claims.len())));
        let mut pen = Pen::new(vault, &now);
        let way = Some(way.as_str()).filter(|_| now.path != home);
        pen.remove(&own, way).ok_or("an episode cannot be taken out where it stands")?;
        let text = pen.finish();
        desk.put(now.path.clone(), text);
        if now.path != home {
            link_both(desk, &home, &now.path)?;
        }
        done = done.losing(
            &note.path,
            claim.hash(),
            format!("`{home}` says it as a rule, and cites its evidence"),
        );
    }
    Ok(done)
}

/// The heading above a rule of `count` cases.
fn heading(count: usize) -> String {
    format!("In these {count} cases only")
}

/// The note for the rule: the most important of those that tell of an episode, which all their readers may see.
fn home(scene: &Scene<'_>, claims: &[(Note, Claim)]) -> Result<RepoPath, String> {
    let is_open = |note: &Note| claims.iter().all(|(other, _)| is_as_open(&note.access(), &other.access()));
    let fits = claims.iter().map(|(note, _)| note).filter(|note| is_open(note));
    let best = fits.max_by_key(|note| (of_note(scene, note), std::cmp::Reverse(note.path.clone())));
    best.map(|note| note.path.clone()).ok_or_else(|| "the episodes are for different readers".to_owned())
}

/// Writes the rule into a section of its own.
fn write(desk: &mut Desk<'_>, home: &RepoPath, count: usize, text: &str, all: &[Cite]) -> Result<(), String> {
    let note = writable(desk, home)?.clone();
    let mut pen = Pen::new(desk.vault(), &note);
    let marks = pen.marks(all);
    pen.insert(
        outline::sections_end(&note),
        format!("\n\n## {}\n\n- {}{marks}", heading(count), inline(text)),
    );
    let text = pen.finish();
    desk.put(home.clone(), text);
    Ok(())
}

/// The sentence that all claims are, with the cases in which they differ one after the other.
fn common(claims: &[(Note, Claim)]) -> Result<String, String> {
    let apart = "the episodes differ in more than one place; a rule of them needs wording";
    let texts: Vec<Vec<&str>> = claims
        .iter()
        .map(|(_, claim)| claim.text.trim_end_matches(['.', '!', '。']).split_whitespace().collect())
        .collect();
    let shortest = texts.iter().map(Vec::len).min().unwrap_or_default();
    let same = |at: usize, from_end: bool| {
        let word = |text: &Vec<&str>| {
            let index = if from_end { text.len() - 1 - at } else { at };
            text[index].to_owned()
        };
        let first = texts.first().map(word);
        texts.iter().all(|text| Some(word(text)) == first)
    };
    let start = (0..shortest).take_while(|&at| same(at, false)).count();
    let end = (0..shortest - start).take_while(|&at| same(at, true)).count();
    let mut cases: Vec<String> = Vec::new();
    for text in &texts {
        let case = &text[start..text.len() - end];
        let case = case.join(" ");
        let words = case.split_whitespace().count();
        if words == 0 || words > WORDS {
            return Err(apart.to_owned());
        }
        if !cases.contains(&case) {
            cases.push(case);
        }
    }
    let first = texts.first().ok_or(apart)?;
    let (before, after) = (first[..start].join(" "), first[first.len() - end..].join(" "));
    let kept = Atoms::of(&format!("{before} {after}"));
    if kept.words.len() < 3 || before.is_empty() {
        return Err(apart.to_owned());
    }
    let last = cases.pop().ok_or(apart)?;
    let list = if cases.is_empty() { last } else { format!("{} and {last}", cases.join(", ")) };
    let text = [before.as_str(), list.as_str(), after.as_str()].join(" ");
    let text = format!("{}.", text.trim());
    if text.chars().count() > LONGEST {
        return Err("a rule that names every case would be too long to be read".to_owned());
    }
    Ok(text)
}

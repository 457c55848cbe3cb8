//! One note taken into another: what both say is cited from both, what only one says is carried over as it is, and the one
//! that goes is retired. Its names lead to the one that stays.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::note::{Claim, DISPUTED, FORMERLY, Note};
use crate::path::RepoPath;
use crate::vault::fold_name;

use super::super::compare::{Likeness, Parts};
use super::super::desk::Desk;
use super::super::escape::inline;
use super::super::outline::{self, RELATED};
use super::atoms::Atoms;
use super::body::{self, Footnotes};
use super::cites::{Cite, cites};
use super::keys;
use super::pen::{Pen, overlaps};
use super::retarget::retarget;
use super::retire::{retire, unwritable, writable};

/// Takes the note at `gone` into the one at `kept`.
pub(super) fn merge(desk: &mut Desk<'_>, kept: &RepoPath, gone: &RepoPath) -> Result<(), String> {
    let (into, from) = (writable(desk, kept)?.clone(), writable(desk, gone)?.clone());
    may_join(&into, &from)?;
    let pairs = paired(&into, &from)?;
    let text = joined(desk, &into, &from, &pairs)?;
    desk.put(kept.clone(), text);
    for name in names(desk, &into, &from) {
        let note = writable(desk, kept)?;
        let text = keys::add(note, "aliases", &name).ok_or_else(|| unwritable(kept))?;
        desk.put(kept.clone(), text);
    }
    let tags: Vec<String> = from.front.texts("tags").into_iter().map(str::to_owned).collect();
    for tag in tags {
        let note = writable(desk, kept)?;
        if let Some(text) = keys::add(note, "tags", &tag) {
            desk.put(kept.clone(), text);
        }
    }
    retire(desk, gone, Some(kept))?;
    retarget(desk, gone, kept)
}

/// Refuses two notes that are not about one thing for the same readers.
fn may_join(into: &Note, from: &Note) -> Result<(), String> {
    if into.access() != from.access() {
        return Err("the notes are for different readers".to_owned());
    }
    for key in ["applies_to", "valid_until", "version", "tenant"] {
        let value = |note: &Note| note.front.get(key).map(|field| field.value.clone());
        if value(into) != value(from) {
            return Err(format!("the notes differ in `{key}`"));
        }
    }
    let literal = |note: &Note| note.text.contains("\n[") && note.links.iter().any(|link| !within(link));
    if literal(from) {
        return Err("its links get their addresses from elsewhere in the note".to_owned());
    }
    Ok(())
}

fn within(link: &crate::note::Link) -> bool {
    link.span.start <= link.target_span.start && link.target_span.end <= link.span.end
}

/// For each claim of `from` the claim of `into` that says it, if one does.
fn paired(into: &Note, from: &Note) -> Result<Vec<Option<usize>>, String> {
    let read = |note: &Note| -> Vec<(Atoms, Parts)> {
        note.claims().iter().map(|claim| (Atoms::of(&claim.text), Parts::of(&claim.text))).collect()
    };
    let own = read(into);
    let mut pairs = Vec::new();
    for (claim, (atoms, parts)) in from.claims().iter().zip(read(from)) {
        let is_marked = [FORMERLY, DISPUTED].iter().any(|mark| claim.text.starts_with(mark));
        let says = |at: usize| {
            let (theirs, other) = &own[at];
            parts.likeness(other) == Likeness::Same
                || atoms.missing_in(theirs).is_empty() && atoms.likeness(theirs) >= 0.6
        };
        let same = (0..own.len()).find(|&at| {
            let text = &into.claims()[at].text;
            if is_marked { *text == claim.text } else { !text.starts_with(FORMERLY) && says(at) }
        });
        let rival = own.iter().zip(into.claims()).find(|((_, other), claim)| {
            !claim.text.starts_with(FORMERLY) && parts.likeness(other) == Likeness::OtherValue
        });
        if let Some((_, other)) = rival.filter(|_| same.is_none() && !is_marked) {
            return Err(format!("they contradict each other: \"{}\" and \"{}\"", other.text, claim.text));
        }
        pairs.push(same);
    }
    Ok(pairs)
}

/// The text of `into` with what only `from` says, and with its citations.
fn joined(desk: &Desk<'_>, into: &Note, from: &Note, pairs: &[Option<usize>]) -> Result<String, String> {
    let vault = desk.vault();
    let mut pen = Pen::new(vault, into);
    let mut more: BTreeMap<usize, Vec<Cite>> = BTreeMap::new();
    for (claim, pair) in from.claims().iter().zip(pairs) {
        let Some(at) = *pair else { continue };
        let own = cites(vault, into, &into.claims()[at]);
        for cite in cites(vault, from, claim) {
            let list = more.entry(at).or_default();
            if !own.iter().chain(list.iter()).any(|known| known.is_same_span(&cite)) {
                list.push(cite);
            }
        }
    }
    for (at, list) in more.iter().filter(|(_, list)| !list.is_empty()) {
        pen.cite(&into.claims()[*at], list);
    }
    let mut footnotes = Footnotes::default();
    let mut fresh = String::new();
    for section in body::sections(from) {
        let heading = section.heading.map(|at| &from.headings[at]);
        if heading.is_some_and(|heading| heading.text == RELATED) {
            continue;
        }
        let mut blocks = Vec::new();
        for block in body::blocks(from, &section.range) {
            if is_new(into, from, &block, pairs) {
                let text = body::carried(vault, from, &block, &into.path, &into.text, &mut footnotes)?;
                blocks.push(text.trim_end().to_owned());
            }
        }
        if blocks.is_empty() {
            continue;
        }
        let text = list(&blocks);
        let place = match heading {
            None => preamble_end(into),
            Some(heading) => outline::section_end(into, &heading.text),
        };
        match (place, heading) {
            (Some(at), _) => pen.insert(
                at,
                if ends_in_item(&into.text[..at]) && is_item(&text) {
                    format!("\n{text}")
                } else {
                    format!("\n\n{text}")
                },
            ),
            (None, Some(heading)) => {
                let level = "#".repeat(usize::from(heading.level.max(2)));
                fresh.push_str(&format!("\n\n{level} {}\n\n{text}", inline(&heading.text)));
            }
            (None, None) => {}
        }
    }
    if !fresh.is_empty() {
        pen.insert(outline::sections_end(into), fresh);
    }
    pen.define(footnotes.definitions);
    Ok(pen.finish())
}

/// Whether a block says what `into` does not.
fn is_new(into: &Note, from: &Note, block: &Range<usize>, pairs: &[Option<usize>]) -> bool {
    let claims: Vec<(&Claim, &Option<usize>)> =
        from.claims().iter().zip(pairs).filter(|(claim, _)| overlaps(&claim.span, block)).collect();
    if !claims.is_empty() {
        return claims.iter().any(|(_, pair)| pair.is_none());
    }
    let fold = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let words = fold(&from.text[block.clone()]);
    !words.is_empty() && !fold(&into.text).contains(&words)
}

/// Blocks one after the other: items of a list close together, others apart.
fn list(blocks: &[String]) -> String {
    let mut text = String::new();
    for block in blocks {
        if !text.is_empty() {
            text.push_str(if ends_in_item(&text) && is_item(block) { "\n" } else { "\n\n" });
        }
        text.push_str(block);
    }
    text
}

fn is_item(text: &str) -> bool {
    ["- ", "* ", "+ "].iter().any(|mark| text.starts_with(mark))
}

fn ends_in_item(text: &str) -> bool {
    let last = text.trim_end().rsplit('\n').next().unwrap_or_default().trim_start();
    is_item(last)
}

/// The end of what stands before the first heading below the title.
fn preamble_end(note: &Note) -> Option<usize> {
    let first = body::sections(note).into_iter().next()?;
    let end = first.range.end.min(outline::footnotes_start(note)).max(first.range.start);
    let words = note.text[first.range.start..end].trim_end().len();
    Some(first.range.start + words)
}

/// The names that `from` is found by and `into` is not: its title, its aliases, its file's name.
fn names(desk: &Desk<'_>, into: &Note, from: &Note) -> Vec<String> {
    let mut names: Vec<String> = vec![from.title().trim().to_owned()];
    names.extend(from.front.texts("aliases").into_iter().map(|alias| alias.trim().to_owned()));
    names.push(from.path.file_stem().replace(['-', '_'], " "));
    let mut known: Vec<String> = vec![fold_name(into.title().trim()).into_owned()];
    known.extend(into.front.texts("aliases").into_iter().map(|alias| fold_name(alias.trim()).into_owned()));
    known.push(fold_name(&into.path.file_stem().replace(['-', '_'], " ")).into_owned());
    let elsewhere = |folded: &str| {
        desk.notes().filter(|note| note.path != into.path && note.path != from.path).any(|note| {
            let own = note.front.texts("aliases").into_iter().chain([note.title()]);
            own.into_iter().any(|name| fold_name(name.trim()) == folded)
        })
    };
    let mut fresh = Vec::new();
    for name in names {
        let folded = fold_name(&name).into_owned();
        if !name.is_empty() && !known.contains(&folded) && !elsewhere(&folded) {
            known.push(folded);
            fresh.push(name);
        }
    }
    fresh
}

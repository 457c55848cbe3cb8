//! Evidence that nothing cites: what is worth knowing of it goes into the notes, by the proposer's own rules. What a note
//! says already gets one more citation.

use std::collections::BTreeSet;

use crate::evidence::EvidenceId;
use crate::note::{Note, is_deprecated};
use crate::path::RepoPath;
use crate::plan::Fault;

use super::super::super::compare::{Likeness, Parts};
use super::super::super::desk::{Desk, may_write};
use super::super::super::proposer::take_in as propose;
use super::super::super::revise::Outcome as Became;
use super::super::super::statement::Statement;
use super::super::atoms::Atoms;
use super::super::cites::{Cite, cites};
use super::super::pen::Pen;
use super::super::scene::Scene;
use super::super::step::{Done, Step};

/// In how many notes a statement is looked for.
const NOTES: usize = 6;

/// Takes the evidence in.
pub(super) fn take_in(desk: &mut Desk<'_>, scene: &Scene<'_>, fault: &Fault) -> Step {
    let ids: Vec<&EvidenceId> = fault.evidence.iter().map(|span| &span.evidence).collect();
    let mut told = Vec::new();
    for id in ids {
        let item =
            desk.vault().item(id).ok_or_else(|| format!("`{id}` is not there, or cannot be relied on"))?;
        // What is said already is cited first, so that it is not said twice.
        let (borne_out, said) = bear_out(desk, scene, id);
        let handled = propose(desk, scene.task.rejected, item, &|text| said.contains(text));
        for one in &handled {
            let added = one.outcomes.iter().filter(|(_, became)| *became != Became::Known).count();
            if let Some((path, _)) = one.note.as_ref().filter(|_| added > 0) {
                let plural = if added == 1 { "claim" } else { "claims" };
                told.push(format!("`{path}` takes {added} {plural} of `{id}`"));
            }
        }
        if borne_out > 0 {
            told.push(format!("`{id}` bears out {borne_out} of what the notes say"));
        }
    }
    if told.is_empty() {
        return Err("nothing in it is worth a note".to_owned());
    }
    Ok(Done::changed(told.join("; ")))
}

/// Lets claims that say what the item states cite it too; how many, and which statements notes say already.
fn bear_out(desk: &mut Desk<'_>, scene: &Scene<'_>, id: &EvidenceId) -> (usize, BTreeSet<String>) {
    let vault = desk.vault();
    let mut said = BTreeSet::new();
    let Some(item) = vault.item(id) else { return (0, said) };
    let statements = scene.statements(id);
    let access = item.meta.access();
    let mut paths: Vec<RepoPath> = Vec::new();
    for path in
        statements.iter().flat_map(|statement| scene.notes_about(&statement.text).into_iter().take(NOTES))
    {
        if !paths.contains(&path) {
            paths.push(path);
        }
    }
    let is_near =
        |note: &&Note| may_write(note) && !note.is_index() && !is_deprecated(note) && note.access() == access;
    let near: Vec<Note> = paths.iter().filter_map(|path| desk.note(path)).filter(is_near).cloned().collect();
    let mut count = 0;
    for note in near {
        let mut pen = Pen::new(vault, &note);
        let mut cited = 0;
        for claim in note.claims() {
            let Some(statement) = statements.iter().find(|one| says(&claim.text, one)) else { continue };
            said.insert(statement.text.clone());
            let cites_it = cites(vault, &note, claim).iter().any(|cite| cite.evidence == *id);
            // What cites nothing is not borne out by the first that says it: who wrote it may have had another source.
            if let Some(support) =
                statement.support.first().filter(|_| !cites_it && !claim.citations.is_empty())
            {
                pen.cite(claim, &[Cite::of(item, support.lines, support.quote.clone())]);
                cited += 1;
            }
        }
        if cited > 0 {
            let text = pen.finish();
            desk.put(note.path.clone(), text);
            count += cited;
        }
    }
    (count, said)
}

/// Whether the claim says what the statement says.
fn says(claim: &str, statement: &Statement) -> bool {
    Parts::of(&statement.text).likeness(&Parts::of(claim)) == Likeness::Same
        || Atoms::of(claim).is_same(&Atoms::of(&statement.text))
}

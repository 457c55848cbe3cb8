//! The proposer: evidence in, a draft out. It owns the order of the steps; each step has its own file.

use jiff::tz::TimeZone;

use crate::caller::Access;
use crate::evidence::{Form, Item, Reading};
use crate::path::RepoPath;
use crate::port::{AgentError, Draft, ProposeTask, Proposer};
use crate::proposal::{AgentName, ClaimVerdict, Family};
use crate::text::fold_space;

use super::cast::Cast;
use super::desk::{Desk, may_write};
use super::place::{Place, place};
use super::revise::{Outcome, Source, revise};
use super::similar::Similar;
use super::statement::{Statement, Yield};
use super::transcript::{Handled, summary, title, transcript};
use super::{conversation, document, index_page, new_note, related, repetition, secret};
use crate::note::{DISPUTED, FORMERLY};

/// The built-in proposer, of the family `rules/proposer`.
#[derive(Clone, Copy, Debug, Default)]
pub struct RulesProposer;

/// How alike a note must be to take in what names no place of its own.
const ALIKE: f64 = 0.5;

/// The most claims of one note; what comes after goes into a further one.
const MOST_CLAIMS: usize = 150;

impl Proposer for RulesProposer {
    fn name(&self) -> AgentName {
        AgentName {
            name: format!("rules {}", env!("CARGO_PKG_VERSION")),
            family: Family("rules/proposer".to_owned()),
        }
    }

    fn propose(&self, task: &ProposeTask<'_>) -> Result<Draft, AgentError> {
        let mut desk = Desk::new(task.vault);
        let mut handled = Vec::new();
        for id in task.evidence {
            let item = task.vault.item(id).ok_or_else(|| AgentError::NoEvidence(id.clone()))?;
            handled.extend(take_in(&mut desk, task.rejected, item, &|_| false));
        }
        let titles = desk
            .edited()
            .filter(|note| !note.is_index())
            .map(|note| note.title().to_owned())
            .collect::<Vec<_>>();
        Ok(Draft {
            changes: desk.changes(),
            title: title(&handled, &titles),
            summary: summary(&handled),
            transcript: transcript(&handled),
        })
    }
}

/// Takes in one source, part by part, but for what is `known` by its words.
pub(super) fn take_in(
    desk: &mut Desk<'_>,
    rejected: &[ClaimVerdict],
    item: &Item,
    known: &dyn Fn(&str) -> bool,
) -> Vec<Handled> {
    let reading = Reading::of(item);
    let pieces = pieces(&reading).into_iter();
    pieces.map(|blocks| handle(desk, (rejected, known), item, &reading, blocks)).collect()
}

/// What `item` states, as claims would word it.
pub(super) fn statements(item: &Item) -> Vec<Statement> {
    let reading = Reading::of(item);
    let mut statements = Vec::new();
    for blocks in pieces(&reading) {
        let context: Vec<(&str, &str)> = reading.context_of(blocks.start).collect();
        statements.extend(read(&reading, blocks, &context).statements);
    }
    statements.retain(|statement| !secret::is_secret(&statement.text));
    statements
}

/// The pieces of a source that are about one thing each.
fn pieces(reading: &Reading) -> Vec<std::ops::Range<usize>> {
    let whole = reading.parts.is_empty().then_some(0..reading.blocks.len());
    whole.into_iter().chain(reading.parts.iter().map(|part| part.blocks.clone())).collect()
}

/// What no source brings into a note: what was rejected before, and what is known already.
type LeftOut<'a> = (&'a [ClaimVerdict], &'a dyn Fn(&str) -> bool);

/// Takes in one source, or one part of it.
fn handle(
    desk: &mut Desk<'_>,
    (rejected, known): LeftOut<'_>,
    item: &Item,
    reading: &Reading,
    blocks: std::ops::Range<usize>,
) -> Handled {
    let context: Vec<(&str, &str)> = reading.context_of(blocks.start).collect();
    let found = read(reading, blocks, &context);
    let mut statements: Vec<Statement> = found.statements;
    statements.retain(|statement| {
        !secret::is_secret(&statement.text)
            && !is_rejected(&statement.text, rejected)
            && !known(&statement.text)
    });
    let statements = repetition::without(statements);
    let mut handled = Handled {
        id: item.meta.id.clone(),
        note: None,
        why: "nothing in it is worth keeping".to_owned(),
        considered: found.considered,
        outcomes: Vec::new(),
    };
    if statements.is_empty() {
        return handled;
    }
    let access = item.meta.access();
    let place = place(desk.vault().layout(), &item.meta, &context);
    let candidates = related::candidates(desk, &access);
    let Some((path, why)) = find(desk, &place, &access, &candidates, &statements) else {
        handled.why = "there is no free place for a note".to_owned();
        return handled;
    };
    let new = !desk.is_taken(&path);
    let day = TimeZone::UTC.to_datetime(item.meta.captured_at).date();
    let description = new_note::description(&statements, item.meta.kind.as_str(), day);
    if new {
        desk.put(path.clone(), new_note::beginning(&place.title, &description, &access, day));
    }
    let keep = |text: &str| rejected.iter().any(|verdict| stands_for(verdict, text));
    let source = Source { vault: desk.vault(), item, keep: &keep };
    let Some((text, outcomes)) = desk.note(&path).map(|note| revise(note, &statements, &source)) else {
        return handled;
    };
    let changed = outcomes.iter().any(|outcome| *outcome != Outcome::Known);
    handled.outcomes = statements.into_iter().zip(outcomes).collect();
    if !changed {
        handled.why = format!("`{path}` says all of it already");
        return handled;
    }
    desk.put(path.clone(), text);
    if new {
        index_page::enter(desk, &place, &path, &access, &description);
    }
    related::link(desk, &path, &access, &candidates);
    handled.note = Some((path, new));
    handled.why = why;
    handled
}

/// The statements of `blocks`.
fn read(reading: &Reading, blocks: std::ops::Range<usize>, context: &[(&str, &str)]) -> Yield {
    let cast = Cast::of(context.iter().copied());
    let blocks = &reading.blocks[blocks];
    let mut found = Yield::default();
    for run in blocks.chunk_by(|one, other| (one.form == Form::Turn) == (other.form == Form::Turn)) {
        if run.first().is_some_and(|block| block.form == Form::Turn) {
            let more = conversation::statements(run, &cast);
            found.statements.extend(more.statements);
            found.considered.extend(more.considered);
        } else {
            run.iter().for_each(|block| document::statements(block, &mut found));
        }
    }
    found
}

/// Whether `verdict` wants the claim `text` of the base left as it stands: its removal or its marking was rejected.
fn stands_for(verdict: &ClaimVerdict, text: &str) -> bool {
    let (claim, text) = (fold_space(&verdict.claim.text), fold_space(text));
    let marked =
        [FORMERLY, DISPUTED].iter().any(|mark| claim.strip_prefix(mark).is_some_and(|rest| rest == text));
    marked || verdict.removed && claim == text
}

/// Whether a reviewer has a verdict against a claim that `text` makes.
fn is_rejected(text: &str, rejected: &[ClaimVerdict]) -> bool {
    rejected.iter().filter(|verdict| !verdict.removed).any(|verdict| {
        let claim = fold_space(&verdict.claim.text).into_owned();
        let marked = claim.starts_with(FORMERLY);
        let claim = claim.strip_prefix(DISPUTED).unwrap_or(&claim);
        !claim.is_empty() && !marked && (claim.contains(text) || text.contains(claim))
    })
}

/// The note that `statements` go into, existing or new, and how it was found.
fn find(
    desk: &Desk<'_>,
    place: &Place,
    access: &Access,
    candidates: &[RepoPath],
    statements: &[Statement],
) -> Option<(RepoPath, String)> {
    let fits = |path: &RepoPath| {
        desk.note(path)
            .filter(|note| may_write(note) && note.claims().len() < MOST_CLAIMS && note.access() == *access)
    };
    let called = |title: &str| {
        title.eq_ignore_ascii_case(&place.title)
            || place.names.iter().any(|name| title.eq_ignore_ascii_case(name))
    };
    let by_name = candidates.iter().find(|path| {
        fits(path).is_some_and(|note| {
            called(note.title()) || note.front.texts("aliases").iter().any(|alias| called(alias))
        })
    });
    if let Some(path) = by_name {
        return Some((path.clone(), "the note of that name".to_owned()));
    }
    let notes = candidates.iter().filter_map(fits);
    let texts: Vec<&str> = statements.iter().map(|statement| statement.text.as_str()).collect();
    let nearest = Similar::new(notes).nearest(&texts, 1);
    if let Some((note, alike)) = nearest.first().filter(|(_, alike)| *alike >= ALIKE) {
        return Some((note.path.clone(), format!("the note most like it, {:.0} %", alike * 100.0)));
    }
    let free = (1..100)
        .filter_map(|number| place.path(desk.vault().layout(), number))
        .find(|path| !desk.is_taken(path));
    free.map(|path| (path, "no note is about it yet".to_owned()))
}

//! The loss report: every claim, number, date, identifier, name and condition that a base serves and a head does not, each
//! with the reason of whoever changed it and a verdict that does not rest on that. It blocks nothing by itself.

mod served;
mod verdict;

pub use served::{is_served, quantities};

use jiff::civil::Date;

use self::served::Serving;
use self::verdict::Judge;
use crate::note::{Claim, Note};
use crate::plan::Plan;
use crate::proposal::{ClaimVerdict, Loss, Lost, LostKind, Reason};
use crate::vault::Vault;
use crate::verify::{HeldKind, Holding};

/// What is weighed.
pub struct LossTask<'a> {
    /// What was served.
    pub base: &'a Vault,
    /// What would be served.
    pub head: &'a Vault,
    /// The day on which it is.
    pub day: Date,
    /// The plan, which knows what kind of fault each reason names.
    pub plan: &'a Plan,
    /// Why things go, as whoever changed them says.
    pub reasons: &'a [Reason],
    /// The verdicts of the review.
    pub verdicts: &'a [ClaimVerdict],
    /// The person who took every verdict on themselves, if one did.
    pub person: Option<&'a str>,
}

/// Weighs what the change from base to head loses.
pub fn loss(task: &LossTask<'_>) -> Loss {
    let mut loss = Loss::default();
    let touched: Vec<&Note> = task.base.notes().filter(|note| differs(task, note)).collect();
    let gone_or_new = task.head.notes().filter(|note| is_new(task, note));
    let after: Vec<&Note> =
        touched.iter().filter_map(|note| task.head.note(note.path.as_str())).chain(gone_or_new).collect();
    loss.before = served::count(touched.iter().copied().filter(|note| is_served(note, task.day)));
    loss.after = served::count(after.iter().copied().filter(|note| is_served(note, task.day)));
    let served = touched.iter().filter(|note| is_served(note, task.day));
    let claims = served.flat_map(|note| note.claims().iter().map(move |claim| (*note, claim)));
    let serving = Serving::new(task.head, task.day, &after);
    let gone: Vec<(&Note, &Claim)> =
        claims.filter(|(note, claim)| !serving.says(&claim.text, &note.access())).collect();
    if gone.is_empty() {
        return loss;
    }
    let judge = Judge::new(task);
    for (note, claim) in gone {
        let holding = Holding::of(&claim.text);
        let access = note.access();
        let held: Vec<_> = holding.held().into_iter().filter(|held| !serving.keeps(held, &access)).collect();
        let reason = judge.reason(note, claim);
        let lost = |kind, text: String, verdict| Lost {
            kind,
            text,
            path: note.path.clone(),
            line: claim.lines.first(),
            reason: reason.clone(),
            verdict,
        };
        loss.lost.push(lost(LostKind::Claim, claim.text.clone(), judge.claim(note, claim, &held)));
        for held in &held {
            loss.lost.push(lost(kind(held.kind), held.text(), judge.held(note, claim, held.kind)));
        }
    }
    loss
}

fn differs(task: &LossTask<'_>, note: &Note) -> bool {
    task.head.note(note.path.as_str()).is_none_or(|twin| twin.text != note.text)
}

fn is_new(task: &LossTask<'_>, note: &Note) -> bool {
    task.base.note(note.path.as_str()).is_none()
}

fn kind(kind: HeldKind) -> LostKind {
    match kind {
        HeldKind::Number => LostKind::Number,
        HeldKind::Date => LostKind::Date,
        HeldKind::Time => LostKind::Time,
        HeldKind::Identifier => LostKind::Identifier,
        HeldKind::Name => LostKind::Name,
        HeldKind::Condition => LostKind::Condition,
        HeldKind::Negation => LostKind::Negation,
    }
}

#[cfg(test)]
mod tests;

//! Whether a decision carries a merge by itself or with a person's word, and whether that word counts. The gate asks before
//! a merge, the audit afterwards.

use super::{Binding, Refusal, Risk, approval};
use crate::config::Config;
use crate::proposal::{Approval, Decision, Envelope, Outcome};

/// What a merge rests on.
#[derive(Clone, Copy, Debug)]
pub struct Grounds<'a> {
    /// The envelope of the decision.
    pub sealed: &'a Envelope,
    /// The decision in it, verified.
    pub decision: &'a Decision,
    /// What of the change a person must approve.
    pub risks: &'a [Risk],
}

/// The person's word where one is needed, verified; `given` is what the ledger has of it, or why that cannot be read.
pub fn word(
    grounds: &Grounds<'_>,
    given: Result<Option<Envelope>, String>,
    config: &Config,
    binding: &Binding<'_>,
) -> Result<Option<Approval>, Refusal> {
    let &Grounds { sealed, decision, risks } = grounds;
    let by_person = config.gate.human_approval;
    if decision.outcome == Outcome::Approved && !by_person && risks.is_empty() {
        // Nobody has to say yes; a person's no counts all the same.
        let said = given.ok().flatten().map(|word| approval(&word, sealed, decision, config, binding));
        return match said {
            Some(Err(refusal @ Refusal::RejectedByPerson(_))) => Err(refusal),
            _ => Ok(None),
        };
    }
    let word = match given {
        Ok(Some(word)) => word,
        Ok(None) if decision.outcome == Outcome::Rejected => return Err(Refusal::NotApproved("rejected")),
        Ok(None) if !by_person && !risks.is_empty() => {
            let shown = risks.iter().map(Risk::to_string).collect::<Vec<_>>().join("; ");
            return Err(Refusal::NeedsPerson(shown));
        }
        Ok(None) => return Err(Refusal::NeedsApproval),
        Err(message) => return Err(Refusal::ForgedApproval(message)),
    };
    let approval = approval(&word, sealed, decision, config, binding)?;
    // Where policy asks for no person, one who judged every claim sets a rejection aside, and no bare yes does.
    if decision.outcome == Outcome::Rejected && !by_person && approval.review.is_none() {
        return Err(Refusal::NotApproved("rejected"));
    }
    Ok(Some(approval))
}

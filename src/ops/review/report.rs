//! What `kb review` found, as data.

use serde::Serialize;

use crate::digest::CommitId;
use crate::ops::gate::{Refused, Risk};
use crate::ops::ledger::Record;
use crate::proposal::{
    ClaimRef, ClaimVerdict, Dossier, Handover, Outcome, ProposalId, Review, ReviewFinding, State, Stopped,
    Verdict,
};

/// What a run of `kb review` found.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewReport {
    /// Where main stood.
    pub base: CommitId,
    /// The proposals, in order of opening.
    pub reviewed: Vec<Reviewed>,
}

/// One proposal of a run.
#[derive(Clone, Debug, Serialize)]
pub struct Reviewed {
    /// Its id.
    pub id: ProposalId,
    /// One line: what changes.
    pub title: String,
    /// The round that was judged last.
    pub round: u32,
    /// Where it stands now.
    pub state: State,
    /// How the review ended; `None` when nothing was judged.
    pub outcome: Option<Outcome>,
    /// The commit that was judged.
    pub head: Option<CommitId>,
    /// How many changed claims have a verdict.
    pub judged: usize,
    /// The verdicts that stand against a claim.
    pub against: Vec<ClaimVerdict>,
    /// The claims that were rejected in earlier rounds of this run; the proposer withdrew or mended them.
    pub withdrawn: Vec<ClaimRef>,
    /// What the reviewer says of places rather than of claims.
    pub findings: Vec<ReviewFinding>,
    /// What of the change a person must approve, by `[gate.risk]` of the base.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub risks: Vec<Risk>,
    /// Whether proposer and reviewer are of one family, which was allowed for trying out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub same_family: bool,
    /// What a person has to decide, where proposer and reviewer came to no agreement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dossier: Option<Dossier>,
    /// The round whose verdicts stand, because nothing that they rest on changed; nobody was asked again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept: Option<u32>,
    /// The review, where nobody signed it, for whoever holds the key.
    #[serde(skip)]
    pub unsigned: Option<Handover>,
    /// Why the reviewer has no word that counts.
    #[serde(skip)]
    pub(super) silent: Option<(Stopped, String)>,
    /// Why it could not be judged.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<Refused>,
}

impl Reviewed {
    /// The proposal as it is: nothing was judged.
    pub(super) fn untouched(record: &Record, state: State) -> Reviewed {
        Reviewed {
            id: record.proposal.id.clone(),
            title: record.round.title.clone(),
            round: record.round.round,
            state,
            outcome: None,
            head: record.round.head.clone(),
            judged: 0,
            against: Vec::new(),
            withdrawn: Vec::new(),
            findings: Vec::new(),
            risks: Vec::new(),
            same_family: false,
            dossier: None,
            kept: None,
            unsigned: None,
            silent: None,
            refused: Vec::new(),
        }
    }

    /// Takes over what `review` says.
    pub(super) fn tell(&mut self, review: &Review) {
        self.judged = review.verdicts.len();
        self.outcome = Some(review.outcome);
        self.same_family = review.same_family;
        let against = review.verdicts.iter().filter(|verdict| verdict.verdict != Verdict::Supported);
        self.against = against.cloned().collect();
        self.findings.clone_from(&review.findings);
    }
}

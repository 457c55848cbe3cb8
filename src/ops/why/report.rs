//! What `kb why` tells, as data.

use jiff::Timestamp;
use serde::Serialize;

use super::page::Page;
use crate::caller::Caller;
use crate::digest::{CommitId, Sha256Hex};
use crate::evidence::EvidenceId;
use crate::note::Claim;
use crate::path::RepoPath;
use crate::proposal::{ProposalId, Verdict};
use crate::redact::{Redact, Redaction};
use crate::text::LineRange;

/// Where the claims of a note, or of some of its lines, come from.
#[derive(Clone, Debug)]
pub struct WhyReport {
    /// The note.
    pub path: RepoPath,
    /// Its name that holds everywhere.
    pub uri: String,
    /// The commit that the note was read from; `None`: the working tree.
    pub commit: Option<CommitId>,
    /// The lines that were asked for.
    pub lines: Option<LineRange>,
    /// The first of them.
    pub line: Option<u32>,
    /// The claims, in order.
    pub claims: Vec<Provenance>,
}

/// Where one claim comes from. What is `None` is not known; `unknown` says why.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub struct Provenance {
    /// The note.
    pub path: RepoPath,
    /// The line at which the claim starts.
    pub line: u32,
    /// The claim.
    pub claim: String,
    /// What it cites.
    pub evidence: Vec<Cited>,
    /// The proposal that brought it.
    pub proposal: Option<ProposalId>,
    /// Where people talked about that proposal: the address of its pull request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pull_request: Option<String>,
    /// Who proposed it.
    pub proposer: Option<String>,
    /// Who reviewed it.
    pub reviewer: Option<String>,
    /// The reviewer's verdict on it.
    pub verdict: Option<Verdict>,
    /// The person who approved; where none had to, the reviewer.
    pub approved_by: Option<String>,
    /// The sha256 of the signed decision.
    pub decision: Option<Sha256Hex>,
    /// When it was decided.
    #[schemars(with = "Option<String>")]
    pub decided_at: Option<Timestamp>,
    /// The commit of main that brought it.
    pub commit: Option<CommitId>,
    /// When it became part of main.
    #[schemars(with = "Option<String>")]
    pub time: Option<Timestamp>,
    /// Why something is not known.
    pub unknown: Option<String>,
}

/// One citation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Cited {
    /// The item.
    pub id: EvidenceId,
    /// Its lines.
    pub lines: Option<LineRange>,
    /// The words.
    pub quote: Option<String>,
    /// Whether the words stand there now, in the working tree; `None` where that cannot be told.
    pub holds: Option<bool>,
}

impl Redact for Provenance {
    fn redact(&mut self, redaction: &Redaction) {
        self.claim.redact(redaction);
        self.evidence.redact(redaction);
        self.approved_by.redact(redaction);
        self.unknown.redact(redaction);
    }
}

impl Redact for Cited {
    fn redact(&mut self, redaction: &Redaction) {
        self.quote.redact(redaction);
    }
}

impl Provenance {
    /// What the note itself says of `claim`, as far as `caller` may see the evidence.
    pub(super) fn new(page: &Page, claim: &Claim, caller: &Caller) -> Provenance {
        let citations = claim.citations.iter().filter_map(|&at| page.note.citations().get(at));
        let evidence = citations
            .filter_map(|citation| {
                let item = page.item(citation);
                // What vanished cannot say who may see it: only the owner is told of it.
                let may_see = match item {
                    Some(item) => caller.may_see(&item.meta.access()),
                    None => *caller == Caller::owner(),
                };
                let id = citation.target.split('/').find_map(|part| part.parse().ok());
                let holds = match (item, citation.lines, &citation.quote) {
                    (None, ..) => Some(false),
                    (Some(item), Some(lines), Some(quote)) => Some(item.quotes(lines, quote)),
                    _ => None,
                };
                let quote = citation.quote.clone();
                id.filter(|_| may_see).map(|id| Cited { id, lines: citation.lines, quote, holds })
            })
            .collect();
        Provenance {
            path: page.note.path.clone(),
            line: claim.lines.first(),
            claim: claim.text.clone(),
            evidence,
            proposal: None,
            pull_request: None,
            proposer: None,
            reviewer: None,
            verdict: None,
            approved_by: None,
            decision: None,
            decided_at: None,
            commit: None,
            time: None,
            unknown: None,
        }
    }
}

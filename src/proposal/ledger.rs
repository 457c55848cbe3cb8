//! Where the ledger keeps what: paths and the small record files. One file an event, never rewritten, so that
//! proposals written at the same time never conflict.
//!
//! ```text
//! considered/<evidence id>/<sha256>.<proposal id>     which proposal considered which bytes
//! proposals/<year>/<proposal id>/proposal.yaml        written once, when the proposal opens
//! proposals/<year>/<proposal id>/pull.yaml            written once, when it is a pull request
//! proposals/<year>/<proposal id>/rounds/<n>/…         one folder a round, see [`RoundFile`]
//! stopped/<proposal id>/<n>/…                         one folder a run that came to no result, see [`StoppedFile`]
//! reorganisations/<year>/<id>/…                       one folder a reorganisation, see [`ReorgFile`]
//! ```

use jiff::{Timestamp, tz::TimeZone};
use serde::{Deserialize, Serialize};

use crate::digest::{CommitId, Sha256Hex};
use crate::path::RepoPath;
use crate::plan::PlanId;
use crate::proposal::{AgentName, EvidenceRef, Proposal, ProposalId, ReorgFile, StoppedFile};

/// The branch that the ledger is.
pub const LEDGER_REF: &str = "refs/heads/kb/ledger";

/// One file of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RoundFile {
    /// `round.yaml`, a [`Round`].
    Round,
    /// `diff.patch`: what changes, for people.
    Diff,
    /// `proposer.md`: the proposer's transcript.
    Proposer,
    /// `review.json`, a [`Review`](crate::proposal::Review).
    Review,
    /// `reviewer.md`: the reviewer's transcript.
    Reviewer,
    /// `decision.json`: the envelope of a [`Decision`](crate::proposal::Decision).
    Decision,
    /// `approval.json`: the envelope of an [`Approval`](crate::proposal::Approval).
    Approval,
    /// `human.json`, the [`Review`](crate::proposal::Review) of a person.
    Human,
    /// `dossier.json`, a [`Dossier`](crate::proposal::Dossier).
    Dossier,
    /// `merged.yaml`, a [`Merged`].
    Merged,
    /// `closed.yaml`, a [`Closed`].
    Closed,
}

impl RoundFile {
    /// Every file that a round can have.
    pub const ALL: [RoundFile; 11] = [
        RoundFile::Round,
        RoundFile::Diff,
        RoundFile::Proposer,
        RoundFile::Review,
        RoundFile::Reviewer,
        RoundFile::Decision,
        RoundFile::Approval,
        RoundFile::Human,
        RoundFile::Dossier,
        RoundFile::Merged,
        RoundFile::Closed,
    ];

    /// The file's name.
    pub fn name(self) -> &'static str {
        match self {
            RoundFile::Round => "round.yaml",
            RoundFile::Diff => "diff.patch",
            RoundFile::Proposer => "proposer.md",
            RoundFile::Review => "review.json",
            RoundFile::Reviewer => "reviewer.md",
            RoundFile::Decision => "decision.json",
            RoundFile::Approval => "approval.json",
            RoundFile::Human => "human.json",
            RoundFile::Dossier => "dossier.json",
            RoundFile::Merged => "merged.yaml",
            RoundFile::Closed => "closed.yaml",
        }
    }
}

/// The content of `round.yaml`: one head of a proposal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Round {
    /// The version of this format.
    pub version: u32,
    /// The round, from 1.
    pub round: u32,
    /// When it was opened.
    pub opened_at: Timestamp,
    /// One line: what changes.
    pub title: String,
    /// The commit that it stands on.
    pub base: CommitId,
    /// The head of the working branch; `None` when there was nothing to change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<CommitId>,
    /// Who proposed.
    pub proposer: AgentName,
}

/// The content of `merged.yaml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Merged {
    /// The version of this format.
    pub version: u32,
    /// When the gate recorded it.
    pub at: Timestamp,
    /// The merge commit.
    pub commit: CommitId,
}

/// The content of `closed.yaml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Closed {
    /// The version of this format.
    pub version: u32,
    /// When.
    pub at: Timestamp,
    /// Who, as git knows them.
    pub by: String,
    /// Why.
    pub reason: String,
}

/// The content of `pull.yaml`: the pull request that shows a proposal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PullRecord {
    /// The version of this format.
    pub version: u32,
    /// The host and the repository, such as `github.com/acme/base`.
    pub place: String,
    /// Its number there.
    pub number: u64,
    /// Where a person reads it.
    pub url: String,
}

/// The version of every record file here.
pub const RECORD_VERSION: u32 = 1;

/// What one path of the ledger holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LedgerEntry {
    /// A proposal considered these bytes of evidence.
    Considered(EvidenceRef, ProposalId),
    /// The record of a proposal.
    Proposal(ProposalId),
    /// Which pull request shows a proposal.
    Pull(ProposalId),
    /// A file of a round.
    Round(ProposalId, u32, RoundFile),
    /// A file of a run that came to no result.
    Stopped(ProposalId, u32, StoppedFile),
    /// A file of a reorganisation.
    Reorganisation(PlanId, ReorgFile),
}

impl LedgerEntry {
    /// Reads a path; `None` for what this version does not know.
    pub fn parse(path: &str) -> Option<LedgerEntry> {
        let parts: Vec<&str> = path.split('/').collect();
        match parts.as_slice() {
            ["considered", id, name] => {
                let (sha256, proposal) = name.split_once('.')?;
                let item = EvidenceRef { id: id.parse().ok()?, sha256: Sha256Hex::parse(sha256)? };
                Some(LedgerEntry::Considered(item, proposal.parse().ok()?))
            }
            ["proposals", _, id, "proposal.yaml"] => Some(LedgerEntry::Proposal(id.parse().ok()?)),
            ["proposals", _, id, "pull.yaml"] => Some(LedgerEntry::Pull(id.parse().ok()?)),
            ["proposals", _, id, "rounds", round, name] => {
                let file = RoundFile::ALL.into_iter().find(|file| file.name() == *name)?;
                Some(LedgerEntry::Round(id.parse().ok()?, number(round)?, file))
            }
            ["stopped", id, run, name] => {
                let file = StoppedFile::ALL.into_iter().find(|file| file.name() == *name)?;
                Some(LedgerEntry::Stopped(id.parse().ok()?, number(run)?, file))
            }
            ["reorganisations", _, id, pieces @ ..] => {
                Some(LedgerEntry::Reorganisation(id.parse().ok()?, ReorgFile::parse(pieces)?))
            }
            _ => None,
        }
    }
}

/// A number as kb writes it: another way to write one would be a second place for the same file.
fn number(text: &str) -> Option<u32> {
    text.parse::<u32>().ok().filter(|number| number.to_string() == text)
}

/// The path that says that `proposal` considered `item`.
pub fn considered_path(item: &EvidenceRef, proposal: &ProposalId) -> RepoPath {
    known(format!("considered/{}/{}.{proposal}", item.id, item.sha256))
}

/// The path of the record of `proposal`.
pub fn proposal_path(proposal: &Proposal) -> RepoPath {
    known(format!("{}/proposal.yaml", folder(proposal)))
}

/// The path of the record of the pull request that shows `proposal`.
pub fn pull_path(proposal: &Proposal) -> RepoPath {
    known(format!("{}/pull.yaml", folder(proposal)))
}

/// The path of `file` of round `round` of `proposal`.
pub fn round_path(proposal: &Proposal, round: u32, file: RoundFile) -> RepoPath {
    known(format!("{}/rounds/{round}/{}", folder(proposal), file.name()))
}

/// The path of `file` of run `run` of those that came to no result, under the id that their evidence gives a proposal.
pub fn stopped_path(id: &ProposalId, run: u32, file: StoppedFile) -> RepoPath {
    known(format!("stopped/{id}/{run}/{}", file.name()))
}

fn folder(proposal: &Proposal) -> String {
    let year = TimeZone::UTC.to_datetime(proposal.opened_at).year();
    format!("proposals/{year}/{}", proposal.id)
}

fn known(path: String) -> RepoPath {
    RepoPath::new(path).expect("ids, hashes and numbers hold nothing that a path may not")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proposal::Family;

    #[test]
    fn paths_read_back() {
        let id: ProposalId = "p-3f9a2c41d07b".parse().expect("an id");
        let item = EvidenceRef {
            id: "2026-11-30-call-3f9a2c".parse().expect("an id"),
            sha256: Sha256Hex::of(b"words"),
        };
        let proposal = Proposal {
            version: Proposal::VERSION,
            id: id.clone(),
            title: "Refund window".to_owned(),
            opened_at: "2026-11-30T10:00:00Z".parse().expect("a time"),
            base: CommitId("a".repeat(40)),
            head: None,
            evidence: vec![item.clone()],
            proposer: AgentName { name: "rules".to_owned(), family: Family("rules/proposer".to_owned()) },
            branch: None,
        };
        let read = |path: RepoPath| LedgerEntry::parse(path.as_str());
        let path = proposal_path(&proposal);
        assert_eq!(path.as_str(), "proposals/2026/p-3f9a2c41d07b/proposal.yaml");
        assert_eq!(read(path), Some(LedgerEntry::Proposal(id.clone())));
        for file in RoundFile::ALL {
            let entry = Some(LedgerEntry::Round(id.clone(), 12, file));
            assert_eq!(read(round_path(&proposal, 12, file)), entry);
        }
        for file in StoppedFile::ALL {
            assert_eq!(read(stopped_path(&id, 3, file)), Some(LedgerEntry::Stopped(id.clone(), 3, file)));
        }
        assert_eq!(read(pull_path(&proposal)), Some(LedgerEntry::Pull(id.clone())));
        assert_eq!(read(considered_path(&item, &id)), Some(LedgerEntry::Considered(item, id)));
        assert_eq!(LedgerEntry::parse("README.md"), None);
        for round in ["01", "+1", "1 ", "-1", ""] {
            let path = format!("proposals/2026/p-3f9a2c41d07b/rounds/{round}/review.json");
            assert_eq!(LedgerEntry::parse(&path), None, "{path}");
            assert_eq!(LedgerEntry::parse(&format!("stopped/p-3f9a2c41d07b/{round}/run.yaml")), None);
        }
        let text = crate::yaml::to_string(&proposal);
        assert_eq!(crate::yaml::from_str::<Proposal>(&text), Ok(proposal), "{text}");
    }
}

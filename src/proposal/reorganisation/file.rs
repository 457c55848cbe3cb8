//! The files of a reorganisation in the ledger, and where each lies.

use crate::path::RepoPath;
use crate::plan::{PartName, Plan};

/// One file of a reorganisation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReorgFile {
    /// `plan.yaml`, a [`Plan`].
    Plan,
    /// `mended.yaml` of a round of a part, a [`MendedRecord`](super::MendedRecord).
    Mended(PartName, u32),
    /// `loss.yaml` of a round of a part, a [`LossRecord`](super::LossRecord).
    Loss(PartName, u32),
    /// `outcomes.yaml` of a part, [`Outcomes`](super::Outcomes).
    Outcomes(PartName),
    /// `end.yaml`, an [`EndedReorg`](super::EndedReorg).
    End,
    /// `aborted.yaml`, an [`AbortedReorg`](super::AbortedReorg).
    Aborted,
}

impl ReorgFile {
    /// Reads what follows the folder of a reorganisation in a path, piece by piece.
    pub(in crate::proposal) fn parse(pieces: &[&str]) -> Option<ReorgFile> {
        match pieces {
            ["plan.yaml"] => Some(ReorgFile::Plan),
            ["end.yaml"] => Some(ReorgFile::End),
            ["aborted.yaml"] => Some(ReorgFile::Aborted),
            ["parts", part, "outcomes.yaml"] => Some(ReorgFile::Outcomes(part.parse().ok()?)),
            ["parts", part, "rounds", round, name] => {
                let (part, round) = (part.parse().ok()?, round.parse().ok()?);
                match *name {
                    "mended.yaml" => Some(ReorgFile::Mended(part, round)),
                    "loss.yaml" => Some(ReorgFile::Loss(part, round)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn below_folder(&self) -> String {
        match self {
            ReorgFile::Plan => "plan.yaml".to_owned(),
            ReorgFile::Mended(part, round) => format!("parts/{part}/rounds/{round}/mended.yaml"),
            ReorgFile::Loss(part, round) => format!("parts/{part}/rounds/{round}/loss.yaml"),
            ReorgFile::Outcomes(part) => format!("parts/{part}/outcomes.yaml"),
            ReorgFile::End => "end.yaml".to_owned(),
            ReorgFile::Aborted => "aborted.yaml".to_owned(),
        }
    }
}

/// The path of `file` of the reorganisation that follows `plan`.
pub fn reorg_path(plan: &Plan, file: &ReorgFile) -> RepoPath {
    let path = format!("reorganisations/{}/{}/{}", plan.day.year(), plan.id, file.below_folder());
    RepoPath::new(path).expect("ids, names of parts and numbers hold nothing that a path may not")
}

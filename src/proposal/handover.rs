//! What a reviewer who may push nothing hands to the merge role: the files that a review adds to the ledger, as text that
//! fits where a forge or a mail takes some. Whether to believe it is for the gate: the decision in it is signed.

use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::path::RepoPath;
use crate::proposal::{LedgerEntry, ProposalId, Review, RoundFile};

/// How many bytes a handover may have when it is unpacked.
const MAX_BYTES: u64 = 64 << 20;
/// How each part begins: the version of the form, the part, how many there are.
const START: &str = "kb-handover 1 ";

/// Says why text is no handover.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HandoverError {
    /// It is something else, or damaged.
    #[error("it is no handover that this kb can read: {0}")]
    Unreadable(String),
    /// A part is missing.
    #[error("part {missing} of {of} is missing")]
    Incomplete {
        /// The first that is missing, from 1.
        missing: usize,
        /// How many there are.
        of: usize,
    },
    /// It brings a file that is no reviewer's.
    #[error("it brings {0}, which is not a reviewer's to write")]
    NotTheirs(String),
}

/// The files of one proposal that a review adds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Handover {
    /// The proposal.
    pub proposal: ProposalId,
    /// Their texts by path in the ledger.
    pub files: BTreeMap<RepoPath, String>,
}

impl Handover {
    /// Whether a reviewer may add the file at `path` for `proposal`.
    pub fn may_hold(path: &RepoPath, proposal: &ProposalId) -> bool {
        let of_review = [
            RoundFile::Round,
            RoundFile::Review,
            RoundFile::Reviewer,
            RoundFile::Decision,
            RoundFile::Dossier,
        ];
        matches!(LedgerEntry::parse(path.as_str()),
            Some(LedgerEntry::Round(id, _, file)) if id == *proposal && of_review.contains(&file))
    }

    /// The review in it and the reviewer's transcript, where nobody has signed them.
    pub fn unsigned(&self) -> Result<(Review, String), HandoverError> {
        let text = |wanted: RoundFile| {
            self.files.iter().find(|(path, _)| path.file_name() == wanted.name()).map(|(_, text)| text)
        };
        let review = text(RoundFile::Review)
            .ok_or_else(|| HandoverError::Unreadable("there is no review in it".to_owned()))?;
        let review: Review =
            serde_json::from_str(review).map_err(|error| HandoverError::Unreadable(error.to_string()))?;
        Ok((review, text(RoundFile::Reviewer).cloned().unwrap_or_default()))
    }

    /// The handover in parts of at most `most` characters each: packed, base64, one line a part.
    pub fn to_parts(&self, most: usize) -> Vec<String> {
        let json = serde_json::to_vec(self).unwrap_or_default();
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        // Writing to a Vec cannot fail.
        let packed = encoder.write_all(&json).and_then(|()| encoder.finish()).unwrap_or_default();
        let text = STANDARD.encode(packed);
        let room = most.saturating_sub(START.len() + 16).max(1);
        let pieces: Vec<&[u8]> = text.as_bytes().chunks(room).collect();
        let count = pieces.len();
        pieces
            .into_iter()
            .enumerate()
            .map(|(at, piece)| format!("{START}{}/{count} {}", at + 1, String::from_utf8_lossy(piece)))
            .collect()
    }

    /// Reads parts, in any order, each with whatever stands around its line.
    pub fn from_parts<'a>(texts: impl IntoIterator<Item = &'a str>) -> Result<Handover, HandoverError> {
        let unreadable = |what: &dyn std::fmt::Display| HandoverError::Unreadable(what.to_string());
        let mut parts = BTreeMap::new();
        let mut count = 0;
        for line in texts.into_iter().flat_map(str::lines) {
            let Some(rest) = line.trim().strip_prefix(START) else { continue };
            let (place, data) = rest.split_once(' ').ok_or_else(|| unreadable(&"a part is cut"))?;
            let (at, of) = place.split_once('/').ok_or_else(|| unreadable(&"a part has no number"))?;
            let number = |text: &str| text.parse::<usize>().map_err(|error| unreadable(&error));
            (count, _) = (number(of)?, parts.insert(number(at)?, data));
        }
        if count == 0 {
            return Err(unreadable(&"no line of it begins a part"));
        }
        if let Some(missing) = (1..=count.min(parts.len() + 1)).find(|at| !parts.contains_key(at)) {
            return Err(HandoverError::Incomplete { missing, of: count });
        }
        let text: String = (1..=count).filter_map(|at| parts.get(&at).copied()).collect();
        let packed = STANDARD.decode(text).map_err(|error| unreadable(&error))?;
        let mut json = Vec::new();
        let read = DeflateDecoder::new(packed.as_slice()).take(MAX_BYTES).read_to_end(&mut json);
        read.map_err(|error| unreadable(&error))?;
        let handover: Handover = serde_json::from_slice(&json).map_err(|error| unreadable(&error))?;
        match handover.files.keys().find(|path| !Handover::may_hold(path, &handover.proposal)) {
            Some(path) => Err(HandoverError::NotTheirs(path.to_string())),
            None => Ok(handover),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn handover(path: &str, text: &str) -> Handover {
        let path = RepoPath::new(path).expect("a path");
        let proposal = "p-3f9a2c41d07b".parse().expect("an id");
        Handover { proposal, files: BTreeMap::from([(path, text.to_owned())]) }
    }

    const REVIEW: &str = "proposals/2026/p-3f9a2c41d07b/rounds/1/review.json";

    #[test]
    fn parts_of_any_size_and_order_read_back() {
        let text: String = (0..2_000).map(|n| format!("claim {} ", n * 7_919 % 1_009)).collect();
        let whole = handover(REVIEW, &text);
        for most in [64, 500, 65_000] {
            let mut parts = whole.to_parts(most);
            assert!(parts.iter().all(|part| part.len() <= most), "{most}");
            parts.reverse();
            let around: Vec<String> = parts.iter().map(|part| format!("```\n{part}\n```")).collect();
            assert_eq!(Handover::from_parts(around.iter().map(String::as_str)), Ok(whole.clone()));
        }
    }

    #[test]
    fn what_is_missing_is_named() {
        let text: String = (0..2_000).map(|n| format!("claim {} ", n * 7_919 % 1_009)).collect();
        let mut parts = handover(REVIEW, &text).to_parts(500);
        let of = parts.len();
        parts.remove(1);
        let read = |parts: &[String]| Handover::from_parts(parts.iter().map(String::as_str));
        assert_eq!(read(&parts), Err(HandoverError::Incomplete { missing: 2, of }));
        assert!(matches!(read(&[]), Err(HandoverError::Unreadable(_))));
        assert!(matches!(read(&["kb-handover 1 1/1 !!!".to_owned()]), Err(HandoverError::Unreadable(_))));
    }

    #[test]
    fn only_a_reviewers_files_of_that_proposal_count() {
        let others = [
            "proposals/2026/p-3f9a2c41d07b/rounds/1/approval.json",
            "proposals/2026/p-3f9a2c41d07b/rounds/1/merged.yaml",
            "proposals/2026/p-ffffffffffff/rounds/1/review.json",
            "proposals/2026/p-3f9a2c41d07b/proposal.yaml",
            "README.md",
        ];
        for path in others {
            let parts = handover(path, "x").to_parts(1_000);
            let read = Handover::from_parts(parts.iter().map(String::as_str));
            assert_eq!(read, Err(HandoverError::NotTheirs(path.to_owned())));
        }
    }
}

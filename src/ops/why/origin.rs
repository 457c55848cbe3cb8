//! The commit in which a claim came to be as it stands: words, headings and citations. Line blame is asked again and
//! again, because a line changes when its neighbour does, and a claim does not.

use crate::digest::CommitId;
use crate::note::{Claim, Note};
use crate::path::RepoPath;
use crate::port::{Blame, GitError, GitRead};
use crate::proposal::is_same_claim;

/// How many commits are looked at for one claim before it is given up as unknown.
const STEPS: usize = 1_000;

/// Where a claim comes from.
pub(super) enum Origin {
    /// From this commit.
    Commit(CommitId),
    /// History does not say, and why.
    Unknown(String),
}

/// One place at which the claim stands.
struct Spot {
    commit: CommitId,
    note: Note,
    claim: Claim,
}

/// Follows `claim` of `note`, as it stands in the working tree, back from `head`.
pub(super) fn origin(
    git: &dyn GitRead,
    head: &CommitId,
    note: &Note,
    claim: &Claim,
) -> Result<Origin, GitError> {
    let unknown = |reason: &str| Ok(Origin::Unknown(reason.to_owned()));
    let Some(committed) = git.file(head, &note.path)? else {
        return unknown("not committed: the last commit does not have this note");
    };
    let committed = Note::parse(note.path.clone(), &committed);
    let Some(mut spot) = find(head, committed, note, claim) else {
        return unknown("not committed: the last commit does not have this claim as it stands");
    };
    for _ in 0..STEPS {
        let commit = match blamed(git, &spot)? {
            Ok(commit) => commit,
            Err(reason) => return Ok(Origin::Unknown(reason)),
        };
        match earlier(git, &commit, &spot)? {
            Some(before) => spot = before,
            None => return Ok(Origin::Commit(commit)),
        }
    }
    unknown("its history is too long to follow")
}

/// The claim in `candidate`, the one nearest to where it stands in `note` when it is there twice.
fn find(commit: &CommitId, candidate: Note, note: &Note, claim: &Claim) -> Option<Spot> {
    let distance = |found: &Claim| found.lines.first().abs_diff(claim.lines.first());
    let found = candidate
        .claims()
        .iter()
        .filter(|found| is_same_claim((&candidate, found), (note, claim)))
        .min_by_key(|found| distance(found))?
        .clone();
    Some(Spot { commit: commit.clone(), note: candidate, claim: found })
}

/// The youngest of the commits that last touched the claim's lines, or why that is unknown.
fn blamed(git: &dyn GitRead, spot: &Spot) -> Result<Result<CommitId, String>, GitError> {
    let mut youngest: Option<CommitId> = None;
    for line in spot.claim.lines.first()..=spot.claim.lines.last() {
        let commit = match git.blame(&spot.commit, &spot.note.path, line)? {
            Blame::Commit(commit) => commit,
            Blame::Uncommitted => return Ok(Err("not committed".to_owned())),
            Blame::NoCommits => return Ok(Err("the repository has no commit yet".to_owned())),
            Blame::Shallow(boundary) => {
                let short = boundary.short();
                return Ok(Err(format!(
                    "at or before {short}, where this shallow clone ends; `git fetch --unshallow` gets the rest"
                )));
            }
        };
        youngest = match youngest {
            Some(known) if known == commit || git.is_ancestor(&commit, &known)? => Some(known),
            _ => Some(commit),
        };
    }
    Ok(youngest.ok_or_else(|| "not committed".to_owned()))
}

/// Where the claim stood in a parent of `commit`, in the same note or in one that it was moved from; `None` when
/// `commit` brought it.
fn earlier(git: &dyn GitRead, commit: &CommitId, spot: &Spot) -> Result<Option<Spot>, GitError> {
    for parent in git.commit(commit)?.parents {
        if let Some(bytes) = git.file(&parent, &spot.note.path)? {
            let note = Note::parse(spot.note.path.clone(), &bytes);
            if let Some(found) = find(&parent, note, &spot.note, &spot.claim) {
                return Ok(Some(found));
            }
        }
        for path in git.changed_paths(&parent, commit)? {
            let Some(path) = String::from_utf8(path).ok().and_then(|path| RepoPath::new(path).ok()) else {
                continue;
            };
            if path == spot.note.path || !path.is_markdown() {
                continue;
            }
            let Some(before) = git.file(&parent, &path)? else { continue };
            let Some(found) = find(&parent, Note::parse(path.clone(), &before), &spot.note, &spot.claim)
            else {
                continue;
            };
            // A claim that also stays where it was is a copy, and a copy is new.
            let stays = match git.file(commit, &path)? {
                Some(after) => find(commit, Note::parse(path, &after), &spot.note, &spot.claim).is_some(),
                None => false,
            };
            if !stays {
                return Ok(Some(found));
            }
        }
    }
    Ok(None)
}

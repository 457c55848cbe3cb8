//! Summaries of folders as a pull request: kb pushes to no main. Nothing in it has to be believed: who reviews and who merges
//! makes them again from main, and takes what is the same and nothing else.

use serde::Serialize;

use super::fetch::{Shared, bring_refs, fetch, same_main};
use super::{LABEL, PullsError, Sides};
use crate::change::ChangeSet;
use crate::digest::CommitId;
use crate::ops::summaries::{SummariesReport, changed, commit, message};
use crate::ops::target::Target;
use crate::port::{
    CheckConclusion, Event, ForgeFault, GitGate, NewCheck, NewMerge, NewPull, Pull, PullEdit, PullState,
    Push, RemoteFault, TreeEntryKind,
};
use crate::summary::Extract;

/// The branch that brings summaries.
pub const BRANCH: &str = "kb/summaries";

/// What became of the summaries over there.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub struct Offered {
    /// The summaries.
    pub report: SummariesReport,
    /// The pull request that brings them; `None` where all are current.
    pub pull: Option<OfferedPull>,
}

/// A pull request that brings summaries.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub struct OfferedPull {
    /// Its number.
    pub number: u64,
    /// Where a person reads it.
    pub url: String,
}

/// Writes the summaries as a commit on main that a pull request brings. They are extracts: what a model wrote cannot be made
/// again, and so not be proved.
pub fn offer(sides: &Sides<'_>) -> Result<Offered, PullsError> {
    let shared = fetch(sides)?;
    same_main(sides, &shared)?;
    let (mut report, made) = commit(sides.workspace, sides.git, &Extract, &shared.target)?;
    let Some(made) = made else { return Ok(Offered { report, pull: None }) };
    let pull = brought(sides, &shared, &report, &made)?;
    report.commit = Some(made);
    Ok(Offered { report, pull: Some(OfferedPull { number: pull.number, url: pull.url }) })
}

/// Pushes `made` to the branch, unless the same lies there, and opens the pull request, unless there is one.
fn brought(
    sides: &Sides<'_>,
    shared: &Shared,
    report: &SummariesReport,
    made: &CommitId,
) -> Result<Pull, PullsError> {
    let name = format!("refs/heads/{BRANCH}");
    let there = shared.at(&name);
    let content = |commit: &CommitId| {
        let info = sides.git.commit(commit)?;
        Ok::<_, PullsError>((info.tree, info.parents))
    };
    if there.map(content).transpose()? != Some(content(made)?) {
        sides.remote.push(&[Push { name: &name, new: Some(made), expected: there }])?;
    }
    if let Some(pull) = open(sides)? {
        return Ok(pull);
    }
    let count = report.written.len() + report.removed.len();
    let title = format!("Summaries of {count} folder{}", if count == 1 { "" } else { "s" });
    let body = "These files are made from the notes of the base by `kb build --commit`, and from nothing else.\n\n\
                Nobody has to read them: the reviewer and the gate each make them again, and let this pass only where \
                every byte is the same. When main moves on they are made afresh.\n";
    let new = NewPull {
        head_branch: BRANCH,
        base_branch: shared.target.branch(),
        title: &title,
        body,
        draft: false,
    };
    let pull = sides.forge.open(&new)?;
    let labels = PullEdit { labels: Some(&[LABEL]), ..PullEdit::default() };
    Ok(sides.forge.edit(&pull, &labels)?)
}

/// The open pull request that brings summaries.
fn open(sides: &Sides<'_>) -> Result<Option<Pull>, PullsError> {
    let pulls = sides.forge.pulls_of(BRANCH)?;
    Ok(pulls.into_iter().find(|pull| !pull.is_fork && pull.state == PullState::Open))
}

/// What making the summaries again says of a pull request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "proof", content = "reason")]
pub enum Proof {
    /// It brings exactly what comes of its base, which is main.
    Same,
    /// It brings something else.
    Other(String),
    /// Main moved on, or it goes elsewhere: it is made afresh after the next merge.
    Stale,
}

/// Makes the summaries of main again and compares: what the pull request brings, byte by byte and nothing else.
fn proof(sides: &Sides<'_>, target: &Target, pull: &Pull, wanted: &ChangeSet) -> Result<Proof, PullsError> {
    let git = sides.git;
    if pull.base_branch != target.branch() || git.commit(&pull.head)?.parents != [target.commit.clone()] {
        return Ok(Proof::Stale);
    }
    let brought = git.differences(Some(&target.commit), &pull.head)?;
    let mut same = 0;
    for difference in &brought {
        let shown = difference.shown();
        let Some(change) = difference.repo_path().and_then(|path| wanted.get(&path)) else {
            return Ok(Proof::Other(format!("{shown} is no summary that has to change")));
        };
        let bytes = match &difference.after {
            None => None,
            Some((TreeEntryKind::File, blob)) => Some(git.blob(blob)?),
            Some(_) => return Ok(Proof::Other(format!("{shown} is no plain file"))),
        };
        if bytes != change.after {
            return Ok(Proof::Other(format!("{shown} is not what the notes of the base give")));
        }
        same += 1;
    }
    if same < wanted.iter().count() {
        return Ok(Proof::Other(format!("{} summaries are missing", wanted.iter().count() - same)));
    }
    Ok(Proof::Same)
}

/// Says as the reviewer whether the pull request brings what a rebuild gives; nothing where main moved on.
pub fn attest(sides: &Sides<'_>, number: u64, post: bool) -> Result<Proof, PullsError> {
    let pull = sides.forge.pull(number)?;
    let shared = fetch(sides)?;
    same_main(sides, &shared)?;
    bring_refs(sides, [format!("refs/pull/{number}/head").as_str()])?;
    let (_, wanted) = changed(sides.workspace, sides.git, &Extract, &shared.target)?;
    let proof = proof(sides, &shared.target, &pull, &wanted)?;
    let (conclusion, title) = match &proof {
        Proof::Same => (CheckConclusion::Success, "made again, every byte is the same"),
        Proof::Other(reason) => (CheckConclusion::Failure, reason.as_str()),
        Proof::Stale => return Ok(proof),
    };
    if post {
        sides.forge.check(&NewCheck {
            name: super::post::CHECK,
            head: &pull.head,
            conclusion,
            title,
            summary: "Summaries hold no claim. They were made again from the notes of the base and compared.",
            text: "",
            external_id: BRANCH,
        })?;
    }
    Ok(proof)
}

/// Has the forge merge the pull request that brings summaries, where a rebuild gives the same; the commit of the merge.
pub(super) fn land(sides: &Sides<'_>, gate: &dyn GitGate) -> Result<Option<CommitId>, PullsError> {
    let Some(pull) = open(sides)? else { return Ok(None) };
    let shared = fetch(sides)?;
    let target = &shared.target;
    bring_refs(sides, [format!("refs/pull/{}/head", pull.number).as_str()])?;
    let (report, wanted) = changed(sides.workspace, sides.git, &Extract, target)?;
    match proof(sides, target, &pull, &wanted)? {
        Proof::Same => {}
        Proof::Stale => return Ok(None),
        Proof::Other(reason) => {
            let number = pull.number;
            let warning = format!(
                "pull request {number} is no summary of main: {reason}; `kb build --commit --publish` makes it afresh"
            );
            sides.workspace.events.emit(Event::Warn(warning));
            return Ok(None);
        }
    }
    sides.forge.check(&NewCheck {
        name: super::land::GUARD,
        head: &pull.head,
        conclusion: CheckConclusion::Success,
        title: "the gate made the same summaries",
        summary: "They were made again from the notes of the base: every byte is the same, and nothing else changes.",
        text: "",
        external_id: BRANCH,
    })?;
    // Its own message, and not that of the branch, which others may push to.
    let message = message(&report, sides.git.tree(&target.commit)?.as_str());
    let (title, rest) = message.split_once('\n').unwrap_or((&message, ""));
    let merge = NewMerge { head: &pull.head, title, message: rest.trim_matches('\n') };
    let merged = match sides.forge.merge(pull.number, &merge) {
        Ok(merged) => merged,
        // The reviewer has not said so yet, or main moved: the next run looks again.
        Err(ForgeFault::Conflict { .. }) => return Ok(None),
        Err(fault) => return Err(fault.into()),
    };
    bring_refs(sides, [target.name.as_str()])?;
    let (made, head) = (sides.git.commit(&merged)?, sides.git.commit(&pull.head)?);
    if made.tree != head.tree || made.parents.first() != Some(&target.commit) {
        return Err(PullsError::OtherSummaries { place: sides.forge.place().to_owned(), commit: merged });
    }
    gate.advance(&target.name, &target.commit, &merged, "kb merge --run: summaries")?;
    // The forge may have removed the branch itself.
    match sides.remote.push(&[Push {
        name: &format!("refs/heads/{BRANCH}"),
        new: None,
        expected: Some(&pull.head),
    }]) {
        Ok(()) | Err(RemoteFault::Moved { .. } | RemoteFault::Missing { .. }) => {}
        Err(fault) => return Err(fault.into()),
    }
    Ok(Some(merged))
}

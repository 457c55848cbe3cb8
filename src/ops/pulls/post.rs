//! Posting a review that the ledger here has: one review a head, one comment a finding, one summary, and the check that carries
//! the signed decision to the merge role. A verdict on a head that is no longer the pull request's is not posted.

use serde::Serialize;

use super::describe::links;

use super::receive::handover;
use super::threads::{Answer, answer, settle};
use super::{PullsError, Sides};
use crate::digest::CommitId;
use crate::ops::gate::Contrast;
use crate::ops::ledger::Ledger;
use crate::ops::target::Target;
use crate::path::RepoPath;
use crate::port::{Anchor, CheckConclusion, Event, NewCheck, NewComment, NewReview, Pull, ReviewEvent};
use crate::proposal::{Outcome, ProposalId, Review, WorkingBranch};
use crate::pull::{Links, Marker, MarkerKind, Remark, plan, remarks, summary};
use crate::redact::Redaction;
use crate::text::{CommentPlace, Hunks, LineIndex};

/// The check by which the reviewer's App speaks.
pub(super) const CHECK: &str = "kb/review";
/// How much text a check run takes on GitHub, less a margin.
const CHECK_TEXT: usize = 65_000;
/// How many comments one review posts; the rest goes into the summary.
const MOST_COMMENTS: usize = 50;

/// What was posted.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub struct PostReport {
    /// The number of the pull request.
    pub number: u64,
    /// Where a person reads it.
    pub url: String,
    /// The proposal.
    pub proposal: ProposalId,
    /// The commit that was judged; `None` where there is no review of the head.
    pub head: Option<CommitId>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// Whether the verdict is posted: not where the head moved meanwhile.
    pub posted: bool,
    /// Findings said for the first time.
    pub new: usize,
    /// Findings that stand as before.
    pub kept: usize,
    /// Threads that were opened again.
    pub reopened: usize,
    /// Threads that were resolved.
    pub resolved: usize,
    /// Findings that are gone and were answered so, in threads that somebody resolves who may.
    pub answered: usize,
    /// Findings that have no line in the diff and stand in the summary.
    pub in_summary: usize,
}

/// Posts the review of the present head of the pull request `number`.
pub fn post(sides: &Sides<'_>, number: u64) -> Result<PostReport, PullsError> {
    let pull = sides.forge.pull(number)?;
    let no_proposal = || PullsError::NoProposal { number, branch: pull.head_branch.clone() };
    let branch: WorkingBranch = pull.head_branch.parse().map_err(|_| no_proposal())?;
    let proposal = branch.proposal();
    let record = Ledger::open(sides.git)?.record(sides.git, &proposal)?;
    let review = record.review(sides.git, record.round.round)?.filter(|review| review.head == pull.head);
    let mut report = PostReport {
        number,
        url: pull.url.clone(),
        proposal,
        head: review.as_ref().map(|review| review.head.clone()),
        outcome: review.as_ref().map(|review| review.outcome),
        posted: false,
        new: 0,
        kept: 0,
        reopened: 0,
        resolved: 0,
        answered: 0,
        in_summary: 0,
    };
    let Some(review) = review else { return Ok(report) };
    sides.workspace.events.emit(Event::Stage { what: "posting", total: None });
    let target = Target::read(sides.workspace, sides.git)?;
    let vault = Contrast::of(sides.workspace, sides.git, &review.base, &review.head)?.head;
    let line_of = |path: &RepoPath, line: u32| {
        // What a change breaks may stand in a note that is the same.
        let same = || Some(String::from_utf8_lossy(&sides.git.file(&review.head, path).ok()??).into_owned());
        let text = vault.note(path.as_str()).map(|note| note.text.clone()).or_else(same)?;
        LineIndex::new(&text).line_text(&text, line).map(str::to_owned)
    };
    let links = links(sides, &vault, &review.head);
    let remarks = remarks(&review, &links, &line_of);
    let patch = sides.remote.patch(&target.commit, &review.head)?;
    talk(sides, &pull, &review, &remarks, &Hunks::read(&patch), &links, &mut report)?;
    check(sides, &review)?;
    sides.workspace.events.emit(Event::StageEnd);
    report.posted = true;
    Ok(report)
}

/// Review, threads and summary.
fn talk(
    sides: &Sides<'_>,
    pull: &Pull,
    review: &Review,
    remarks: &[Remark],
    hunks: &Hunks,
    links: &Links,
    report: &mut PostReport,
) -> Result<(), PullsError> {
    let account = sides.forge.account()?;
    let threads = sides.forge.threads(pull.number)?;
    let plan = plan(remarks, &threads, &account.login);
    let (mut comments, mut in_summary) = (Vec::new(), Vec::new());
    for remark in &plan.post {
        match placed(remark, hunks).filter(|_| comments.len() < MOST_COMMENTS) {
            Some(comment) => comments.push(comment),
            None => in_summary.push(*remark),
        }
    }
    let redaction = Redaction::secrets();
    let marker = Marker::new(MarkerKind::Review, &review.head).to_string();
    let event = match review.outcome {
        // Nobody judges what they opened themselves, as one token for every role would: the forge refuses it.
        _ if pull.author == account.login => ReviewEvent::Comment,
        Outcome::Approved => ReviewEvent::Approve,
        Outcome::Rejected => ReviewEvent::RequestChanges,
        Outcome::Escalated => ReviewEvent::Comment,
    };
    let body = format!("{}\n\n{marker}", headline(review));
    let new = NewReview { head: &review.head, event, body: &body, marker: &marker, comments: &comments };
    sides.forge.review(pull.number, &new)?;
    for thread in &plan.reopen {
        answer(sides, thread, Answer::Stands, &review.head)?;
    }
    for thread in &plan.resolve {
        answer(sides, thread, Answer::Gone, &review.head)?;
    }
    let resolved = settle(sides, pull.number, &sides.forge.threads(pull.number)?)?;
    let text = summary(review, &in_summary, links);
    let sign = Marker::new(MarkerKind::Summary, &review.proposal).to_string();
    sides.forge.sticky(pull.number, &sign, &redaction.text(&text))?;
    report.new = comments.len();
    report.kept = plan.keep.len();
    report.reopened = plan.reopen.len();
    report.resolved = resolved;
    report.answered = plan.resolve.len().saturating_sub(resolved);
    report.in_summary = in_summary.len();
    Ok(())
}

/// The first line of a review; what it says of lines stands in its comments, the rest in the summary.
fn headline(review: &Review) -> String {
    match review.outcome {
        Outcome::Approved => format!("Every changed claim is supported, round {}.", review.round),
        Outcome::Rejected => format!("Not every changed claim is supported, round {}.", review.round),
        Outcome::Escalated => format!("A person decides, round {}.", review.round),
    }
}

/// `remark` as a comment in the diff; `None` where its line is not in it.
fn placed(remark: &Remark, hunks: &Hunks) -> Option<NewComment> {
    let path = remark.path.as_str();
    let redaction = Redaction::secrets();
    let body = redaction.text(&remark.body()).into_owned();
    let (anchor, body) = match hunks.place(path, remark.side, remark.line..=remark.line, None) {
        CommentPlace::Lines { start, line, moved } => {
            let note = if moved { format!("About line {}.\n\n", remark.line) } else { String::new() };
            (Anchor::Lines { side: remark.side, start, line }, format!("{note}{body}"))
        }
        CommentPlace::File => (Anchor::File, format!("About line {}.\n\n{body}", remark.line)),
        CommentPlace::Summary => return None,
    };
    Some(NewComment { path: path.to_owned(), anchor, body })
}

/// The check, and what it carries.
fn check(sides: &Sides<'_>, review: &Review) -> Result<(), PullsError> {
    let handover = handover(sides.git, &review.proposal, review.round)?;
    let parts = handover.to_parts(CHECK_TEXT);
    let (conclusion, title) = match review.outcome {
        Outcome::Approved => (CheckConclusion::Success, "every changed claim is supported"),
        Outcome::Rejected => (CheckConclusion::Failure, "not every changed claim is supported"),
        Outcome::Escalated => (CheckConclusion::ActionRequired, "a person decides"),
    };
    let external_id = format!("{}.{}", review.proposal, review.round);
    // The first part comes last: once it is there, all of them are.
    for (at, part) in parts.iter().enumerate().rev() {
        let name = if at == 0 { CHECK.to_owned() } else { format!("{CHECK}-record-{}", at + 1) };
        let check = NewCheck {
            name: &name,
            head: &review.head,
            conclusion: if at == 0 { conclusion } else { CheckConclusion::Neutral },
            title: if at == 0 { title } else { "what the review says, continued" },
            summary: "What stands below is read by the merge role, which believes the signature in it and nothing else.",
            text: part,
            external_id: &external_id,
        };
        sides.forge.check(&check)?;
    }
    Ok(())
}

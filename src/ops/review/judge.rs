//! Judging one head: fence first, then the reviewer, then the reviewer's word (I4), then the signature.

use super::keep::kept;
use super::session::Session;
use super::{ReviewError, Reviewed};
use crate::digest::{CommitId, TreeId};
use crate::evidence::EvidenceId;
use crate::ops::gate::{Refusal, Refused, Trees, change_set, merged_tree, new_errors, risks, self_asserted};
use crate::ops::ledger::{Entry, Record};
use crate::ops::seek::Seeker;
use crate::ops::spending::Teller;
use crate::ops::stopped;
use crate::ops::target::Target;
use crate::path::RepoPath;
use crate::port::{AgentError, GitError, GitRead, ReviewTask, Reviewed as Answer, Signer, fault};
use crate::proposal::{
    AgentName, Decision, Envelope, Family, Handover, Outcome, RECORD_VERSION, Review, ReviewFinding, Role,
    Round, RoundFile, State, Stopped, Verdict, Void, changed_claims, content, one_line, round_path, voids,
};
use crate::redact::Redaction;
use crate::yaml;

/// How often a reviewer is asked whose word turns out void.
const ANSWERS: u32 = 2;

/// Where the proposal's head is: its working branch.
fn head(git: &dyn GitRead, record: &Record) -> Result<Option<CommitId>, GitError> {
    git.reference(&record.proposal.branch().reference())
}

/// Why the proposal cannot stand on main as it is now; `None` when it can.
pub(in crate::ops) fn staleness(
    git: &dyn GitRead,
    target: &Target,
    record: &Record,
) -> Result<Option<Refusal>, GitError> {
    let Some(head) = head(git, record)? else { return Ok(None) };
    let Some(base) = git.merge_base(&target.commit, &head)? else {
        return Ok(Some(Refusal::StaleBase("the two have no common history".to_owned())));
    };
    Ok(merged_tree(git, &base, &target.commit, &head)?.err())
}

/// Records a head that somebody pushed to the working branch as a round of its own, by its author.
pub(super) fn adopt_head(session: &mut Session<'_>, record: &Record) -> Result<Record, ReviewError> {
    let git = session.git;
    let Some(head) = head(git, record)?.filter(|head| record.round.head.as_ref() != Some(head)) else {
        return Ok(record.clone());
    };
    let info = git.commit(&head)?;
    let now = session.workspace.clock.now();
    let round = Round {
        version: RECORD_VERSION,
        round: record.round.round + 1,
        opened_at: now,
        title: one_line(info.message.lines().next().unwrap_or_default()),
        base: git.merge_base(&session.target.commit, &head)?.unwrap_or_else(|| record.round.base.clone()),
        head: Some(head),
        proposer: AgentName {
            name: one_line(&format!("{} <{}>", info.author.name, info.author.email)),
            family: Family::person(),
        },
    };
    if session.signer.is_some() {
        let path = round_path(&record.proposal, round.round, RoundFile::Round);
        Entry::new(format!("{}: round {}: {}", record.proposal.id, round.round, round.title))
            .file(path, yaml::to_string(&round))
            .append(git, &git.user()?, now)?;
        session.reread()?;
    }
    let mut adopted = record.clone();
    adopted.round = round;
    Ok(adopted)
}

/// Judges the head of `record`.
pub(super) fn judge(session: &mut Session<'_>, record: &Record) -> Result<Reviewed, ReviewError> {
    let git = session.git;
    let id = &record.proposal.id;
    let mut reviewed = Reviewed::untouched(record, State::Open);
    let Some(head_id) = record.round.head.clone() else { return Ok(reviewed) };
    let target = session.target.clone();
    let parted = git.merge_base(&target.commit, &head_id)?.unwrap_or_else(|| target.commit.clone());
    let tree = match merged_tree(git, &parted, &target.commit, &head_id)? {
        Ok(tree) => tree,
        Err(refusal) => {
            reviewed.refused.push(Refused::of(&refusal, id.as_str()));
            return Ok(reviewed);
        }
    };
    let trees = Trees::read(git, &parted, &head_id)?;
    let mut refusals = trees.fence(&target.layout);
    let base = session.vault(&parted)?;
    let changes = change_set(git, &trees.differences())?;
    let head = base.with_changes(&changes);
    refusals.extend(self_asserted(&base, &head));
    let reviewer = session.agents.reviewer.name();
    let same_family = record.round.proposer.family == reviewer.family;
    refusals.extend(families(&record.round.proposer, &reviewer, session.allows_same_family));
    if !refusals.is_empty() {
        reviewed.refused = refusals.iter().map(|refusal| Refused::of(refusal, id.as_str())).collect();
        return Ok(reviewed);
    }
    let evidence: Vec<EvidenceId> = record.proposal.evidence.iter().map(|item| item.id.clone()).collect();
    let seek = Seeker::new(session.workspace, parted.clone());
    let teller = Teller {
        events: session.workspace.events,
        proposal: id,
        round: record.round.round,
        agent: reviewer.name.clone(),
        budget: &target.config.budget,
        before: session.spent(),
    };
    let task = ReviewTask {
        base: &base,
        head: &head,
        changes: &changes,
        evidence: &evidence,
        config: &target.config,
        seek: &seek,
        before: session.spent(),
        spends: &|run| teller.so_far(run),
    };
    let changed = changed_claims(&base, &head);
    reviewed.risks = risks(&base, &head, &changed, &target.config.gate.risk);
    let content = content(&base, &head, &changes, &changed);
    let earlier = session.agents.reviewer.spent();
    let kept = kept(session, record, &content, &reviewer)?
        .filter(|(_, answer)| voids(&answer.verdicts, &changed, &head).is_empty());
    reviewed.kept = kept.as_ref().map(|(round, _)| *round);
    let heard = match kept {
        Some((_, answer)) => Ok((answer, None)),
        None => heard(session, &task),
    };
    let spent = session.agents.reviewer.spent().since(earlier);
    teller.over(spent);
    let (mut answer, silent) = match heard {
        Err(ReviewError::Agent(error)) => {
            if session.signer.is_some() {
                let (agent, evidence) = (reviewer, record.proposal.evidence.as_slice());
                let run = stopped::Run { id, role: Role::Reviewer, agent, base: &parted, evidence, spent };
                stopped::keep(session.workspace, git, run, &error)?;
            }
            return Err(error.into());
        }
        heard => heard?,
    };
    answer.findings.extend(blocking(new_errors(&base, &head, &target.config)));
    let outcome = match silent {
        Some(_) => Outcome::Escalated,
        None => outcome(&answer, target.config.gate.human_approval || !reviewed.risks.is_empty()),
    };
    let review = Review {
        version: Review::VERSION,
        proposal: id.clone(),
        round: record.round.round,
        base: parted,
        head: head_id,
        reviewer,
        verdicts: answer.verdicts,
        findings: answer.findings,
        outcome,
        same_family,
        content: Some(content),
    };
    match session.signer {
        Some(signer) => sign(session, signer, record, &review, tree, &answer.transcript)?,
        None => reviewed.unsigned = Some(unsigned(record, &review, &answer.transcript)),
    }
    reviewed.state = outcome.into();
    reviewed.silent = silent;
    reviewed.tell(&review);
    Ok(reviewed)
}

/// I3: proposer and reviewer differ in family and in name.
fn families(proposer: &AgentName, reviewer: &AgentName, is_allowed: bool) -> Option<Refusal> {
    if proposer.family == reviewer.family && !is_allowed {
        return Some(Refusal::SameFamily(reviewer.family.to_string()));
    }
    (proposer.name == reviewer.name)
        .then(|| Refusal::SelfReview(format!("`{}` would review its own proposal", reviewer.name)))
}

/// The reviewer's word; where there is none that counts, an empty one that blocks, and why: a person decides then.
fn heard(
    session: &Session<'_>,
    task: &ReviewTask<'_>,
) -> Result<(Answer, Option<(Stopped, String)>), ReviewError> {
    let (stopped, why, transcript) = match ask(session, task) {
        Err(ReviewError::Agent(AgentError::Void { agent, message, transcript })) => {
            (Stopped::VoidReview, format!("the review of {agent} is void (I4): {message}"), transcript)
        }
        Err(ReviewError::Agent(AgentError::Stopped { agent, why, transcript })) if session.converges => {
            (Stopped::NoReview, format!("{agent} came to no review: {why}"), transcript)
        }
        answer => return Ok((answer?, None)),
    };
    let path = task.changes.iter().map(|(path, _)| path.clone()).next();
    let finding = |path| ReviewFinding {
        rule: stopped.name().to_owned(),
        blocks: true,
        path,
        line: 1,
        message: why.clone(),
    };
    let findings = path.into_iter().map(finding).collect();
    Ok((Answer { verdicts: Vec::new(), findings, transcript }, Some((stopped, why))))
}

/// Asks the reviewer, and again when its word is void.
fn ask(session: &Session<'_>, task: &ReviewTask<'_>) -> Result<Answer, ReviewError> {
    let changed = changed_claims(task.base, task.head);
    let (mut last, mut transcript) = (Vec::new(), String::new());
    for _ in 0..ANSWERS {
        let answer = session.agents.reviewer.review(task)?;
        last = voids(&answer.verdicts, &changed, task.head);
        if last.is_empty() {
            return Ok(answer);
        }
        transcript = answer.transcript;
    }
    let agent = session.agents.reviewer.name().to_string();
    let message = last.iter().map(Void::to_string).collect::<Vec<_>>().join("; ");
    Err(AgentError::Void { agent, message, transcript }.into())
}

/// Errors of the check as findings that stand in the way.
fn blocking(errors: Vec<Refusal>) -> Vec<ReviewFinding> {
    let finding = |error| match error {
        Refusal::CheckFailed { rule, path, line, message } => {
            let path = RepoPath::new(path).ok()?;
            Some(ReviewFinding { rule, blocks: true, path, line, message })
        }
        _ => None,
    };
    errors.into_iter().filter_map(finding).collect()
}

fn outcome(answer: &Answer, human_approval: bool) -> Outcome {
    let supported = answer.verdicts.iter().all(|verdict| verdict.verdict == Verdict::Supported);
    match supported && !answer.findings.iter().any(|finding| finding.blocks) {
        true if human_approval => Outcome::Escalated,
        true => Outcome::Approved,
        false => Outcome::Rejected,
    }
}

/// The review as it can be handed to whoever holds the key.
fn unsigned(record: &Record, review: &Review, transcript: &str) -> Handover {
    let path = |file| round_path(&record.proposal, review.round, file);
    let files = [
        (path(RoundFile::Review), String::from_utf8_lossy(&review.to_json()).into_owned()),
        (path(RoundFile::Reviewer), Redaction::secrets().text(transcript).into_owned()),
    ];
    Handover { proposal: review.proposal.clone(), files: files.into() }
}

/// Signs the decision and records review, transcript and decision in one commit of the ledger.
fn sign(
    session: &mut Session<'_>,
    signer: &dyn Signer,
    record: &Record,
    review: &Review,
    tree: TreeId,
    transcript: &str,
) -> Result<(), ReviewError> {
    let now = session.workspace.clock.now();
    let decision = Decision {
        proposal: review.proposal.clone(),
        round: review.round,
        target: session.target.name.clone(),
        base: session.target.commit.clone(),
        head: review.head.clone(),
        tree,
        proposer: record.round.proposer.clone(),
        reviewer: review.reviewer.clone(),
        review: review.sha256(),
        outcome: review.outcome,
        same_family: review.same_family,
        decided_at: now,
    };
    let envelope = Envelope::seal(&decision, signer.key_id(), |message| signer.sign(message));
    let path = |file| round_path(&record.proposal, review.round, file);
    let state = State::from(review.outcome).name();
    fault::point("review.before-ledger");
    Entry::new(format!("{}: round {}: {state}", review.proposal, review.round))
        .file(path(RoundFile::Review), review.to_json())
        .file(path(RoundFile::Reviewer), Redaction::secrets().text(transcript).into_owned())
        .file(path(RoundFile::Decision), envelope.to_json())
        .append(session.git, &session.git.user()?, now)?;
    fault::point("review.after-ledger");
    session.reread()
}

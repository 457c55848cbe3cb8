//! `kb review --iterate`: to agreement, or to a person. Proposers are scripted; git, ledger, reviewer and gate are real.

use std::cell::RefCell;
use std::collections::VecDeque;

use kb::change::ChangeSet;
use kb::ops::Workspace;
use kb::ops::propose::{ProposeOptions, propose};
use kb::ops::review::{Agents, ReviewOptions, Reviewed, review};
use kb::path::RepoPath;
use kb::port::{
    AgentError, Clock, Draft, Event, Events, ProposeTask, Proposer, ReviewTask, Reviewed as Answer, Reviewer,
};
use kb::proposal::{AgentName, Family, ProposalId, Spent, State, Stopped};
use kb::store::files::Tree;
use kb::store::git::Repository;
use kb::store::keys::{KeyFile, KeyRole};
use kb::verify::Auditor;

use crate::TestRepo;
use crate::stage::{ledger_file, note, refunds, round, with_evidence};

const QUOTE: &str = "The refund window is 7 days after receipt.";

/// Proposes one text of `knowledge/refunds.md` after the other; the last one again and again.
struct Scripted {
    texts: RefCell<VecDeque<String>>,
    family: &'static str,
    spent: RefCell<Spent>,
}

impl Scripted {
    fn new(texts: impl IntoIterator<Item = String>) -> Scripted {
        Scripted {
            texts: RefCell::new(texts.into_iter().collect()),
            family: "scripted",
            spent: RefCell::default(),
        }
    }
}

impl Proposer for Scripted {
    fn name(&self) -> AgentName {
        AgentName { name: "scripted 1".to_owned(), family: Family(self.family.to_owned()) }
    }

    fn spent(&self) -> Spent {
        *self.spent.borrow()
    }

    fn propose(&self, task: &ProposeTask<'_>) -> Result<Draft, AgentError> {
        self.spent.borrow_mut().tokens += 1_000;
        let mut texts = self.texts.borrow_mut();
        let text = if texts.len() > 1 { texts.pop_front() } else { texts.front().cloned() };
        let path = RepoPath::new("knowledge/refunds.md").expect("a path");
        let mut changes = ChangeSet::new();
        let text = text.expect("a text").into_bytes();
        match task.vault.note(path.as_str()) {
            Some(note) => changes.edit(path, note.text.as_bytes(), text),
            None => changes.create(path, text),
        }
        let title = "Refunds".to_owned();
        Ok(Draft {
            changes,
            title,
            summary: "The window.".to_owned(),
            transcript: "Thought of it.".to_owned(),
        })
    }
}

/// Never has a word that counts.
struct Mute;

impl Reviewer for Mute {
    fn name(&self) -> AgentName {
        AgentName { name: "mute 1".to_owned(), family: Family("mute".to_owned()) }
    }

    fn review(&self, _: &ReviewTask<'_>) -> Result<Answer, AgentError> {
        Ok(Answer { verdicts: Vec::new(), findings: Vec::new(), transcript: "…".to_owned() })
    }
}

struct At(&'static str);

impl Clock for At {
    fn now(&self) -> jiff::Timestamp {
        self.0.parse().expect("a time")
    }
}

impl Events for At {
    fn emit(&self, _: Event) {}
}

/// Proposes with `proposer`, then lets it and `reviewer` go on until they agree.
fn iterate(repo: &TestRepo, proposer: &Scripted, reviewer: &dyn Reviewer) -> (ProposalId, Reviewed) {
    reviewed(repo, proposer, reviewer, &ReviewOptions { iterate: true, ..ReviewOptions::default() })
}

fn reviewed(
    repo: &TestRepo,
    proposer: &Scripted,
    reviewer: &dyn Reviewer,
    options: &ReviewOptions,
) -> (ProposalId, Reviewed) {
    repo.git(["config", "user.name", "Ada Tester"]);
    repo.git(["config", "user.email", "ada@example.org"]);
    let (repository, here) =
        (Repository::open(&repo.root()).expect("a repository"), At("2026-11-30T12:00:00Z"));
    let (reader, writer) = (repository.reader(), repository.writer());
    let tree = Tree::open(&repo.root()).expect("a tree");
    let workspace = Workspace::open(&tree, Some(&reader), &here, &here).expect("a workspace");
    propose(&workspace, &writer, proposer, &ProposeOptions::default()).expect("a proposal");
    let key = KeyFile::read(&repo.root(), KeyRole::Reviewer).expect("the reviewer's key");
    let agents = Agents { proposer, reviewer, signer: Some(&key), beside: None };
    let report = review(&workspace, &writer, &agents, options).expect("a review");
    let reviewed = report.reviewed.into_iter().next().expect("the proposal was reviewed");
    (reviewed.id.clone(), reviewed)
}

fn days(evidence: &str, days: u32) -> String {
    note("Refunds", &format!("The refund window is {days} days after receipt."), evidence, 1, QUOTE)
}

#[test]
fn they_go_on_until_they_agree() {
    let (repo, evidence) = with_evidence();
    let proposer = Scripted::new([days(&evidence, 90), days(&evidence, 60), refunds(&evidence)]);
    let (id, reviewed) = iterate(&repo, &proposer, &Auditor);
    assert_eq!((reviewed.state, reviewed.round), (State::Approved, 3));
    assert!(reviewed.dossier.is_none() && reviewed.against.is_empty());
    assert_eq!(reviewed.withdrawn.len(), 2);
    repo.kb(["merge", id.as_str()]).code(0).prints("merged");
}

#[test]
fn where_they_do_not_agree_a_person_gets_a_dossier() {
    let (repo, evidence) = with_evidence();
    let texts = [90, 60, 45, 30].map(|number| days(&evidence, number));
    let (id, reviewed) = iterate(&repo, &Scripted::new(texts), &Auditor);
    let dossier = reviewed.dossier.expect("a dossier");
    assert_eq!((reviewed.state, dossier.stopped, dossier.round), (State::NeedsHuman, Stopped::Rounds, 3));
    let open = &dossier.claims[0];
    assert_eq!(open.link, "knowledge/refunds.md#L8");
    assert!(open.claim.text.contains("45 days"), "{open:?}");
    assert_eq!(open.proposer[0].quote.as_deref(), Some(QUOTE));
    assert_eq!(open.proposer[0].link, format!("evidence/2026/11/{evidence}/source.md#L1"));
    assert!(!open.because.is_empty() && open.rounds == [3], "{open:?}");
    let kept: serde_json::Value =
        serde_json::from_str(&ledger_file(&repo, &format!("{}/dossier.json", round(id.as_str(), 3))))
            .expect("JSON");
    assert_eq!(kept["stopped"], "rounds");
    repo.kb(["proposal", "list"]).code(0).prints("needs-human");
    repo.kb(["proposal", "show", id.as_str()]).code(0).prints("a person decides: 3 of 3 rounds are used up");
    repo.kb(["merge", id.as_str()]).code(1).prints("not-approved");
    repo.kb(["review"]).code(0).prints("Nothing waits for a review");
}

#[test]
fn a_change_that_was_there_before_ends_it() {
    let (repo, evidence) = with_evidence();
    let texts = [90, 60, 90].map(|number| days(&evidence, number));
    let (id, reviewed) = iterate(&repo, &Scripted::new(texts), &Auditor);
    let dossier = reviewed.dossier.expect("a dossier");
    assert_eq!((dossier.stopped, dossier.round), (Stopped::Repeated, 2));
    assert!(dossier.why.contains("round 1"), "{}", dossier.why);
    assert_eq!(repo.git(["log", "--format=%s", "kb/ledger"]).lines().count(), 5, "{id}");
}

#[test]
fn the_budget_of_the_base_ends_it() {
    let (repo, evidence) = with_evidence();
    let config = repo.read("kb.toml");
    repo.write("kb.toml", config.replace("[budget]", "[budget]\ntokens = 1500\nrounds = 9"));
    repo.commit_all("less");
    let texts = [90, 60, 45, 30, 20].map(|number| days(&evidence, number));
    let (_, reviewed) = iterate(&repo, &Scripted::new(texts), &Auditor);
    let dossier = reviewed.dossier.expect("a dossier");
    assert_eq!((dossier.stopped, dossier.spent.tokens), (Stopped::Tokens, 2_000));
}

#[test]
fn a_trial_within_a_family_is_marked_and_stays_out_of_main() {
    let (repo, evidence) = with_evidence();
    let proposer = Scripted { family: "rules/auditor", ..Scripted::new([refunds(&evidence)]) };
    let (_, refused) = reviewed(&repo, &proposer, &Auditor, &ReviewOptions::default());
    assert_eq!(refused.refused[0].name, "same-family");
    let options = ReviewOptions { allow_same_family: true, ..ReviewOptions::default() };
    let (id, trial) = reviewed(&repo, &proposer, &Auditor, &options);
    assert!(trial.same_family && trial.state == State::Approved, "{trial:?}");
    let kept = ledger_file(&repo, &format!("{}/review.json", round(id.as_str(), 1)));
    assert!(kept.contains("\"same_family\": true"), "{kept}");
    repo.kb(["proposal", "show", id.as_str()]).code(0).prints("of the proposer's own family: a trial");
    repo.kb(["merge", id.as_str()]).code(1).prints("same-family").prints("allow_same_family = true");
    let config = repo.read("kb.toml");
    repo.write("kb.toml", config.replacen("[gate]\n", "[gate]\nallow_same_family = true\n", 1));
    repo.commit_all("policy");
    repo.kb(["merge", id.as_str()]).code(0).prints("merged");
}

#[test]
fn a_reviewer_without_a_word_that_counts_leaves_it_to_a_person() {
    let (repo, evidence) = with_evidence();
    let (id, reviewed) = iterate(&repo, &Scripted::new([refunds(&evidence)]), &Mute);
    assert_eq!(reviewed.state, State::NeedsHuman);
    let dossier = reviewed.dossier.expect("a dossier");
    assert_eq!(dossier.stopped, Stopped::VoidReview);
    assert_eq!(dossier.findings[0].rule, "void-review");
    repo.kb(["merge", id.as_str()]).code(1).prints("needs-approval");
    // A word without verdicts does not stand in for the review that is missing.
    repo.kb(["review", "--approve", id.as_str()]).code(0);
    repo.kb(["merge", id.as_str()]).code(1).prints("uncovered-claim");
}

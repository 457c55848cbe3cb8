//! `kb reorg due`: each trigger of `[reorg]` by itself, and the exit code.

use super::base::faulty;
use crate::{Run, TestRepo};

fn due(repo: &TestRepo, settings: &str, now: &str) -> Run {
    let config = repo.read("kb.toml");
    if !settings.is_empty() {
        repo.write("kb.toml", format!("{config}\n[reorg]\n{settings}\n"));
        repo.commit_all("when to reorganise");
    }
    repo.kb_with_env(&[("KB_TEST_NOW", now)], ["reorg", "due"])
}

#[test]
fn without_a_last_one_it_is_due_and_then_not_until_its_week_is_over() {
    let repo = faulty();
    let now = |day: &str| [("KB_TEST_NOW", format!("2026-12-{day}T08:00:00Z"))];
    let at = |day: &str, arguments: [&str; 2]| {
        let [(name, time)] = now(day);
        repo.kb_with_env(&[(name, time.as_str())], arguments)
    };
    at("01", ["reorg", "due"]).code(1).prints("schedule: there was none yet");
    at("01", ["reorg", "run"]).code(0);
    at("02", ["reorg", "due"]).code(0).prints("No reorganisation is due");
    at("09", ["reorg", "due"]).code(1).prints("7 are the limit");
}

#[test]
fn one_that_has_not_ended_is_due() {
    let repo = faulty();
    repo.kb(["reorg", "run", "--propose"]).code(0);
    due(&repo, "schedule = \"never\"", "2026-12-01T08:00:00Z").code(1).prints("has not come to its end");
}

#[test]
fn each_trigger_fires_by_itself() {
    let at = "2026-12-01T08:00:00Z";
    let never = "schedule = \"never\"";
    due(&faulty(), never, at).code(0);
    due(&faulty(), &format!("{never}\nnew_notes = 100"), at).code(0).prints("new_notes");
    due(&faulty(), &format!("{never}\nnew_notes = 4"), at).code(1).prints("new_notes");
    let repo = faulty();
    crate::stage::evidence(&repo, "A parrot sat on the counter.\n", "");
    due(&repo, &format!("{never}\nuncited_evidence = 1"), at).code(1).prints("uncited_evidence: 1 evidence");
    due(&faulty(), &format!("{never}\nuncited_evidence = 1"), at).code(0);
    due(&faulty(), &format!("{never}\nconflicts = 1"), at).code(0).prints("conflicts: 0 claims");
}

#[test]
fn worse_retrieval_is_a_reason() {
    let repo = faulty();
    repo.write(
        "eval/questions.yaml",
        "questions:\n  - question: How long is the refund window?\n    notes: [billing/refunds.md]\n",
    );
    repo.commit_all("a golden question");
    repo.kb(["reorg", "run"]).code(0);
    let drop = "schedule = \"never\"\nretrieval_drop = 0.5";
    due(&repo, drop, "2026-12-01T08:00:00Z").code(0).prints("100.0 %");
    repo.remove("knowledge/billing/refunds.md");
    repo.commit_all("gone, by hand");
    due(&repo, "", "2026-12-01T08:00:00Z").code(1).prints("retrieval_drop");
}

#[test]
fn settings_that_mean_nothing_are_told_with_their_line() {
    let repo = faulty();
    due(&repo, "retrieval_drop = 2.0", "2026-12-01T08:00:00Z").code(2).says("`retrieval_drop` is a share");
    let repo = faulty();
    due(&repo, "conflicts = 0", "2026-12-01T08:00:00Z").code(2).says("`conflicts` is at least 1");
}

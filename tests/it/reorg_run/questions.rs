//! The golden questions at the end of a pass: what was answered before must be answered still, and the part that took an answer is
//! named.

use super::base::{faulty, status};
use crate::stage::evidence;

const TEXT: &str =
    "Gift cards expired after 12 months until 2025.\nGift cards expire after 36 months since 2026.\n";

/// The base, and a policy that another one supersedes without the old one saying so.
fn superseded() -> crate::TestRepo {
    let repo = faulty();
    let id = evidence(&repo, TEXT, "");
    let note = |title: &str, line: usize, words: &str, more: &str| {
        format!(
            "---\ntype: Policy\ntitle: {title}\ndescription: When gift cards expire.\n{more}---\n# {title}\n\n{words}[^1]\n\n\
             [^1]: [call, line {line}](../../evidence/2026/11/{id}/source.md#L{line})\n    \"{words}\"\n"
        )
    };
    let mut lines = TEXT.lines();
    let (old, new) = (lines.next().expect("a line"), lines.next().expect("a line"));
    repo.write("knowledge/billing/cards-2025.md", note("Cards 2025", 1, old, ""));
    let supersedes = "supersedes: \"[[cards-2025]]\"\n";
    repo.write("knowledge/billing/cards-2026.md", note("Cards 2026", 2, new, supersedes));
    repo
}

fn ask(repo: &crate::TestRepo, question: &str, note: &str) {
    repo.write(
        "eval/own.yaml",
        format!("version: 1\nquestions:\n  - question: \"{question}\"\n    notes: [\"{note}\"]\n"),
    );
    repo.commit_all("notes");
}

#[test]
fn a_question_that_is_answered_no_longer_fails_the_pass_and_names_the_part() {
    let repo = superseded();
    ask(&repo, "gift cards expired 12 months until 2025", "knowledge/billing/cards-2025.md");
    let run = repo.kb(["reorg", "run"]).code(1);
    let run =
        run.prints("no longer answered").prints("gift cards expired 12 months").prints("by the part billing");
    assert!(!run.stdout.contains("by the part shipping"), "{}", run.stdout);
    assert!(status(&repo)["ended"].is_null(), "it has not ended");
    // Who keeps the questions says what is asked from now on.
    ask(&repo, "gift cards expire 36 months since 2026", "knowledge/billing/cards-2026.md");
    repo.kb(["reorg", "run"]).code(0).prints("ended");
}

#[test]
fn what_is_still_served_is_still_answered() {
    let repo = superseded();
    ask(&repo, "gift cards expire 36 months since 2026", "knowledge/billing/cards-2026.md");
    let run = repo.kb(["reorg", "run", "--format", "json"]).code(0).json();
    // The question, and the words of the four claims of the base and of the new policy.
    assert_eq!(run["finish"]["questions"], 6, "{run}");
}

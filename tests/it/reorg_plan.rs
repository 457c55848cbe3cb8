//! `kb reorg plan`: what it looks at, how it writes the plan, and that it changes nothing.

use serde_json::Value;

use crate::TestRepo;

const NOTE: &str = "---\ntype: Policy\ntitle: Refunds\n";

fn contradicting() -> TestRepo {
    TestRepo::initialised()
        .file("knowledge/refunds.md", format!("{NOTE}---\n# Refunds\n\nA full refund takes 7 days.\n"))
        .file("knowledge/desk.md", format!("{NOTE}---\n# Refunds\n\nA full refund takes 14 days.\n"))
        .commit("notes")
}

#[test]
fn the_head_of_main_is_planned_and_nothing_is_changed() {
    let repo = contradicting();
    repo.write("knowledge/desk.md", format!("{NOTE}---\n# Refunds\n\nA full refund takes 21 days.\n"));
    let plan = repo.kb(["reorg", "plan"]).code(0).stdout;
    assert!(plan.contains("`14 days` and `7 days`"), "{plan}");
    let files = repo.kb(["reorg", "plan", "--working-tree", "--kind", "contradiction"]).code(0).stdout;
    assert!(files.contains("`21 days` and `7 days`"), "{files}");
    assert_eq!(repo.git(["status", "--porcelain"]).trim(), "M knowledge/desk.md");
}

#[test]
fn programs_get_the_whole_plan_and_the_same_one_again() {
    let repo = contradicting();
    let json = repo.kb(["reorg", "plan", "--format", "json"]).code(0).stdout;
    let plan: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(plan["version"], 1);
    assert_eq!(plan["base"], Value::String(repo.git(["rev-parse", "main"]).trim().to_owned()));
    assert!(plan["id"].as_str().is_some_and(|id| id.starts_with("r-") && id.len() == 14), "{}", plan["id"]);
    let parts: Vec<&str> =
        plan["parts"].as_array().expect("parts").iter().filter_map(|p| p["name"].as_str()).collect();
    assert_eq!(parts, ["top"]);
    assert_eq!(repo.kb(["reorg", "plan", "--format", "json"]).code(0).stdout, json);
}

#[test]
fn one_line_a_fault_names_place_and_kind() {
    let repo = contradicting();
    let run = repo.kb(["reorg", "plan", "--kind", "contradiction", "--format", "concise"]).code(0);
    assert_eq!(
        run.stdout,
        "knowledge/desk.md:7: contradiction: they say `14 days` and `7 days` of the same (knowledge/refunds.md:7)\n"
    );
    let none = repo.kb(["reorg", "plan", "--kind", "expired", "--format", "concise"]).code(0);
    assert_eq!(none.stdout, "");
}

#[test]
fn the_plan_is_written_for_people_and_for_machines() {
    let repo = contradicting();
    let run = repo.kb(["reorg", "plan", "--write", "plans"]).code(0);
    assert_eq!(run.stdout, "");
    let people = repo.read("plans/plan.md");
    assert!(people.contains("## Claims that say different things of the same"), "{people}");
    assert!(people.contains("`A full refund takes 7 days.`"), "{people}");
    assert_eq!(repo.kb(["reorg", "plan", "--format", "yaml"]).code(0).stdout, repo.read("plans/plan.yaml"));
    // A second plan stands in the place of the first.
    repo.kb(["reorg", "plan", "--write", "plans"]).code(0);
}

#[test]
fn words_of_notes_do_nothing_in_the_markdown() {
    let repo = TestRepo::initialised()
        .file(
            "knowledge/a.md",
            format!("{NOTE}---\n# R\n\nA full refund takes 7 days, @octocat says ``x`` <b>y</b>.\n"),
        )
        .commit("notes");
    let plan = repo.kb(["reorg", "plan", "--format", "markdown"]).code(0).stdout;
    let line = plan.lines().find(|line| line.contains("octocat")).expect("the claim is shown");
    assert!(line.trim_start().starts_with("- ") && line.contains('`'), "{line}");
    let outside: String = line.split('`').step_by(2).collect();
    assert!(!outside.contains("@octocat"), "{line}");
}

#[test]
fn a_plain_folder_is_planned_without_demands() {
    let repo = TestRepo::plain()
        .file("a.md", "# A\n\nSee [[b]]. The window is blue and wide.\n")
        .file("b.md", "# B\n");
    let run = repo.kb(["reorg", "plan", "--format", "concise"]).code(0);
    assert!(run.stdout.contains("a.md: one-way-link: `b.md` does not link back (b.md)"), "{}", run.stdout);
    assert!(!run.stdout.contains("unsupported"), "{}", run.stdout);
}

#[test]
fn what_does_not_exist_is_named() {
    let repo = contradicting();
    let run = repo.kb(["reorg", "plan", "--part", "billing"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("no part `billing`") && run.stderr.contains("top"), "{}", run.stderr);
    assert_eq!(repo.kb(["reorg", "plan", "--kind", "nonsense"]).status, 2);
    assert_ne!(repo.kb(["reorg", "plan", "--rev", "nowhere"]).status, 0);
}

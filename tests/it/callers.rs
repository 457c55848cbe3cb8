//! `--as NAME`: reading as a caller that `kb.toml` names, as a user sees it.

use crate::test_repo::TestRepo;

const CALLERS: &str = "\
[callers.support]
tenant = \"acme\"
labels = [\"staff\"]

[callers.\"a stranger\"]
";

fn note(front: &str, word: &str) -> String {
    format!("---\ntype: Note\n{front}\n---\n# About {word}\n\nThe {word} pump runs at night.\n")
}

fn repo() -> TestRepo {
    TestRepo::new()
        .file("kb.toml", CALLERS)
        .file("knowledge/open.md", note("labels: [public]", "open"))
        .file("knowledge/staff.md", note("labels: [staff]", "staff"))
        .file("knowledge/both.md", note("labels: [staff, board]", "both"))
        .file("knowledge/acme.md", note("tenant: acme", "acme"))
        .file("knowledge/other.md", note("tenant: other", "other"))
        .commit("notes")
}

fn seen(repo: &TestRepo, name: &str) -> Vec<String> {
    let answer = repo.kb(["search", "pump", "--as", name, "--format", "json"]).code(0).json();
    let results = answer["results"].as_array().expect("results");
    let mut paths: Vec<String> =
        results.iter().map(|result| result["path"].as_str().expect("a path").to_owned()).collect();
    paths.sort();
    assert_eq!(answer["examined"], paths.len(), "what is not seen is not counted");
    paths
}

#[test]
fn a_named_caller_sees_what_its_tenant_and_all_labels_allow() {
    let repo = repo();
    assert_eq!(seen(&repo, "support"), ["knowledge/acme.md", "knowledge/open.md", "knowledge/staff.md"]);
    assert_eq!(seen(&repo, "a stranger"), ["knowledge/open.md"]);
    repo.kb(["links", "--as", "support"]).code(0);
    repo.kb(["why", "knowledge/other.md:6", "--as", "support"]).code(2);
}

#[test]
fn an_unknown_caller_is_refused_with_those_that_there_are() {
    let repo = repo();
    let run = repo.kb(["search", "pump", "--as", "suport"]).code(2);
    assert_eq!(run.stdout, "");
    run.says("no caller `suport`; it names a stranger, support").says("[callers.suport]");
    let none = TestRepo::new().file("knowledge/open.md", note("", "open")).commit("note");
    none.kb(["search", "pump", "--as", "x y"]).code(2).says("it names none").says("[callers.\"x y\"]");
    repo.kb(["search", "pump", "--as", "support", "--label", "board"]).code(2).says("cannot be used with");
}

#[test]
fn only_what_is_committed_on_the_gates_branch_grants_anything() {
    let repo = repo();
    let before = repo.git(["rev-parse", "HEAD"]).trim().to_owned();
    let wider = CALLERS.replace("\"staff\"", "\"staff\", \"board\"");
    repo.write("kb.toml", format!("{wider}[callers.new]\n"));
    assert!(!seen(&repo, "support").contains(&"knowledge/both.md".to_owned()));
    repo.kb(["search", "pump", "--as", "new"]).code(2).says("commit it there");
    repo.git(["switch", "--quiet", "--create", "kb/proposal/x"]);
    let proposed = repo.commit_all("a proposal that grants itself a reader");
    repo.kb(["search", "pump", "--as", "new", "--rev", &proposed]).code(2).says("no caller `new`");
    repo.git(["switch", "--quiet", "main"]);
    repo.write("kb.toml", CALLERS.replace("\"staff\"", ""));
    repo.commit_all("withdrawn");
    let run = repo.kb(["search", "pump", "--as", "support", "--rev", &before, "--format", "json"]).code(0);
    assert!(!run.stdout.contains("staff.md"), "an older commit gives nothing back:\n{}", run.stdout);
}

#[test]
fn a_plain_folder_has_callers_too() {
    let repo = TestRepo::plain()
        .file("kb.toml", format!("{CALLERS}[layout]\nknowledge = \".\"\n"))
        .file("open.md", note("", "open"))
        .file("board.md", note("labels: board", "board"));
    assert_eq!(seen(&repo, "support"), ["open.md"]);
}

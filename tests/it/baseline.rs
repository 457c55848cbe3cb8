//! `kb check --baseline`: adopting kb in a vault that has findings already.

use crate::TestRepo;

fn vault() -> TestRepo {
    TestRepo::new()
        .file("a.md", "# A\n\nSee [[nowhere]].\n\nAnd [[nobody]].\n")
        .file("b.md", "See [[nowhere]].\n")
}

#[test]
fn only_what_is_new_is_reported() {
    let repo = vault();
    let written = repo.kb(["check", "--write-baseline", "kb-baseline.json"]);
    assert_eq!((written.status, written.stdout.as_str()), (0, ""));
    assert!(written.stderr.contains("kb-baseline.json knows 3 findings"), "{}", written.stderr);
    let run = repo.kb(["check", "--baseline", "kb-baseline.json"]);
    assert_eq!((run.status, run.stdout.as_str()), (0, "no findings in 2 notes and 3 links\n"));
    assert!(run.stderr.contains("kb-baseline.json hides 3 findings"), "{}", run.stderr);

    repo.write("a.md", "# A\n\nNew text.\n\nSee [[nowhere]].\n\nNew [[nobody]].\n");
    let run = repo.kb(["check", "--baseline", "kb-baseline.json", "--format", "concise"]);
    assert_eq!(run.status, 1);
    assert_eq!(run.stdout, "a.md:7:5: warning[broken-link] no note or file answers to `[[nobody]]`\n");
    assert!(run.stderr.contains("gone: broken-link in a.md\n"), "{}", run.stderr);
    let json = repo.kb(["check", "--baseline", "kb-baseline.json", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(
        (&report["baseline"]["hidden"], &report["baseline"]["gone"][0]["path"]),
        (&2.into(), &"a.md".into())
    );
}

#[test]
fn a_check_of_one_folder_calls_nothing_else_gone() {
    let repo = vault();
    repo.kb(["check", "--write-baseline", "kb-baseline.json"]);
    let run = repo.kb(["check", "b.md", "--baseline", "kb-baseline.json"]);
    assert_eq!(run.status, 0);
    assert!(!run.stderr.contains("gone"), "{}", run.stderr);
}

#[test]
fn the_file_is_the_same_for_the_same_vault_and_shrinks() {
    let repo = vault();
    repo.kb(["check", "--write-baseline", "kb-baseline.json"]);
    let first = repo.read("kb-baseline.json");
    repo.kb(["check", "--write-baseline", "kb-baseline.json"]);
    assert_eq!(repo.read("kb-baseline.json"), first);
    assert_eq!(first.lines().filter(|line| line.contains("\"rule\":\"broken-link\"")).count(), 3, "{first}");
    repo.write("b.md", "Nothing.\n");
    repo.kb(["check", "--write-baseline", "kb-baseline.json"]);
    assert_eq!(repo.read("kb-baseline.json").lines().count(), first.lines().count() - 1);
}

#[test]
fn what_is_no_baseline_is_neither_read_nor_overwritten() {
    let repo = vault();
    let run = repo.kb(["check", "--write-baseline", "a.md"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("`a.md`: it is no baseline of kb"), "{}", run.stderr);
    assert!(repo.read("a.md").starts_with("# A"));
    let run = repo.kb(["check", "--baseline", "none.json"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("there is no baseline `none.json`"), "{}", run.stderr);
}

#[test]
fn claimed_trust_stays_in_the_report_of_a_knowledge_base() {
    let repo =
        TestRepo::new().file("kb.toml", "").file("knowledge/index.md", "# Knowledge\n\n* [A](a.md)\n").file(
            "knowledge/a.md",
            "---\ntype: Note\nverified: {by: human:me, at: 2026-01-01}\n---\n# A\n\n[[no]]\n",
        );
    let run = repo.kb(["check", "--write-baseline", "kb-baseline.json"]);
    assert!(run.stderr.contains("1 finding about evidence"), "{}", run.stderr);
    let run = repo.kb(["check", "--baseline", "kb-baseline.json", "--format", "concise"]);
    assert_eq!(run.status, 1);
    assert!(
        run.stdout.contains("[self-asserted-trust]") && !run.stdout.contains("broken-link"),
        "{}",
        run.stdout
    );
}

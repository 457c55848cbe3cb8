//! `kb check --changed BASE`: just what a change is responsible for.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::TestRepo;

/// Findings as often as they come, wherever in their file they stand.
type Counted = BTreeMap<(String, String, String), usize>;

fn counted(report: &Value) -> Counted {
    let mut counted = Counted::new();
    for finding in report["findings"].as_array().expect("findings") {
        let text = |key: &str| finding[key].as_str().unwrap_or_default().to_owned();
        *counted.entry((text("rule"), text("path"), text("message"))).or_default() += 1;
    }
    counted
}

fn findings(repo: &TestRepo, arguments: &[&str]) -> Counted {
    let mut command = repo.kb_command();
    command.args(["check", "--format", "json"]).args(arguments);
    counted(&repo.run(&mut command, b"").json())
}

fn minus(mut all: Counted, known: &Counted) -> Counted {
    for (finding, count) in &mut all {
        *count = count.saturating_sub(known.get(finding).copied().unwrap_or_default());
    }
    all.retain(|_, count| *count > 0);
    all
}

fn base() -> TestRepo {
    TestRepo::new()
        .file("kb.toml", "")
        .file("knowledge/index.md", "# Knowledge\n\n* [A](a.md)\n* [B](b.md)\n")
        .file("knowledge/a.md", "---\ntype: Note\n---\n# A\n\nSee [[b]] and [[gone]].\n\n## Part\n")
        .file("knowledge/b.md", "---\ntype: Note\n---\n# B\n\nSee [[a#Part]] and [A](a.md#part).\n")
        .commit("base")
}

#[test]
fn what_stood_there_before_is_not_reported() {
    let repo = base();
    repo.write("knowledge/a.md", repo.read("knowledge/a.md").replace("# A\n", "# A\n\nMore of [[lost]].\n"));
    let run = repo.kb(["check", "--changed", "HEAD"]).code(1).prints("[[lost]]");
    assert!(!run.stdout.contains("[[gone]]"), "{}", run.stdout);
    repo.kb(["check"]).code(1).prints("[[gone]]");
}

#[test]
fn a_link_from_elsewhere_into_what_was_renamed_is_the_changes_own() {
    let repo = base();
    let text = repo.read("knowledge/a.md");
    repo.remove("knowledge/a.md");
    repo.write("knowledge/renamed.md", text);
    let run = repo.kb(["check", "--changed", "main"]).code(1);
    assert!(run.stdout.contains("knowledge/b.md:6"), "{}", run.stdout);
    assert!(run.stdout.contains("knowledge/index.md:3"), "{}", run.stdout);
}

#[test]
fn a_heading_that_is_gone_breaks_links_from_elsewhere() {
    let repo = base();
    repo.write("knowledge/a.md", repo.read("knowledge/a.md").replace("## Part", "## Section"));
    let found = findings(&repo, &["--changed", "HEAD"]);
    let paths: Vec<&str> = found.keys().map(|(_, path, _)| path.as_str()).collect();
    assert_eq!(paths, ["knowledge/b.md", "knowledge/b.md"], "{found:?}");
}

#[test]
fn a_branch_is_compared_with_where_it_left_the_base() {
    let repo = base();
    repo.git(["checkout", "-q", "-b", "work"]);
    repo.write("knowledge/b.md", repo.read("knowledge/b.md") + "\nAnd [[nowhere]].\n");
    repo.commit_all("work");
    repo.git(["checkout", "-q", "main"]);
    // Main moves on, and mends what the branch still has.
    repo.write("knowledge/a.md", repo.read("knowledge/a.md").replace(" and [[gone]]", ""));
    repo.commit_all("mended");
    repo.git(["checkout", "-q", "work"]);
    for arguments in [&["--changed", "main"][..], &["--changed", "main", "--rev", "work"][..]] {
        let found = findings(&repo, arguments);
        assert!(found.keys().all(|(_, path, _)| path == "knowledge/b.md"), "{arguments:?}: {found:?}");
        assert!(found.keys().any(|(_, _, message)| message.contains("nowhere")), "{found:?}");
    }
}

#[test]
fn it_is_a_full_check_now_less_a_full_check_before() {
    // A small generator, so that every run is the same.
    let mut state = 7_u64;
    let mut below = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let names = ["a", "b", "c", "d"];
    let body = |below: &mut dyn FnMut(usize) -> usize| {
        let mut text = String::from("---\ntype: Note\n---\n# Title\n\n");
        for _ in 0..below(4) {
            let name = ["a", "b", "c", "d", "none"][below(5)];
            text += &match below(5) {
                0 => format!("See [[{name}]].\n\n"),
                1 => format!("See [[{name}#Title]].\n\n"),
                2 => format!("See [it]({name}.md#part).\n\n"),
                3 => "## Part\n\n".to_owned(),
                _ => "Said without evidence.\n\n".to_owned(),
            };
        }
        text
    };
    let repo = TestRepo::new().file("kb.toml", "").file("knowledge/index.md", "# Knowledge\n\n* [A](a.md)\n");
    for name in names {
        repo.write(&format!("knowledge/{name}.md"), body(&mut below));
    }
    repo.commit_all("base");
    for _ in 0..12 {
        let before = findings(&repo, &["--rev", "HEAD"]);
        for name in names {
            let path = format!("knowledge/{name}.md");
            match below(4) {
                0 if repo.exists(&path) => repo.remove(&path),
                1 => repo.write(&path, body(&mut below)),
                2 => repo.write("knowledge/index.md", format!("# Knowledge\n\n* [N]({name}.md)\n")),
                _ => {}
            }
        }
        let now = findings(&repo, &[]);
        assert_eq!(findings(&repo, &["--changed", "HEAD"]), minus(now, &before));
        repo.commit_all("next");
    }
}

#[test]
fn evidence_that_was_edited_is_the_changes_own() {
    let repo = TestRepo::initialised();
    repo.write("call.md", "Refunds take seven days.\n");
    let added = repo.kb(["add", "call.md", "--format", "json"]).code(0).json();
    let id = added["added"][0]["id"].as_str().expect("an id").to_owned();
    let folder = format!("evidence/{}/{}/{id}", &id[..4], &id[5..7]);
    let source = repo.files().into_iter().find(|path| path.starts_with(&folder) && path.contains("source"));
    let source = source.expect("a source");
    repo.write(
        "knowledge/refunds.md",
        format!(
            "---\ntype: Note\n---\n# Refunds\n\nRefunds take seven days.[^1]\n\n[^1]: [call](../{source}#L1)\n"
        ),
    );
    repo.commit_all("base");
    repo.write(&source, "Refunds take nine days.\n");
    let found = findings(&repo, &["--changed", "HEAD"]);
    assert!(found.keys().any(|(rule, ..)| rule == "evidence-changed"), "{found:?}");
    assert_eq!(
        findings(&repo, &["--changed", "HEAD"]),
        minus(findings(&repo, &[]), &findings(&repo, &["--rev", "HEAD"]))
    );
}

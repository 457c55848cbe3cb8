//! What is saved and not committed is found by the owner, marked, and by nobody else.

use serde_json::{Value, json};

use crate::test_repo::TestRepo;

/// What means the same is found too, unless only words count.
const WORDS_ONLY: &str = "[search]\nembedding = \"none\"\n";

fn answer(repo: &TestRepo, arguments: &[&str]) -> Value {
    let mut command = repo.kb_command();
    command.args(["search", "--format", "json"]).args(arguments);
    repo.run(&mut command, b"").code(0).json()
}

fn paths(answer: &Value) -> Vec<&str> {
    answer["results"]
        .as_array()
        .expect("results")
        .iter()
        .filter_map(|result| result["path"].as_str())
        .collect()
}

fn repo() -> TestRepo {
    TestRepo::new()
        .file("kb.toml", WORDS_ONLY)
        .file("knowledge/a.md", "# A\n\nThe pump runs at 40 bar.\n")
        .file("knowledge/b.md", "# B\n\nThe valve is shut.\n")
        .file(".gitignore", "draft-*.md\n.kb/\n")
        .commit("notes")
}

#[test]
fn what_was_just_saved_is_found_and_marked() {
    let repo = repo();
    assert_eq!(answer(&repo, &["pump"])["overlaid"], 0);
    repo.write("knowledge/a.md", "# A\n\nThe compressor runs at 60 bar.\n");
    repo.write("knowledge/deep/c.md", "# C\n\nThe turbine is new.\n");
    repo.write("knowledge/draft-d.md", "# D\n\nThe turbine is ignored.\n");
    for _ in 0..2 {
        let found = answer(&repo, &["compressor"]);
        assert_eq!(paths(&found), ["knowledge/a.md"]);
        assert_eq!(found["results"][0]["commit"], Value::Null);
        assert_eq!(
            (&found["overlaid"], &found["examined"], &found["fresh"]),
            (&json!(2), &json!(3), &json!(true))
        );
        assert!(found["commit"].is_string());
        assert!(found["reason"].as_str().expect("a reason").contains("2 notes differ in the working tree"));
    }
    assert_eq!(paths(&answer(&repo, &["pump"])), [""; 0], "the text that was replaced is gone");
    assert_eq!(paths(&answer(&repo, &["turbine"])), ["knowledge/deep/c.md"]);
    let beside = answer(&repo, &["valve"]);
    assert_eq!(beside["results"][0]["commit"], beside["commit"], "what did not change is of the commit");
    repo.kb(["search", "turbine"]).code(0).prints("uncommitted").says("unreviewed");
}

#[test]
fn only_the_owner_of_a_checkout_of_main_sees_it() {
    let repo = repo();
    repo.write("knowledge/a.md", "---\nlabels: [public]\n---\n# A\n\nThe compressor runs.\n");
    for arguments in [&["compressor", "--label", "public"][..], &["compressor", "--rev", "main"]] {
        let found = answer(&repo, arguments);
        assert_eq!((paths(&found).len(), &found["overlaid"]), (0, &json!(0)), "{arguments:?}");
    }
    repo.git(["switch", "--quiet", "--create", "side"]);
    assert_eq!(paths(&answer(&repo, &["compressor"])), [""; 0], "main is served, and it is not checked out");
    repo.git(["switch", "--quiet", "main"]);
    assert_eq!(paths(&answer(&repo, &["compressor"])), ["knowledge/a.md"]);
}

#[test]
fn what_was_removed_or_undone_leaves_no_ghost() {
    let repo = repo();
    let text = repo.read("knowledge/a.md");
    assert_eq!(paths(&answer(&repo, &["pump"])), ["knowledge/a.md"]);
    repo.remove("knowledge/a.md");
    let found = answer(&repo, &["pump"]);
    assert_eq!((paths(&found).len(), &found["overlaid"], &found["examined"]), (0, &json!(1), &json!(1)));
    repo.write("knowledge/a.md", &text);
    let found = answer(&repo, &["pump"]);
    assert_eq!((paths(&found), &found["overlaid"]), (vec!["knowledge/a.md"], &json!(0)));
    repo.write("knowledge/a.md", "# A\n\nThe compressor runs.\n");
    assert_eq!(paths(&answer(&repo, &["compressor"])), ["knowledge/a.md"]);
    repo.commit_all("compressor");
    let found = answer(&repo, &["compressor"]);
    assert_eq!((&found["overlaid"], &found["results"][0]["commit"]), (&json!(0), &found["commit"]));
    repo.git(["reset", "--quiet", "--hard", "HEAD~1"]);
    assert_eq!(paths(&answer(&repo, &["compressor"])), [""; 0]);
    assert_eq!(paths(&answer(&repo, &["pump"])), ["knowledge/a.md"]);
}

#[test]
fn line_ends_of_the_checkout_and_sparse_checkouts_are_no_edits() {
    let repo = repo();
    repo.git(["config", "core.autocrlf", "true"]);
    repo.write("knowledge/a.md", "# A\r\n\r\nThe pump runs at 40 bar.\r\n");
    assert_eq!(answer(&repo, &["pump"])["overlaid"], 0);
    repo.git(["config", "core.sparseCheckout", "true"]);
    repo.remove("knowledge/b.md");
    assert_eq!(paths(&answer(&repo, &["valve"])), ["knowledge/b.md"]);
}

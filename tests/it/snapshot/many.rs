//! Many processes on one index, and indexes that are missing, foreign or half-made (cases SE-16 and SE-17).

use std::process::Stdio;
use std::time::Duration;

use kb::caller::Caller;
use kb::port::IndexStore as _;
use kb::port::fault::POINTS;
use kb::store::index::IndexFolder;

use crate::test_repo::TestRepo;

fn notes(count: usize) -> TestRepo {
    let repo = TestRepo::new().file("kb.toml", "[search]\nembedding = \"none\"\n");
    for number in 1..=count {
        repo.write(&format!("knowledge/n{number}.md"), format!("note {number} common token{number}\n"));
    }
    repo.commit("notes")
}

/// The files below `.kb` that somebody put aside as damaged.
fn put_aside(repo: &TestRepo) -> Vec<String> {
    let listed = std::fs::read_dir(repo.path(".kb/index")).into_iter().flatten();
    let names = listed.filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()));
    names.filter(|name| name.contains("corrupt") || name.contains("broken")).collect()
}

#[test]
fn eight_at_once_all_answer_round_after_round() {
    let repo = notes(300);
    for round in 0..20 {
        if round % 5 == 0 {
            let _ = std::fs::remove_dir_all(repo.path(".kb"));
        } else {
            repo.write("knowledge/n7.md", format!("note 7 round{round}\n"));
            repo.commit_all("round");
        }
        let children: Vec<_> = (0..8)
            .map(|_| {
                let mut command = repo.kb_command();
                command.args(["search", "token150"]).stdout(Stdio::piped()).stderr(Stdio::piped());
                command.spawn().expect("a process")
            })
            .collect();
        for child in children {
            let output = child.wait_with_output().expect("the end");
            assert!(output.status.success(), "round {round}: {}", String::from_utf8_lossy(&output.stderr));
            assert!(String::from_utf8_lossy(&output.stdout).contains("knowledge/n150.md"), "round {round}");
        }
        assert_eq!(put_aside(&repo), [""; 0]);
    }
}

#[test]
fn a_build_that_is_killed_leaves_an_index_that_answers() {
    let repo = notes(300).with(["build"]);
    for wait in [0, 5, 20, 60, 150] {
        let mut command = repo.kb_command();
        command.args(["build", "--full"]).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("a process");
        std::thread::sleep(Duration::from_millis(wait));
        // It may have ended by itself, which is fine too.
        let _ = child.kill();
        child.wait().expect("the end");
        repo.kb(["search", "token150"]).code(0).prints("knowledge/n150.md");
        assert_eq!(put_aside(&repo), [""; 0]);
    }
}

#[test]
fn a_build_of_an_edit_that_dies_anywhere_is_made_good_by_the_next_read() {
    for point in POINTS.iter().filter(|point| point.starts_with("build.")) {
        let repo = notes(3).with(["build"]);
        repo.write("knowledge/n1.md", "edited\n");
        repo.remove("knowledge/n2.md");
        repo.commit_all("edit");
        assert_eq!(repo.kb_with_env(&[("KB_FAULT", point)], ["build"]).status, -1, "{point}");
        repo.kb(["search", "edited"]).code(0).prints("knowledge/n1.md");
        for gone in ["token1", "token2"] {
            let found = repo.kb(["search", gone, "--format", "json"]).code(0).json();
            assert_eq!(
                (&found["results"], &found["fresh"]),
                (&serde_json::json!([]), &true.into()),
                "{point}"
            );
        }
    }
}

#[test]
fn what_another_pipeline_made_is_made_again_however_large() {
    let repo = notes(600).with(["build"]);
    let meta = repo.read(".kb/index/current.json");
    let ours = format!("\"pipeline\":\"{}\"", kb::search::PIPELINE);
    let theirs = meta.replace(&ours, "\"pipeline\":\"0\"");
    assert_ne!(theirs, meta);
    repo.write(".kb/index/current.json", theirs);
    let found = repo.kb(["search", "token150", "--format", "json"]).code(0).json();
    assert_eq!(found["fresh"], true);
    assert_eq!(found["results"][0]["path"], "knowledge/n150.md");
    assert!(repo.read(".kb/index/current.json").contains(&ours));
}

#[test]
fn an_index_that_is_gone_or_of_another_form_is_made_again() {
    let repo = TestRepo::new().file("a.md", "findme\n").commit("note").with(["build"]);
    let meta = repo.read(".kb/index/current.json");
    for damage in ["gone", "empty", "foreign"] {
        match damage {
            "gone" => std::fs::remove_dir_all(repo.path(".kb/index")).expect("removed"),
            "empty" => {
                for entry in std::fs::read_dir(repo.path(".kb/index/shared")).expect("a folder") {
                    std::fs::remove_file(entry.expect("an entry").path()).expect("removed");
                }
            }
            _ => repo.write(".kb/index/current.json", meta.replace("\"facet\"", "\"fecat\"")),
        }
        repo.kb(["search", "findme"]).code(0).prints("a.md").says("1 result in 1 note");
        assert!(repo.read(".kb/index/current.json").contains("\"facet\""), "{damage}: made again");
    }
    TestRepo::plain().kb(["search", "findme"]).code(0).says("0 notes");
}

#[test]
fn a_build_that_dies_between_two_tenants_shows_all_of_the_one_before_or_all_of_the_next() {
    for point in POINTS.iter().filter(|point| point.starts_with("build.")) {
        let repo =
            TestRepo::new().file("kb.toml", "[search]\nembedding = \"none\"\n[callers.a]\ntenant = \"a\"\n");
        let note = |tenant: &str, text: &str| format!("---\ntenant: {tenant}\n---\n# Note\n\n{text}\n");
        repo.write("knowledge/own.md", note("a", "before"));
        repo.write("knowledge/other.md", note("b", "before"));
        repo.write("knowledge/moving.md", note("b", "wanderer"));
        let repo = repo.commit("notes").with(["build"]);
        let index = IndexFolder::new(&repo.path(".kb"));
        let whole =
            || index.open(&Caller::owner()).expect("readable").expect("an index").dump().expect("a dump");
        let before = whole();
        repo.write("knowledge/own.md", note("a", "after"));
        repo.write("knowledge/other.md", note("b", "after that"));
        repo.write("knowledge/moving.md", note("a", "wanderer"));
        repo.commit_all("edit");
        assert_eq!(repo.kb_with_env(&[("KB_FAULT", point)], ["build"]).status, -1, "{point}");
        let left = whole();
        repo.kb(["search", "wanderer", "--as", "a"]).code(0).prints("knowledge/moving.md");
        let after = whole();
        assert_ne!(before, after, "{point}");
        assert!(left == before || left == after, "{point}: neither one nor the other");
        for (word, notes) in [("before", 0), ("after", 2), ("wanderer", 1)] {
            let found = repo.kb(["search", word, "--format", "json"]).code(0).json();
            assert_eq!(found["results"].as_array().map(Vec::len), Some(notes), "{point}: {word}");
        }
    }
}

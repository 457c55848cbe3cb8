//! `kb search`, as a user sees it.

use serde_json::Value;

use crate::test_repo::TestRepo;

/// The paths that a search gives, in order, each once.
#[track_caller]
fn paths(repo: &TestRepo, query: &str) -> Vec<String> {
    let answer = repo.kb(["search", "--format", "json", "--", query]).code(0).json();
    let mut paths: Vec<String> = Vec::new();
    for result in answer["results"].as_array().expect("results") {
        let path = result["path"].as_str().expect("a path").to_owned();
        if !paths.contains(&path) {
            paths.push(path);
        }
    }
    paths
}

fn sorted(mut paths: Vec<String>) -> Vec<String> {
    paths.sort();
    paths
}

const CITED: &str = "\
---
type: Policy
title: Refund policy
---
# Refund policy

## Deadline

A full refund can be requested within 7 days of receipt.[^window] Shipping is not refunded.

[^window]: [call](../evidence/2026/11/2026-11-30-call-3f9a2c/source.md#L12-L14)
    \"full refund within seven days of getting it\"
";

#[test]
fn an_answer_has_place_text_evidence_and_commit() {
    let repo = TestRepo::new().file("knowledge/refund.md", CITED);
    let commit = repo.commit_all("note");
    let answer = repo.kb(["search", "refund deadline", "--format", "json"]).code(0).json();
    assert_eq!(answer["commit"], commit);
    assert_eq!(answer["fresh"], true);
    assert_eq!(answer["examined"], 1);
    let first = &answer["results"][0];
    assert_eq!(first["path"], "knowledge/refund.md");
    assert_eq!(first["title"], "Refund policy");
    assert_eq!(first["lines"], serde_json::json!([9, 9]));
    assert_eq!(first["via"], "text");
    let text = first["text"].as_str().expect("a text");
    assert!(text.contains("within 7 days of receipt.") && !text.contains("[^"), "{text}");
    assert_eq!(
        first["citations"],
        serde_json::json!([{"evidence": "2026-11-30-call-3f9a2c", "lines": [12, 14]}])
    );
    repo.kb(["search", "refund", "deadline"])
        .code(0)
        .prints("knowledge/refund.md:9")
        .prints("2026-11-30-call-3f9a2c#L12-L14")
        .says(&commit[..8]);
}

#[test]
fn nothing_relevant_is_an_answer_that_says_what_was_examined() {
    let repo = TestRepo::new().file("knowledge/a.md", "# A\n\nThe pump runs.\n").commit("note");
    let answer = repo.kb(["search", "xyzzy", "--format", "json"]).code(0).json();
    assert_eq!(answer["results"], Value::Array(Vec::new()));
    assert_eq!(answer["reason"], "nothing relevant found in 1 note; no note has `xyzzy`");
    repo.kb(["search", "?!"]).code(0).says("no word to look for");
    TestRepo::plain().kb(["search", "findme"]).code(0).says("0 notes");
}

#[test]
fn a_stale_index_is_brought_up_to_date_by_the_read() {
    let repo = TestRepo::new().file("knowledge/a.md", "old text\n").commit("one").with(["build"]);
    repo.write("knowledge/a.md", "new text\n");
    repo.write("knowledge/b.md", "findme\n");
    let commit = repo.commit_all("two");
    let answer = repo.kb(["search", "findme", "--format", "json"]).code(0).json();
    assert_eq!((&answer["commit"], &answer["fresh"]), (&Value::from(commit), &Value::from(true)));
    assert_eq!(answer["results"][0]["path"], "knowledge/b.md");
    assert!(paths(&repo, "old").is_empty(), "a ghost");
}

#[test]
fn the_answer_comes_from_main_whatever_is_checked_out() {
    let repo = TestRepo::new().file("knowledge/a.md", "findme on main\n").commit("one");
    repo.git(["switch", "--quiet", "--create", "side"]);
    let repo = repo.file("knowledge/b.md", "findme aside\n").commit("two");
    assert_eq!(paths(&repo, "findme"), ["knowledge/a.md"]);
    let aside = repo.kb(["search", "findme", "--rev", "side", "--format", "json"]).code(0).json();
    assert_eq!(aside["examined"], 2);
    assert_eq!(paths(&repo, "findme"), ["knowledge/a.md"], "reading a revision leaves no trace");
}

#[test]
fn a_repository_without_a_commit_is_searched_as_it_stands() {
    let repo = TestRepo::plain();
    repo.git(["init", "--quiet", "--initial-branch=trunk"]);
    repo.write("a.md", "findme\n");
    let answer = repo.kb(["search", "findme", "--format", "json"]).code(0).json();
    assert_eq!(answer["commit"], Value::Null);
    assert_eq!(answer["results"][0]["path"], "a.md");
    let repo = repo.commit("one");
    assert_eq!(paths(&repo, "findme"), ["a.md"], "another branch than main is served from HEAD");
}

#[test]
fn a_bare_repository_answers_and_never_looks_beside_itself() {
    let repo = TestRepo::new().file("a.md", "findme\n").commit("one");
    let bare = repo.root().parent().expect("a parent").join("bare.git");
    repo.git(["clone", "--quiet", "--bare", ".", bare.to_str().expect("a path")]);
    std::fs::write(bare.parent().expect("a parent").join("stray.md"), "findme\n").expect("written");
    let mut command = repo.kb_command();
    command.current_dir(&bare).args(["search", "--rev", "main", "findme", "--format", "json"]);
    let answer = repo.run(&mut command, b"").code(0).json();
    assert_eq!(answer["results"].as_array().map(Vec::len), Some(1));
    assert_eq!(answer["results"][0]["path"], "a.md");
}

#[test]
fn odd_names_are_found_and_cannot_break_the_output() {
    let repo = TestRepo::new()
        .file("café/á.md", "needle1\n")
        .file("new\nline.md", "needle2\n")
        .file("-rf.md", "needle4\n")
        .file("tab\there.md", "needle5\n")
        .commit("names");
    for (query, path) in [
        ("needle1", "café/á.md"),
        ("needle2", "new\nline.md"),
        ("needle4", "-rf.md"),
        ("needle5", "tab\there.md"),
    ] {
        assert_eq!(paths(&repo, query), [path]);
    }
    let shown = repo.kb(["search", "needle2"]).code(0);
    assert!(shown.stdout.starts_with("new\\nline.md:1"), "{}", shown.stdout);
}

#[test]
fn nul_bytes_do_not_hide_what_stands_after_them() {
    let repo = TestRepo::new()
        .file("nul.md", "before\0after findme\n")
        .file("pad.md", [b"tail\n".as_slice(), &[0; 4096]].concat())
        .file("ok.md", "fine\n")
        .commit("nul");
    assert_eq!(paths(&repo, "findme"), ["nul.md"]);
    assert_eq!(paths(&repo, "fine"), ["ok.md"]);
    assert!(!repo.kb(["search", "findme"]).stdout.contains('\0'));
}

#[test]
fn a_pointer_of_git_lfs_is_no_text_but_a_note_about_one_is() {
    let pointer = format!("version https://git-lfs.github.com/spec/v1\noid sha256:{:064}\nsize 1\n", 7);
    let repo = TestRepo::new()
        .file("big.md", &pointer)
        .file("about.md", format!("# About LFS\n\n```\n{pointer}```\n"))
        .commit("lfs");
    assert_eq!(paths(&repo, "sha256"), ["about.md"]);
}

#[test]
fn huge_lines_and_files_leave_their_neighbours_alone() {
    let repo = TestRepo::plain()
        .file("line.md", "word ".repeat(1 << 20))
        .file("long.md", "a".repeat(40_000))
        .file("table.md", format!("| a |\n|---|\n{}", "| x |\n".repeat(20_000)))
        .file("ok.md", "findme\n");
    assert_eq!(paths(&repo, "findme"), ["ok.md"]);
}

#[test]
fn what_a_caller_may_not_see_is_not_there() {
    let repo = TestRepo::new()
        .file("knowledge/open.md", "# Open\n\nThe launch code is public.\n")
        .file(
            "knowledge/secret.md",
            "---\ntype: Note\nlabels: [board]\n---\n# Secret\n\nThe launch code is 4711.\n",
        )
        .file("knowledge/acme.md", "---\ntype: Note\ntenant: acme\n---\n# Acme\n\nThe launch code of acme.\n")
        .commit("notes");
    let seen = |arguments: &[&str]| {
        let mut command = repo.kb_command();
        command.args(["search", "launch code", "--format", "json"]).args(arguments);
        let answer = repo.run(&mut command, b"").code(0).json();
        let mut paths: Vec<String> = answer["results"]
            .as_array()
            .expect("results")
            .iter()
            .map(|result| result["path"].as_str().expect("a path").to_owned())
            .collect();
        paths.sort();
        (answer["examined"].as_u64(), paths)
    };
    let owned = |paths: &[&str]| paths.iter().map(|&path| path.to_owned()).collect::<Vec<_>>();
    assert_eq!(seen(&[]).0, Some(3));
    assert_eq!(seen(&["--label", "public"]), (Some(1), owned(&["knowledge/open.md"])));
    assert_eq!(seen(&["--label", "board"]), (Some(2), owned(&["knowledge/open.md", "knowledge/secret.md"])));
    assert_eq!(seen(&["--tenant", "acme"]), (Some(2), owned(&["knowledge/acme.md", "knowledge/open.md"])));
}

#[test]
fn what_does_not_hold_any_more_is_left_out_and_said() {
    let note = |fee: u32, front: &str| {
        format!("---\ntype: Policy\n{front}\n---\n# Fee\n\nThe fee is {fee} dollars.\n")
    };
    let repo = TestRepo::new()
        .file("knowledge/old.md", note(20, "valid_until: 2025-12-31"))
        .file("knowledge/now.md", note(21, "valid_from: 2026-01-01"))
        .file("knowledge/gone.md", note(22, "status: deprecated"))
        .file("knowledge/replaced.md", note(23, "superseded_by: \"[[now]]\""))
        .commit("fees");
    assert_eq!(paths(&repo, "fee"), ["knowledge/now.md"]);
    repo.kb(["search", "fee"])
        .code(0)
        .says("2 passages left out: deprecated or superseded")
        .says("not valid on");
    let then = repo.kb(["search", "fee", "--as-of", "2025-12-31", "--format", "json"]).code(0).json();
    assert_eq!(then["results"][0]["path"], "knowledge/old.md");
    let all = repo.kb(["search", "fee", "--include-deprecated", "--format", "json"]).code(0).json();
    let found: Vec<&str> =
        all["results"].as_array().expect("results").iter().filter_map(|r| r["path"].as_str()).collect();
    assert!(found.contains(&"knowledge/gone.md") && found.contains(&"knowledge/replaced.md"), "{found:?}");
}

#[test]
fn the_budget_holds_and_the_best_line_comes_first() {
    let filler: String =
        (0..200).map(|n| format!("- Item {n} of the list says nothing of note.\n")).collect();
    let repo = TestRepo::new()
        .file("knowledge/list.md", format!("# List\n\n{filler}- The claim number is CLM-2024-894327.\n"))
        .commit("list");
    let answer =
        repo.kb(["search", "what was my claim number", "--budget", "50", "--format", "json"]).code(0).json();
    let texts: Vec<&str> =
        answer["results"].as_array().expect("results").iter().filter_map(|r| r["text"].as_str()).collect();
    assert!(texts.iter().map(|text| text.chars().count()).sum::<usize>() <= 200, "{texts:?}");
    assert!(texts[0].contains("CLM-2024-894327"), "{texts:?}");
}

#[test]
fn a_query_pasted_after_its_instructions_is_still_answered() {
    let repo = TestRepo::new().file("knowledge/a.md", "# Pump\n\nThe pump runs at 40 bar.\n").commit("note");
    let pasted =
        format!("{}\n\nAt which pressure does the pump run?", "You are a careful assistant. ".repeat(200));
    let answer = repo.kb(["search", "--format", "json", "--", &pasted]).code(0).json();
    assert_eq!(answer["results"][0]["path"], "knowledge/a.md");
    assert!(answer["reason"].as_str().expect("a reason").contains("last question"));
}

#[test]
fn quotes_and_signs_never_fail() {
    let repo = TestRepo::plain().file(
        "q.md",
        "don't do AND NEAR here\n\na \"quoted phrase\" stands here\n\ntitle:foo and TODO interface{} at https://example.invalid/x\n",
    );
    for query in ["don't", "title:foo", "TODO interface{}", "\"quoted phrase\"", "https://example.invalid/x"]
    {
        assert_eq!(paths(&repo, query), ["q.md"], "{query}");
    }
    for query in ["\"unfinished", "-403", "\"phrase quoted\""] {
        assert_eq!(paths(&repo, query), Vec::<String>::new(), "{query}");
    }
    for query in ["AND", "NEAR(", "\"", "(((", "*", "\\", "--", "a\tb"] {
        let _ = paths(&repo, query);
    }
    repo.kb(["search", "-403"]).code(0);
}

#[test]
fn identifiers_are_found_whole_before_their_parts() {
    let repo = TestRepo::plain()
        .file("a.md", "# One\n\nFailed with HTTP-403 in parse_invoice, see 38.101 and config.toml and std::fmt v1.2.3\n")
        .file("b.md", "# Two\n\nHTTP answers 403 and we parse an invoice; 38 or 101; config and toml; std and fmt\n")
        .file("c.md", "# Three\n\nparseInvoice is written in C++ and not in plain C\n")
        .file("d.md", "# Four\n\nplain C and .NET and C#\n");
    for query in ["HTTP-403", "38.101", "config.toml", "std::fmt", "parse_invoice"] {
        assert_eq!(paths(&repo, query)[0], "a.md", "{query}");
    }
    assert_eq!(paths(&repo, "v1.2.3"), ["a.md"]);
    assert_eq!(sorted(paths(&repo, "parse invoice")), ["a.md", "b.md", "c.md"]);
    assert_eq!(paths(&repo, "\"parse_invoice\""), ["a.md"]);
    assert_eq!(paths(&repo, "C++")[0], "c.md");
    assert_eq!(paths(&repo, "C#")[0], "d.md");
    assert_eq!(paths(&repo, ".NET")[0], "d.md");
}

#[test]
fn scripts_without_spaces_and_accents_are_found() {
    let repo = TestRepo::plain()
        .file("zh.md", "全文检索库很快\n")
        .file("ja.md", "東京の天気は晴れです\n")
        .file("ko.md", "전문검색 엔진\n")
        .file("mix.md", "使用gen生成代码\n")
        .file("nfc.md", "árvíztűrő tükörfúrógép\n")
        .file("nfd.md", "a\u{301}rvi\u{301}ztu\u{30b}ro\u{30b}\n")
        .file("he.md", "צה\u{5f4}ל ש\u{5b8}\u{5c1}לו\u{5b9}ם\n");
    for (query, path) in [
        ("检索", "zh.md"),
        ("全文检索", "zh.md"),
        ("库", "zh.md"),
        ("東京", "ja.md"),
        ("天気", "ja.md"),
        ("검색", "ko.md"),
        ("gen", "mix.md"),
        ("צה\"ל", "he.md"),
        ("שלום", "he.md"),
    ] {
        assert_eq!(paths(&repo, query)[0], path, "{query}");
    }
    assert_eq!(sorted(paths(&repo, "arvizturo")), ["nfc.md", "nfd.md"]);
    assert_eq!(sorted(paths(&repo, "árvíztűrő")), ["nfc.md", "nfd.md"]);
}

#[test]
fn the_exact_accent_ranks_first() {
    let repo = TestRepo::plain()
        .file("kor.md", "Az emberi kor\n")
        .file("kór.md", "Az emberi kór\n")
        .file("kör.md", "Az emberi kör\n");
    assert_eq!(paths(&repo, "kór")[0], "kór.md");
    assert_eq!(paths(&repo, "kör")[0], "kör.md");
    assert_eq!(paths(&repo, "kor").len(), 3);
}

#[test]
fn many_at_once_with_no_index_all_answer() {
    let repo = TestRepo::new();
    for number in 1..=60 {
        repo.write(&format!("knowledge/n{number}.md"), format!("note {number} common token{number}\n"));
    }
    let repo = repo.commit("notes");
    let children: Vec<_> = (0..6)
        .map(|_| {
            let mut command = repo.kb_command();
            command.args(["search", "token50"]).stdout(std::process::Stdio::piped());
            command.stderr(std::process::Stdio::piped()).spawn().expect("a process")
        })
        .collect();
    for child in children {
        let output = child.wait_with_output().expect("the end");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(String::from_utf8_lossy(&output.stdout).contains("knowledge/n50.md"));
    }
}

#[test]
fn an_index_that_was_removed_or_damaged_is_made_again() {
    let repo = TestRepo::new().file("knowledge/a.md", "findme\n").commit("note").with(["build"]);
    std::fs::remove_dir_all(repo.path(".kb/index")).expect("removed");
    assert_eq!(paths(&repo, "findme"), ["knowledge/a.md"]);
    repo.write(".kb/index/current.json", "{\"broken\":");
    assert_eq!(paths(&repo, "findme"), ["knowledge/a.md"]);
}

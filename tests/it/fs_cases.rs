//! Disks as users really have them: links, cycles, odd names, ignored and huge files. Each test rebuilds a failure that
//! users of similar tools reported.

use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::symlink;

use crate::TestRepo;

/// The paths that `kb search` finds, ordered.
fn found(repo: &TestRepo, folder: &str, query: &str) -> Vec<String> {
    let answer = repo.kb(["-C", folder, "search", query, "--format", "json"]).code(0).json();
    let results = answer["results"].as_array().expect("results");
    let mut paths: Vec<String> =
        results.iter().map(|result| result["path"].as_str().expect("a path").to_owned()).collect();
    paths.sort();
    paths.dedup();
    paths
}

/// The findings of `kb check`, as "rule path", without those that every note of a real base would have to mend.
fn findings(repo: &TestRepo, folder: &str) -> Vec<String> {
    let report = repo.kb(["-C", folder, "check", "--format", "json"]).json();
    let findings = report["findings"].as_array().expect("findings");
    let text = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
    let mut told: Vec<String> = findings.iter().map(|f| text(&f["rule"]) + " " + &text(&f["path"])).collect();
    told.dedup();
    told
}

fn linked(repo: &TestRepo, target: &str, link: &str) {
    symlink(target, repo.path(link)).expect("a link");
}

#[test]
fn cycles_of_links_end_and_every_file_counts_once() {
    let repo = TestRepo::plain().file("a/one.md", "One word.\n").file("x/two.md", "Two words.\n");
    std::fs::create_dir(repo.path("z")).expect("a folder");
    let links = [("..", "a/up"), ("../z", "x/y"), ("../x", "z/w"), ("loop.md", "loop.md")];
    for (target, link) in links {
        linked(&repo, target, link);
    }
    assert_eq!(found(&repo, ".", "word words"), ["a/one.md", "x/two.md"]);
    assert_eq!(findings(&repo, "."), ["unreadable loop.md"]);
}

#[test]
fn nothing_is_read_through_a_link_out_of_the_folder() {
    let repo = TestRepo::plain()
        .file("vault/in/a.md", "All is ok.\n")
        .file("outside/secret.txt", "SECRET-CANARY\n")
        .file("outside/secret.md", "SECRET-CANARY\n");
    linked(&repo, "../outside/secret.txt", "vault/leak.md");
    linked(&repo, "../outside", "vault/dir");
    linked(&repo, "in/a.md", "vault/alias.md");
    assert_eq!(found(&repo, "vault", "SECRET-CANARY"), Vec::<String>::new());
    assert_eq!(found(&repo, "vault", "ok"), ["in/a.md"]);
    assert_eq!(findings(&repo, "vault"), ["symlink-outside dir", "symlink-outside leak.md"]);
}

#[test]
fn names_of_any_bytes_are_found() {
    let repo = TestRepo::new()
        .file("café/á.md", "needle1\n")
        .file("new\nline.md", "needle2\n")
        .file("-rf.md", "needle4\n")
        .file("tab\there.md", "needle5\n");
    let bad = std::ffi::OsStr::from_bytes(b"bad\xff.md");
    std::fs::write(repo.root().join(bad), "needle3\n").expect("a file");
    for committed in [false, true] {
        if committed {
            repo.commit_all("names");
        }
        assert_eq!(found(&repo, ".", "needle1"), ["café/á.md"]);
        assert_eq!(found(&repo, ".", "needle2"), ["new\nline.md"]);
        assert_eq!(found(&repo, ".", "needle3"), Vec::<String>::new());
        assert_eq!(found(&repo, ".", "needle4"), ["-rf.md"]);
        assert_eq!(found(&repo, ".", "needle5"), ["tab\there.md"]);
        let told = findings(&repo, ".");
        assert!(told.contains(&"path-not-utf8 bad\u{fffd}.md".to_owned()), "{told:?}");
    }
}

#[test]
fn what_git_ignores_is_not_knowledge_in_any_working_tree() {
    let repo = TestRepo::new()
        .file(".gitignore", "drafts/\n!drafts/keep.md\n*.tmp\n")
        .file("notes/n.md", "A note word.\n")
        .file("notes/n.md.tmp", "A note word.\n")
        .file("drafts/d.md", "A note word.\n")
        .file("drafts/keep.md", "A note word.\n")
        .file("private/p.md", "A note word.\n");
    repo.write(".git/info/exclude", "private/\n");
    assert_eq!(found(&repo, ".", "note word"), ["notes/n.md"]);
    repo.commit_all("base");
    repo.git(["worktree", "add", "--quiet", "../wt", "-b", "side"]);
    repo.git(["checkout", "--quiet", "--orphan", "nothing"]);
    repo.write("../wt/private/p.md", "A note word.\n");
    let tree = kb::store::files::Tree::open(&repo.path("../wt")).expect("a tree");
    let layout =
        kb::vault::Layout { knowledge: None, evidence: kb::path::RepoPath::new("evidence").expect("a path") };
    let limits = kb::vault::Limits { note: 1_000, evidence: 1_000 };
    let (files, _) = kb::port::Files::walk(&tree, &layout, limits).expect("a walk");
    let notes: Vec<&str> =
        files.iter().map(|file| file.path.as_str()).filter(|path| path.ends_with(".md")).collect();
    assert_eq!(notes, ["notes/n.md"], "the same rules in a linked working tree");
}

#[test]
fn a_new_time_stamp_is_no_change() {
    let repo = TestRepo::plain();
    for number in 1..=5 {
        repo.write(&format!("n{number}.md"), format!("Note {number} is here.\n"));
    }
    repo.kb(["build"]).code(0).prints("5 notes, 5 changed");
    let now = std::time::SystemTime::now() + std::time::Duration::from_secs(60);
    for number in 1..=5 {
        let file = std::fs::File::options().append(true).open(repo.path(&format!("n{number}.md")));
        file.expect("a note").set_modified(now).expect("a time stamp");
    }
    repo.kb(["build"]).code(0).prints("0 changed, 0 removed, 5 unchanged");
}

#[test]
fn huge_files_and_endless_lines_do_not_keep_their_neighbours_from_being_found() {
    let repo = TestRepo::plain()
        .file("kb.toml", "[layout]\nknowledge = \".\"\n[check]\nmax_bytes = 50000\n")
        .file("line.md", "word ".repeat(4 << 20) + "\n")
        .file("long.md", "a".repeat(40_000) + "\n")
        .file("table.md", "| a |\n|---|\n".to_owned() + &"| x |\n".repeat(100_000))
        .file("ok.md", "You can findme here.\n");
    assert_eq!(found(&repo, ".", "findme"), ["ok.md"]);
    let told = findings(&repo, ".");
    let large: Vec<&String> = told.iter().filter(|told| told.starts_with("file-too-large")).collect();
    assert_eq!(large, ["file-too-large line.md", "file-too-large table.md"]);
}

#[test]
fn a_nul_byte_is_told_and_the_words_around_it_are_found() {
    let repo = TestRepo::plain()
        .file("nul.md", "before\0after findme\n")
        .file("pad.md", "tail\n".to_owned() + &"\0".repeat(4_096))
        .file("ok.md", "All is fine.\n");
    assert_eq!(found(&repo, ".", "findme"), ["nul.md"]);
    assert_eq!(found(&repo, ".", "fine"), ["ok.md"]);
    assert_eq!(findings(&repo, "."), ["unportable-name nul.md", "nul-byte nul.md", "nul-byte pad.md"]);
}

#[test]
fn names_that_windows_cannot_hold_are_told() {
    let names = [
        "CON.md",
        "Chapter 1: Intro.md",
        "a\\b.md",
        "aux.v2.md",
        "nul.md",
        "q\"q.md",
        "trail. /x.md",
        "why?.md",
    ];
    let repo = names.iter().fold(TestRepo::plain(), |repo, name| repo.file(name, "A word.\n"));
    repo.write("ok.md", "A word.\n");
    let told = findings(&repo, ".");
    for name in names {
        assert!(told.contains(&format!("unportable-name {name}")), "{name}: {told:?}");
    }
    assert!(!told.iter().any(|told| told.contains("ok.md")), "{told:?}");
}

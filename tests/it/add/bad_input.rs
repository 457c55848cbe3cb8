//! What bad input gets: a sentence, and the rest is taken in.

use super::fixture;
use crate::TestRepo;

#[test]
fn one_bad_file_does_not_stop_the_rest() {
    let repo = TestRepo::initialised()
        .file("in/a.txt", "It costs 5.\n")
        .file("in/b.txt", "")
        .file("in/c.txt", " \n");
    let run = repo.kb(["add", "in", "nowhere.txt", "--format", "json"]).code(1);
    let report = run.json();
    assert_eq!(report["added"].as_array().map(Vec::len), Some(1));
    let skipped: Vec<(&str, &str)> = report["skipped"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| (one["path"].as_str().expect("a path"), one["reason"].as_str().expect("a reason")))
        .collect();
    assert_eq!(
        skipped,
        [
            ("nowhere.txt", "nowhere.txt does not exist"),
            ("in/b.txt", "it is empty"),
            ("in/c.txt", "it is empty")
        ]
    );
}

#[test]
fn a_large_file_is_refused_before_it_is_read() {
    let repo = TestRepo::initialised();
    // Two hundred megabytes that take no room on the disk.
    let file = std::fs::File::create(repo.path("big.txt")).expect("a file");
    file.set_len(200 << 20).expect("a large file");
    repo.kb(["add", "big.txt"])
        .code(1)
        .says("it has 209715200 bytes, more than [evidence] max_bytes = 67108864");
    repo.write("small.txt", "0123456789");
    let config = repo.read("kb.toml");
    repo.write("kb.toml", config.replace("[evidence]", "[evidence]\nmax_bytes = 5"));
    repo.kb_with_input(["add", "-"], "0123456789").code(1).says("larger than [evidence] max_bytes = 5");
    repo.kb(["add", "small.txt"]).code(1).says("it has 10 bytes");
}

#[test]
fn knowledge_and_evidence_are_no_sources() {
    let repo = TestRepo::initialised()
        .file("knowledge/a.md", "# A\n\nIt costs 5.\n")
        .file("evidence/x.txt", "It costs 5.\n");
    repo.kb(["add", "knowledge/a.md"]).code(1).says("can never be evidence for itself");
    repo.kb(["add", "evidence"]).code(1).says("it is in the evidence folder already");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(repo.path("knowledge/a.md"), repo.path("link.md")).expect("a link");
        repo.kb(["add", "link.md"]).code(1).says("can never be evidence for itself");
    }
}

#[cfg(unix)]
#[test]
fn links_are_followed_only_where_they_are_named() {
    let repo = TestRepo::initialised().file("in/a.txt", "It costs 5.\n");
    std::os::unix::fs::symlink(fixture("note.md"), repo.path("in/link.md")).expect("a link");
    std::os::unix::fs::symlink("/nowhere/at/all", repo.path("in/broken")).expect("a link");
    let report = repo.kb(["add", "in", "--format", "json"]).code(0).json();
    assert_eq!((report["added"].as_array().map(Vec::len), report["links"].as_u64()), (Some(1), Some(2)));
    repo.kb(["add", "in/link.md"]).code(0).prints("Refund call");
    repo.kb(["add", "in/broken"]).code(1).says("does not exist");
}

#[test]
fn hidden_and_ignored_files_are_passed_over_and_counted() {
    let repo = TestRepo::initialised()
        .file("in/.secret", "x")
        .file("in/.gitignore", "*.log\n")
        .file("in/a.log", "It costs 5.\n")
        .file("in/b.txt", "It costs 5.\n")
        .file("in/sub/c.txt", "It costs 6.\n");
    let run = repo.kb(["add", "in"]).code(0).says("3 hidden or git-ignored passed over");
    assert_eq!(run.stdout.lines().count(), 2);
    repo.write("empty/.keep", "");
    repo.kb(["add", "empty"]).code(1).says("no file was found to add");
}

#[test]
fn options_that_cannot_be_followed_are_usage() {
    let repo = TestRepo::initialised().file("a.txt", "It costs 5.\n").file("b.txt", "It costs 6.\n");
    repo.kb(["add", "a.txt", "--kind", "Not A Kind"]).code(2).says("is not a kind of evidence");
    repo.kb(["add", "a.txt", "--at", "yesterday"]).code(2).says("write it like 2026-11-30");
    repo.kb(["add", "a.txt", "--label", " "]).code(2).says("takes one word");
    repo.kb(["add", "a.txt", "--name", "x"]).code(2).says("no `-` was given");
    repo.kb(["add", "a.txt", "b.txt", "--description", "x"]).code(2).says("belong to one source");
    repo.kb(["add"]).code(2);
}

#[test]
fn a_source_of_another_tenant_is_refused() {
    let repo = TestRepo::initialised().file("a.md", "---\ntenant: acme\n---\nIt costs 5.\n");
    repo.kb(["add", "a.md", "--tenant", "globex"]).code(1).says("it says that it belongs to tenant `acme`");
}

#[test]
fn a_dry_run_writes_nothing() {
    let repo = TestRepo::initialised();
    let files = repo.files();
    repo.kb(["add", &fixture("call.jsonl"), "--dry-run", "--commit"])
        .code(0)
        .prints("would add 2024-11-15-conversation-");
    assert_eq!(repo.files(), files);
}

#[cfg(unix)]
#[test]
fn a_disk_that_refuses_is_the_machines_fault() {
    use std::os::unix::fs::PermissionsExt as _;
    let repo = TestRepo::initialised().file("a.txt", "It costs 5.\n");
    let folder = repo.path("evidence");
    std::fs::create_dir_all(&folder).expect("a folder");
    let mode =
        |mode| std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(mode)).expect("rights");
    mode(0o555);
    // Root may write everywhere, so that there is nothing to see.
    let refused = std::fs::write(folder.join("probe"), "").is_err();
    let run = repo.kb(["add", "a.txt"]);
    mode(0o755);
    if refused {
        run.code(3).says("evidence");
    }
}

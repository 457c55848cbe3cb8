//! `kb init`, as a user sees it.

use crate::TestRepo;

const SCAFFOLD: [&str; 8] = [
    ".gitattributes",
    ".github/workflows/knowledge.yml",
    ".gitignore",
    "ci/check",
    "evidence/.gitignore",
    "evidence/README.md",
    "kb.toml",
    "knowledge/index.md",
];

#[test]
fn an_empty_folder_becomes_a_committed_knowledge_base() {
    let repo = TestRepo::plain();
    repo.kb(["init"])
        .code(0)
        .prints("a git repository on main")
        .prints("kb.toml")
        .prints("Committed as")
        .prints("Next: kb add");
    assert_eq!(repo.files(), SCAFFOLD);
    assert_eq!(repo.git(["status", "--porcelain"]), "");
    assert_eq!(repo.git(["log", "--format=%an %s"]), "Ada Tester kb: init\n");
    assert_eq!(repo.git(["branch", "--show-current"]), "main\n");
}

#[test]
fn a_second_run_changes_nothing() {
    let repo = TestRepo::plain().with(["init"]);
    let before: Vec<String> = repo.files().iter().map(|file| repo.read(file)).collect();
    let keys = repo.read(".kb/keys/reviewer");
    repo.kb(["init"]).code(0).prints("Nothing is missing");
    assert_eq!(repo.files().iter().map(|file| repo.read(file)).collect::<Vec<_>>(), before);
    assert_eq!(repo.read(".kb/keys/reviewer"), keys);
    assert_eq!(repo.git(["rev-list", "--count", "HEAD"]), "1\n");
}

#[test]
fn what_is_there_stays_byte_for_byte() {
    let repo = TestRepo::new()
        .file("knowledge/index.md", "mine\n")
        .file("ci/check", "mine too\n")
        .file(".gitignore", "target/\r\n*.log")
        .file("docs/a.md", "# A\n")
        .commit("before");
    repo.write("docs/draft.md", "not committed\n");
    let run = repo.kb(["init"]).code(0).prints("kept        ci/check").prints("line added  .gitignore");
    run.prints("2 Markdown files lie outside the knowledge").prints("Not committed");
    assert_eq!(repo.read("knowledge/index.md"), "mine\n");
    assert_eq!(repo.read("ci/check"), "mine too\n");
    assert_eq!(repo.read(".gitignore"), "target/\r\n*.log\r\n.kb/\r\n");
    assert_eq!(repo.git(["rev-list", "--count", "HEAD"]), "1\n");
    assert!(repo.git(["status", "--porcelain"]).contains("?? docs/draft.md"));
}

#[test]
fn commit_takes_exactly_what_was_written() {
    let repo = TestRepo::new().file("a.txt", "a\n").commit("before");
    repo.write("a.txt", "edited\n");
    repo.write("b.txt", "staged\n");
    repo.git(["add", "b.txt"]);
    repo.kb(["init", "--commit"]).code(0).prints("Committed as");
    assert_eq!(repo.git(["status", "--porcelain"]), " M a.txt\nA  b.txt\n");
    let committed = repo.git(["show", "--name-only", "--format=", "HEAD"]);
    assert_eq!(committed.lines().collect::<Vec<_>>(), SCAFFOLD);
}

#[test]
fn private_halves_stay_on_the_machine_and_public_halves_are_listed() {
    use std::os::unix::fs::PermissionsExt as _;
    let repo = TestRepo::plain().with(["init"]);
    let config = repo.read("kb.toml");
    for role in ["reviewer", "gate", "approver"] {
        let key = repo.read(&format!(".kb/keys/{role}"));
        assert!(config.contains(&format!("{role} = [\"ed25519:")), "{config}");
        assert!(!config.contains(key.trim()), "the private half of {role} is in kb.toml");
        let mode = repo.path(&format!(".kb/keys/{role}")).metadata().expect("a key").permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{role}");
    }
    assert!(!repo.git(["ls-files", "--cached", "--others", "--exclude-standard"]).contains(".kb/keys"));
}

#[test]
fn dry_run_shows_and_writes_nothing() {
    let repo = TestRepo::plain();
    repo.kb(["init", "--dry-run"]).code(0).prints("Would write into").prints("knowledge/index.md");
    assert_eq!(repo.files(), Vec::<String>::new());
    assert!(!repo.exists(".git") && !repo.exists(".kb"));
}

#[test]
fn folders_can_be_chosen() {
    let repo = TestRepo::plain().file("note.md", "# Note\n");
    repo.kb(["init", "--knowledge", ".", "--evidence", "sources"]).code(0).prints("Not committed");
    let config = repo.read("kb.toml");
    assert!(config.contains("knowledge = \".\"") && config.contains("evidence = \"sources\""), "{config}");
    assert!(repo.exists("index.md") && repo.exists("sources/README.md"));
    assert!(repo.read(".gitattributes").contains("sources/** -text"));
    let repo = TestRepo::plain();
    repo.kb(["init", "--evidence", "../out"]).code(2).says("../out");
    repo.kb(["init", "--knowledge", "evidence"]).code(2).says("two folders");
    assert!(!repo.exists("kb.toml"));
}

#[test]
fn in_a_clone_no_key_is_made_that_nobody_lists() {
    let repo = TestRepo::plain().with(["init"]);
    repo.git(["clone", "--quiet", ".", "../clone"]);
    let clone = repo.root().join("../clone");
    let clone = clone.to_str().expect("UTF-8");
    repo.kb(["-C", clone, "init"]).code(0).prints("Nothing is missing");
    assert!(!repo.exists("../clone/.kb/keys/reviewer"));
    repo.kb(["-C", clone, "init", "--new-keys"]).code(0).prints("counts once kb.toml lists it");
    assert!(repo.exists("../clone/.kb/keys/reviewer"));
}

#[test]
fn a_linked_working_tree_uses_the_keys_of_the_main_one() {
    let repo = TestRepo::plain().with(["init"]);
    repo.git(["worktree", "add", "--quiet", "../linked"]);
    repo.kb(["-C", "../linked", "init", "--new-keys"]).code(0).prints("Nothing is missing");
    assert!(!repo.exists("../linked/.kb/keys"));
}

#[test]
fn a_branch_of_another_name_is_the_one_that_the_gate_moves() {
    let repo = TestRepo::new();
    repo.git(["symbolic-ref", "HEAD", "refs/heads/trunk"]);
    repo.kb(["init"]).code(0).prints("on trunk");
    assert!(repo.read("kb.toml").contains("branch = \"trunk\""));
}

#[test]
fn a_link_out_of_the_repository_is_not_written_through() {
    let repo = TestRepo::new();
    std::fs::create_dir(repo.path("../elsewhere")).expect("a folder");
    std::os::unix::fs::symlink("../elsewhere", repo.path("knowledge")).expect("a link");
    repo.kb(["init"]).code(3).says("knowledge/index.md leads out of the repository");
    assert!(!repo.exists("../elsewhere/index.md"));
    assert!(!repo.exists("kb.toml"), "nothing is written when one file cannot be");
}

#[test]
fn evidence_is_kept_whatever_the_ignore_rules_say() {
    let repo = TestRepo::new().file(".gitignore", "*.log\n").with(["init"]);
    repo.write("evidence/2026/11/x/source.log", "text\n");
    assert!(repo.git(["status", "--porcelain", "--untracked-files=all"]).contains("source.log"));
}

#[test]
fn the_generated_check_runs_in_a_bare_checkout() {
    let repo = TestRepo::plain().with(["init"]);
    let url = format!("file://{}", repo.root().display());
    repo.git(["clone", "--quiet", "--depth", "1", &url, "../checkout"]);
    let mut shell = std::process::Command::new("sh");
    shell.arg("ci/check").current_dir(repo.path("../checkout")).env("PATH", "/usr/bin:/bin");
    repo.run(&mut shell, b"").code(3).says("cargo install --locked kb");
}

//! `kb doctor`, as a user sees it.

use crate::TestRepo;

/// The lines about `what`, from the JSON report: health and message.
fn examined(repo: &TestRepo, what: &str) -> Vec<(String, String)> {
    let report = repo.kb(["doctor", "--format", "json"]).json();
    let of = |entry: &serde_json::Value, key: &str| entry[key].as_str().expect("a text").to_owned();
    let entries = report["examined"].as_array().expect("a list").iter();
    entries
        .filter(|entry| entry["what"] == what)
        .map(|entry| (of(entry, "health"), of(entry, "message")))
        .collect()
}

#[test]
fn a_fresh_knowledge_base_is_well() {
    let repo = TestRepo::plain().with(["init"]);
    let run = repo.kb(["doctor"]).code(0);
    let run = run.prints("ok    git").prints("on `main` at").prints("the reviewer key is here and listed");
    assert!(run.stdout.contains("things are as they must be"), "{}", run.stdout);
    assert_eq!(repo.git(["status", "--porcelain"]), "");
}

#[test]
fn a_plain_folder_is_looked_at_and_left_as_it_is() {
    let repo = TestRepo::plain().file("a.md", "a\n");
    repo.kb(["doctor"]).code(0).prints("not in a git repository").prints("`kb init` makes one");
    assert_eq!(repo.files(), ["a.md"]);
    assert!(!repo.exists(".kb"));
}

#[test]
fn an_unknown_key_in_the_configuration_is_a_line_like_any_other() {
    let repo = TestRepo::plain().with(["init"]);
    repo.write("kb.toml", "[gate]\nbrunch = \"main\"\n");
    repo.kb(["doctor"]).code(1).prints("fail  kb.toml").prints("line 2").prints("ok    lock");
}

#[test]
fn keys_are_compared_with_those_that_count() {
    let repo = TestRepo::plain().with(["init"]);
    repo.write("kb.toml", "[keys]\nreviewer = [\"ed25519:AAAA\"]\n");
    repo.remove(".kb/keys/gate");
    repo.write(".kb/keys/approver", "not a key");
    repo.kb(["doctor"])
        .code(1)
        .prints("`ed25519:AAAA` is not a public key")
        .prints("the reviewer key here is not listed")
        .prints("no gate key, here or in kb.toml")
        .prints(".kb/keys/approver is not a key");
}

#[test]
fn a_private_key_that_others_can_read_is_told() {
    use std::os::unix::fs::PermissionsExt as _;
    let repo = TestRepo::plain().with(["init"]);
    let open = std::fs::Permissions::from_mode(0o644);
    std::fs::set_permissions(repo.path(".kb/keys/gate"), open).expect("rights");
    repo.kb(["doctor"])
        .code(0)
        .prints("others can read the private gate key")
        .prints("chmod 600 .kb/keys/gate");
}

#[test]
fn an_agent_that_kb_does_not_know_is_told() {
    let repo = TestRepo::plain().with(["init"]);
    repo.write("kb.toml", "[roles]\nproposer = \"auditor\"\n");
    repo.kb(["doctor"]).code(1).prints("line 2").prints("names the proposer `auditor`");
}

#[test]
fn a_repository_without_commits_a_detached_head_and_a_shallow_clone_are_named() {
    let repo = TestRepo::new();
    assert_eq!(examined(&repo, "branch"), [("warn".to_owned(), "`main` has no commit yet".to_owned())]);
    let repo = TestRepo::plain().with(["init"]).file("knowledge/a.md", "# A\n").commit("a");
    repo.git(["checkout", "--quiet", "--detach"]);
    assert_eq!(examined(&repo, "branch"), [("warn".to_owned(), "HEAD is detached".to_owned())]);
    let url = format!("file://{}", repo.root().display());
    repo.git(["clone", "--quiet", "--depth", "1", "--branch", "main", &url, "../shallow"]);
    repo.kb(["-C", "../shallow", "doctor"]).code(0).prints("the clone is shallow").prints("--unshallow");
}

#[test]
fn locks_are_named_with_their_age_and_kept() {
    let repo = TestRepo::plain().with(["init"]);
    repo.write(".git/index.lock", "");
    repo.write(".git/refs/heads/kb/x.lock", "");
    let run = repo.kb(["doctor"]).code(0).prints("index.lock exists since").prints("kb/x.lock exists since");
    run.prints("when no git is running any more: rm");
    let old = std::time::SystemTime::now() - std::time::Duration::from_secs(7_200);
    let lock = std::fs::File::open(repo.path(".git/index.lock")).expect("the lock");
    lock.set_modified(old).expect("an old lock");
    repo.kb(["doctor", "--repair"]).code(1).prints("exists since 2 h");
    assert!(repo.exists(".git/index.lock"), "a lock is never removed");
}

#[test]
fn what_a_dead_process_left_is_mended_on_request_only() {
    let repo = TestRepo::plain().with(["init"]);
    let from = repo.git(["rev-parse", "HEAD"]).trim().to_owned();
    repo.write("knowledge/a.md", "# A\n");
    let to = repo.commit_all("a");
    // As a process leaves it that dies after the ref moved: journal and ref are new, index and files are old.
    repo.git(["reset", "--quiet", "--hard", &from]);
    repo.git(["update-ref", "refs/heads/main", &to]);
    let journal = format!(r#"{{"target":"refs/heads/main","from":"{from}","to":"{to}"}}"#);
    repo.write(".git/kb/advance.json", journal);
    repo.write(".kb/tmp/0011223344556677/lock", "");
    repo.kb(["doctor"]).code(1).prints("a merge into `main` was interrupted").prints("1 temporary folder");
    assert!(!repo.exists("knowledge/a.md"));
    repo.kb(["doctor", "--repair"]).code(0).says("removed 1 temporary").says("finished the merge");
    assert_eq!(repo.read("knowledge/a.md"), "# A\n");
    assert_eq!(repo.git(["status", "--porcelain"]), "");
    assert!(!repo.exists(".kb/tmp/0011223344556677"));
}

#[test]
fn a_ledger_that_cannot_be_read_is_found() {
    let repo = TestRepo::plain().with(["init"]);
    repo.git(["checkout", "--quiet", "--orphan", "kb/ledger"]);
    repo.write("proposals/2026/p-0123456789ab/proposal.yaml", "no: record\n");
    repo.write("proposals/2026/p-0123456789ab/rounds/1/round.yaml", "no: round\n");
    repo.commit_all("ledger");
    repo.git(["checkout", "--quiet", "--force", "main"]);
    repo.kb(["doctor"]).code(1).prints("fail  ledger").prints("proposals/2026/p-0123456789ab/proposal.yaml");
}

#[test]
fn an_index_that_lags_is_told() {
    let repo = TestRepo::plain().with(["init"]).with(["build"]);
    assert_eq!(examined(&repo, "index")[0].0, "ok");
    repo.write("knowledge/a.md", "---\ntype: Note\n---\n# A\n");
    repo.commit_all("a");
    repo.kb(["doctor"]).code(0).prints("warn  index").prints("`kb build` brings it up to date");
}

#[test]
fn nobody_can_commit_without_a_name() {
    let repo = TestRepo::plain().with(["init"]);
    repo.git(["config", "user.email", ""]);
    repo.kb(["doctor"]).code(1).prints("fail  identity").prints("git config --global user.name");
}

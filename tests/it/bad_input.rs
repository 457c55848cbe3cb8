//! Repositories, disks and files that are not as they should be: a sentence that says what and what to do, the right exit
//! code, nothing lost.

use std::process::Command;

use crate::{Run, TestRepo};

const CALL: &str = "{\"role\":\"user\",\"content\":\"The refund window is 7 days.\"}\n";

/// A knowledge base with the source `call.jsonl` beside it, not added yet.
fn with_call() -> TestRepo {
    TestRepo::plain().with(["init"]).file("../call.jsonl", CALL)
}

/// The items of evidence in the working tree.
fn items(repo: &TestRepo) -> usize {
    repo.files().iter().filter(|file| file.ends_with("/meta.yaml")).count()
}

/// Runs `script` by a shell; `$KB` is the program.
fn shell(repo: &TestRepo, script: &str) -> Run {
    let kb = repo.kb_command();
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(script).current_dir(repo.root()).env_clear();
    shell.envs(kb.get_envs().filter_map(|(name, value)| Some((name, value?))));
    repo.run(shell.env("KB", kb.get_program()), b"")
}

/// Runs `script` where it may mount; `None` where this machine does not let tests do so.
fn with_mounts(repo: &TestRepo, script: &str) -> Option<Run> {
    std::fs::write(repo.path("../mounts.sh"), script).expect("a script");
    let may = shell(repo, "unshare --user --map-root-user --mount true").status == 0;
    may.then(|| shell(repo, "unshare --user --map-root-user --mount sh ../mounts.sh"))
}

#[test]
fn outside_a_repository_what_needs_one_says_how_to_make_one() {
    let repo = TestRepo::plain().file("a.md", "# A\n");
    for command in ["propose", "review", "merge", "audit"] {
        repo.kb([command]).code(3).says("not in a git repository").says("kb init");
    }
    repo.kb(["check"]).code(0);
    repo.kb(["search", "A"]).code(0);
}

#[test]
fn without_a_commit_what_needs_one_says_so() {
    let repo = TestRepo::new().with(["init", "--no-commit"]);
    for command in ["propose", "review", "merge", "audit"] {
        let run = repo.kb([command]);
        assert_eq!(run.status, 3, "{command}: {}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains("commit"), "{command}: {}", run.stderr);
    }
}

#[test]
fn on_a_detached_head_nothing_is_committed_that_no_branch_has() {
    let repo = with_call();
    repo.git(["checkout", "--quiet", "--detach"]);
    repo.kb(["add", "../call.jsonl", "--commit"]).code(3).says("HEAD is detached").says("git switch main");
    repo.git(["switch", "--quiet", "main"]);
    repo.kb(["add", "../call.jsonl", "--commit"]).code(0);
    assert_eq!(items(&repo), 1);
    assert_eq!(repo.git(["status", "--porcelain"]), "");
}

#[test]
fn a_held_index_lock_stops_the_commit_and_the_next_run_makes_it() {
    let repo = with_call();
    repo.write(".git/index.lock", "");
    repo.kb(["add", "../call.jsonl", "--commit"])
        .code(3)
        .says("index.lock exists since")
        .says("the added files stay");
    assert!(repo.exists(".git/index.lock"));
    assert_eq!(items(&repo), 1);
    repo.remove(".git/index.lock");
    repo.kb(["add", "../call.jsonl", "--commit"]).code(0);
    assert_eq!(repo.git(["status", "--porcelain"]), "");
    assert_eq!(repo.git(["rev-list", "--count", "HEAD"]), "2\n");
}

#[test]
fn a_read_only_disk_is_named_and_reading_still_works() {
    let repo = with_call().file("knowledge/a.md", "---\ntype: Note\n---\n# Apples\n");
    let script = "mount --bind . . && mount -o remount,bind,ro . && cd \"$PWD\" || exit 99
                  \"$KB\" check >/dev/null; echo \"check $?\"
                  \"$KB\" doctor; echo \"doctor $?\"
                  exec \"$KB\" add ../call.jsonl";
    if let Some(run) = with_mounts(&repo, script) {
        let run = run.code(3).says("Read-only file system").prints("doctor 1").prints("fail  disk");
        assert!(!run.stdout.contains("check 3"), "{}", run.stdout);
    }
    assert_eq!(items(&repo), 0);
}

#[test]
fn a_file_where_kb_keeps_its_state_is_named() {
    let repo = with_call();
    std::fs::remove_dir_all(repo.path(".kb")).expect("a folder to remove");
    repo.write(".kb", "not a folder\n");
    repo.kb(["add", "../call.jsonl"]).code(3).says(".kb");
    assert_eq!(items(&repo), 0);
    assert_eq!(repo.read(".kb"), "not a folder\n");
}

#[test]
fn a_full_disk_leaves_nothing_half() {
    let repo = with_call().file("../large.txt", "words ".repeat(100_000));
    let script = "mkdir ../small && mount -t tmpfs -o size=2m none ../small && cp -a . ../small && cd ../small || exit 99
                  dd if=/dev/zero of=filler bs=1k >/dev/null 2>&1; truncate -s -300k filler
                  \"$KB\" add ../large.txt; echo \"add $?\"
                  find evidence -mindepth 1 -not -name README.md -not -name .gitignore; find .kb/tmp -mindepth 1
                  rm filler; exec \"$KB\" add ../large.txt";
    if let Some(run) = with_mounts(&repo, script) {
        let run = run.code(0).says("No space left on device").says("make room");
        let after = run.stdout.split_once("add 3\n").map(|(_, after)| after);
        let Some(after) = after else { panic!("{}{}", run.stdout, run.stderr) };
        assert!(!after.starts_with("evidence") && !after.starts_with(".kb"), "{after}");
    }
}

#[test]
fn a_file_that_may_not_grow_leaves_nothing_half() {
    let repo = with_call().file("../large.txt", "words ".repeat(100_000));
    let run = shell(&repo, "trap '' XFSZ; ulimit -f 100; exec \"$KB\" add ../large.txt").code(3);
    assert!(run.stderr.contains("writing"), "{}", run.stderr);
    assert_eq!(items(&repo), 0);
    repo.kb(["doctor"]).code(0);
    repo.kb(["add", "../large.txt"]).code(0);
    assert_eq!(items(&repo), 1);
}

#[test]
fn an_unknown_key_in_the_configuration_names_its_line() {
    let repo = with_call();
    repo.write("kb.toml", "[gate]\nbranch = \"main\"\nbrunch = 1\n");
    for command in ["check", "propose", "review", "merge", "build"] {
        repo.kb([command]).code(2).says("kb.toml, line 3").says("brunch");
    }
    repo.kb(["add", "../call.jsonl"]).code(2).says("kb.toml, line 3");
    assert_eq!(items(&repo), 0);
}

#[test]
fn one_bad_note_is_a_finding_and_the_others_are_read() {
    let repo = TestRepo::plain()
        .file("broken.md", "---\ntype: [unclosed\n---\n# Broken\n")
        .file("latin.md", b"# Caf\xe9\n".as_slice())
        .file("empty.md", "")
        .file("good.md", "Apples grow on trees.\n");
    let report = repo.kb(["check", "--format", "json"]).code(1).json();
    let findings = report["findings"].as_array().expect("findings");
    for (rule, path) in [("front-matter", "broken.md"), ("not-utf8", "latin.md")] {
        assert!(findings.iter().any(|f| f["rule"] == rule && f["path"] == path), "{rule}: {report}");
    }
    assert_eq!(report["examined"]["notes"], 4);
    repo.kb(["search", "apples"]).code(0).prints("good.md");
}

#[test]
fn a_file_of_200_mb_is_refused_by_its_size() {
    let repo = TestRepo::plain().with(["init"]).file("knowledge/good.md", "---\ntype: Note\n---\n# Good\n");
    for path in ["../huge.txt", "knowledge/huge.md"] {
        std::fs::File::create(repo.path(path)).and_then(|file| file.set_len(200 << 20)).expect("a huge file");
    }
    // 400 MB of address space would be too little if the file was held in memory once.
    let run = shell(&repo, "ulimit -v 1000000; exec \"$KB\" add ../huge.txt").code(1);
    assert!(
        run.stderr.contains("max_bytes") || run.stdout.contains("max_bytes"),
        "{}{}",
        run.stdout,
        run.stderr
    );
    assert_eq!(items(&repo), 0);
    let report = repo.kb(["check", "--format", "json"]).code(1).json();
    let findings = report["findings"].as_array().expect("findings");
    let large = findings.iter().find(|f| f["rule"] == "file-too-large").expect("a finding");
    assert_eq!(large["path"], "knowledge/huge.md");
}

#[test]
fn evidence_that_vanished_is_found_and_named() {
    let repo = with_call().with(["add", "../call.jsonl", "--commit"]);
    let source = repo.files().into_iter().find(|file| file.ends_with("/source.jsonl")).expect("a source");
    repo.remove(&source);
    let report = repo.kb(["check", "--format", "json"]).code(1).json();
    assert!(report["findings"].to_string().contains(source.rsplit('/').nth(1).expect("an id")), "{report}");
}

#[test]
fn ten_at_once_lose_nothing() {
    let repo = TestRepo::plain().with(["init"]);
    let mut running = Vec::new();
    for number in 0..10 {
        let source = format!("../call-{number}.jsonl");
        repo.write(&source, CALL.replace('7', &format!("{}", 10 + number)));
        let mut command = repo.kb_command();
        command.args(["add", &source, "--commit"]).stdout(std::process::Stdio::piped());
        running.push(command.stderr(std::process::Stdio::piped()).spawn().expect("a process"));
    }
    for process in running {
        let output = process.wait_with_output().expect("an end");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(items(&repo), 10);
    assert_eq!(repo.git(["rev-list", "--count", "HEAD"]), "11\n");
    assert_eq!(repo.git(["status", "--porcelain"]), "");
    let tracked = repo.git(["ls-tree", "-r", "--name-only", "HEAD"]);
    assert_eq!(tracked.lines().filter(|file| file.ends_with("/meta.yaml")).count(), 10);
}

#[test]
fn a_repository_of_somebody_else_is_not_trusted() {
    let repo = TestRepo::plain().with(["init"]);
    // Only root can give a folder away; nobody else can be in this situation by a test.
    if shell(&repo, "chown -R 12345 . 2>/dev/null").status == 0 {
        repo.kb(["check"]).code(3).says("belongs to somebody else").says("safe.directory");
    }
}

//! What a proposer tries to bring in on a working branch.

use std::fs;
use std::path::Path;

use super::{Server, write};

/// Asserts that a working branch of one commit is refused for `reason`.
#[track_caller]
fn refused(change: impl FnOnce(&Path), reason: &str) {
    let (server, id) = Server::proposed();
    let commit = server.commit_on("main", "mine", change);
    let branch = format!("+{commit}:refs/heads/kb/proposal/{id}");
    server.refuses("bot", [&branch], reason);
    server.refuses("ann", [&branch], reason);
}

#[test]
fn files_that_decide_something() {
    for path in
        ["kb.toml", ".github/workflows/x.yml", ".gitlab-ci.yml", ".gitattributes", "README.md", "ci/check"]
    {
        let (server, id) = Server::proposed();
        let commit = server.commit_on("main", "mine", |folder| write(folder, path, "x\n"));
        let run =
            server.refuses("bot", [&format!("+{commit}:refs/heads/kb/proposal/{id}")], "outside-knowledge");
        run.says(&format!("`{path}` lies outside the knowledge"));
    }
    refused(|folder| write(folder, "knowledge/.gitattributes", "* -text\n"), "outside-knowledge");
}

#[cfg(unix)]
#[test]
fn anything_but_a_plain_file() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    refused(|folder| symlink("/etc/passwd", folder.join("knowledge/x.md")).expect("a link"), "symlink");
    refused(
        |folder| {
            write(folder, "knowledge/x.md", "# X\n");
            let path = folder.join("knowledge/x.md");
            fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("rights");
        },
        "executable",
    );
    let (server, id) = Server::proposed();
    let head = server.rev("main");
    let info = format!("160000,{head},knowledge/module");
    server.repo.git(["update-index", "--add", "--cacheinfo", &info]);
    server.repo.git(["commit", "--quiet", "--message", "module"]);
    server.refuses("bot", [&format!("+main:kb/proposal/{id}")], "submodule");
}

#[test]
fn evidence_and_derived_files() {
    refused(
        |folder| {
            let month = folder.join("evidence/2026/11");
            let item = fs::read_dir(month).expect("evidence").next().expect("an item").expect("an entry");
            write(&item.path(), "source.md", "The window is 90 days.\n");
        },
        "evidence-changed",
    );
    refused(
        |folder| {
            let month = folder.join("evidence/2026/11");
            let item = fs::read_dir(month).expect("evidence").next().expect("an item").expect("an entry");
            write(&item.path(), "more.md", "The window is 90 days.\n");
        },
        "evidence-changed",
    );
    refused(|folder| write(folder, "knowledge/.abstract", "Refunds take 90 days.\n"), "derived-file");
}

/// What is gone in the head is part of history all the same.
#[test]
fn a_commit_on_the_way_holds_what_the_head_does_not() {
    let (server, id) = Server::proposed();
    let first =
        server.commit_on("main", "in", |folder| write(folder, ".github/workflows/x.yml", "on: push\n"));
    let second = server.commit_on(&first, "out", |folder| {
        fs::remove_dir_all(folder.join(".github/workflows")).expect("a removed folder");
        // What `kb init` made stays as main has it.
        write(folder, "knowledge/x.md", "---\ntype: Note\n---\n# X\n");
    });
    let kept = server.repo.read(".github/workflows/knowledge.yml");
    let third = server.commit_on(&second, "as main has it", |folder| {
        write(folder, ".github/workflows/knowledge.yml", kept);
    });
    let branch = format!("+{third}:refs/heads/kb/proposal/{id}");
    server.refuses("bot", [&branch], "outside-knowledge").says(&format!("commit {}", &first[..8]));
}

/// Main, merged into a working branch, brings what others may: it is theirs, not the proposer's.
#[test]
fn a_merge_of_main_is_no_change_of_the_proposers() {
    let (server, id) = Server::proposed();
    let policy = server.commit_on("main", "docs", |folder| write(folder, "README.md", "# Read me\n"));
    server.push("ann", [&format!("{policy}:refs/heads/main")]).code(0);
    let branch = format!("kb/proposal/{id}");
    server.repo.git(["switch", "--quiet", &branch]);
    server.repo.git(["merge", "--quiet", "--no-edit", &policy]);
    server.push("bot", [&branch]).code(0);
    // An evil merge is one: what it has and no parent has.
    server.repo.write("README.md", "# Mine\n");
    server.repo.git(["commit", "--quiet", "--all", "--amend", "--no-edit"]);
    server.refuses("bot", [&format!("+{branch}")], "outside-knowledge");
}

#[test]
fn all_of_a_push_or_nothing() {
    let (server, id) = Server::proposed();
    let good = server.commit_on(&format!("kb/proposal/{id}"), "more", |folder| {
        write(folder, "knowledge/x.md", "---\ntype: Note\n---\n# X\n");
    });
    let (branch, main) = (format!("{good}:refs/heads/kb/proposal/{id}"), format!("{good}:refs/heads/main"));
    for options in [&["--atomic"][..], &[]] {
        let before = server.refs();
        let run = server.push_with("bot", options, &[&branch, &main]);
        assert_ne!(run.status, 0);
        assert!(
            run.stderr.contains("refs/heads/main [not-allowed] the proposer may not move main"),
            "{}",
            run.stderr
        );
        assert_eq!(server.refs(), before);
    }
    server.push("bot", [&branch]).code(0);
}

#[test]
fn names_that_pose_as_something_else() {
    let (server, id) = Server::proposed();
    let head = server.rev(&format!("kb/proposal/{id}"));
    for name in
        ["KB/ledger", "Main", "kb/proposal/x", "kb/ledger2", "kb/proposal/P-000000000000", "a\u{202e}b"]
    {
        server.refuses("ann", [&format!("{head}:refs/heads/{name}")], "no-such-place");
    }
    server.refuses("bot", [&format!("{head}:refs/heads/kb/reorg/-x/y")], "no-such-place");
}

/// Names that programs take for options, pathspecs or revisions (PR-11): below the knowledge they are names, and a link is a
/// link whatever it is called.
#[cfg(unix)]
#[test]
fn paths_that_look_like_something_else() {
    let (server, id) = Server::proposed();
    let branch = format!("kb/proposal/{id}");
    let odd = ["-n.md", "--output=x.md", "a:b.md", ":(top)x.md"];
    let named = server.commit_on(&branch, "odd", |folder| {
        for name in odd {
            write(&folder.join("knowledge"), name, "---\ntype: Note\n---\n# Odd\n");
        }
    });
    let linked = server.commit_on(&named, "link", |folder| {
        std::os::unix::fs::symlink("../secret", folder.join("kb-report.json")).expect("a link");
        write(folder, "a\u{1b}[2K\nkb: taken.txt", "x\n");
        write(folder, "-n.md", "x\n");
    });
    let run = server.refuses("bot", [&format!("{linked}:refs/heads/{branch}")], "outside-knowledge");
    assert!(run.stderr.contains("`kb-report.json`") && run.stderr.contains("`-n.md`"), "{}", run.stderr);
    assert!(!run.stderr.contains('\u{1b}'), "{}", run.stderr);
    assert!(!server.repo.root().with_file_name("secret").exists());
    server.push("bot", [&format!("{named}:refs/heads/{branch}")]).code(0);
    assert!(
        odd.iter().all(|name| server.git(&["ls-tree", "-r", "--name-only", "-z", &branch]).contains(name))
    );
}

#[test]
fn a_branch_that_has_nothing_of_main() {
    let (server, id) = Server::proposed();
    let tree = server.repo.git(["rev-parse", "main^{tree}"]);
    let root = server.repo.git(["commit-tree", tree.trim(), "-m", "root"]);
    server.refuses("bot", [&format!("+{}:refs/heads/kb/proposal/{id}", root.trim())], "no-common-history");
}

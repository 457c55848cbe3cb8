//! Who may do what: every role and every operation, each cell pushed for real.

use super::super::stage::{evidence, note, propose};
use super::{NAMES, Server, write};

/// One operation: its name, what is pushed, and the roles that may.
struct Operation {
    name: &'static str,
    refs: Vec<String>,
    allowed: &'static [&'static str],
}

/// The operations on a server that has main, a proposal `first` without a review, and the tag `v1`.
fn operations(server: &Server, first: &str) -> Vec<Operation> {
    let repo = &server.repo;
    let (base, old) = (server.rev("main"), server.rev("main~1"));
    let item = repo.files().into_iter().find(|path| path.ends_with("source.md")).expect("a source");
    let item = item.split('/').nth(3).expect("an item").to_owned();
    let quote = "Support answers within 24 hours.";
    let second = propose(repo, "knowledge/hours.md", &note("Hours", quote, &item, 2, quote));
    let (record, other) = (server.rev("kb/ledger"), server.rev(&format!("kb/proposal/{second}")));
    repo.kb(["review"]).code(0);
    let decision = server.rev("kb/ledger");
    repo.kb(["merge", first]).code(0);
    let (merged, ledger) = (server.rev("main"), server.rev("kb/ledger"));
    let hand = |path: &'static str, text: &'static str| {
        server.commit_on(&base, "by hand", |folder| write(folder, path, text))
    };
    let summary = hand("knowledge/.abstract", "Refunds.\n");
    let knowledge = hand("knowledge/refunds.md", "---\ntype: Policy\n---\n# Refunds\n");
    let workflow = hand(".github/workflows/x.yml", "on: push\n");
    let policy = server.commit_on(&base, "policy", |folder| {
        let text = std::fs::read_to_string(folder.join("kb.toml")).expect("kb.toml");
        write(folder, "kb.toml", text.replace("# direct = \"flag\"", "direct = \"refuse\""));
    });
    let rewritten = server.commit_on(&old, "another history", |folder| write(folder, "x.md", "x\n"));
    repo.git(["switch", "--quiet", "--detach", &base]);
    evidence(repo, "Shipping is free.\n", "");
    let collected = server.rev("HEAD");
    repo.git(["switch", "--quiet", "main"]);
    let row = |name, refs: &[String], allowed| Operation { name, refs: refs.to_vec(), allowed };
    let to = |commit: &str, name: &str| format!("{commit}:refs/heads/{name}");
    let (branch, twin) = (format!("kb/proposal/{first}"), format!("kb/proposal/{second}"));
    let decided = [to(&merged, "main"), to(&ledger, "kb/ledger")];
    vec![
        row("a new working branch", &[to(&other, &twin)], &["proposer", "maintainer"]),
        row(
            "a part of a reorganisation",
            &[to(&other, "kb/reorg/r-3f9a2c41d07b/a")],
            &["proposer", "maintainer"],
        ),
        row(
            "a working branch made anew",
            &[format!("+{}", to(&other, &branch))],
            &["proposer", "maintainer"],
        ),
        row("an open working branch removed", &[to("", &branch)], &["maintainer"]),
        row(
            "a merged working branch removed",
            &[decided.as_slice(), &[to("", &branch)]].concat(),
            &["merger", "maintainer"],
        ),
        row("a record", &[to(&record, "kb/ledger")], &["proposer", "merger", "maintainer"]),
        row("a decision", &[to(&decision, "kb/ledger")], &["merger", "maintainer"]),
        row("the ledger removed", &[to("", "kb/ledger")], &[]),
        row("a decided merge", &decided, &["merger", "maintainer"]),
        row("a merge without its decision", &decided[..1], &[]),
        row("summaries", &[to(&summary, "main")], &["merger", "maintainer"]),
        row("evidence", &[to(&collected, "main")], &["collector", "maintainer"]),
        row("a note by hand", &[to(&knowledge, "main")], &["maintainer"]),
        row("a workflow", &[to(&workflow, "main")], &["maintainer"]),
        row("kb.toml", &[to(&policy, "main")], &["maintainer"]),
        row("main rewritten", &[format!("+{}", to(&rewritten, "main"))], &[]),
        row("main removed", &[to("", "main")], &[]),
        row("another branch", &[to(&knowledge, "feature")], &["maintainer"]),
        row("a branch below kb/", &[to(&other, "kb/feature")], &[]),
        row("a tag", &[format!("{base}:refs/tags/v2")], &["maintainer"]),
        row("a tag moved", &[format!("+{merged}:refs/tags/v1")], &[]),
        row("a tag removed", &[":refs/tags/v1".to_owned()], &[]),
        row("a note of git's", &[format!("{base}:refs/notes/commits")], &[]),
    ]
}

#[test]
fn every_role_and_operation() {
    let (server, first) = Server::proposed();
    server.git(&["tag", "v1", "main"]);
    let operations = operations(&server, &first);
    let before = server.refs();
    let strangers = [("nobody with a role", "mallory"), ("nobody", "")];
    let mut wrong = Vec::new();
    for operation in &operations {
        for (role, name) in NAMES.iter().chain(&strangers) {
            let refs: Vec<&str> = operation.refs.iter().map(String::as_str).collect();
            let run = server.push_with(name, &["--atomic"], &refs);
            let (is_taken, after) = (run.status == 0, server.refs());
            if is_taken != operation.allowed.contains(role) || is_taken == (after == before) {
                wrong.push(format!("{role}: {}: taken: {is_taken}\n{}", operation.name, run.stderr));
            }
            if after != before {
                restore(&server, &before, &after);
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Puts every ref of the server back.
fn restore(server: &Server, before: &str, after: &str) {
    for line in after.lines().filter(|line| !before.contains(*line)) {
        let name = line.split(' ').next().expect("a ref");
        server.git(&["update-ref", "-d", name]);
    }
    for line in before.lines().filter(|line| !after.contains(*line)) {
        let (name, commit) = line.split_once(' ').expect("a ref and a commit");
        server.git(&["update-ref", name, commit]);
    }
    assert_eq!(server.refs(), before);
}

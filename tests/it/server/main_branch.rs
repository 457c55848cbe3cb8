//! What somebody who may move main tries to bring in.

use super::super::stage::{evidence, note, propose, refunds};
use super::{Server, write};

const LEDGER_AND_MAIN: [&str; 2] = ["kb/ledger", "main"];

#[test]
fn an_extra_change_under_an_old_decision() {
    let (server, _) = Server::merged();
    let text = server.repo.read("knowledge/refunds.md").replace("7 days", "90 days");
    server.repo.write("knowledge/refunds.md", text);
    server.repo.git(["commit", "--quiet", "--all", "--amend", "--no-edit"]);
    for name in ["gate", "ann"] {
        server.refuses(name, LEDGER_AND_MAIN, "no-valid-decision");
        server.refuses(name, ["main"], "no-valid-decision").says("is not the tree");
    }
}

#[test]
fn a_decision_that_is_used_for_another_proposal() {
    let (server, _) = Server::merged();
    server.push("gate", LEDGER_AND_MAIN).code(0);
    let message = server.repo.git(["log", "-1", "--format=%B", "main"]);
    let lie = note(
        "Hours",
        "Support answers within 1 hour.",
        &item(&server),
        2,
        "Support answers within 24 hours.",
    );
    let second = propose(&server.repo, "knowledge/hours.md", &lie);
    let branch = format!("kb/proposal/{second}");
    server.push("bot", [&branch]).code(0);
    server.repo.git(["merge", "--quiet", "--no-ff", "--message", &message, &branch]);
    server.refuses("gate", ["main"], "no-valid-decision");
    // The commit itself, and what stands on it, as one of its parents: no merge of main and a proposal's head.
    server.repo.git(["reset", "--quiet", "--hard", "HEAD~1"]);
    server.repo.git(["commit", "--quiet", "--allow-empty", "--message", &message]);
    server.refuses("gate", ["main"], "no-valid-decision").says("not a merge");
}

fn item(server: &Server) -> String {
    let path = server.repo.files().into_iter().find(|path| path.ends_with("source.md")).expect("a source");
    path.split('/').nth(3).expect("an item").to_owned()
}

#[test]
fn a_decision_that_the_server_does_not_have() {
    let (server, _) = Server::proposed();
    server.repo.kb(["review"]).code(0);
    server.repo.kb(["merge"]).code(0);
    server.refuses("gate", ["main"], "no-valid-decision").says("push kb/ledger");
    server.push("gate", LEDGER_AND_MAIN).code(0);
}

/// A rejection is a decision too, and signed.
#[test]
fn a_rejection_carries_nothing() {
    let (server, evidence) = Server::with_evidence();
    let quote = "The refund window is 7 days after receipt.";
    let lie = note("Refunds", "The refund window is 90 days.", &evidence, 1, quote);
    let id = propose(&server.repo, "knowledge/refunds.md", &lie);
    server.repo.kb(["review"]).code(1).prints("rejected");
    let message = format!("Refunds\n\nKb-Proposal: {id}\n");
    server.repo.git(["merge", "--quiet", "--no-ff", "--message", &message, &format!("kb/proposal/{id}")]);
    server.refuses("gate", LEDGER_AND_MAIN, "no-valid-decision").says("rejected");
    server.refuses("ann", LEDGER_AND_MAIN, "no-valid-decision");
}

/// Keys count as main has them, never as what is pushed would have them.
#[test]
fn keys_of_what_is_pushed_count_for_nothing() {
    let (server, evidence) = Server::with_evidence();
    let repo = &server.repo;
    let old = repo.read(".kb/keys/reviewer");
    std::fs::remove_file(repo.path(".kb/keys/reviewer")).expect("a key");
    repo.kb(["init", "--new-keys"]).code(0);
    let new = kb::signature::SecretKey::parse(&repo.read(".kb/keys/reviewer")).expect("a key").public();
    let known = kb::signature::SecretKey::parse(&old).expect("a key").public();
    let text = repo.read("kb.toml");
    assert!(text.contains(&known));
    repo.write("kb.toml", text.replace(&known, &new));
    let policy = repo.commit_all("another reviewer");
    let id = propose(repo, "knowledge/refunds.md", &refunds(&evidence));
    repo.kb(["review"]).code(0).prints("approved");
    repo.kb(["merge", &id]).code(0);
    server.refuses("ann", LEDGER_AND_MAIN, "no-valid-decision");
    server.refuses("gate", LEDGER_AND_MAIN, "by-hand").says("kb.toml");
    // One after the other, by those who may.
    server.push("ann", [&format!("{policy}:refs/heads/main")]).code(0).says("policy-changed");
    server.push("gate", LEDGER_AND_MAIN).code(0);
}

#[test]
fn main_that_moved_on_other_notes() {
    let (server, _) = Server::proposed();
    server.repo.kb(["review"]).code(0);
    server.repo.write("knowledge/other.md", "---\ntype: Note\n---\n# Other\n");
    server.repo.commit_all("another note, by hand");
    server.push("ann", ["main"]).code(0).says("hand-made");
    server.repo.kb(["merge"]).code(0);
    server.push("gate", LEDGER_AND_MAIN).code(0);
}

/// Old main as the second parent: every commit is there, and the line that the audit replays is another.
#[test]
fn main_by_its_second_parent() {
    let (server, _) = Server::with_evidence();
    let side = server.commit_on("main~1", "side", |folder| write(folder, "README.md", "# Mine\n"));
    server.repo.git(["switch", "--quiet", "--detach", &side]);
    server.repo.git(["merge", "--quiet", "--no-edit", "main"]);
    server.refuses("ann", ["HEAD:refs/heads/main"], "not-fast-forward");
    server.repo.git(["switch", "--quiet", "main"]);
}

#[test]
fn notes_by_hand_are_what_kb_toml_says() {
    let (server, _) = Server::with_evidence();
    let repo = &server.repo;
    let config = repo.read("kb.toml").replace("# direct = \"flag\"", "direct = \"refuse\"");
    repo.write("kb.toml", config);
    repo.commit_all("strict from here on");
    server.push("ann", ["main"]).code(0);
    repo.write("knowledge/x.md", "---\ntype: Note\n---\n# X\n");
    repo.commit_all("quick fix");
    server.refuses("ann", ["main"], "hand-made").says("quick fix");
    repo.git(["reset", "--quiet", "--hard", "HEAD~1"]);
    // What shuts everybody out stays out.
    repo.write("kb.toml", "[gate\n");
    repo.commit_all("broken");
    server.refuses("ann", ["main"], "policy-unreadable");
}

#[cfg(unix)]
#[test]
fn what_nobody_brings_in() {
    let (server, _) = Server::with_evidence();
    let link = server.commit_on("main", "link", |folder| {
        std::os::unix::fs::symlink("/etc/passwd", folder.join("knowledge/leak.md")).expect("a link");
    });
    server.refuses("ann", [&format!("{link}:refs/heads/main")], "symlink");
    let source = server.repo.files().into_iter().find(|path| path.ends_with("source.md")).expect("a source");
    let changed = server.commit_on("main", "tidy", |folder| write(folder, &source, "90 days\n"));
    for name in ["ann", "intake"] {
        server.refuses(name, [&format!("{changed}:refs/heads/main")], "evidence-changed");
    }
    server.refuses("gate", [&format!("{changed}:refs/heads/main")], "by-hand");
    // Evidence, and something beside it.
    server.repo.write("knowledge/x.md", "---\ntype: Note\n---\n# X\n");
    server.repo.commit_all("a note");
    evidence(&server.repo, "Shipping is free.\n", "");
    server.refuses("intake", ["main"], "by-hand");
}

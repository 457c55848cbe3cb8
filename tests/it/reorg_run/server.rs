//! A plain git server takes the record of a reorganisation and its branches, and nothing that only looks like it.

use super::base::{branches, faulty, part, status};
use crate::server::{Server, write};

#[test]
fn the_record_and_the_branches_of_a_reorganisation_are_taken() {
    let repo = faulty();
    let server = Server::of(repo);
    server.repo.kb(["reorg", "run", "--propose"]).code(0);
    let branches = branches(&server.repo);
    let [first, second] = branches.as_slice() else { panic!("two branches: {branches:?}") };
    server.push("bot", [first, second, "kb/ledger"]).code(0);
    server.repo.kb(["reorg", "run"]).code(0).prints("ended");
    server.push("gate", ["main", "kb/ledger"]).code(0);
}

#[test]
fn what_only_looks_like_a_record_is_refused() {
    let repo = faulty();
    let server = Server::of(repo);
    server.repo.kb(["reorg", "run", "--propose"]).code(0);
    let id = status(&server.repo)["id"].as_str().expect("an id").to_owned();
    let folder = format!("reorganisations/2026/{id}");
    let day = server.repo.git(["ls-tree", "-r", "--name-only", "kb/ledger"]);
    let folder = day.lines().find_map(|path| path.strip_suffix("/plan.yaml")).map_or(folder, str::to_owned);
    for (path, text, reason) in [
        (format!("{folder}/notes.md"), "x", "ledger-path"),
        (format!("{folder}/parts/billing/x.yaml"), "x", "ledger-path"),
        (format!("{folder}/end.yaml"), "x", "ledger-forged"),
        (
            format!("{folder}/parts/nowhere/outcomes.yaml"),
            "version: 1\npart: nowhere\nend: nothing\noutcomes: []\n",
            "ledger-forged",
        ),
        ("reorganisations/2026/r-000000000000/aborted.yaml".to_owned(), "x", "ledger-forged"),
    ] {
        let forged = server.commit_on("kb/ledger", "forged", |folder| write(folder, &path, text));
        server.refuses("bot", [&format!("{forged}:refs/heads/kb/ledger")], reason);
    }
}

#[test]
fn a_server_weighs_losses_itself() {
    let repo = faulty();
    let server = Server::of(repo);
    server.repo.kb(["reorg", "run", "--propose"]).code(0);
    let branch =
        branches(&server.repo).into_iter().find(|branch| branch.contains("billing")).expect("a branch");
    let note = "knowledge/billing/support.md";
    let head = server.commit_on(&branch, "out of use", |folder| {
        let text = std::fs::read_to_string(folder.join(note)).expect("a note");
        write(folder, note, text.replacen("type: Policy\n", "type: Policy\nstatus: deprecated\n", 1));
    });
    server.repo.git(["update-ref", &format!("refs/heads/{branch}"), &head]);
    let id = part(&server.repo, "billing")["proposal"].as_str().expect("an id").to_owned();
    server.repo.kb(["review", &id]).code(0).prints("approved");
    // A merge as the gate would write it, by somebody whose gate looks away.
    let base = server.rev("main");
    let tree = server.repo.git(["merge-tree", "--write-tree", "main", &branch]);
    let message = format!("Retire\n\nKb-Proposal: {id}\n");
    let merge = server.repo.git(["commit-tree", tree.trim(), "-p", &base, "-p", &head, "-m", &message]);
    server
        .refuses("gate", [&format!("{}:refs/heads/main", merge.trim()), "kb/ledger"], "no-valid-decision")
        .says("it would lose knowledge/billing/support.md");
}

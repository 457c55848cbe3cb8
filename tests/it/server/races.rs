//! Several who push at the same time: one wins, and nothing is half there.

use std::process::Stdio;

use super::super::stage::evidence;
use super::{Server, write};

#[test]
fn one_of_those_who_push_main_at_once_wins() {
    let (server, _) = Server::with_evidence();
    let base = server.rev("main");
    let mut commits = Vec::new();
    for text in ["One.\n", "Two.\n", "Three.\n", "Four.\n"] {
        server.repo.git(["reset", "--quiet", "--hard", &base]);
        evidence(&server.repo, text, "");
        commits.push(server.rev("main"));
    }
    let pushes: Vec<_> = commits
        .iter()
        .map(|commit| {
            let mut command = server.repo.command("git");
            command.args(["push", "--atomic"]).arg(&server.folder);
            // A tag beside main, so that half of a push could be seen.
            command.args([format!("{commit}:refs/heads/main"), format!("{commit}:refs/tags/at-{commit}")]);
            command.env("KB_USER", "ann").stderr(Stdio::piped()).spawn().expect("a push")
        })
        .collect();
    let ends: Vec<_> = pushes.into_iter().map(|push| push.wait_with_output().expect("an end")).collect();
    let won: Vec<usize> = (0..ends.len()).filter(|&at| ends[at].status.success()).collect();
    assert_eq!(won.len(), 1, "{ends:?}");
    let winner = &commits[won[0]];
    assert_eq!(server.git(&["rev-parse", "main"]).trim(), winner);
    assert_eq!(server.git(&["tag", "--list"]).trim(), format!("at-{winner}"));
    server.git(&["fsck", "--strict"]);
}

/// What is refused leaves no object behind, and what a refused push brought is not taken for known later.
#[test]
fn a_refused_push_leaves_nothing() {
    let (server, id) = Server::proposed();
    let before = server.git(&["count-objects", "-v"]);
    let commit = server.commit_on("main", "mine", |folder| write(folder, "README.md", "# Mine\n"));
    server.refuses("bot", [&format!("+{commit}:refs/heads/kb/proposal/{id}")], "outside-knowledge");
    server.repo.kb(["review"]).code(0);
    server.repo.kb(["merge"]).code(0);
    server.refuses("gate", ["main"], "no-valid-decision");
    assert_eq!(server.git(&["count-objects", "-v"]), before);
}

//! `kb server init`, as whoever runs a server sees it.

use std::fs;

use super::super::TestRepo;
use super::super::stage::with_evidence;
use super::Server;

#[test]
fn a_new_server_has_what_the_repository_has() {
    let (repo, _) = with_evidence();
    repo.git(["tag", "v1"]);
    repo.git(["branch", "feature"]);
    let folder = repo.root().with_file_name("server.git");
    let shown = folder.to_str().expect("UTF-8");
    let run = repo.kb(["server", "init", shown, "--from", ".", "--proposer", "bot", "--dry-run"]).code(0);
    assert!(run.stdout.starts_with("Would make") && !folder.exists(), "{}", run.stdout);
    let run =
        repo.kb(["server", "init", shown, "--from", ".", "--proposer", "bot", "--format", "json"]).code(0);
    assert_eq!(run.json()["written"], serde_json::json!(["kb/server.toml", "hooks/pre-receive"]));
    let refs = |folder: &str| repo.git(["-C", folder, "for-each-ref", "--format=%(refname) %(objectname)"]);
    assert_eq!(refs(shown), refs("."));
    assert_eq!(repo.git(["-C", shown, "symbolic-ref", "HEAD"]).trim(), "refs/heads/main");
    let roles = fs::read_to_string(folder.join("kb/server.toml")).expect("the roles");
    assert!(roles.contains("\nproposer = [\"bot\"]\n") && roles.contains("\nmerger = []\n"), "{roles}");
    // Run again, it changes nothing, and keeps what was edited.
    fs::write(folder.join("kb/server.toml"), roles.replace("merger = []", "merger = [\"gate\"]"))
        .expect("written");
    let hidden = "transfer.hideRefs";
    repo.git(["-C", shown, "config", "--add", hidden, "refs/heads/secret"]);
    repo.kb(["server", "init", shown]).code(0).prints("Nothing is missing").prints("merger     gate");
    assert!(
        repo.git(["-C", shown, "config", "--get-all", hidden]).ends_with("!refs/tags\nrefs/heads/secret\n")
    );
    // What was taken away comes back.
    fs::remove_file(folder.join("hooks/pre-receive")).expect("a removed file");
    repo.git(["-C", shown, "config", "receive.fsckObjects", "false"]);
    let run = repo.kb(["server", "init", shown]).code(0);
    run.prints("hooks/pre-receive").prints("receive.fsckObjects = true");
}

#[test]
fn what_stands_in_the_way_is_said() {
    let (server, _) = Server::with_evidence();
    let repo = &server.repo;
    let shown = server.folder.to_str().expect("UTF-8");
    repo.kb(["server", "init", shown, "--from", "."]).code(2).says("is a repository already");
    repo.kb(["server", "init", shown, "--merger", "x"]).code(2).says("kb/server.toml is there already");
    repo.kb(["server", "init", "."]).code(2).says("not a bare repository");
    repo.kb(["server", "init", "knowledge"]).code(2).says("neither empty nor a repository");
    repo.kb(["server", "init", "../x.git", "--from", "https://example.invalid/x"])
        .code(2)
        .says("git clone --bare");
    repo.kb(["server", "init", "../y.git", "--merger", "a", "--proposer", "a"])
        .code(2)
        .says("a name has one role");
    fs::write(server.folder.join("hooks/pre-receive"), "#!/bin/sh\nexit 0\n").expect("a written file");
    repo.kb(["server", "init", shown]).code(2).says("is not kb's");
}

/// An empty server: main begins with what a maintainer pushes, and nobody else can begin it.
#[test]
fn an_empty_server_begins_with_a_maintainer() {
    let repo = TestRepo::initialised();
    let folder = repo.root().with_file_name("server.git");
    let shown = folder.to_str().expect("UTF-8").to_owned();
    let arguments = ["server", "init", &shown, "--merger", "gate", "--maintainer", "ann", "--pusher", "WHO"];
    repo.kb(arguments).code(0);
    let push = |name: &str| {
        let mut command = repo.command("git");
        repo.run(command.args(["push", &shown, "main"]).env("WHO", name).env("KB_USER", "ann"), b"")
    };
    push("gate").says("[not-allowed]");
    push("").says("none of WHO is set");
    push("ann").code(0).says("main begins at");
}

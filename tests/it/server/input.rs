//! What the hook makes of an input that git would not write, and of a server that is set up wrong.

use std::fs;

use super::Server;

const ZERO: &str = "0000000000000000000000000000000000000000";

fn hook(server: &Server, name: &str, input: &str) -> super::Run {
    let mut command = server.repo.kb_command();
    command.arg("-C").arg(&server.folder).args(["hook", "pre-receive"]).env("KB_USER", name);
    server.repo.run(&mut command, input.as_bytes())
}

#[test]
fn what_git_would_not_write() {
    let (server, id) = Server::proposed();
    let (main, head) = (server.rev("main"), server.rev(&format!("kb/proposal/{id}")));
    for input in ["", "\n", "x", &format!("{main} {head}\n"), &format!("{main} {head} refs/heads/main\n\n")] {
        hook(&server, "ann", input).code(1).says("[malformed]");
    }
    let twice = format!("{ZERO} {head} refs/heads/x\n{head} {ZERO} refs/heads/x\n");
    hook(&server, "ann", &twice).code(1).says("[malformed]");
    // The old value is a word of the pusher's: policy must not be read from there.
    let lie = format!("{head} {head} refs/heads/main\n");
    hook(&server, "ann", &lie).code(1).says("[moved]");
    let absent = "1".repeat(40);
    hook(&server, "bot", &format!("{ZERO} {absent} refs/heads/kb/reorg/r-3f9a2c41d07b/b\n"))
        .code(1)
        .says("[not-a-commit]");
    let tree = server.repo.git(["rev-parse", "main^{tree}"]);
    hook(&server, "ann", &format!("{main} {} refs/heads/main\n", tree.trim())).code(1).says("[not-a-commit]");
}

#[test]
fn who_pushes_is_for_the_server_to_say() {
    let (server, id) = Server::proposed();
    let branch = format!("kb/proposal/{id}:refs/heads/kb/reorg/r-3f9a2c41d07b/b");
    server.refuses("", [&branch], "unnamed-pusher").says("REMOTE_USER, GL_USER, KB_USER");
    server.refuses("mallory", [&branch], "no-role").says("`mallory` has no role");
    server.refuses("BOT", [&branch], "no-role");
    let mut command = server.repo.command("git");
    command.arg("push").arg(&server.folder).arg(&branch).env("KB_USER", "bot").env("REMOTE_USER", "ann");
    server.repo.run(&mut command, b"").says("[two-pushers]");
    // A name that poses as a message.
    server.refuses("bot\u{1b}[2K", [&branch], "no-role");
}

#[test]
fn without_its_parts_nobody_pushes() {
    let (server, id) = Server::proposed();
    let branch = format!("kb/proposal/{id}:refs/heads/kb/reorg/r-3f9a2c41d07b/b");
    let roles = server.folder.join("kb/server.toml");
    let good = fs::read_to_string(&roles).expect("the roles");
    let is_refused = |words: &str| {
        let before = server.refs();
        let run = server.push("bot", [&branch]);
        assert!(run.status != 0 && run.stderr.contains(words), "{words}:\n{}", run.stderr);
        assert_eq!(server.refs(), before);
    };
    fs::write(&roles, good.replace("[\"gate\"]", "[\"bot\"]")).expect("a written file");
    is_refused("kb/server.toml, line");
    fs::remove_file(&roles).expect("a removed file");
    is_refused("nobody may push");
    fs::write(&roles, good).expect("a written file");
    let script = server.folder.join("hooks/pre-receive");
    let text = fs::read_to_string(&script).expect("the hook");
    let gone =
        text.lines().map(|line| if line.starts_with("exec") { "exec '/nowhere/kb' hook" } else { line });
    fs::write(&script, gone.collect::<Vec<_>>().join("\n")).expect("a written file");
    is_refused("pre-receive hook declined");
}

//! A plain git server that holds the roles apart: real pushes to a repository that `kb server init` made.

mod http;
mod init;
mod input;
mod ledger;
mod main_branch;
mod matrix;
mod races;
mod working;

use std::path::PathBuf;

use super::stage::{note, propose, refunds, round, with_evidence};
use super::{Run, TestRepo};

/// Who has which role on the server of the tests.
pub const NAMES: [(&str, &str); 5] = [
    ("proposer", "bot"),
    ("reviewer", "judge"),
    ("merger", "gate"),
    ("collector", "intake"),
    ("maintainer", "ann"),
];

/// A server beside the repository of a test, which pushes to it by its path.
pub struct Server {
    /// The repository that pushes.
    pub repo: TestRepo,
    /// The folder of the bare repository.
    pub folder: PathBuf,
}

impl Server {
    /// A server that has what `repo` has now.
    pub fn of(repo: TestRepo) -> Server {
        let folder = repo.root().with_file_name("server.git");
        let mut command = repo.kb_command();
        command.args(["server", "init"]).arg(&folder).args(["--from", "."]);
        for (role, name) in NAMES {
            command.arg(format!("--{role}")).arg(name);
        }
        repo.run(&mut command, b"").code(0);
        Server { repo, folder }
    }

    /// A base with evidence, of which the server has everything.
    pub fn with_evidence() -> (Server, String) {
        let (repo, evidence) = with_evidence();
        (Server::of(repo), evidence)
    }

    /// The same with a proposal that the server has: its branch and its record, and no review. Gives its id.
    pub fn proposed() -> (Server, String) {
        let (repo, evidence) = with_evidence();
        let id = propose(&repo, "knowledge/refunds.md", &refunds(&evidence));
        (Server::of(repo), id)
    }

    /// The same, reviewed, approved and merged here, of which the server knows the review alone.
    pub fn merged() -> (Server, String) {
        let (server, id) = Server::proposed();
        server.repo.kb(["review"]).code(0).prints("approved");
        server.push("gate", ["kb/ledger"]).code(0);
        server.repo.kb(["merge"]).code(0);
        (server, id)
    }

    /// Pushes `refs` as `name`; nobody where it is empty.
    pub fn push<const N: usize>(&self, name: &str, refs: [&str; N]) -> Run {
        self.push_with(name, &[], &refs)
    }

    /// The same, with options.
    pub fn push_with(&self, name: &str, options: &[&str], refs: &[&str]) -> Run {
        let mut command = self.repo.command("git");
        command.arg("push").args(options).arg(&self.folder).args(refs);
        self.repo.run(command.env("KB_USER", name), b"")
    }

    /// Every ref of the server.
    pub fn refs(&self) -> String {
        self.git(&["for-each-ref", "--format=%(refname) %(objectname)"])
    }

    /// Runs git on the server itself.
    pub fn git(&self, arguments: &[&str]) -> String {
        let mut command = self.repo.command("git");
        command.arg("-C").arg(&self.folder).args(arguments);
        let run = self.repo.run(&mut command, b"");
        assert_eq!(run.status, 0, "git {arguments:?}:\n{}", run.stderr);
        run.stdout
    }

    /// Asserts that the push is refused for `reason`, that the pusher hears it, and that nothing of it was taken.
    #[track_caller]
    pub fn refuses<const N: usize>(&self, name: &str, refs: [&str; N], reason: &str) -> Run {
        let before = self.refs();
        let run = self.push(name, refs);
        assert_ne!(run.status, 0, "taken:\n{}", run.stderr);
        assert!(run.stderr.contains(&format!("[{reason}]")), "no [{reason}] in\n{}", run.stderr);
        assert_eq!(self.refs(), before, "something of it was taken");
        run
    }

    /// A commit on `parent` whose files `change` makes of the parent's; gives its name. No branch stays.
    pub fn commit_on(&self, parent: &str, message: &str, change: impl FnOnce(&std::path::Path)) -> String {
        let folder = self.repo.root().with_file_name("beside");
        let shown = folder.to_str().expect("UTF-8");
        self.repo.git(["worktree", "add", "--quiet", "--detach", shown, parent]);
        change(&folder);
        self.repo.git(["-C", shown, "add", "--all", "--force"]);
        self.repo.git(["-C", shown, "commit", "--quiet", "--allow-empty", "--message", message]);
        let commit = self.repo.git(["-C", shown, "rev-parse", "HEAD"]).trim().to_owned();
        self.repo.git(["worktree", "remove", "--force", shown]);
        commit
    }

    /// The commit that `revision` names here.
    pub fn rev(&self, revision: &str) -> String {
        self.repo.git(["rev-parse", "--verify", &format!("{revision}^{{commit}}")]).trim().to_owned()
    }
}

/// Writes a file of a folder, folders included.
pub fn write(folder: &std::path::Path, path: &str, text: impl AsRef<[u8]>) {
    let path = folder.join(path);
    std::fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
    std::fs::write(path, text).expect("a written file");
}

/// The whole loop over a server: each role pushes what is its own.
#[test]
fn each_role_pushes_what_is_its_own() {
    let (server, evidence) = Server::with_evidence();
    let id = propose(&server.repo, "knowledge/refunds.md", &refunds(&evidence));
    let branch = format!("kb/proposal/{id}");
    server.push("bot", [&branch, "kb/ledger"]).code(0);
    server.repo.kb(["review"]).code(0).prints("approved");
    server.push("gate", ["kb/ledger"]).code(0);
    server.repo.kb(["merge"]).code(0).prints("merged");
    server.push_with("gate", &["--atomic"], &["main", "kb/ledger", &format!(":{branch}")]).code(0);
    server.repo.kb(["build", "--commit"]).code(0);
    server.push("gate", ["main"]).code(0);
    assert!(server.git(&["ls-tree", "-r", "--name-only", "main"]).contains("knowledge/.overview"));
    // The server can be audited where it stands, and has what the roles have.
    let mine = server.repo.git(["for-each-ref", "--format=%(refname) %(objectname)"]);
    assert_eq!(server.refs(), mine);
    let shown = server.folder.to_str().expect("UTF-8");
    let clone = server.repo.root().with_file_name("clone");
    let clone = clone.to_str().expect("UTF-8");
    server.repo.git(["clone", "--quiet", shown, clone]);
    server.repo.git(["-C", clone, "branch", "--quiet", "kb/ledger", "origin/kb/ledger"]);
    server.repo.kb(["-C", clone, "audit", "--verify"]).code(0).prints("1 decided");
    // Several rounds: what was pushed before a note changed is pushed again, on main as it is.
    let text =
        note("Hours", "Support answers within 24 hours.", &evidence, 2, "Support answers within 24 hours.");
    let second = propose(&server.repo, "knowledge/hours.md", &text);
    server.push("bot", [&format!("kb/proposal/{second}"), "kb/ledger"]).code(0);
    assert!(
        server.git(&["show", &format!("kb/ledger:{}/round.yaml", round(&second, 1))]).contains("round: 1")
    );
}

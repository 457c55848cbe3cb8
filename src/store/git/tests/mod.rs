//! The git adapter against repositories that the `git` command made.

mod advancing;
mod committing;
mod reading;
mod refusing;

use std::path::{Path, PathBuf};
use std::process::Command;

use jiff::Timestamp;
use tempfile::TempDir;

use super::Repository;
use crate::digest::CommitId;
use crate::path::RepoPath;
use crate::port::Person;

/// A folder to make repositories in, with git blind to the machine's configuration.
struct Sandbox {
    temp: TempDir,
}

impl Sandbox {
    fn new() -> Sandbox {
        Sandbox { temp: tempfile::tempdir().unwrap() }
    }

    /// A repository on `main` in the folder `repo`.
    fn repository() -> (Sandbox, PathBuf) {
        let sandbox = Sandbox::new();
        let root = sandbox.temp.path().join("repo");
        std::fs::create_dir(&root).unwrap();
        git(&root, &["init", "--quiet", "--initial-branch=main"]);
        identify(&root);
        (sandbox, root)
    }
}

fn identify(root: &Path) {
    git(root, &["config", "user.name", "Ada"]);
    git(root, &["config", "user.email", "ada@example.org"]);
    git(root, &["config", "core.autocrlf", "false"]);
}

fn git(root: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git")
        .current_dir(root)
        .args(arguments)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .output()
        .unwrap();
    assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim_end().to_owned()
}

/// Writes files and commits everything.
fn commit(root: &Path, message: &str, files: &[(&str, &str)]) -> CommitId {
    for (path, text) in files {
        write(root, path, text);
    }
    git(root, &["add", "--all"]);
    git(root, &["commit", "--quiet", "--allow-empty", "--message", message]);
    CommitId(git(root, &["rev-parse", "HEAD"]))
}

fn write(root: &Path, path: &str, text: impl AsRef<[u8]>) {
    let path = root.join(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

fn read(root: &Path, path: &str) -> String {
    std::fs::read_to_string(root.join(path)).unwrap()
}

fn open(root: &Path) -> Repository {
    Repository::open(root).unwrap()
}

fn path(text: &str) -> RepoPath {
    RepoPath::new(text).unwrap()
}

fn ada() -> Person {
    Person { name: "Ada".to_owned(), email: "ada@example.org".to_owned() }
}

fn noon() -> Timestamp {
    "2026-11-30T12:00:00Z".parse().unwrap()
}

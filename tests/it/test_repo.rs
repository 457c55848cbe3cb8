//! A repository to test in: built in a temporary folder, blind to the machine's environment, with a clock that
//! counts.

use std::cell::Cell;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// The moment of the first step: 2026-11-30T09:00:00Z. Each commit and each run of kb takes a minute.
const START: u64 = 1_796_029_200;

/// A folder with a git repository in it, unless it was made [`plain`](TestRepo::plain).
///
/// Builder methods consume it: `TestRepo::new().file("knowledge/a.md", "# A\n").commit("notes")`. What runs
/// afterwards borrows it: `repo.kb(["check"]).code(0)`.
pub struct TestRepo {
    temp: TempDir,
    clock: Cell<u64>,
}

impl Default for TestRepo {
    fn default() -> TestRepo {
        TestRepo::new()
    }
}

impl TestRepo {
    /// An empty repository on `main`, without a commit.
    pub fn new() -> TestRepo {
        let repo = TestRepo::plain();
        repo.git(["init", "--quiet", "--initial-branch=main"]);
        repo
    }

    /// An empty folder that is no repository.
    pub fn plain() -> TestRepo {
        let temp = tempfile::Builder::new().prefix("kb-test-").tempdir().expect("a temporary folder");
        fs::create_dir(temp.path().join("repo")).expect("a folder for the repository");
        fs::create_dir(temp.path().join("home")).expect("a folder for the home");
        fs::write(
            temp.path().join("home/.gitconfig"),
            "[user]\n\tname = Ada Tester\n\temail = ada@example.org\n[init]\n\tdefaultBranch = main\n\
             [commit]\n\tgpgsign = false\n[core]\n\tautocrlf = false\n",
        )
        .expect("a git config");
        TestRepo { temp, clock: Cell::new(START) }
    }

    /// A repository after `kb init`, everything committed.
    pub fn initialised() -> TestRepo {
        let repo = TestRepo::new();
        repo.kb(["init"]).code(0);
        repo.commit("kb: init")
    }

    /// Writes a file, folders included.
    pub fn file(self, path: &str, text: impl AsRef<[u8]>) -> TestRepo {
        self.write(path, text);
        self
    }

    /// Commits everything that differs.
    pub fn commit(self, message: &str) -> TestRepo {
        self.commit_all(message);
        self
    }

    /// Runs `kb` as a step of the set-up; it must end with exit code 0.
    pub fn with<const N: usize>(self, arguments: [&str; N]) -> TestRepo {
        self.kb(arguments).code(0);
        self
    }

    /// The root of the repository.
    pub fn root(&self) -> PathBuf {
        self.temp.path().join("repo")
    }

    /// The path of a file.
    pub fn path(&self, path: &str) -> PathBuf {
        self.root().join(path)
    }

    /// Writes a file, folders included.
    pub fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        fs::write(path, text).expect("a written file");
    }

    /// Reads a file as text.
    pub fn read(&self, path: &str) -> String {
        let bytes = fs::read(self.path(path)).unwrap_or_else(|error| panic!("reading {path}: {error}"));
        String::from_utf8(bytes).expect("UTF-8")
    }

    /// Whether something stands at `path`.
    pub fn exists(&self, path: &str) -> bool {
        self.path(path).symlink_metadata().is_ok()
    }

    /// Removes a file.
    pub fn remove(&self, path: &str) {
        fs::remove_file(self.path(path)).expect("a file to remove");
    }

    /// Every file of the working tree but those of git and `.kb`, ordered.
    pub fn files(&self) -> Vec<String> {
        let mut files = Vec::new();
        collect(&self.root(), &self.root(), &mut files);
        files.sort();
        files
    }

    /// Commits everything that differs; gives the commit.
    pub fn commit_all(&self, message: &str) -> String {
        self.git(["add", "--all"]);
        self.git(["commit", "--quiet", "--allow-empty", "--message", message]);
        self.git(["rev-parse", "HEAD"]).trim().to_owned()
    }

    /// Runs git, which must succeed; gives its standard output.
    pub fn git<const N: usize>(&self, arguments: [&str; N]) -> String {
        let run = self.run(self.command("git").args(arguments), b"");
        assert_eq!(run.status, 0, "git {arguments:?}:\n{}", run.stderr);
        run.stdout
    }

    /// Runs `kb` in the root.
    pub fn kb<const N: usize>(&self, arguments: [&str; N]) -> Run {
        self.run(self.kb_command().args(arguments), b"")
    }

    /// Runs `kb` in the root with `input` on standard input.
    pub fn kb_with_input<const N: usize>(&self, arguments: [&str; N], input: impl AsRef<[u8]>) -> Run {
        self.run(self.kb_command().args(arguments), input.as_ref())
    }

    /// Runs `kb` with more in its environment, such as `KB_FAULT`.
    pub fn kb_with_env<const N: usize>(&self, environment: &[(&str, &str)], arguments: [&str; N]) -> Run {
        let mut command = self.kb_command();
        self.run(command.args(arguments).envs(environment.iter().copied()), b"")
    }

    /// `kb`, ready to be given arguments and run by [`run`](TestRepo::run).
    pub fn kb_command(&self) -> Command {
        self.command(env!("CARGO_BIN_EXE_kb"))
    }

    /// Runs `command` to its end, a minute after the last step.
    pub fn run(&self, command: &mut Command, input: &[u8]) -> Run {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a process");
        // A program that does not read its input closes the pipe; that is its right.
        let _ = child.stdin.take().expect("standard input").write_all(input);
        let output = child.wait_with_output().expect("the end of the process");
        Run::of(&output, self.temp.path())
    }

    /// `program`, blind to the environment of the machine, a minute after the last step.
    pub fn command(&self, program: &str) -> Command {
        let now = self.clock.get();
        self.clock.set(now + 60);
        let date = format!("@{now} +0000");
        let home = self.temp.path().join("home");
        let mut command = Command::new(program);
        command
            .current_dir(self.root())
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", &home)
            .env("XDG_CONFIG_HOME", home.join(".config"))
            .env("GIT_CONFIG_GLOBAL", home.join(".gitconfig"))
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CEILING_DIRECTORIES", self.temp.path())
            .env("GIT_AUTHOR_DATE", &date)
            .env("GIT_COMMITTER_DATE", &date)
            .env("LANG", "C.UTF-8")
            .env("TZ", "UTC")
            .env("KB_TEST_NOW", rfc3339(now));
        command
    }
}

/// How a process ended and what it wrote; the temporary folder is written as `[TEMP]`.
#[derive(Debug)]
pub struct Run {
    /// The exit code; -1 when a signal ended it.
    pub status: i32,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

impl Run {
    fn of(output: &Output, temp: &Path) -> Run {
        let real = temp.canonicalize().unwrap_or_else(|_| temp.to_owned());
        let text = |bytes: &[u8]| {
            String::from_utf8_lossy(bytes)
                .replace(&*real.to_string_lossy(), "[TEMP]")
                .replace(&*temp.to_string_lossy(), "[TEMP]")
        };
        Run {
            status: output.status.code().unwrap_or(-1),
            stdout: text(&output.stdout),
            stderr: text(&output.stderr),
        }
    }

    /// Asserts the exit code.
    #[track_caller]
    pub fn code(self, expected: i32) -> Run {
        assert_eq!(self.status, expected, "stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }

    /// Asserts that standard error contains `words`.
    #[track_caller]
    pub fn says(self, words: &str) -> Run {
        assert!(self.stderr.contains(words), "no `{words}` in stderr:\n{}", self.stderr);
        self
    }

    /// Asserts that standard output contains `words`.
    #[track_caller]
    pub fn prints(self, words: &str) -> Run {
        assert!(self.stdout.contains(words), "no `{words}` in stdout:\n{}", self.stdout);
        self
    }

    /// Standard output read as JSON.
    #[track_caller]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("{error}\nstdout:\n{}\nstderr:\n{}", self.stdout, self.stderr))
    }

    /// Everything in one text, for snapshots.
    pub fn whole(&self) -> String {
        format!("exit: {}\n--- stdout\n{}--- stderr\n{}", self.status, self.stdout, self.stderr)
    }
}

fn rfc3339(seconds: u64) -> String {
    jiff::Timestamp::from_second(i64::try_from(seconds).expect("a second")).expect("a time").to_string()
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a folder entry").path();
        let name = path.strip_prefix(root).expect("below the root").to_string_lossy().into_owned();
        if name == ".git" || name == ".kb" {
            continue;
        }
        if path.is_dir() && !path.is_symlink() {
            collect(root, &path, files);
        } else {
            files.push(name);
        }
    }
}

//! The bare repository behind the fake, through the git program.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A bare repository.
#[derive(Clone, Debug)]
pub struct Git {
    /// Its folder.
    pub folder: PathBuf,
}

/// A commit as git holds it.
#[derive(Clone, Debug)]
pub struct Commit {
    /// Its id.
    pub sha: String,
    /// Its tree.
    pub tree: String,
    /// Its parents.
    pub parents: Vec<String>,
    /// Name, address and time of the author.
    pub author: (String, String, String),
    /// Name, address and time of who committed.
    pub committer: (String, String, String),
    /// The whole message.
    pub message: String,
    /// Whether it carries a signature.
    pub signed: bool,
}

impl Git {
    /// Makes an empty bare repository.
    pub fn init(folder: &Path) -> Git {
        std::fs::create_dir_all(folder).expect("a folder for the repository");
        let git = Git { folder: folder.to_owned() };
        let made = command(folder)
            .args(["init", "--quiet", "--bare", "--initial-branch=main"])
            .arg(folder)
            .output()
            .expect("the git program");
        assert!(made.status.success(), "git init: {}", String::from_utf8_lossy(&made.stderr));
        for (name, value) in [
            ("http.receivepack", "true"),
            ("receive.fsckObjects", "true"),
            ("receive.hideRefs", "refs/pull"),
            ("uploadpack.allowFilter", "true"),
            ("uploadpack.allowAnySHA1InWant", "true"),
            ("core.quotePath", "false"),
        ] {
            git.must(&["config", name, value]);
        }
        git
    }

    /// Runs git.
    pub fn run(&self, arguments: &[&str], input: &[u8]) -> Output {
        let mut command = command(&self.folder);
        command.arg("--git-dir").arg(&self.folder).args(arguments);
        fed(&mut command, input)
    }

    /// What git writes, or what it complains about.
    pub fn ask(&self, arguments: &[&str]) -> Result<String, String> {
        let output = self.run(arguments, b"");
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        } else {
            Err(String::from_utf8_lossy(&output.stderr).into_owned())
        }
    }

    /// What git writes; it has to succeed.
    pub fn must(&self, arguments: &[&str]) -> String {
        self.ask(arguments).unwrap_or_else(|fault| panic!("git {arguments:?}: {fault}"))
    }

    /// The commit that a ref or an id names.
    pub fn resolve(&self, name: &str) -> Option<String> {
        let name = format!("{name}^{{commit}}");
        let found = self.ask(&["rev-parse", "--verify", "--quiet", "--end-of-options", &name]).ok()?;
        Some(found.trim().to_owned())
    }

    /// The commit at the tip of a branch.
    pub fn branch(&self, name: &str) -> Option<String> {
        self.resolve(&format!("refs/heads/{name}"))
    }

    /// The object that a ref points to.
    pub fn exact(&self, refname: &str) -> Option<String> {
        let found = self.ask(&["rev-parse", "--verify", "--quiet", "--end-of-options", refname]).ok()?;
        Some(found.trim().to_owned())
    }

    /// Type of an object.
    pub fn kind(&self, sha: &str) -> Option<String> {
        Some(self.ask(&["cat-file", "-t", sha]).ok()?.trim().to_owned())
    }

    /// Every ref below `prefix`, with the object.
    pub fn refs(&self, prefix: &str) -> Vec<(String, String)> {
        self.must(&["for-each-ref", "--format=%(refname) %(objectname)"])
            .lines()
            .filter_map(|line| line.split_once(' '))
            .filter(|(name, _)| name.starts_with(prefix))
            .map(|(name, sha)| (name.to_owned(), sha.to_owned()))
            .collect()
    }

    /// Sets a ref; with `old`, only when it still stands there.
    pub fn set(&self, refname: &str, new: &str, old: Option<&str>) -> Result<(), String> {
        let mut arguments = vec!["update-ref", refname, new];
        arguments.extend(old);
        self.ask(&arguments).map(drop)
    }

    /// Whether `old` is among the ancestors of `new`, or is it.
    pub fn is_ancestor(&self, old: &str, new: &str) -> bool {
        self.run(&["merge-base", "--is-ancestor", old, new], b"").status.success()
    }

    /// The best common ancestor.
    pub fn merge_base(&self, one: &str, other: &str) -> Option<String> {
        Some(self.ask(&["merge-base", one, other]).ok()?.trim().to_owned())
    }

    /// The tree of merging `head` into `base`; `None` when they conflict.
    pub fn merged_tree(&self, base: &str, head: &str) -> Option<String> {
        Some(self.ask(&["merge-tree", "--write-tree", base, head]).ok()?.lines().next()?.to_owned())
    }

    /// Writes a commit and gives its id.
    pub fn commit_tree(
        &self,
        tree: &str,
        parents: &[&str],
        message: &str,
        by: (&str, &str),
        at: u64,
    ) -> String {
        let date = format!("@{at} +0000");
        let mut command = command(&self.folder);
        command.arg("--git-dir").arg(&self.folder).args(["commit-tree", tree, "-F", "-"]);
        for parent in parents {
            command.args(["-p", parent]);
        }
        command
            .env("GIT_AUTHOR_NAME", by.0)
            .env("GIT_AUTHOR_EMAIL", by.1)
            .env("GIT_AUTHOR_DATE", &date)
            .env("GIT_COMMITTER_NAME", "GitHub")
            .env("GIT_COMMITTER_EMAIL", "noreply@github.com")
            .env("GIT_COMMITTER_DATE", &date);
        let output = fed(&mut command, message.as_bytes());
        assert!(output.status.success(), "git commit-tree: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// A commit, taken apart.
    pub fn commit(&self, name: &str) -> Option<Commit> {
        let sha = self.resolve(name)?;
        let format = "--format=%T%x00%P%x00%an%x00%ae%x00%aI%x00%cn%x00%ce%x00%cI%x00%B";
        let text = self.ask(&["show", "--no-patch", "--no-show-signature", format, &sha]).ok()?;
        let signed = self.ask(&["cat-file", "commit", &sha]).ok()?.contains("\ngpgsig ");
        let mut parts = text.splitn(9, '\0').map(str::to_owned);
        let mut next = || parts.next().unwrap_or_default();
        Some(Commit {
            sha,
            tree: next(),
            parents: next().split_whitespace().map(str::to_owned).collect(),
            author: (next(), next(), utc(&next())),
            committer: (next(), next(), utc(&next())),
            message: next().trim_end().to_owned(),
            signed,
        })
    }
}

fn utc(date: &str) -> String {
    date.parse::<jiff::Timestamp>().map_or_else(|_| date.to_owned(), |moment| moment.to_string())
}

/// The git program in `folder`, blind to the machine's configuration.
pub fn command(folder: &Path) -> Command {
    let mut command = Command::new("git");
    command
        .current_dir(folder)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("LC_ALL", "C.UTF-8");
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"] {
        command.env_remove(name);
    }
    command
}

/// Runs `command` with `input` on its standard input.
pub fn fed(command: &mut Command, input: &[u8]) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the git program");
    let mut pipe = child.stdin.take().expect("standard input");
    let input = input.to_vec();
    // Beside the reading of what it writes: both pipes are small.
    let writing = std::thread::spawn(move || pipe.write_all(&input));
    let output = child.wait_with_output().expect("the end of git");
    // git may end before it has read everything; its status tells.
    let _ = writing.join();
    output
}

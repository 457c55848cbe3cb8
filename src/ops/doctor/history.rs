//! The branch, who commits, how much history is there, the ledger.

use super::DoctorReport;
use crate::config::Config;
use crate::ops::ledger::Ledger;
use crate::port::{GitError, GitRead};

impl DoctorReport {
    pub(super) fn history(&mut self, git: &dyn GitRead, config: &Config) {
        self.branch(git, config);
        match git.user() {
            Ok(person) => self.ok("identity", format!("{} <{}>", person.name, person.email)),
            Err(error) => self.fail(
                "identity",
                error.to_string(),
                "`git config --global user.name NAME` and `git config --global user.email ADDRESS`",
            ),
        }
        if git.is_shallow() {
            let help = "`git fetch --unshallow` fetches the rest; until then `kb why` says unknown before it";
            self.warn("history", "the clone is shallow", help);
        }
        self.ledger(git);
    }

    fn branch(&mut self, git: &dyn GitRead, config: &Config) {
        let target = &config.gate.branch;
        match git.head_branch() {
            Ok(branch) => {
                let branch = branch.strip_prefix("refs/heads/").unwrap_or(&branch).to_owned();
                match git.resolve("HEAD") {
                    Ok(commit) => self.ok("branch", format!("on `{branch}` at {}", commit.short())),
                    Err(GitError::NoCommits) => {
                        let message = format!("`{branch}` has no commit yet");
                        self.warn("branch", message, "commit something: `git add -A && git commit`");
                    }
                    Err(error) => self.fail("branch", error.to_string(), "`git fsck` says what is broken"),
                }
            }
            Err(GitError::DetachedHead) => {
                let help = format!("reading works; to commit, `git switch {target}`");
                self.warn("branch", "HEAD is detached", help);
            }
            Err(error) => {
                self.fail("branch", error.to_string(), "`git symbolic-ref HEAD` says where it points")
            }
        }
        if let Ok(None) = git.reference(&format!("refs/heads/{target}"))
            && git.resolve("HEAD").is_ok()
        {
            let message = format!("there is no branch `{target}`, which [gate] branch names");
            self.warn("gate", message, "name the right one in kb.toml, or make it: `git branch`");
        }
    }

    /// Every record of the ledger is read, so that one that cannot be read is found here and not at the merge.
    fn ledger(&mut self, git: &dyn GitRead) {
        let help =
            "`git log kb/ledger` shows who wrote it; `git reset` of that branch to a good commit mends it";
        let ledger = match Ledger::open(git) {
            Ok(ledger) => ledger,
            Err(error) => return self.fail("ledger", error.to_string(), help),
        };
        let mut count = 0_usize;
        for id in ledger.ids() {
            if let Err(error) = ledger.record(git, id) {
                self.fail("ledger", error.to_string(), help);
            }
            count += 1;
        }
        match count {
            0 => self.ok("ledger", "no proposal yet"),
            1 => self.ok("ledger", "1 proposal"),
            _ => self.ok("ledger", format!("{count} proposals")),
        }
    }
}

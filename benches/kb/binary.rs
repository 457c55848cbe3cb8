//! Runs the release binary in a folder of its own, as a user would, and counts the CPU time of it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The folder of the data that is not part of the repository, and a clear word when it is missing.
pub fn data(part: &str) -> Result<PathBuf, String> {
    let root = std::env::var_os("KB_DATA")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data"), PathBuf::from);
    let folder = root.join(part);
    if folder.is_dir() {
        Ok(folder)
    } else {
        Err(format!("{} is not there; set KB_DATA to the folder that holds `{part}`", folder.display()))
    }
}

/// A repository to run commands in.
pub struct Base {
    /// Its root; removed when this value is dropped.
    pub root: tempfile::TempDir,
    home: tempfile::TempDir,
}

impl Base {
    /// Makes an empty folder that is no repository.
    pub fn plain() -> Result<Base, String> {
        let folder = || tempfile::tempdir().map_err(|error| format!("making a folder: {error}"));
        Ok(Base { root: folder()?, home: folder()? })
    }

    /// Removes what earlier runs kept to save work.
    pub fn forget_caches(&self) -> Result<(), String> {
        for folder in [self.root.path().join(".kb/cache"), self.home.path().join(".cache")] {
            match std::fs::remove_dir_all(&folder) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(format!("removing {}: {error}", folder.display()));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Makes an empty git repository with a user of its own, and nothing of the machine's configuration.
    pub fn new() -> Result<Base, String> {
        let folder = || tempfile::tempdir().map_err(|error| format!("making a folder: {error}"));
        let base = Base { root: folder()?, home: folder()? };
        base.git(&["init", "--quiet", "--initial-branch=main"])?;
        base.git(&["config", "user.name", "Bench"])?;
        base.git(&["config", "user.email", "bench@example.org"])?;
        // What git tidies up on its own would be counted, and in the way.
        base.git(&["config", "gc.auto", "0"])?;
        base.git(&["config", "maintenance.auto", "false"])?;
        Ok(base)
    }

    /// Writes a file outside the repository, as a user's download folder would hold it.
    pub fn inbox(&self, name: &str, text: &str) -> Result<PathBuf, String> {
        let path = self.home.path().join(name);
        std::fs::write(&path, text).map_err(|error| format!("writing {}: {error}", path.display()))?;
        Ok(path)
    }

    /// Runs git; its standard output.
    pub fn git(&self, arguments: &[&str]) -> Result<String, String> {
        self.run(Command::new("git"), "git", arguments)
    }

    /// Runs kb; its standard output. An exit code other than 0 or 1 is an error.
    pub fn kb(&self, arguments: &[&str]) -> Result<String, String> {
        self.run(Command::new(env!("CARGO_BIN_EXE_kb")), "kb", arguments)
    }

    /// Runs kb with `variable` in its environment; its exit code, and all that it says.
    pub fn kb_said(
        &self,
        variable: (&str, &str),
        arguments: &[&str],
    ) -> Result<(Option<i32>, String), String> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kb"));
        let Output { status, stdout, stderr } = self.output(&mut command, "kb", arguments, Some(variable))?;
        let said = format!("{}{}", String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
        Ok((status.code(), said))
    }

    /// Runs another program; its standard output.
    pub fn tool(&self, name: &str, arguments: &[&str]) -> Result<String, String> {
        self.run(Command::new(name), name, arguments)
    }

    /// Runs kb and watches its memory; the highest in MB, `None` where the system does not tell it in `/proc`.
    pub fn kb_peak_mb(&self, arguments: &[&str]) -> Result<Option<f64>, String> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_kb"))
            .args(arguments)
            .current_dir(self.root.path())
            .env("HOME", self.home.path())
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .map_err(|error| format!("kb: {error}"))?;
        let status = format!("/proc/{}/status", child.id());
        let mut peak = None;
        loop {
            // VmHWM is the highest so far, so that the last look before the end is enough. See proc_pid_status(5).
            let line = std::fs::read_to_string(&status).unwrap_or_default();
            let kb = line.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
            peak = kb.and_then(|kb| kb.trim().parse::<f64>().ok()).map(|kb| kb / 1_024.0).or(peak);
            match child.try_wait() {
                Ok(Some(_)) => return Ok(peak),
                Ok(None) => std::thread::sleep(std::time::Duration::from_millis(5)),
                Err(error) => return Err(format!("kb: {error}")),
            }
        }
    }

    fn run(&self, mut command: Command, name: &str, arguments: &[&str]) -> Result<String, String> {
        let shown = || format!("{name} {}", arguments.join(" "));
        let Output { status, stdout, stderr } = self.output(&mut command, name, arguments, None)?;
        match status.code() {
            Some(0 | 1) => String::from_utf8(stdout).map_err(|error| format!("{}: {error}", shown())),
            _ => Err(format!("{} ended with {status}: {}", shown(), String::from_utf8_lossy(&stderr).trim())),
        }
    }

    fn output(
        &self,
        command: &mut Command,
        name: &str,
        arguments: &[&str],
        variable: Option<(&str, &str)>,
    ) -> Result<Output, String> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        command
            .args(arguments)
            .current_dir(self.root.path())
            .env_clear()
            .env("PATH", path)
            .env("HOME", self.home.path())
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .envs(variable)
            .output()
            .map_err(|error| format!("{name} {}: {error}", arguments.join(" ")))
    }
}

/// The CPU time, user and system, of all children that ended so far, in seconds; `None` where the system
/// does not tell it in `/proc`.
pub fn children_cpu() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // Fields 16 and 17, counted from 1; the second is in parentheses and may hold spaces. See proc(5).
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: f64 = fields.get(13)?.parse::<f64>().ok()? + fields.get(14)?.parse::<f64>().ok()?;
    Some(ticks / TICKS_PER_SECOND)
}

/// `USER_HZ`, which Linux fixes to 100 on every architecture that Rust's std supports.
const TICKS_PER_SECOND: f64 = 100.0;

//! Running a program: its environment, its time, and what it says. What it may touch is for the sandbox to say.

#![expect(clippy::disallowed_methods, reason = "runs a program of the machine and waits for it")]

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;

use super::folder::Folder;
use super::sandbox;
use crate::config::AgentCommand;

/// The variables that every program may have; HOME and TMPDIR are its own.
pub(super) const VARIABLES: [&str; 6] = ["PATH", "LANG", "LC_ALL", "TERM", "TZ", "USER"];

/// The variable that tells a program how to start a server of tools that read what lies in its folder: search, neighbours and
/// the rest of `kb mcp`, as the configuration that clients of the Model Context Protocol take.
const SERVER: &str = "KB_MCP";

/// How much of what it says is kept, in bytes.
const KEPT: u64 = 64 * 1024;
/// How much it may say, in bytes, before it is stopped.
const MOST_SAID: u64 = 32 * 1024 * 1024;

/// A program to run.
pub(super) struct Program<'a> {
    pub settings: &'a AgentCommand,
    pub directory: &'a Path,
    pub environment: &'a [(String, OsString)],
    /// The program that serves the folder to agents.
    pub server: Option<&'a Path>,
}

/// How it ended.
pub(super) struct Ended {
    /// What it wrote to its output.
    pub said: String,
    /// What it wrote to its errors.
    pub complained: String,
    /// How long it took.
    pub seconds: u64,
    /// Why it is as if it had done nothing.
    pub trouble: Option<String>,
}

impl Program<'_> {
    /// Runs it in `folder`; `told` is its input. An error where it could not be started.
    pub fn run(&self, folder: &Folder, told: &str) -> Result<Ended, String> {
        let [typed, arguments @ ..] = self.settings.command.as_slice() else {
            return Err("no program is named".to_owned());
        };
        let program = self.found(typed).ok_or_else(|| format!("the program `{typed}` is not here"))?;
        let input = folder.log("told");
        let file = |error: std::io::Error| format!("keeping what it says: {error}");
        File::create(&input).and_then(|mut file| file.write_all(told.as_bytes())).map_err(file)?;
        let (said, complained) = (folder.log("said"), folder.log("complained"));
        let mut command = Command::new(&program);
        command
            .args(arguments)
            .current_dir(folder.work())
            .env_clear()
            .env("HOME", folder.home())
            .env("TMPDIR", folder.scratch())
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .envs(self.server.and_then(|server| Some((SERVER, started_by(server, folder)?))))
            .stdin(File::open(&input).map_err(file)?)
            .stdout(File::create(&said).map_err(file)?)
            .stderr(File::create(&complained).map_err(file)?);
        own_group(&mut command);
        let started = Instant::now();
        let programs: Vec<&Path> = std::iter::once(program.as_path()).chain(self.server).collect();
        let child = sandbox::spawn(self.settings, folder, &programs, command)?;
        let most = Duration::from_secs(self.settings.seconds);
        let waited = self.wait(child, started, most, &[&said, &complained]);
        let (said, complained) = (kept(&said), kept(&complained));
        let trouble = match waited {
            Ok(status) if status.success() => None,
            Ok(status) => {
                let last: Vec<&str> = complained.trim().lines().rev().take(3).collect();
                let last = last.into_iter().rev().collect::<Vec<_>>().join("; ");
                Some(format!("`{typed}` ended with {status}: {last}"))
            }
            Err(trouble) => Some(trouble),
        };
        Ok(Ended { said, complained, seconds: started.elapsed().as_secs(), trouble })
    }

    /// The file that the program name stands for.
    fn found(&self, typed: &str) -> Option<PathBuf> {
        if typed.contains('/') {
            return self.directory.join(typed).canonicalize().ok();
        }
        let path = self.environment.iter().find(|(name, _)| name == "PATH").map(|(_, value)| value)?;
        std::env::split_paths(path).map(|folder| folder.join(typed)).find_map(|file| file.canonicalize().ok())
    }

    fn wait(
        &self,
        mut child: Child,
        started: Instant,
        most: Duration,
        logs: &[&Path],
    ) -> Result<std::process::ExitStatus, String> {
        loop {
            match child.try_wait() {
                Ok(Some(status)) => {
                    stop(&mut child);
                    return Ok(status);
                }
                Ok(None) => {}
                Err(error) => return Err(format!("waiting for it: {error}")),
            }
            let size = |log: &&Path| fs::metadata(log).map_or(0, |meta| meta.len());
            if logs.iter().map(size).sum::<u64>() > MOST_SAID {
                stop(&mut child);
                return Err(format!("it said more than {MOST_SAID} bytes and was stopped"));
            }
            if started.elapsed() >= most {
                stop(&mut child);
                return Err(format!(
                    "it was stopped after {} s; `seconds` beside `command` in [roles] of kb.toml allows more",
                    most.as_secs()
                ));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// The first part of what was said; hidden characters and secrets are for who shows it.
fn kept(log: &Path) -> String {
    let mut bytes = Vec::new();
    // A log that cannot be read is an empty one: what counts is what lies in the folder.
    let _ = File::open(log).and_then(|file| file.take(KEPT).read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(unix)]
fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt as _;
    command.process_group(0);
}

#[cfg(not(unix))]
fn own_group(_: &mut Command) {}

/// The configuration by which `server` serves what lies in `folder`: nothing that the program does not see itself.
fn started_by(server: &Path, folder: &Folder) -> Option<String> {
    let (server, work) = (server.to_str()?, folder.work());
    let arguments = ["mcp", "--read-only", "-C", work.to_str()?];
    let servers = json!({ "mcpServers": { "kb": { "command": server, "args": arguments } } });
    Some(servers.to_string())
}

/// Ends the program and what it started.
fn stop(child: &mut Child) {
    #[cfg(unix)]
    {
        let group = format!("-{}", child.id());
        let mut kill = Command::new("kill");
        kill.args(["-KILL", "--", &group]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        // Where there is no `kill`, the program itself is ended below.
        drop(kill.status());
    }
    let _ = child.kill();
    let _ = child.wait();
}

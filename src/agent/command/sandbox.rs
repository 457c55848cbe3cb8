//! The sandbox of a program: on Linux, Landlock lets it write what its role writes and its temporary folders, and read those,
//! what it was given, and the system's programs. Elsewhere it does not run, unless `kb.toml` says so.

use std::path::Path;
use std::process::{Child, Command};

use super::folder::Folder;
use crate::config::{AgentCommand, Sandbox};

/// The sandbox in words.
pub(super) fn described(settings: &AgentCommand) -> &'static str {
    match settings.sandbox {
        Sandbox::Landlock => "in a Landlock sandbox",
        Sandbox::None => "in no sandbox, as kb.toml says",
    }
}

/// Starts `command`, whose file is the first of `programs`, so that it may touch nothing but what `folder` gives it, and run
/// the others.
pub(super) fn spawn(
    settings: &AgentCommand,
    folder: &Folder,
    programs: &[&Path],
    mut command: Command,
) -> Result<Child, String> {
    match settings.sandbox {
        Sandbox::None => command.spawn().map_err(|error| unstarted(&command, &error)),
        Sandbox::Landlock => confined(settings, folder, programs, command),
    }
}

#[cfg(not(target_os = "linux"))]
fn confined(_: &AgentCommand, _: &Folder, _: &[&Path], _: Command) -> Result<Child, String> {
    Err(unavailable("there is none on this system"))
}

fn unstarted(command: &Command, error: &std::io::Error) -> String {
    format!("starting {}: {error}", command.get_program().display())
}

fn unavailable(why: &str) -> String {
    format!(
        "it runs in a Landlock sandbox only, and {why}; `sandbox = \"none\"` beside `command` in [roles] of kb.toml runs it \
         without one, where it can read and write what you can"
    )
}

/// What programs need of the system, to read and to run. Of `/proc` only what is of the whole machine: the environment of
/// kb, which may hold keys, stands there too.
#[cfg(target_os = "linux")]
const SYSTEM: [&str; 31] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/opt",
    "/nix/store",
    "/proc/cpuinfo",
    "/proc/filesystems",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/sys",
    "/proc/version",
    "/sys/fs/cgroup",
    "/dev/urandom",
    "/dev/random",
    "/etc/alternatives",
    "/etc/ca-certificates",
    "/etc/group",
    "/etc/host.conf",
    "/etc/hosts",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/etc/nsswitch.conf",
    "/etc/passwd",
    "/etc/pki",
    "/etc/protocols",
    "/etc/resolv.conf",
    "/etc/services",
    "/etc/ssl",
];

/// A thread that confines itself starts the program, which inherits that; the thread ends with it.
#[cfg(target_os = "linux")]
fn confined(
    settings: &AgentCommand,
    folder: &Folder,
    programs: &[&Path],
    mut command: Command,
) -> Result<Child, String> {
    use landlock::{
        ABI, Access as _, AccessFs, Ruleset, RulesetAttr as _, RulesetCreatedAttr as _, RulesetStatus,
        path_beneath_rules,
    };
    let abi = ABI::V3;
    let enter = || -> Result<RulesetStatus, landlock::RulesetError> {
        let own = [folder.writable(), folder.home(), folder.scratch()];
        let work = folder.work();
        let given = programs.iter().copied().chain([work.as_path()]);
        let status = Ruleset::default()
            .handle_access(AccessFs::from_all(abi))?
            .create()?
            .add_rules(path_beneath_rules(SYSTEM, AccessFs::from_read(abi)))?
            .add_rules(path_beneath_rules(given, AccessFs::from_read(abi)))?
            .add_rules(path_beneath_rules(&settings.read, AccessFs::from_read(abi)))?
            .add_rules(path_beneath_rules(["/dev/null", "/dev/zero", "/dev/full"], AccessFs::from_all(abi)))?
            .add_rules(path_beneath_rules(own, AccessFs::from_all(abi)))?
            .restrict_self()?;
        Ok(status.ruleset)
    };
    let start = || match enter() {
        Ok(RulesetStatus::FullyEnforced) => command.spawn().map_err(|error| unstarted(&command, &error)),
        Ok(_) => {
            Err(unavailable("the kernel of this machine has none, or one that is too old (6.2 is needed)"))
        }
        Err(error) => Err(unavailable(&format!("it cannot be set up: {error}"))),
    };
    std::thread::scope(|scope| scope.spawn(start).join())
        .unwrap_or_else(|_| Err(unavailable("setting it up failed")))
}

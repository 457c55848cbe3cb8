//! Runs the program `git`, blind to what the environment and other programs could make it do. With a token it is blind to the
//! user's settings too; without one those are what finds a credential.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::forge::Secret;
use crate::port::RemoteFault;

/// Variables of git's that are the machine's affair: how ssh and TLS are done here.
const KEPT: [&str; 6] =
    ["GIT_SSH", "GIT_SSH_COMMAND", "GIT_SSH_VARIANT", "GIT_SSL_CAINFO", "GIT_SSL_CAPATH", "GIT_EXEC_PATH"];

/// What holds for every call.
const SETTINGS: [(&str, &str); 12] = [
    ("core.hooksPath", "/dev/null"),
    ("core.fsmonitor", "false"),
    ("core.symlinks", "false"),
    ("core.quotePath", "false"),
    ("protocol.ext.allow", "never"),
    // libgit2 has opened the repository and looked whose it is.
    ("safe.directory", "*"),
    ("http.followRedirects", "false"),
    // A server that says nothing for a minute is none.
    ("http.lowSpeedLimit", "1"),
    ("http.lowSpeedTime", "60"),
    ("gc.auto", "0"),
    ("maintenance.auto", "false"),
    ("color.ui", "false"),
];

/// How the program ended.
pub(super) struct Ended {
    pub code: Option<i32>,
    pub output: Vec<u8>,
    pub complaint: String,
}

impl Ended {
    pub fn is_fine(&self) -> bool {
        self.code == Some(0)
    }
}

/// Whose settings hold beside those of the repository, and what is shown.
#[derive(Clone, Copy)]
pub(super) enum Sight<'a> {
    /// The user's, which find a credential where one is needed.
    User,
    /// Nobody's.
    Blind,
    /// Nobody's; the token is shown to the address, and to nobody else.
    Token(&'a str, &'a Secret),
}

/// Runs `git` in `folder` with `arguments`.
pub(super) fn run(folder: &Path, arguments: &[&str], sight: Sight<'_>) -> Result<Ended, RemoteFault> {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(arguments);
    for (name, _) in std::env::vars_os() {
        if is_removed(&name, matches!(sight, Sight::Token(..))) {
            command.env_remove(name);
        }
    }
    let mut settings: Vec<(String, String)> =
        SETTINGS.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    if !matches!(sight, Sight::User) {
        command.env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", "/dev/null");
    }
    if let Sight::Token(url, token) = sight {
        let header = STANDARD.encode(format!("x-access-token:{}", token.reveal()));
        // As near to the address as can be: a header that the repository's settings hold for the host, as
        // `actions/checkout` leaves one there, would be sent beside this one. The empty value takes it away.
        let key = format!("http.{url}.extraHeader");
        settings.push((key.clone(), String::new()));
        settings.push((key, format!("Authorization: Basic {header}")));
        settings.push(("credential.helper".to_owned(), String::new()));
    }
    for (at, (key, value)) in settings.iter().enumerate() {
        command.env(format!("GIT_CONFIG_KEY_{at}"), key).env(format!("GIT_CONFIG_VALUE_{at}"), value);
    }
    let ended = command
        .env("GIT_CONFIG_COUNT", settings.len().to_string())
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| RemoteFault::NoProgram(error.to_string()))?;
    let complaint = String::from_utf8_lossy(&ended.stderr).into_owned();
    Ok(Ended { code: ended.status.code(), output: ended.stdout, complaint })
}

/// Whether git must not have the variable `name`.
fn is_removed(name: &OsString, has_token: bool) -> bool {
    let name = name.to_string_lossy();
    let is_gits = name.starts_with("GIT_") && !KEPT.contains(&&*name);
    // Programs that git starts have no use for secrets; where git finds the credential itself, a helper may have.
    let is_secret = has_token && (name.ends_with("KEY") || name.ends_with("TOKEN"));
    is_gits || is_secret || name == "SSH_ASKPASS"
}

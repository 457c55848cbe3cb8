//! `kb server init`: makes a bare repository one in which the roles are held apart: git's settings, the hook, and the file
//! that says who has which role. It moves no ref. What is there stays, but for kb's own hook and settings.

mod plan;

use serde::Serialize;
use thiserror::Error;

use crate::config::{PushRole, SERVER_FILE, ServerConfig, ServerConfigError};
use crate::port::{GitError, ServerSite};
use plan::{HOOK, SIGN, hook, server_file, settings};

/// How to set a server up.
#[derive(Clone, Debug, Default)]
pub struct ServerOptions {
    /// The program that the hook runs: a path, or a name to be looked for where the server looks for programs.
    pub program: String,
    /// The variables that name who pushes; the default when empty.
    pub pusher: Vec<String>,
    /// Names and their roles.
    pub names: Vec<(PushRole, String)>,
    /// Show only.
    pub dry_run: bool,
}

/// What was done, or with `dry_run` would be.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ServerReport {
    /// Settings of git's that got other values.
    pub settings: Vec<(String, Vec<String>)>,
    /// Files that were written, below the repository's folder.
    pub written: Vec<String>,
    /// Files that were as they must be.
    pub kept: Vec<String>,
    /// Who has which role now.
    pub roles: Vec<(PushRole, String)>,
    /// The variables that name who pushes.
    pub pusher: Vec<String>,
}

/// Says why a server could not be set up.
#[derive(Debug, Error)]
pub enum ServerError {
    /// It has a working tree, which pushes would leave behind.
    #[error("it is not a bare repository")]
    NotBare,
    /// The hook's place is taken.
    #[error("{HOOK} is there already, and is not kb's")]
    ForeignHook,
    /// Roles were given although the file is there.
    #[error("kb/{SERVER_FILE} is there already and says who has which role")]
    HasRoles,
    /// The file, or what was asked for, cannot be used.
    #[error(transparent)]
    Config(#[from] ServerConfigError),
    /// Git or the disk could not do it.
    #[error(transparent)]
    Git(#[from] GitError),
}

/// Says what is wrong with what is asked for, before anything is made.
pub fn check(options: &ServerOptions) -> Result<(), ServerConfigError> {
    ServerConfig::parse(server_file(options).as_bytes()).map(|_| ())
}

/// Sets a server up, or brings one up to date.
pub fn init(site: &dyn ServerSite, options: &ServerOptions) -> Result<ServerReport, ServerError> {
    if !site.is_bare() {
        return Err(ServerError::NotBare);
    }
    let mut report = ServerReport::default();
    let place = format!("kb/{SERVER_FILE}");
    let known = site.read(&place)?;
    if known.is_some() && !(options.names.is_empty() && options.pusher.is_empty()) {
        return Err(ServerError::HasRoles);
    }
    let text = known.clone().unwrap_or_else(|| server_file(options).into_bytes());
    let config = ServerConfig::parse(&text)?;
    let script = hook(&options.program);
    let present = site.read(HOOK)?;
    let is_kbs = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).contains(SIGN);
    if present.as_ref().is_some_and(|bytes| !is_kbs(bytes)) {
        return Err(ServerError::ForeignHook);
    }
    for (key, wanted) in settings() {
        let now = site.setting(key)?;
        let wanted = plan::with(&wanted, &now, key);
        if now != wanted {
            if !options.dry_run {
                site.set(key, &wanted)?;
            }
            report.settings.push((key.to_owned(), wanted));
        }
    }
    // The roles come before the hook: a hook without them would refuse everybody.
    for (file, is_due, bytes, is_program) in [
        (place.as_str(), known.is_none(), text.as_slice(), false),
        (HOOK, present.as_deref() != Some(script.as_bytes()), script.as_bytes(), true),
    ] {
        if !is_due {
            report.kept.push(file.to_owned());
            continue;
        }
        if !options.dry_run {
            site.write(file, bytes, is_program)?;
        }
        report.written.push(file.to_owned());
    }
    report.roles = PushRole::ALL
        .into_iter()
        .flat_map(|role| config.roles.of(role).iter().map(move |name| (role, name.clone())))
        .collect();
    report.pusher = config.pusher;
    Ok(report)
}

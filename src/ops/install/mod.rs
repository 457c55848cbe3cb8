//! Makes the server known to the program that an agent runs in: one entry of its settings, everything else as it was.

mod client;

pub use client::{Client, Scope, SettingsForm};

use serde_json::Value;
use thiserror::Error;

use crate::change::ChangeSet;
use crate::edit::settings::{Fields, SettingsError, in_json, in_toml, set_in_json, set_in_toml};
use crate::ops::patch::patch;
use crate::path::RepoPath;
use crate::port::{Files, FilesError};

/// Keys of an entry that leads to a server elsewhere.
const ELSEWHERE: [&str; 2] = ["url", "serverUrl"];

/// Says why a server was not entered.
#[derive(Debug, Error)]
pub enum InstallError {
    /// The settings cannot be changed.
    #[error("{path}: {fault}; it was left as it is")]
    Settings {
        /// The file.
        path: RepoPath,
        /// Why.
        fault: SettingsError,
    },
    /// A server of that name is reached over the network.
    #[error("{path} has a server `{name}` that lies at {url}; it was left as it is")]
    Elsewhere {
        /// The file.
        path: RepoPath,
        /// The name.
        name: String,
        /// Where it lies.
        url: String,
    },
    /// A file could not be read or written.
    #[error(transparent)]
    Files(#[from] FilesError),
}

/// One server, as the settings of a client name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// The program that is run.
    pub command: String,
    /// Its arguments.
    pub arguments: Vec<String>,
}

/// What an installation changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installation {
    /// The settings file; nothing where the entry is there already.
    pub changes: ChangeSet,
    /// The same as a patch.
    pub patch: String,
}

/// The settings of `client` with `entry` and nothing else, to be put in by hand.
pub fn snippet(client: Client, entry: &Entry) -> Result<String, SettingsError> {
    Ok(String::from_utf8_lossy(&set(client, None, entry)?).into_owned())
}

/// What enters `entry` in the settings of `client` at `path` of `files`. Nothing is written.
pub fn install(
    files: &dyn Files,
    path: &RepoPath,
    client: Client,
    entry: &Entry,
) -> Result<Installation, InstallError> {
    let fault = |fault| InstallError::Settings { path: path.clone(), fault };
    let before = files.read(path)?;
    let keys = [client.table(), entry.name.as_str()];
    let old = match (client.form(), before.as_deref()) {
        (_, None) => None,
        (SettingsForm::Json, Some(bytes)) => in_json(bytes, &keys).map_err(fault)?,
        (SettingsForm::Toml, Some(bytes)) => in_toml(bytes, &keys).map_err(fault)?,
    };
    let url =
        old.as_ref().and_then(|old| ELSEWHERE.iter().find_map(|key| old.get(key).and_then(Value::as_str)));
    if let Some(url) = url {
        let (name, url) = (entry.name.clone(), url.to_owned());
        return Err(InstallError::Elsewhere { path: path.clone(), name, url });
    }
    let after = set(client, before.as_deref(), entry).map_err(fault)?;
    let mut changes = ChangeSet::new();
    match &before {
        Some(before) => changes.edit(path.clone(), before, after),
        None => changes.create(path.clone(), after),
    }
    let patch = patch(&changes, |_| Ok::<_, FilesError>(before.clone().unwrap_or_default()))?;
    Ok(Installation { changes, patch })
}

fn set(client: Client, before: Option<&[u8]>, entry: &Entry) -> Result<Vec<u8>, SettingsError> {
    let fields = client.fields(entry);
    let fields: &Fields<'_> = &fields;
    let path = [client.table(), entry.name.as_str()];
    match client.form() {
        SettingsForm::Json => set_in_json(before, &path, fields),
        SettingsForm::Toml => set_in_toml(before, &path, fields),
    }
}

//! Where the programs that agents run in keep their settings, of a project and of this user.

use std::path::{Path, PathBuf};

use super::{App, variable};
use crate::cli::failure::Failure;
use crate::ops::install::Client;
use crate::path::RepoPath;
use crate::store::files::Tree;

impl App {
    /// The folder `typed` of a project, and the file below it in which `client` keeps the project's servers. A link in it that
    /// leads out of it is not followed: whoever wrote the project may have put it there.
    pub fn project_settings(&self, client: Client, typed: &Path) -> Result<(Tree, RepoPath), Failure> {
        Ok((Tree::open_foreign(&self.directory.join(typed))?, RepoPath::new(client.project_file())?))
    }

    /// The file in which `client` keeps the servers of the user, and the folder that it lies in, or will. A link is followed:
    /// people keep their settings where they like.
    pub fn user_settings(&self, client: Client) -> Result<(Tree, RepoPath), Failure> {
        let home = variable("HOME").filter(|home| home.is_absolute()).ok_or_else(|| {
            Failure::environment("this user has no home folder: HOME is not set")
                .hint("`--project DIR` enters the server in the settings of one folder")
        })?;
        let file = user_file(client, &home);
        let mut folder = file.canonicalize().unwrap_or(file.clone());
        let mut below: Vec<String> = Vec::new();
        while below.is_empty() || !folder.is_dir() {
            let name = folder
                .file_name()
                .and_then(|name| name.to_str())
                .ok_or_else(|| Failure::environment(format!("{} cannot be written", file.display())))?;
            below.insert(0, name.to_owned());
            if !folder.pop() {
                break;
            }
        }
        Ok((Tree::open_foreign(&folder)?, RepoPath::new(below.join("/"))?))
    }
}

/// Where `client` keeps what is the user's, as it finds it itself.
fn user_file(client: Client, home: &Path) -> PathBuf {
    match client {
        Client::Claude => {
            variable("CLAUDE_CONFIG_DIR").unwrap_or_else(|| home.to_owned()).join(".claude.json")
        }
        Client::Cursor => home.join(".cursor/mcp.json"),
        Client::Codex => variable("CODEX_HOME").unwrap_or_else(|| home.join(".codex")).join("config.toml"),
        Client::VsCode => {
            let settings = if cfg!(target_os = "macos") {
                home.join("Library/Application Support")
            } else {
                variable("XDG_CONFIG_HOME").unwrap_or_else(|| home.join(".config"))
            };
            settings.join("Code/User/mcp.json")
        }
    }
}

//! The programs that agents run in, and where and how each of them keeps its servers.

use serde_json::{Value, json};

use super::Entry;

/// A program that speaks to MCP servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Client {
    /// Claude Code.
    Claude,
    /// Cursor.
    Cursor,
    /// Codex, the CLI and what shares its settings.
    Codex,
    /// Visual Studio Code.
    VsCode,
}

/// For which work a server is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// For whoever works in one folder: the settings lie in it, and go with it.
    Project,
    /// For all that one user does: the settings lie in that user's home.
    User,
}

/// How a settings file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingsForm {
    /// JSON, perhaps with comments.
    Json,
    /// TOML.
    Toml,
}

impl Client {
    /// The file of a project's servers, below its folder.
    pub fn project_file(self) -> &'static str {
        match self {
            Client::Claude => ".mcp.json",
            Client::Cursor => ".cursor/mcp.json",
            Client::Codex => ".codex/config.toml",
            Client::VsCode => ".vscode/mcp.json",
        }
    }

    /// How its settings are written.
    pub fn form(self) -> SettingsForm {
        if self == Client::Codex { SettingsForm::Toml } else { SettingsForm::Json }
    }

    /// What holds its servers.
    pub fn table(self) -> &'static str {
        match self {
            Client::Claude | Client::Cursor => "mcpServers",
            Client::Codex => "mcp_servers",
            Client::VsCode => "servers",
        }
    }

    /// The folder that the program itself puts in where a server of a project is started; `None` where it starts it in that
    /// folder, or below.
    pub fn folder_variable(self) -> Option<&'static str> {
        match self {
            Client::Cursor | Client::VsCode => Some("${workspaceFolder}"),
            Client::Claude | Client::Codex => None,
        }
    }

    /// What to do before the server is there, besides starting anew.
    pub fn next_step(self, scope: Scope) -> &'static str {
        match (self, scope) {
            (Client::Claude, Scope::Project) => {
                "start claude in that folder and approve the server; /mcp shows it"
            }
            (Client::Claude, Scope::User) => "start claude anew; /mcp shows it",
            (Client::Cursor, _) => "look at Settings, MCP in Cursor, and turn it on there",
            (Client::Codex, Scope::Project) => {
                "start codex in that folder, which it must trust; /mcp shows it"
            }
            (Client::Codex, Scope::User) => "start codex anew; /mcp shows it",
            (Client::VsCode, _) => "run `MCP: List Servers` in VS Code, and start it there",
        }
    }

    /// What an entry has, by key.
    pub(super) fn fields(self, entry: &Entry) -> Vec<(&'static str, Value)> {
        let mut fields = vec![("command", json!(entry.command)), ("args", json!(entry.arguments))];
        if matches!(self, Client::VsCode | Client::Claude) {
            fields.insert(0, ("type", json!("stdio")));
        }
        fields
    }
}

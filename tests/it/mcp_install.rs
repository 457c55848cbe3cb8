//! `kb mcp --install`: what it prints, and what it writes into the settings of other programs.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::TestRepo;

fn base() -> TestRepo {
    TestRepo::new()
        .file("kb.toml", "[callers.support]\nlabels = [\"support\"]\n")
        .file("knowledge/a.md", "# A\n\nIt runs.\n")
        .commit("notes")
}

fn home(repo: &TestRepo) -> PathBuf {
    repo.root().with_file_name("home")
}

fn json_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn by_default_it_prints_what_belongs_where_and_writes_nothing() {
    let repo = base();
    let printed = repo.kb(["mcp", "--install", "claude", "--as", "support", "--read-only"]).code(0);
    assert_eq!(
        json_of(&printed.stdout),
        json!({ "mcpServers": { "kb": { "type": "stdio", "command": "kb", "args": ["mcp", "--as", "support", "--read-only"] } } })
    );
    assert!(printed.stderr.contains("repo/.mcp.json; `--write` puts it there"), "{}", printed.stderr);
    let printed = repo.kb(["mcp", "--install", "vscode"]).code(0);
    assert_eq!(json_of(&printed.stdout)["servers"]["kb"]["args"], json!(["-C", "${workspaceFolder}", "mcp"]));
    repo.kb(["mcp", "--install", "codex"])
        .code(0)
        .prints("[mcp_servers.kb]\ncommand = \"kb\"\nargs = [\"mcp\"]\n");
    for file in [".mcp.json", ".vscode", ".codex", ".cursor"] {
        assert!(!repo.exists(file), "{file}");
    }
    repo.kb(["mcp", "--install", "emacs"]).code(2);
    repo.kb(["mcp", "--install", "claude", "--as", "nobody"]).code(2).says("nobody");
    repo.kb(["mcp", "--install", "claude", "--name", "a b"]).code(2).says("cannot name a server");
    repo.kb(["mcp", "--write"]).code(2);
}

#[test]
fn what_stands_in_the_file_stays_and_twice_is_once() {
    let repo = base();
    let before = "{\n\t// ours\n\t\"servers\": {\n\t\t\"other\": {\"command\": \"x\"}, // keep\n\t},\n}\n";
    repo.write(".vscode/mcp.json", before);
    let shown = repo.kb(["mcp", "--install", "vscode", "--dry-run"]).code(0);
    assert!(shown.stdout.contains("+\t\t\"kb\": {") && !shown.stdout.contains("\n-"), "{}", shown.stdout);
    assert_eq!(repo.read(".vscode/mcp.json"), before, "a dry run");
    repo.kb(["mcp", "--install", "vscode", "--write"]).code(0).prints("was entered");
    let after = repo.read(".vscode/mcp.json");
    assert!(
        after.starts_with(before.trim_end_matches("\t},\n}\n")) && after.ends_with("\t},\n}\n"),
        "{after}"
    );
    repo.kb(["mcp", "--install", "vscode", "--write"]).code(0).prints("was there already");
    assert_eq!(repo.read(".vscode/mcp.json"), after);

    repo.write(".codex/config.toml", "model = \"o\" # mine\n");
    repo.kb(["mcp", "--install", "codex", "--write", "--as", "support"]).code(0);
    let whole = "model = \"o\" # mine\n\n[mcp_servers.kb]\ncommand = \"kb\"\nargs = [\"mcp\", \"--as\", \"support\"]\n";
    assert_eq!(repo.read(".codex/config.toml"), whole);
    repo.kb(["mcp", "--install", "codex", "--write"]).code(0);
    assert_eq!(repo.read(".codex/config.toml"), whole.replace(", \"--as\", \"support\"", ""));
}

#[test]
fn a_users_settings_name_this_base_and_the_home_stays_clean() {
    let repo = base();
    let files = [
        ("claude", ".claude.json", "mcpServers"),
        ("cursor", ".cursor/mcp.json", "mcpServers"),
        ("vscode", ".config/Code/User/mcp.json", "servers"),
    ];
    fs::write(home(&repo).join(".claude.json"), "{\"numStartups\": 7}").expect("written");
    for (client, file, table) in files {
        repo.kb(["mcp", "--install", client, "--user", "--write", "--name", "team"]).code(0);
        let text = fs::read_to_string(home(&repo).join(file)).expect(file);
        let entry = json_of(&text)[table]["team"].clone();
        let root = repo.root().canonicalize().expect("a root");
        assert_eq!(entry["args"], json!(["-C", root, "mcp"]), "{client}");
        // What was entered starts the server.
        let mut command = repo.command(entry["command"].as_str().expect("a program"));
        command.args(entry["args"].as_array().expect("arguments").iter().filter_map(Value::as_str));
        let greeting = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"0\"}}}\n";
        let said = repo.run(&mut command, greeting.as_bytes()).code(0).stdout;
        assert_eq!(
            json_of(said.lines().next().unwrap_or_default())["result"]["serverInfo"]["name"],
            "kb",
            "{client}"
        );
    }
    let claude = fs::read_to_string(home(&repo).join(".claude.json")).expect("settings");
    assert_eq!(json_of(&claude)["numStartups"], 7);
    let left: Vec<String> = fs::read_dir(home(&repo))
        .expect("a home")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|name| name.starts_with(".kb"))
        .collect();
    assert_eq!(left, Vec::<String>::new());
}

#[test]
fn links_are_followed_in_a_home_and_not_in_a_project() {
    let repo = base();
    let elsewhere = home(&repo).join("dotfiles/cursor.json");
    fs::create_dir_all(home(&repo).join("dotfiles"))
        .and_then(|()| fs::write(&elsewhere, "{}\n"))
        .expect("a file");
    fs::create_dir(home(&repo).join(".cursor")).expect("a folder");
    symlink(&elsewhere, home(&repo).join(".cursor/mcp.json")).expect("a link");
    repo.kb(["mcp", "--install", "cursor", "--user", "--write"]).code(0);
    assert!(fs::read_to_string(&elsewhere).expect("settings").contains("\"kb\""));
    assert!(home(&repo).join(".cursor/mcp.json").is_symlink());

    let secret = home(&repo).join("secret");
    fs::write(&secret, "{}").expect("a file");
    symlink(&secret, repo.path(".mcp.json")).expect("a link");
    repo.kb(["mcp", "--install", "claude", "--write"]).code(3);
    assert_eq!(fs::read_to_string(&secret).expect("a file"), "{}");
}

#[test]
fn what_cannot_be_changed_without_loss_is_left_alone() {
    let repo = base();
    for (client, file, text, words) in [
        (
            "claude",
            ".mcp.json",
            "{\"mcpServers\": {\"kb\": {\"type\": \"http\", \"url\": \"https://kb.example.org/mcp\"}}}",
            "https://kb.example.org/mcp",
        ),
        ("claude", ".mcp.json", "{\"mcpServers\": ", "line 1"),
        ("cursor", ".cursor/mcp.json", "[1]", "holds no entries"),
        (
            "codex",
            ".codex/config.toml",
            "mcp_servers = {a = {command = \"x\"}}\n",
            "in a form that kb does not change",
        ),
        ("codex", ".codex/config.toml", "a = \n", "line 1"),
    ] {
        repo.write(file, text);
        repo.kb(["mcp", "--install", client, "--write"]).code(2).says(words).says("left as it is");
        assert_eq!(repo.read(file), text, "{client}");
    }
}

#[test]
fn a_project_elsewhere_is_led_to_this_base() {
    let repo = base();
    let project = home(&repo).join("code");
    fs::create_dir(&project).expect("a folder");
    let typed = project.to_str().expect("UTF-8");
    repo.kb(["mcp", "--install", "cursor", "--project", typed, "--write"]).code(0);
    let text = fs::read_to_string(project.join(".cursor/mcp.json")).expect("settings");
    let root = repo.root().canonicalize().expect("a root");
    assert_eq!(json_of(&text)["mcpServers"]["kb"]["args"], json!(["-C", root, "mcp"]));
    assert!(!project.join(".kb").exists());
    repo.kb(["mcp", "--install", "cursor", "--project", "nowhere", "--write"]).code(3);
}

//! Git's objects: blobs, trees and commits, read and written.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::github::answer::{Answer, Answered};
use crate::github::call::Call;
use crate::github::show;
use crate::github::world::World;

fn written(output: &std::process::Output) -> Result<String, Answer> {
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    } else {
        Err(Answer::error(422, String::from_utf8_lossy(&output.stderr).trim()))
    }
}

/// Writes a blob.
pub fn create_blob(world: &mut World, call: &Call) -> Answered {
    let content = call.required("content");
    let bytes = if call.text("encoding") == Some("base64") {
        let stripped: String = content.split_whitespace().collect();
        STANDARD.decode(stripped).map_err(|_| Answer::error(422, "content is not valid Base64"))?
    } else {
        content.as_bytes().to_vec()
    };
    let repo = world.repo(call)?;
    let sha = written(&repo.git.run(&["hash-object", "-w", "--stdin"], &bytes))?;
    let url = format!("{}/git/blobs/{sha}", call.links.repo(&repo.full_name()));
    Answer::created(json!({"sha": sha, "url": url}))
}

/// Reads a blob.
pub fn blob(world: &mut World, call: &Call) -> Answered {
    let repo = world.repo(call)?;
    let sha = call.param("file_sha");
    if repo.git.kind(sha).as_deref() != Some("blob") {
        return Err(Answer::missing());
    }
    let bytes = repo.git.run(&["cat-file", "blob", sha], b"").stdout;
    Answer::ok(json!({
        "sha": sha, "node_id": format!("B_{sha}"), "size": bytes.len(), "encoding": "base64",
        "content": STANDARD.encode(bytes), "url": format!("{}/git/blobs/{sha}", call.links.repo(&repo.full_name())),
    }))
}

/// Writes a tree: entries laid over a base.
pub fn create_tree(world: &mut World, call: &Call) -> Answered {
    let repo = world.repo(call)?;
    let git = &repo.git;
    let index = world.folder.join(format!("index-{}", world.last_id));
    let run = |arguments: &[&str], input: &[u8]| {
        let mut command = crate::github::git::command(&git.folder);
        command.arg("--git-dir").arg(&git.folder).env("GIT_INDEX_FILE", &index).args(arguments);
        written(&crate::github::git::fed(&mut command, input))
    };
    match call.text("base_tree") {
        Some(base) => run(&["read-tree", base], b"")?,
        None => run(&["read-tree", "--empty"], b"")?,
    };
    let mut lines = String::new();
    for entry in call.body["tree"].as_array().into_iter().flatten() {
        let path = entry["path"].as_str().unwrap_or_default();
        let mode = entry["mode"].as_str().unwrap_or("100644");
        let sha = match (entry["sha"].as_str(), entry["content"].as_str()) {
            (Some(sha), _) => sha.to_owned(),
            (None, Some(text)) => written(&git.run(&["hash-object", "-w", "--stdin"], text.as_bytes()))?,
            (None, None) => "0".repeat(40),
        };
        let mode = if sha.bytes().all(|byte| byte == b'0') { "0" } else { mode };
        lines.push_str(&format!("{mode} {sha}\t{path}\n"));
    }
    run(&["update-index", "--add", "--index-info"], lines.as_bytes())?;
    let sha = run(&["write-tree"], b"")?;
    // The next one begins with an index of its own.
    let _ = std::fs::remove_file(&index);
    let shown = shown_tree(world, call, &sha, false)?;
    Answer::created(shown)
}

fn shown_tree(world: &World, call: &Call, tree: &str, recursive: bool) -> Result<Value, Answer> {
    let repo = world.repo(call)?;
    let at = call.links.repo(&repo.full_name());
    let arguments: &[&str] =
        if recursive { &["ls-tree", "-z", "-l", "-r", "-t", tree] } else { &["ls-tree", "-z", "-l", tree] };
    let listed = repo.git.ask(arguments).map_err(|_| Answer::missing())?;
    let sha = repo.git.exact(&format!("{tree}^{{tree}}")).ok_or_else(Answer::missing)?;
    let entry = |line: &str| {
        let (head, path) = line.split_once('\t')?;
        let words: Vec<&str> = head.split_whitespace().collect();
        let (mode, kind, sha) = (words.first()?, words.get(1)?, words.get(2)?);
        let mut shown = json!({
            "path": path, "mode": mode, "type": kind, "sha": sha, "url": format!("{at}/git/{kind}s/{sha}"),
        });
        if let Some(size) = words.get(3).and_then(|size| size.parse::<u64>().ok()) {
            shown["size"] = json!(size);
        }
        Some(shown)
    };
    let entries: Vec<Value> = listed.split('\0').filter_map(entry).collect();
    Ok(json!({"sha": sha, "url": format!("{at}/git/trees/{sha}"), "tree": entries, "truncated": false}))
}

/// Reads a tree.
pub fn tree(world: &mut World, call: &Call) -> Answered {
    let recursive = call.query.contains_key("recursive");
    Answer::ok(shown_tree(world, call, call.param("tree_sha"), recursive)?)
}

/// Writes a commit.
pub fn create_commit(world: &mut World, call: &Call) -> Answered {
    let now = world.clock.now();
    let repo = world.repo(call)?;
    let account = call.actor.account();
    let tree = call.required("tree");
    if repo.git.kind(tree).as_deref() != Some("tree") {
        return Err(Answer::error(422, "Tree SHA does not exist"));
    }
    let parents: Vec<&str> =
        call.body["parents"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    if parents.iter().any(|sha| repo.git.kind(sha).as_deref() != Some("commit")) {
        return Err(Answer::error(422, "Parent SHA does not exist or is not a commit object"));
    }
    let email = format!("{}+{}@users.noreply.github.com", account.id, account.login);
    let author = &call.body["author"];
    let by = (author["name"].as_str().unwrap_or(&account.login), author["email"].as_str().unwrap_or(&email));
    let sha = repo.git.commit_tree(tree, &parents, call.required("message"), by, now);
    let commit = repo.git.commit(&sha).ok_or_else(Answer::missing)?;
    Answer::created(show::commit::object(&commit, &repo.full_name(), &call.links))
}

/// Reads a commit.
pub fn commit(world: &mut World, call: &Call) -> Answered {
    let repo = world.repo(call)?;
    let commit = repo.git.commit(call.param("commit_sha")).ok_or_else(Answer::missing)?;
    Answer::ok(show::commit::object(&commit, &repo.full_name(), &call.links))
}

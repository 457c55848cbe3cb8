//! Files and folders of a commit.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::github::answer::{Answer, Answered};
use crate::github::call::Call;
use crate::github::world::World;

/// A file with its content, or the entries of a folder.
pub fn get(world: &mut World, call: &Call) -> Answered {
    let repo = world.repo(call)?;
    let rev = call.query.get("ref").map_or(repo.default_branch.as_str(), String::as_str);
    let sha = repo.git.branch(rev).or_else(|| repo.git.resolve(rev)).ok_or_else(Answer::missing)?;
    let path = call.param("path").trim_matches('/');
    let object = repo.git.exact(&format!("{sha}:{path}")).ok_or_else(Answer::missing)?;
    if repo.git.kind(&object).as_deref() == Some("tree") {
        let listed = repo.git.must(&["ls-tree", "-z", "-l", &object]);
        let entries = listed.split('\0').filter_map(|line| {
            let (head, name) = line.split_once('\t')?;
            let words: Vec<&str> = head.split_whitespace().collect();
            let kind = if *words.get(1)? == "tree" { "dir" } else { "file" };
            let size = words.get(3)?.parse().unwrap_or(0);
            Some(entry(call, &format!("{path}/{name}"), words.get(2)?, kind, size, rev))
        });
        return Answer::ok(entries.collect());
    }
    let bytes = repo.git.run(&["cat-file", "blob", &object], b"").stdout;
    let mut shown = entry(call, path, &object, "file", bytes.len(), rev);
    shown["encoding"] = json!("base64");
    shown["content"] = json!(STANDARD.encode(bytes));
    Answer::ok(shown)
}

fn entry(call: &Call, path: &str, sha: &str, kind: &str, size: usize, rev: &str) -> Value {
    let repo = call.repository();
    let at = format!("{}/contents/{path}?ref={rev}", call.links.repo(&repo));
    let (git, page) = (
        format!("{}/git/blobs/{sha}", call.links.repo(&repo)),
        call.links.page(&repo, &format!("blob/{rev}/{path}")),
    );
    json!({
        "type": kind, "size": size, "name": path.rsplit('/').next(), "path": path, "sha": sha, "url": at,
        "git_url": git, "html_url": page, "download_url": call.links.page(&repo, &format!("raw/{rev}/{path}")),
        "_links": {"self": at, "git": git, "html": page},
    })
}

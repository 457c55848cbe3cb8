//! Reads CODEOWNERS of the base branch: who must approve which files, and what is wrong in it. Teams have no members here.

use globset::GlobBuilder;
use serde_json::{Value, json};

use super::diff;
use super::pull::Pull;
use super::repo::Repo;
use super::world::World;

/// Where GitHub looks for it, in its order.
const PLACES: [&str; 3] = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"];

/// Whether an owner approved each owned file of a pull request.
pub fn approved(repo: &Repo, pull: &Pull) -> bool {
    let Some((_, text)) = read(repo, &format!("refs/heads/{}", pull.base_ref)) else { return true };
    let standing = pull.standing();
    let approvers: Vec<String> = standing
        .iter()
        .filter(|review| review.state == "APPROVED" && review.counts)
        .map(|review| format!("@{}", review.author.login))
        .collect();
    let base = repo.git.merge_base(&pull.base, &pull.head).unwrap_or_else(|| pull.base.clone());
    diff::files(&repo.git, &base, &pull.head).iter().all(|file| {
        let owners = owners(&text, &file.path);
        owners.is_empty() || owners.iter().any(|owner| approvers.iter().any(|login| login == owner))
    })
}

/// The faults of the file, as the API tells them.
pub fn errors(world: &World, repo: &Repo, rev: &str) -> Option<Value> {
    let (path, text) = read(repo, rev)?;
    let mut errors = Vec::new();
    for (at, line) in text.lines().enumerate() {
        for owner in rule(line).into_iter().flat_map(|(_, owners)| owners) {
            let known = owner
                .strip_prefix('@')
                .is_some_and(|login| login.contains('/') || world.account(login).is_some());
            if !known && !owner.contains('.') {
                errors.push(json!({
                    "line": at + 1, "column": line.find(owner).unwrap_or(0) + 1, "source": line, "kind": "Unknown owner",
                    "suggestion": format!("make sure {owner} exists and has write access to the repository"),
                    "message": format!("Unknown owner on line {}: make sure {owner} exists\n\n  {line}\n", at + 1),
                    "path": path,
                }));
            }
        }
    }
    Some(json!({"errors": errors}))
}

fn read(repo: &Repo, rev: &str) -> Option<(&'static str, String)> {
    PLACES.iter().find_map(|path| Some((*path, repo.git.ask(&["show", &format!("{rev}:{path}")]).ok()?)))
}

fn rule(line: &str) -> Option<(&str, Vec<&str>)> {
    let mut words = line.split('#').next()?.split_whitespace();
    Some((words.next()?, words.collect()))
}

/// The last rule that matches says who owns.
fn owners<'a>(text: &'a str, path: &str) -> Vec<&'a str> {
    let matching = |(pattern, _): &(&str, Vec<&str>)| matches(pattern, path);
    text.lines().filter_map(rule).rfind(matching).map(|(_, owners)| owners).unwrap_or_default()
}

fn matches(pattern: &str, path: &str) -> bool {
    let rooted = pattern.trim_end_matches('/').contains('/');
    let bare = pattern.trim_start_matches('/');
    let below = if bare.ends_with('/') { format!("{bare}**") } else { bare.to_owned() };
    let folder = format!("{}/**", bare.trim_end_matches('/'));
    [below, folder].iter().any(|glob| {
        let glob = if rooted { glob.clone() } else { format!("**/{glob}") };
        GlobBuilder::new(&glob)
            .literal_separator(true)
            .build()
            .is_ok_and(|glob| glob.compile_matcher().is_match(path))
    })
}

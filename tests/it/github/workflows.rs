//! Who may bring changes of workflow files: tokens with the permission, and people who may push.

use super::repo::Repo;
use super::token::Actor;

/// Why `actor` may not bring what lies between two commits; `None` when it may.
pub fn refusal(repo: &Repo, old: Option<&str>, new: &str, actor: &Actor) -> Option<String> {
    if actor.app().is_none() || actor.allows("workflows", true) {
        return None;
    }
    let main = repo.git.branch(&repo.default_branch);
    let base = old.map(str::to_owned).or_else(|| repo.git.merge_base(&main?, new));
    let listed = match base {
        Some(base) => repo.git.ask(&["diff", "--name-only", &base, new, "--", ".github/workflows"]),
        None => repo.git.ask(&["ls-tree", "-r", "--name-only", new, "--", ".github/workflows"]),
    };
    let path = listed.ok()?.lines().next()?.to_owned();
    Some(format!(
        "refusing to allow a GitHub App to create or update workflow `{path}` without `workflows` permission"
    ))
}

//! Commits and branches as repositories show them, and what lies between two commits.

use serde_json::{Value, json};

use crate::github::answer::{Answer, Answered};
use crate::github::call::Call;
use crate::github::diff;
use crate::github::git::Commit;
use crate::github::repo::Repo;
use crate::github::rules;
use crate::github::show;
use crate::github::world::World;

fn named(repo: &Repo, name: &str) -> Option<Commit> {
    let branch = repo.git.branch(name);
    repo.git.commit(branch.as_deref().unwrap_or(name))
}

/// One, with what it changed.
pub fn get(world: &mut World, call: &Call) -> Answered {
    let repo = world.repo(call)?;
    let name = repo.full_name();
    let message = format!("No commit found for SHA: {}", call.param("ref"));
    let commit = named(repo, call.param("ref")).ok_or_else(|| Answer::error(422, &message))?;
    let mut shown = show::commit::commit(&commit, &name, &call.links);
    let empty = "4b825dc642cb6eb9a060e54bf8d69288fbee4904".to_owned();
    let files = diff::files(&repo.git, commit.parents.first().unwrap_or(&empty), &commit.sha);
    let counts: (usize, usize) =
        files.iter().map(diff::FileDiff::counts).fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
    shown["stats"] = json!({"additions": counts.0, "deletions": counts.1, "total": counts.0 + counts.1});
    let file = |file: &diff::FileDiff| show::pull::file(file, &commit.sha, &name, &call.links);
    shown["files"] = files.iter().map(file).collect();
    Answer::ok(shown)
}

/// A branch.
pub fn branch(world: &mut World, call: &Call) -> Answered {
    let repo = world.repo(call)?;
    let (name, branch) = (repo.full_name(), call.param("branch"));
    let tip = repo.git.branch(branch).and_then(|sha| repo.git.commit(&sha));
    let tip = tip.ok_or_else(|| Answer::error(404, "Branch not found"))?;
    let guarded = rules::applying(repo, &format!("refs/heads/{branch}")).next().is_some();
    let at = format!("{}/branches/{branch}", call.links.repo(&name));
    Answer::ok(json!({
        "name": branch, "commit": show::commit::commit(&tip, &name, &call.links), "protected": guarded,
        "_links": {"html": call.links.page(&name, &format!("tree/{branch}")), "self": at},
        "protection": {"enabled": false}, "protection_url": format!("{at}/protection"),
    }))
}

/// What the second of two commits has that the first has not.
pub fn compare(world: &mut World, call: &Call) -> Answered {
    let repo = world.repo(call)?;
    let name = repo.full_name();
    let (base, head) = call.param("basehead").split_once("...").ok_or_else(Answer::missing)?;
    let base = named(repo, base).ok_or_else(Answer::missing)?;
    let head = named(repo, head).ok_or_else(Answer::missing)?;
    let common = repo.git.merge_base(&base.sha, &head.sha).and_then(|sha| repo.git.commit(&sha));
    let common = common.ok_or_else(Answer::missing)?;
    let count = |from: &str, to: &str| -> usize {
        let counted = repo.git.must(&["rev-list", "--count", &format!("{from}..{to}")]);
        counted.trim().parse().unwrap_or(0)
    };
    let (ahead, behind) = (count(&base.sha, &head.sha), count(&head.sha, &base.sha));
    let status = match (ahead, behind) {
        (0, 0) => "identical",
        (_, 0) => "ahead",
        (0, _) => "behind",
        _ => "diverged",
    };
    let range = format!("{}..{}", base.sha, head.sha);
    let listed = repo.git.must(&["rev-list", "--reverse", "--max-count=250", &range]);
    let shown = |commit: &Commit| show::commit::commit(commit, &name, &call.links);
    let files = diff::files(&repo.git, &common.sha, &head.sha);
    let page = call.links.page(&name, &format!("compare/{}", call.param("basehead")));
    Answer::ok(json!({
        "url": format!("{}/compare/{}", call.links.repo(&name), call.param("basehead")), "html_url": page,
        "permalink_url": page, "diff_url": format!("{page}.diff"), "patch_url": format!("{page}.patch"),
        "base_commit": shown(&base), "merge_base_commit": shown(&common), "status": status,
        "ahead_by": ahead, "behind_by": behind, "total_commits": ahead,
        "commits": listed.lines().filter_map(|sha| repo.git.commit(sha)).map(|one| shown(&one)).collect::<Value>(),
        "files": files.iter().take(300).map(|file| show::pull::file(file, &head.sha, &name, &call.links)).collect::<Value>(),
    }))
}

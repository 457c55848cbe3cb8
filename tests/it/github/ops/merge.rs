//! Merges: real ones, in the bare repository, when head and rules allow it.

use serde_json::{Value, json};

use crate::github::answer::{Answer, Answered};
use crate::github::call::Call;
use crate::github::moves;
use crate::github::pull::{Merged, Pull};
use crate::github::repo::Repo;
use crate::github::rules::{self, Change};
use crate::github::seen::Event;
use crate::github::token::Actor;
use crate::github::workflows;
use crate::github::world::World;

/// Whether a pull request was merged.
pub fn is_merged(world: &mut World, call: &Call) -> Answered {
    let (_, pull) = world.pull(call)?;
    if pull.merged.is_some() { Answer::nothing() } else { Err(Answer::missing()) }
}

/// Merges one.
pub fn merge(world: &mut World, call: &Call) -> Answered {
    let number = call.number("pull_number");
    let (_, pull) = world.pull(call)?;
    if !pull.open {
        return Err(Answer::error(405, "Pull Request is not mergeable"));
    }
    if call.text("sha").is_some_and(|sha| sha != pull.head) {
        return Err(Answer::error(409, "Head branch was modified. Review and try the merge again."));
    }
    let at = world.repo_at(&call.repository()).ok_or_else(Answer::missing)?;
    let method = call.text("merge_method").unwrap_or("merge");
    let message = (call.text("commit_title"), call.text("commit_message"));
    let sha = merge_now(world, at, number, method, message, &call.actor)?;
    Answer::ok(json!({"sha": sha, "merged": true, "message": "Pull Request successfully merged"}))
}

/// Merges a pull request when the rules let `actor`; the commit.
pub fn merge_now(
    world: &mut World,
    at: usize,
    number: u64,
    method: &str,
    message: (Option<&str>, Option<&str>),
    actor: &Actor,
) -> Result<String, Answer> {
    let now = world.clock.now();
    let repo = &world.repos[at];
    let pull = repo.pull(number).ok_or_else(Answer::missing)?;
    if pull.draft {
        return Err(Answer::error(405, "Pull Request is still a draft"));
    }
    if method != "queue" && !repo.merge_methods.contains(&method) {
        let name = if method == "merge" { "Merge commits" } else { method };
        return Err(Answer::error(405, &format!("{name} are not allowed on this repository.")));
    }
    let refname = format!("refs/heads/{}", pull.base_ref);
    let old = repo.git.exact(&refname).ok_or_else(Answer::missing)?;
    let title = message.0.map_or_else(|| title(repo, pull, method), str::to_owned);
    let body = message.1.map_or_else(|| pull.title.clone(), str::to_owned);
    let text = if body.is_empty() { format!("{title}\n") } else { format!("{title}\n\n{body}\n") };
    let new = built(repo, pull, &old, method, &text, actor, now);
    let new = new.ok_or_else(|| Answer::error(405, "Pull Request is not mergeable"))?;
    let change = Change {
        refname: refname.clone(),
        old: Some(old.clone()),
        new: Some(new.clone()),
        forced: false,
        pull: Some(number),
        method: method.to_owned(),
    };
    if let Some(refusal) = workflows::refusal(repo, Some(&old), &new, actor) {
        return Err(Answer::error(403, &refusal));
    }
    rules::enforce(world, at, &change, actor).map_err(|reason| Answer::error(405, &reason))?;
    let repo = &mut world.repos[at];
    let raced = || Answer::error(409, "Base branch was modified. Review and try the merge again.");
    repo.git.set(&refname, &new, Some(&old)).map_err(|_| raced())?;
    let pull = repo.pull_mut(number).ok_or_else(Answer::missing)?;
    pull.merged = Some(Merged { sha: new.clone(), by: actor.account(), at: now });
    pull.open = false;
    pull.closed = Some(now);
    pull.updated = now;
    pull.auto_merge = None;
    pull.queued = None;
    world.tell(Event::by(actor, "pull_request", "closed", number));
    moves::follow(world, at, actor);
    Ok(new)
}

fn title(repo: &Repo, pull: &Pull, method: &str) -> String {
    if method == "squash" {
        format!("{} (#{})", pull.title, pull.number)
    } else {
        format!("Merge pull request #{} from {}/{}", pull.number, repo.owner.login, pull.head_ref)
    }
}

/// The commit of a merge, not reachable from anything yet; `None` when there are conflicts.
fn built(
    repo: &Repo,
    pull: &Pull,
    base: &str,
    method: &str,
    message: &str,
    actor: &Actor,
    now: u64,
) -> Option<String> {
    let git = &repo.git;
    let account = actor.account();
    let email = format!("{}+{}@users.noreply.github.com", account.id, account.login);
    let by = (account.login.as_str(), email.as_str());
    if method != "rebase" {
        let tree = git.merged_tree(base, &pull.head)?;
        let parents: &[&str] = if method == "squash" { &[base] } else { &[base, &pull.head] };
        return Some(git.commit_tree(&tree, parents, message, by, now));
    }
    let mut tip = base.to_owned();
    let commits = git.must(&["rev-list", "--reverse", "--no-merges", &format!("{base}..{}", pull.head)]);
    for sha in commits.lines() {
        let commit = git.commit(sha)?;
        let parent = commit.parents.first()?;
        let merged = git.ask(&["merge-tree", "--write-tree", "--merge-base", parent, &tip, sha]).ok()?;
        let by = (commit.author.0.as_str(), commit.author.1.as_str());
        tip = git.commit_tree(merged.lines().next()?, &[&tip], &commit.message, by, now);
    }
    Some(tip)
}

/// Whether a pull request merges, and the word for where it stands.
pub fn mergeable(world: &World, repo: &Repo, pull: &Pull) -> (Option<bool>, &'static str) {
    if repo.git.merged_tree(&pull.base, &pull.head).is_none() {
        return (Some(false), "dirty");
    }
    if pull.draft {
        return (Some(true), "draft");
    }
    let change = Change {
        refname: format!("refs/heads/{}", pull.base_ref),
        old: Some(pull.base.clone()),
        new: Some(pull.head.clone()),
        forced: false,
        pull: Some(pull.number),
        method: "queue".to_owned(),
    };
    let judged = rules::judge(world, repo, &change, &Actor::Nobody);
    // Who may update at all is asked at the merge.
    let blocked = judged.broken.iter().any(|reason| !reason.starts_with("Cannot update"));
    (Some(true), if blocked { "blocked" } else { "clean" })
}

/// Merges the base into the head.
pub fn update_branch(world: &mut World, call: &Call) -> Answered {
    let now = world.clock.now();
    let at = world.repo_at(&call.repository()).ok_or_else(Answer::missing)?;
    let (repo, pull) = world.pull(call)?;
    if call.text("expected_head_sha").is_some_and(|sha| sha != pull.head) {
        return Err(Answer::error(422, "expected head sha didn’t match current head ref."));
    }
    if repo.git.is_ancestor(&pull.base, &pull.head) {
        return Err(Answer::error(422, "There are no new commits on the base branch."));
    }
    let tree = repo.git.merged_tree(&pull.head, &pull.base);
    let tree = tree.ok_or_else(|| Answer::error(422, "merge conflict between base and head"))?;
    let message = format!("Merge branch '{}' into {}\n", pull.base_ref, pull.head_ref);
    let account = call.actor.account();
    let by = (account.login.as_str(), "noreply@github.com");
    let new = repo.git.commit_tree(&tree, &[&pull.head, &pull.base], &message, by, now);
    let refname = format!("refs/heads/{}", pull.head_ref);
    repo.git.set(&refname, &new, Some(&pull.head)).map_err(|reason| Answer::error(422, &reason))?;
    moves::follow(world, at, &call.actor);
    Ok(Answer::new(
        202,
        json!({"message": "Updating pull request branch.", "url": Value::from(call.links.api.clone())}),
    ))
}

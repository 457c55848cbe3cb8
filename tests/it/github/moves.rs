//! What follows when refs moved: pull requests get their new heads, comments their new lines, approvals fall, and what is
//! merged already is closed. Whether a ref may move was decided before.

use std::collections::BTreeMap;

use super::diff;
use super::git::Git;
use super::pull::{Merged, Pull, ReviewComment};
use super::repo::Repo;
use super::rules;
use super::seen::Event;
use super::token::Actor;
use super::world::World;

/// Looks at the refs of a repository and draws the consequences of what `actor` changed.
pub fn follow(world: &mut World, at: usize, actor: &Actor) {
    let now = world.clock.now();
    let repo = &mut world.repos[at];
    let refs: BTreeMap<String, String> = repo.git.refs("refs/").into_iter().collect();
    let mut events = Vec::new();
    for name in refs.keys().chain(repo.seen.keys().filter(|name| !refs.contains_key(*name))) {
        let branch_or_tag = name.starts_with("refs/heads/") || name.starts_with("refs/tags/");
        if branch_or_tag && refs.get(name) != repo.seen.get(name) {
            events.push(Event::by(actor, "push", "", name));
        }
    }
    let full_name = repo.full_name();
    let mut pulls = std::mem::take(&mut repo.pulls);
    for pull in pulls.iter_mut().filter(|pull| pull.open) {
        if pull.head_repo == full_name {
            match refs.get(&format!("refs/heads/{}", pull.head_ref)) {
                None => close(pull, now, actor, &mut events),
                Some(tip) if *tip != pull.head => {
                    synchronise(pull, repo, tip, now);
                    events.push(Event::by(actor, "pull_request", "synchronize", pull.number));
                }
                Some(_) => {}
            }
        }
        let Some(base) = refs.get(&format!("refs/heads/{}", pull.base_ref)) else { continue };
        if *base != pull.base {
            let contains = pull.open && repo.git.is_ancestor(&pull.head, base);
            pull.base.clone_from(base);
            if contains {
                pull.merged = Some(Merged { sha: base.clone(), by: actor.account(), at: now });
                close(pull, now, actor, &mut events);
            }
        }
    }
    repo.pulls = pulls;
    repo.seen = refs;
    events.into_iter().for_each(|event| world.tell(event));
}

fn close(pull: &mut Pull, now: u64, actor: &Actor, events: &mut Vec<Event>) {
    pull.open = false;
    pull.closed = Some(now);
    pull.updated = now;
    pull.queued = None;
    pull.auto_merge = None;
    events.push(Event::by(actor, "pull_request", "closed", pull.number));
}

fn synchronise(pull: &mut Pull, repo: &Repo, tip: &str, now: u64) {
    let forced = !repo.git.is_ancestor(&pull.head, tip);
    place_comments(pull, &repo.git, tip, forced);
    tip.clone_into(&mut pull.head);
    pull.updated = now;
    pull.queued = None;
    if rules::dismisses_stale(repo, &pull.base_ref) {
        for review in pull.reviews.iter_mut().filter(|review| review.state == "APPROVED") {
            review.state = "DISMISSED";
        }
    }
    repo.git.must(&["update-ref", &format!("refs/pull/{}/head", pull.number), tip]);
}

fn place_comments(pull: &mut Pull, git: &Git, tip: &str, forced: bool) {
    if pull.comments.is_empty() {
        return;
    }
    let between = diff::files(git, &pull.head, tip);
    let base = git.merge_base(&pull.base, tip).unwrap_or_else(|| pull.base.clone());
    let whole = diff::files(git, &base, tip);
    let placed = |comment: &ReviewComment, line: u64| {
        // The left side is the base, which does not move with the head.
        let line =
            if comment.side == "LEFT" { Some(line) } else { diff::moved(&between, &comment.path, line) }?;
        let file = whole.iter().find(|file| file.path == comment.path)?;
        file.place(&comment.side, line).map(|_| line)
    };
    for comment in &mut pull.comments {
        if comment.is_on_file() {
            tip.clone_into(&mut comment.commit);
            continue;
        }
        let Some(line) = comment.line else { continue };
        // After a force-push the commit that was commented is gone from the branch.
        let now = if forced { None } else { placed(comment, line) };
        let start = comment.start_line.map(|start| placed(comment, start));
        match (now, start) {
            (Some(line), None) => comment.line = Some(line),
            (Some(line), Some(Some(start))) => {
                comment.line = Some(line);
                comment.start_line = Some(start);
            }
            _ => {
                comment.line = None;
                comment.start_line = None;
                continue;
            }
        }
        tip.clone_into(&mut comment.commit);
    }
}

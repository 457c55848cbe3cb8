//! What follows when refs moved: pull requests get their new heads, comments their new lines, approvals fall, and what is
//! merged already is closed. Whether a ref may move was decided before.

use std::collections::BTreeMap;

use super::drift::Drift;
use super::pull::{Merged, Pull};
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
                    synchronise(pull, repo, tip, &actor.account().login, now);
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

fn synchronise(pull: &mut Pull, repo: &Repo, tip: &str, by: &str, now: u64) {
    by.clone_into(&mut pull.pushed_by);
    if !pull.comments.is_empty() {
        let drift = Drift::new(&repo.git, &pull.base, &pull.head, tip);
        pull.comments.iter_mut().for_each(|comment| drift.carry(comment));
    }
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

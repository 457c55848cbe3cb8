//! What GitHub does by itself after each change: it merges what was to be merged as soon as the rules are met.

use super::account::Account;
use super::ops;
use super::pull::Pull;
use super::token::{Actor, Token};
use super::world::World;

/// Merges every pull request that waits for its rules and has them met.
pub fn settle(world: &mut World) {
    for at in 0..world.repos.len() {
        let waiting: Vec<u64> =
            world.repos[at].pulls.iter().filter(|pull| waits(pull)).map(|pull| pull.number).collect();
        for number in waiting {
            let Some(pull) = world.repos[at].pull(number).cloned() else { continue };
            let Some((method, title, message, by)) = pull.auto_merge.clone() else { continue };
            if ops::mergeable(world, &world.repos[at], &pull) != (Some(true), "clean") {
                continue;
            }
            let actor = behind(world, &by);
            let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
            let (title, message) = (text(&title), text(&message));
            // Refused by a rule that is about who merges: it goes on waiting.
            let _ =
                ops::merge_now(world, at, number, &method, (title.as_deref(), message.as_deref()), &actor);
        }
    }
}

fn waits(pull: &Pull) -> bool {
    pull.open && pull.auto_merge.is_some()
}

/// Merges what waits in the queue, in its order, when the checks of the rules are met.
pub fn run_queue(world: &mut World) {
    for at in 0..world.repos.len() {
        let mut queued: Vec<(u64, u64)> = world.repos[at]
            .pulls
            .iter()
            .filter(|pull| pull.open)
            .filter_map(|pull| Some((pull.queued?, pull.number)))
            .collect();
        queued.sort_unstable();
        for (_, number) in queued {
            let actor = Actor::Nobody;
            // What the rules hold back stays in the queue.
            let _ = ops::merge_now(world, at, number, "queue", (None, None), &actor);
        }
    }
}

/// The actor that an account stands for.
fn behind(world: &World, account: &Account) -> Actor {
    let app = world.apps.iter().find(|app| app.bot() == *account);
    let role = world.people.iter().find(|(known, _)| known == account).map(|(_, role)| *role);
    Actor::Token(Token {
        secret: String::new(),
        account: account.clone(),
        app: app.map(|app| app.id),
        role,
        grants: app.map(|app| app.grants.clone()).unwrap_or_default(),
        repositories: None,
        expires: None,
    })
}

//! What is about who asks and about the repository as a whole.

use serde_json::json;

use crate::github::account::node;
use crate::github::answer::{Answer, Answered};
use crate::github::call::Call;
use crate::github::clock::stamp;
use crate::github::show;
use crate::github::world::World;

/// What is left of the primary limit. Asking costs nothing.
pub fn rate_limit(world: &mut World, call: &Call) -> Answered {
    let now = world.clock.now();
    let (left, reset) = world.limits.left(&call.actor.account().login, now);
    let limit = world.limits.hourly;
    let rate = json!({"limit": limit, "used": limit - left, "remaining": left, "reset": reset});
    Answer::ok(json!({"resources": {"core": rate, "search": rate, "graphql": rate}, "rate": rate}))
}

/// The person whose token it is; Apps are nobody here.
pub fn user(world: &mut World, call: &Call) -> Answered {
    if call.actor.app().is_some() {
        return Err(Answer::error(403, "Resource not accessible by integration"));
    }
    let mut shown = call.actor.account().json();
    let more = json!({
        "name": shown["login"], "company": null, "blog": "", "location": null, "email": null, "hireable": null,
        "bio": null, "public_repos": 0, "public_gists": 0, "followers": 0, "following": 0,
        "created_at": stamp(world.clock.now()), "updated_at": stamp(world.clock.now()),
        "node_id": node("U", call.actor.account().id),
    });
    for (name, given) in more.as_object().into_iter().flatten() {
        shown[name] = given.clone();
    }
    Answer::ok(shown)
}

/// The repository.
pub fn repository(world: &mut World, call: &Call) -> Answered {
    let now = world.clock.now();
    Answer::ok(show::repo::full(world.repo(call)?, &call.links, now))
}

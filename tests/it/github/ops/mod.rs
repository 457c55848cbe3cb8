//! What the operations of the description do here: a table of name, permission and function.

mod apps;
mod checks;
mod comments;
mod commits;
mod contents;
mod issues;
mod labels;
mod merge;
mod meta;
mod objects;
mod pulls;
mod refs;
mod review_comments;
mod reviewers;
pub mod reviews;
mod rulesets;
mod settings;
mod statuses;

pub use merge::{merge_now, mergeable};

use super::answer::{Answer, Answered};
use super::call::Call;
use super::token::{Actor, Token};
use super::world::World;

/// What a credential must be able to do.
#[derive(Clone, Copy, Debug)]
pub enum Need {
    /// Anything will do.
    Any,
    /// It is an App's JWT.
    Jwt,
    /// It is a token.
    Token,
    /// It holds one of these permissions to read.
    Read(&'static [&'static str]),
    /// It holds one of these permissions to write.
    Write(&'static [&'static str]),
}

/// What an operation does.
pub type Act = fn(&mut World, &Call) -> Answered;

/// An operation: its name in the description, what it needs, what it does.
pub type Row = (&'static str, Need, Act);

use Need::{Any, Jwt, Read, Write};

const PULLS: &[&str] = &["pull_requests"];
const EITHER: &[&str] = &["issues", "pull_requests"];
const CONTENTS: &[&str] = &["contents"];
const CHECKS: &[&str] = &["checks"];
const STATUSES: &[&str] = &["statuses"];
const META: &[&str] = &["metadata"];
const ADMIN: &[&str] = &["administration"];
const ACTIONS: &[&str] = &["actions"];

/// All operations that the fake plays.
pub const TABLE: &[Row] = &[
    ("apps/get-authenticated", Jwt, apps::own),
    ("apps/create-installation-access-token", Jwt, apps::token),
    ("apps/get-repo-installation", Jwt, apps::installation),
    ("apps/list-repos-accessible-to-installation", Need::Token, apps::repositories),
    ("rate-limit/get", Any, meta::rate_limit),
    ("users/get-authenticated", Need::Token, meta::user),
    ("repos/get", Read(META), meta::repository),
    ("pulls/list", Read(PULLS), pulls::list),
    ("pulls/create", Write(PULLS), pulls::create),
    ("pulls/get", Read(PULLS), pulls::get),
    ("pulls/update", Write(PULLS), pulls::update),
    ("pulls/list-commits", Read(PULLS), pulls::commits),
    ("pulls/list-files", Read(PULLS), pulls::files),
    ("repos/list-pull-requests-associated-with-commit", Read(PULLS), pulls::of_commit),
    ("pulls/check-if-merged", Read(CONTENTS), merge::is_merged),
    ("pulls/merge", Write(CONTENTS), merge::merge),
    ("pulls/update-branch", Write(PULLS), merge::update_branch),
    ("pulls/list-reviews", Read(PULLS), reviews::list),
    ("pulls/create-review", Write(PULLS), reviews::create),
    ("pulls/get-review", Read(PULLS), reviews::get),
    ("pulls/update-review", Write(PULLS), reviews::update),
    ("pulls/delete-pending-review", Write(PULLS), reviews::delete),
    ("pulls/submit-review", Write(PULLS), reviews::submit),
    ("pulls/dismiss-review", Write(PULLS), reviews::dismiss),
    ("pulls/list-comments-for-review", Read(PULLS), review_comments::of_review),
    ("pulls/list-review-comments", Read(PULLS), review_comments::list),
    ("pulls/create-review-comment", Write(PULLS), review_comments::create),
    ("pulls/create-reply-for-review-comment", Write(PULLS), review_comments::reply),
    ("pulls/update-review-comment", Write(PULLS), review_comments::update),
    ("pulls/list-requested-reviewers", Read(PULLS), reviewers::list),
    ("pulls/request-reviewers", Write(PULLS), reviewers::request),
    ("pulls/remove-requested-reviewers", Write(PULLS), reviewers::remove),
    ("issues/list-for-repo", Read(EITHER), issues::list),
    ("issues/create", Write(&["issues"]), issues::create),
    ("issues/get", Read(EITHER), issues::get),
    ("issues/update", Write(EITHER), issues::update),
    ("issues/list-comments", Read(EITHER), comments::list),
    ("issues/create-comment", Write(EITHER), comments::create),
    ("issues/update-comment", Write(EITHER), comments::update),
    ("issues/delete-comment", Write(EITHER), comments::delete),
    ("issues/list-labels-on-issue", Read(EITHER), labels::on_issue),
    ("issues/add-labels", Write(EITHER), labels::add),
    ("issues/set-labels", Write(EITHER), labels::set),
    ("issues/remove-label", Write(EITHER), labels::remove),
    ("issues/list-labels-for-repo", Read(EITHER), labels::list),
    ("issues/create-label", Write(EITHER), labels::create),
    ("issues/get-label", Read(EITHER), labels::get),
    ("checks/create", Write(CHECKS), checks::create),
    ("checks/get", Read(CHECKS), checks::get),
    ("checks/update", Write(CHECKS), checks::update),
    ("checks/list-annotations", Read(CHECKS), checks::annotations),
    ("checks/list-for-ref", Read(CHECKS), checks::list),
    ("repos/create-commit-status", Write(STATUSES), statuses::create),
    ("repos/get-combined-status-for-ref", Read(STATUSES), statuses::combined),
    ("repos/list-commit-statuses-for-ref", Read(STATUSES), statuses::list),
    ("git/get-ref", Read(CONTENTS), refs::get),
    ("git/list-matching-refs", Read(CONTENTS), refs::matching),
    ("git/create-ref", Write(CONTENTS), refs::create),
    ("git/update-ref", Write(CONTENTS), refs::update),
    ("git/delete-ref", Write(CONTENTS), refs::delete),
    ("git/create-blob", Write(CONTENTS), objects::create_blob),
    ("git/get-blob", Read(CONTENTS), objects::blob),
    ("git/create-tree", Write(CONTENTS), objects::create_tree),
    ("git/get-tree", Read(CONTENTS), objects::tree),
    ("git/create-commit", Write(CONTENTS), objects::create_commit),
    ("git/get-commit", Read(CONTENTS), objects::commit),
    ("repos/get-commit", Read(CONTENTS), commits::get),
    ("repos/get-branch", Read(CONTENTS), commits::branch),
    ("repos/compare-commits-with-basehead", Read(CONTENTS), commits::compare),
    ("repos/get-content", Read(CONTENTS), contents::get),
    ("repos/codeowners-errors", Read(CONTENTS), settings::codeowners),
    ("repos/get-branch-protection", Read(ADMIN), settings::protection),
    ("repos/get-environment", Read(ACTIONS), settings::environment),
    ("repos/create-or-update-environment", Write(ADMIN), settings::set_environment),
    ("repos/create-dispatch-event", Write(CONTENTS), settings::dispatch),
    ("actions/create-workflow-dispatch", Write(ACTIONS), settings::workflow_dispatch),
    ("repos/get-branch-rules", Read(META), rulesets::of_branch),
    ("repos/get-repo-rulesets", Read(META), rulesets::list),
    ("repos/create-repo-ruleset", Write(ADMIN), rulesets::create),
    ("repos/get-repo-ruleset", Read(META), rulesets::get),
    ("repos/update-repo-ruleset", Write(ADMIN), rulesets::update),
    ("repos/get-repo-rule-suites", Read(ADMIN), rulesets::suites),
];

/// The row of an operation.
pub fn row(operation: &str) -> Option<&'static Row> {
    TABLE.iter().find(|(name, ..)| *name == operation)
}

/// Whether `call` may be made: 401 without a credential, 403 without the permission, 404 for what it may not even see.
pub fn allow(world: &World, call: &Call, need: Need) -> Result<(), Answer> {
    match need {
        Any => Ok(()),
        Jwt if matches!(call.actor, Actor::App(_)) => Ok(()),
        Jwt => Err(Answer::error(401, "A JSON web token could not be decoded")),
        Need::Token => token(call).map(drop),
        Read(names) => permitted(world, call, names, false),
        Write(names) => permitted(world, call, names, true),
    }
}

fn token(call: &Call) -> Result<&Token, Answer> {
    match &call.actor {
        Actor::Token(token) => Ok(token),
        Actor::Nobody => Err(Answer::error(401, "Requires authentication")),
        Actor::App(_) => Err(Answer::error(403, "Resource not accessible by integration")),
    }
}

fn permitted(world: &World, call: &Call, names: &[&str], write: bool) -> Result<(), Answer> {
    let repo = world.repo(call)?;
    if matches!(call.actor, Actor::Nobody) && repo.private {
        return Err(Answer::missing());
    }
    if matches!(call.actor, Actor::Nobody) && !write {
        return Ok(());
    }
    let token = token(call)?;
    if !token.reaches(&repo.full_name()) {
        return Err(if repo.private { Answer::missing() } else { refused(token) });
    }
    if names.iter().any(|name| token.allows(name, write)) {
        return Ok(());
    }
    let needed: Vec<String> =
        names.iter().map(|name| format!("{name}={}", if write { "write" } else { "read" })).collect();
    Err(refused(token).with("x-accepted-github-permissions", needed.join("; ")))
}

fn refused(token: &Token) -> Answer {
    let what = if token.app.is_some() { "integration" } else { "personal access token" };
    Answer::error(403, &format!("Resource not accessible by {what}"))
}

//! Evaluates rulesets: what stands in the way of a change of a ref, for whom. Which refs change is not its affair.

mod checks;
mod review;

use globset::GlobBuilder;
use serde_json::{Value, json};

use super::clock::stamp;
use super::repo::{Repo, Ruleset};
use super::token::Actor;
use super::world::World;

/// A change of a ref that somebody wants to make.
#[derive(Clone, Debug)]
pub struct Change {
    /// The ref.
    pub refname: String,
    /// Where it stands; `None` when it is made.
    pub old: Option<String>,
    /// Where it shall stand; `None` when it is deleted.
    pub new: Option<String>,
    /// Whether `new` leaves commits of `old` out.
    pub forced: bool,
    /// The pull request that is merged by it.
    pub pull: Option<u64>,
    /// How it is merged: `merge`, `squash`, `rebase`; `queue` by the queue.
    pub method: String,
}

/// What the rules say.
#[derive(Debug, Default)]
pub struct Judged {
    /// What stands in the way.
    pub broken: Vec<String>,
    /// What would, but for the bypass.
    pub bypassed: Vec<String>,
    /// What would, were the ruleset active.
    pub evaluated: Vec<String>,
    /// Rules that the fake does not play.
    pub unknown: Vec<String>,
}

/// Judges a change; changes nothing.
pub fn judge(world: &World, repo: &Repo, change: &Change, actor: &Actor) -> Judged {
    let mut judged = Judged::default();
    for ruleset in applying(repo, &change.refname) {
        let mut broken = Vec::new();
        for rule in ruleset.body["rules"].as_array().into_iter().flatten() {
            match rule_faults(world, repo, change, rule) {
                Some(faults) => broken.extend(faults),
                None => judged.unknown.push(rule["type"].to_string()),
            }
        }
        if ruleset.body["enforcement"] == "evaluate" {
            judged.evaluated.extend(broken);
        } else if bypasses(world, ruleset, change, actor) {
            judged.bypassed.extend(broken);
        } else {
            judged.broken.extend(broken);
        }
    }
    judged
}

/// Judges a change and notes it among the rule suites. `Err` holds what stands in the way.
pub fn enforce(world: &mut World, at: usize, change: &Change, actor: &Actor) -> Result<(), String> {
    let judged = judge(world, &world.repos[at], change, actor);
    let (id, now, account) = (world.next_id(), world.clock.now(), actor.account());
    let unknown = judged.unknown.iter().map(|rule| format!("the fake does not play the rule {rule}"));
    world.violations.extend(unknown);
    let repo = &mut world.repos[at];
    let none = "0".repeat(40);
    let result = match (&judged.broken[..], &judged.bypassed[..]) {
        ([], []) => "pass",
        ([], _) => "bypass",
        _ => "fail",
    };
    if applying(repo, &change.refname).next().is_some() {
        let suite = json!({
            "id": id, "actor_id": account.id, "actor_name": account.login, "ref": change.refname,
            "before_sha": change.old.as_ref().unwrap_or(&none), "after_sha": change.new.as_ref().unwrap_or(&none),
            "repository_id": repo.id, "repository_name": repo.name, "pushed_at": stamp(now), "result": result,
            "evaluation_result": if judged.evaluated.is_empty() { "pass" } else { "fail" },
        });
        repo.suites.push(suite);
    }
    if judged.broken.is_empty() {
        return Ok(());
    }
    Err(format!("Repository rule violations found\n\n{}\n", judged.broken.join("\n")))
}

/// Whether a push makes approvals on pull requests to that branch void.
pub fn dismisses_stale(repo: &Repo, base: &str) -> bool {
    applying(repo, &format!("refs/heads/{base}"))
        .filter(|ruleset| ruleset.body["enforcement"] == "active")
        .flat_map(|ruleset| ruleset.body["rules"].as_array().into_iter().flatten())
        .any(|rule| {
            rule["type"] == "pull_request" && rule["parameters"]["dismiss_stale_reviews_on_push"] == true
        })
}

/// The rulesets that are not disabled and hold for a ref.
pub fn applying<'a>(repo: &'a Repo, refname: &'a str) -> impl Iterator<Item = &'a Ruleset> {
    repo.rulesets.iter().filter(move |ruleset| {
        let body = &ruleset.body;
        let target = body["target"].as_str().unwrap_or("branch");
        let space = if target == "tag" { "refs/tags/" } else { "refs/heads/" };
        let names = &body["conditions"]["ref_name"];
        body["enforcement"] != "disabled"
            && target != "push"
            && refname.starts_with(space)
            && listed(repo, &names["include"], refname)
            && !listed(repo, &names["exclude"], refname)
    })
}

fn listed(repo: &Repo, patterns: &Value, refname: &str) -> bool {
    patterns.as_array().into_iter().flatten().filter_map(Value::as_str).any(|pattern| match pattern {
        "~ALL" => true,
        "~DEFAULT_BRANCH" => refname.strip_prefix("refs/heads/") == Some(&*repo.default_branch),
        pattern => GlobBuilder::new(pattern)
            .literal_separator(true)
            .build()
            .is_ok_and(|glob| glob.compile_matcher().is_match(refname)),
    })
}

fn bypasses(world: &World, ruleset: &Ruleset, change: &Change, actor: &Actor) -> bool {
    ruleset.body["bypass_actors"].as_array().into_iter().flatten().any(|bypass| {
        if bypass["bypass_mode"] == "pull_request" && change.pull.is_none() {
            return false;
        }
        let id = bypass["actor_id"].as_u64();
        match bypass["actor_type"].as_str() {
            Some("Integration") => id.is_some() && actor.app() == id,
            Some("RepositoryRole") => role(world, actor).is_some_and(|role| Some(role) == id),
            Some("OrganizationAdmin") => role(world, actor) == Some(5),
            Some("User") => actor.app().is_none() && id == Some(actor.account().id),
            _ => false,
        }
    })
}

fn role(world: &World, actor: &Actor) -> Option<u64> {
    let account = actor.account();
    actor
        .app()
        .is_none()
        .then(|| world.people.iter().find(|(known, _)| *known == account))?
        .map(|(_, role)| role.id())
}

/// What of a rule is broken; `None` for a rule that the fake does not play.
fn rule_faults(world: &World, repo: &Repo, change: &Change, rule: &Value) -> Option<Vec<String>> {
    let given = &rule["parameters"];
    let (made, deleted) = (change.old.is_none(), change.new.is_none());
    let one = |broken: bool, message: &str| if broken { vec![message.to_owned()] } else { Vec::new() };
    Some(match rule["type"].as_str()? {
        "creation" => one(made, "Cannot create ref due to creations being restricted."),
        "update" => one(!made && !deleted, "Cannot update this protected ref."),
        "deletion" => one(deleted, "Cannot delete this branch"),
        "non_fast_forward" => one(change.forced, "Cannot force-push to this branch"),
        "required_linear_history" => {
            one(is_merge(repo, change), "This branch must not contain merge commits.")
        }
        "required_signatures" => one(unsigned(repo, change), "Commits must have verified signatures."),
        "merge_queue" => {
            one(!deleted && change.method != "queue", "Changes must be made through the merge queue")
        }
        "pull_request" => review::faults(world, repo, change, given),
        "required_status_checks" => checks::faults(repo, change, given),
        _ => return None,
    })
}

fn is_merge(repo: &Repo, change: &Change) -> bool {
    let several = |sha: &String| repo.git.commit(sha).is_some_and(|commit| commit.parents.len() > 1);
    change.method == "merge" || change.new.as_ref().is_some_and(several)
}

fn unsigned(repo: &Repo, change: &Change) -> bool {
    let (None, Some(new)) = (change.pull, &change.new) else { return false };
    let range = change.old.as_ref().map_or_else(|| new.clone(), |old| format!("{old}..{new}"));
    let commits = repo.git.ask(&["rev-list", &range]).unwrap_or_default();
    commits.lines().any(|sha| repo.git.commit(sha).is_some_and(|commit| !commit.signed))
}

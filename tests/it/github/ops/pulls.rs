//! Pull requests: opened, listed, changed; their commits and files.

use serde_json::{Value, json};

use crate::github::answer::{Answer, Answered};
use crate::github::call::Call;
use crate::github::diff;
use crate::github::page::page;
use crate::github::pull::Pull;
use crate::github::repo::Repo;
use crate::github::seen::Event;
use crate::github::show;
use crate::github::world::World;

/// The largest text of a description.
const LONGEST: usize = 65_536;
/// The longest title.
const LONGEST_TITLE: usize = 256;

/// The pull requests of a state, of a head, to a base.
pub fn list(world: &mut World, call: &Call) -> Answered {
    let now = world.clock.now();
    let repo = world.repo(call)?;
    let asked = |name: &str| call.query.get(name).map(String::as_str);
    let state = asked("state").unwrap_or("open");
    let head = |pull: &Pull| {
        let owner = pull.head_repo.split('/').next().unwrap_or_default();
        // GitHub takes only `owner:branch`; anything else is no filter at all.
        asked("head").is_none_or(|head| !head.contains(':') || head == format!("{owner}:{}", pull.head_ref))
    };
    let mut pulls: Vec<&Pull> = repo
        .pulls
        .iter()
        .filter(|pull| state == "all" || state == pull.state())
        .filter(|pull| head(pull) && asked("base").is_none_or(|base| base == pull.base_ref))
        .collect();
    let newest_first = match (asked("sort"), asked("direction")) {
        (_, Some(direction)) => direction == "desc",
        (sort, None) => matches!(sort, None | Some("created")),
    };
    pulls.sort_by_key(|pull| (if asked("sort") == Some("updated") { pull.updated } else { 0 }, pull.number));
    if newest_first {
        pulls.reverse();
    }
    let shown = pulls.into_iter().map(|pull| show::pull::simple(pull, repo, &call.links, now)).collect();
    Ok(page(call, shown))
}

/// Opens one.
pub fn create(world: &mut World, call: &Call) -> Answered {
    let (id, now) = (world.next_id(), world.clock.now());
    let repo = world.repo_mut(call)?;
    let full_name = repo.full_name();
    let asked = call.required("head");
    let (owner, head_ref) = asked.split_once(':').unwrap_or((&repo.owner.login, asked));
    let (head_ref, base_ref) = (head_ref.to_owned(), call.required("base").to_owned());
    let head = repo.git.branch(&head_ref).filter(|_| owner == repo.owner.login);
    let head = head.ok_or_else(|| Answer::invalid("PullRequest", "head", "invalid", None))?;
    let base = repo.git.branch(&base_ref);
    let base = base.ok_or_else(|| Answer::invalid("PullRequest", "base", "invalid", None))?;
    let Some(title) = call.text("title").filter(|title| !title.trim().is_empty()) else {
        return Err(Answer::invalid("PullRequest", "title", "missing_field", None));
    };
    if title.chars().count() > LONGEST_TITLE {
        let message = "title is too long (maximum is 256 characters)";
        return Err(Answer::invalid("PullRequest", "title", "custom", Some(message)));
    }
    let twin = |pull: &&Pull| pull.open && pull.head_ref == head_ref && pull.base_ref == base_ref;
    if repo.pulls.iter().any(|pull| twin(&pull)) {
        let message = format!("A pull request already exists for {owner}:{head_ref}.");
        return Err(custom(&message));
    }
    if repo.git.is_ancestor(&head, &base) {
        return Err(custom(&format!("No commits between {base_ref} and {head_ref}")));
    }
    if repo.git.merge_base(&base, &head).is_none() {
        let message = format!("The {head_ref} branch has no history in common with {base_ref}");
        return Err(custom(&message));
    }
    let body = text_of(call)?;
    let number = repo.next_number();
    repo.git.must(&["update-ref", &format!("refs/pull/{number}/head"), &head]);
    let (head, base) = ((full_name, head_ref, head), (base_ref, base));
    let mut pull = Pull::opened((number, id), title, call.actor.account(), head, base, now);
    pull.body = body;
    pull.draft = call.body["draft"] == true;
    pull.maintainer_can_modify = call.body["maintainer_can_modify"] == true;
    repo.pulls.push(pull);
    world.tell(Event::by(&call.actor, "pull_request", "opened", number));
    Answer::created(shown(world, call, number)?)
}

fn custom(message: &str) -> Answer {
    let mut answer = Answer::error(422, "Validation Failed");
    answer.body["errors"] = json!([{"resource": "PullRequest", "code": "custom", "message": message}]);
    answer
}

fn text_of(call: &Call) -> Result<Option<String>, Answer> {
    let text = call.text("body");
    if text.is_some_and(|text| text.chars().count() > LONGEST) {
        return Err(Answer::invalid(
            "PullRequest",
            "body",
            "custom",
            Some("body is too long (maximum is 65536 characters)"),
        ));
    }
    Ok(text.map(str::to_owned))
}

/// One in full. Whether it merges is not known at the first question after its head or its base moved.
pub fn get(world: &mut World, call: &Call) -> Answered {
    let number = call.number("pull_number");
    if call.accept.contains("diff") {
        let (repo, pull) = world.pull(call)?;
        let text = repo.git.must(&["diff", &base_of(repo, pull), &pull.head]);
        return Ok(Answer { text: Some(text.into()), ..Answer::new(200, Value::Null) });
    }
    world.pull(call)?;
    let shown = shown(world, call, number)?;
    let pull = world.pull_mut(call)?;
    pull.asked = Some((pull.head.clone(), pull.base.clone()));
    Answer::ok(shown)
}

/// The commit that a pull request's diff begins at.
pub fn base_of(repo: &Repo, pull: &Pull) -> String {
    repo.git.merge_base(&pull.base, &pull.head).unwrap_or_else(|| pull.base.clone())
}

fn shown(world: &World, call: &Call, number: u64) -> Result<Value, Answer> {
    let now = world.clock.now();
    let repo = world.repo(call)?;
    let pull = repo.pull(number).ok_or_else(Answer::missing)?;
    let base = base_of(repo, pull);
    let files = diff::files(&repo.git, &base, &pull.head);
    let commits = repo.git.must(&["rev-list", "--count", &format!("{base}..{}", pull.head)]);
    let known = pull.asked == Some((pull.head.clone(), pull.base.clone()));
    let (mergeable, state) = match (pull.open, known) {
        (true, true) => super::mergeable(world, repo, pull),
        _ => (None, "unknown"),
    };
    let commits = commits.trim().parse().unwrap_or(0);
    let told = show::pull::Told { mergeable, state, files: &files, commits };
    Ok(show::pull::full(pull, repo, &call.links, now, &told))
}

/// Changes title, description, base, or whether it is open.
pub fn update(world: &mut World, call: &Call) -> Answered {
    let now = world.clock.now();
    let text = text_of(call)?;
    let repo = world.repo_mut(call)?;
    let number = call.number("pull_number");
    let base = call.text("base").map(|name| (name.to_owned(), repo.git.branch(name)));
    let pull = repo.pull(number).ok_or_else(Answer::missing)?;
    let opens = call.text("state") == Some("open") && !pull.open;
    let tip = repo.git.branch(&pull.head_ref);
    let twin =
        |other: &&Pull| other.open && other.head_ref == pull.head_ref && other.base_ref == pull.base_ref;
    if opens && (pull.merged.is_some() || tip.is_none() || repo.pulls.iter().any(|other| twin(&other))) {
        return Err(Answer::invalid("PullRequest", "state", "invalid", Some("state cannot be changed.")));
    }
    let pull = repo.pull_mut(number).ok_or_else(Answer::missing)?;
    if let Some((name, tip)) = base {
        let tip = tip.ok_or_else(|| Answer::invalid("PullRequest", "base", "invalid", None))?;
        pull.base_ref = name;
        pull.base = tip;
    }
    if let Some(title) = call.text("title") {
        title.clone_into(&mut pull.title);
    }
    if text.is_some() {
        pull.body = text;
    }
    let mut action = "edited";
    match call.text("state") {
        Some("closed") if pull.open => {
            pull.open = false;
            pull.closed = Some(now);
            action = "closed";
        }
        Some("open") if opens => {
            pull.open = true;
            pull.closed = None;
            action = "reopened";
        }
        _ => {}
    }
    pull.updated = now;
    world.tell(Event::by(&call.actor, "pull_request", action, number));
    Answer::ok(shown(world, call, number)?)
}

/// Its commits, oldest first; GitHub gives at most 250.
pub fn commits(world: &mut World, call: &Call) -> Answered {
    let (repo, pull) = world.pull(call)?;
    let range = format!("{}..{}", base_of(repo, pull), pull.head);
    let listed = repo.git.must(&["rev-list", "--reverse", "--topo-order", "--max-count=250", &range]);
    let name = repo.full_name();
    let shown = listed.lines().filter_map(|sha| repo.git.commit(sha));
    let shown = shown.map(|commit| show::commit::commit(&commit, &name, &call.links)).collect();
    Ok(page(call, shown))
}

/// Its files; GitHub gives at most 3000.
pub fn files(world: &mut World, call: &Call) -> Answered {
    let (repo, pull) = world.pull(call)?;
    let name = repo.full_name();
    let files = diff::files(&repo.git, &base_of(repo, pull), &pull.head);
    let shown = files.iter().take(3_000).map(|file| show::pull::file(file, &pull.head, &name, &call.links));
    Ok(page(call, shown.collect()))
}

/// The pull requests that brought a commit.
pub fn of_commit(world: &mut World, call: &Call) -> Answered {
    let now = world.clock.now();
    let repo = world.repo(call)?;
    let sha =
        repo.git.resolve(call.param("commit_sha")).ok_or_else(|| Answer::error(422, "No commit found"))?;
    let brought = |pull: &&Pull| {
        let merged = pull.merged.as_ref().is_some_and(|merged| merged.sha == sha);
        let base = repo.git.merge_base(&pull.base, &pull.head);
        let own = repo.git.is_ancestor(&sha, &pull.head)
            && !base.is_some_and(|base| pull.merged.is_none() && repo.git.is_ancestor(&sha, &base));
        merged || own
    };
    let shown =
        repo.pulls.iter().filter(brought).map(|pull| show::pull::simple(pull, repo, &call.links, now));
    Ok(page(call, shown.collect()))
}

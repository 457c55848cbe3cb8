//! `kb github`: the files, what GitHub enforces beside what it shall, and bringing it there.

use serde_json::{Value, json};

use crate::github::token::Role;
use crate::github::{FakeGitHub, keys};
use crate::test_repo::{Run, TestRepo};

/// The project's own folder.
const PROJECT: &str = env!("CARGO_MANIFEST_DIR");

const APPS: &str = "[forge]
kind = \"github\"
repository = \"acme/base\"
[forge.apps.proposer]
id = 101
key_env = \"KB_PROPOSER_KEY\"
[forge.apps.reviewer]
id = 102
key_env = \"KB_REVIEWER_KEY\"
[forge.apps.merger]
id = 103
key_env = \"KB_MERGER_KEY\"
";

fn repo() -> TestRepo {
    TestRepo::new().file("kb.toml", APPS).file("knowledge/index.md", "# Base\n").commit("begin")
}

/// Runs `kb` against the fake with more in its environment.
fn kb<const N: usize>(
    repo: &TestRepo,
    github: &FakeGitHub,
    more: &[(&str, &str)],
    arguments: [&str; N],
) -> Run {
    let (api, graphql) = (github.api_url(), github.graphql_url());
    let mut environment = vec![
        ("GITHUB_API_URL", api.as_str()),
        ("GITHUB_GRAPHQL_URL", graphql.as_str()),
        ("GITHUB_SERVER_URL", github.url()),
    ];
    environment.extend_from_slice(more);
    repo.kb_with_env(&environment, arguments)
}

fn lines(report: &Value, standing: &str) -> Vec<String> {
    let seen = report["seen"].as_array().expect("what was seen");
    seen.iter()
        .filter(|one| one["standing"] == standing)
        .map(|one| format!("{} {}", one["part"].as_str().unwrap_or(""), one["name"].as_str().unwrap_or("")))
        .collect()
}

#[test]
fn the_projects_own_files_are_what_init_writes() {
    let repo = TestRepo::new().file("kb.toml", "").commit("begin");
    let report = repo.kb(["github", "init", "--format", "json"]).code(0).json();
    let created = report["created"].as_array().expect("new files");
    assert!(created.len() > 15, "{report}");
    for path in created.iter().filter_map(Value::as_str) {
        let ours = std::fs::read_to_string(format!("{PROJECT}/{path}"))
            .unwrap_or_else(|error| panic!("the project has no {path}: {error}"));
        assert!(ours == repo.read(path), "{path} of the project differs from what `kb github init` writes");
    }
    assert!(report["left_out"].to_string().contains("rulesets"), "no rulesets without apps: {report}");
}

#[test]
fn init_leaves_what_somebody_edited_unless_forced() {
    let repo = repo();
    let first = repo.kb(["github", "init", "--owner", "@acme/kb", "--dry-run"]).code(0);
    assert!(first.stdout.contains("+name: kb-check"), "{}", first.stdout);
    assert!(!repo.exists(".github"), "a dry run writes nothing");
    repo.kb(["github", "init", "--owner", "@acme/kb"]).code(0).prints(".github/rulesets/main-writer.json");
    assert!(repo.read(".github/CODEOWNERS").contains("/.github/ @acme/kb"));
    let again = repo.kb(["github", "init", "--format", "json"]).code(0).json();
    assert_eq!((&again["created"], &again["replaced"]), (&json!([]), &json!([])), "{again}");

    let edited = repo.read(".github/workflows/kb-merge.yml").replace("*/15", "*/30");
    repo.write(".github/workflows/kb-merge.yml", &edited);
    let kept = repo.kb(["github", "init", "--format", "json"]).code(0).json();
    assert_eq!(kept["differing"], json!([".github/workflows/kb-merge.yml"]));
    assert_eq!(repo.read(".github/workflows/kb-merge.yml"), edited);
    repo.kb(["github", "init", "--force"]).code(0);
    assert!(repo.read(".github/workflows/kb-merge.yml").contains("*/15"));

    repo.kb(["github", "init", "--owner", "@acme/kb maintainers\n* @eve"]).code(2).says("owns no code");
}

#[test]
fn workflows_are_pinned_and_take_only_numbers_and_commits() {
    let repo = repo();
    repo.kb(["github", "init"]).code(0);
    let workflows: Vec<String> =
        repo.files().into_iter().filter(|path| path.starts_with(".github/workflows/")).collect();
    assert!(workflows.len() >= 6, "{workflows:?}");
    for path in workflows {
        let text = repo.read(&path);
        let (mut top, mut jobs) = (false, 0);
        for line in text.lines() {
            let word = line.trim();
            if let Some(action) = word.strip_prefix("- uses: ").or_else(|| word.strip_prefix("uses: ")) {
                let hash = action.split_once('@').and_then(|(_, rest)| rest.split(' ').next()).unwrap_or("");
                let is_hash = hash.len() == 40 && hash.bytes().all(|b| b.is_ascii_hexdigit());
                assert!(is_hash, "{path}: {action} is not pinned by a hash");
            }
            if let Some(run) = word.strip_prefix("run: ") {
                assert!(!run.contains("${{"), "{path}: {run} takes text of others");
                assert!(run.starts_with("bash ci/"), "{path}: {run} is no script that runs on a laptop");
            }
            top |= line == "permissions: {}";
            jobs += usize::from(line == "    permissions:");
        }
        assert!(top, "{path}: rights are given to all jobs");
        assert!(jobs > 0, "{path}: no job says what it needs");
        assert!(text.contains("\nconcurrency:\n"), "{path}: two may run at a time");
    }
    let check = repo.read(".github/workflows/kb-check.yml");
    assert!(!check.contains("secrets."), "what runs a branch's own code holds no secret");
}

#[test]
fn rulesets_watch_first_and_then_hold() {
    let github = FakeGitHub::with_kb_apps();
    let admin = github.person("ada", Role::Admin);
    let token = [("KB_ADMIN_TOKEN", admin.as_str())];
    let repo = repo();
    repo.kb(["github", "init"]).code(0);

    let writes = github.writes().len();
    kb(&repo, &github, &token, ["github", "apply-rulesets", "--dry-run"]).code(0).prints("kb main-writer");
    assert_eq!(github.writes().len(), writes, "a dry run asks for nothing");

    kb(&repo, &github, &token, ["github", "apply-rulesets"]).code(0).prints("evaluate").prints("--active");
    assert_eq!(github.calls("repos/create-repo-ruleset").len(), 5);
    assert_eq!(github.calls("issues/create-label").len(), 4);

    // Somebody adds a rule of their own, and lets themselves pass by.
    {
        let mut world = github.world();
        let at = world.repo_at("acme/base").expect("the repository");
        let quality = world.repos[at].rulesets.iter_mut().find(|one| one.body["name"] == "kb main-quality");
        let body = &mut quality.expect("the ruleset").body;
        body["rules"].as_array_mut().expect("rules").push(json!({"type": "required_linear_history"}));
        body["bypass_actors"] =
            json!([{"actor_id": 5, "actor_type": "RepositoryRole", "bypass_mode": "always"}]);
    }
    let report =
        kb(&repo, &github, &token, ["github", "apply-rulesets", "--active", "--format", "json"]).code(0);
    let report = report.json();
    assert_eq!(report["waiting"], json!(false), "{report}");
    assert!(report.to_string().contains("the role 5 may pass it by"), "{report}");
    {
        let world = github.world();
        let repo = &world.repos[world.repo_at("acme/base").expect("the repository")];
        let quality = repo.rulesets.iter().find(|one| one.body["name"] == "kb main-quality");
        let body = &quality.expect("the ruleset").body;
        assert!(body["rules"].to_string().contains("required_linear_history"), "what others added stays");
        assert_eq!((&body["bypass_actors"], &body["enforcement"]), (&json!([]), &json!("active")));
    }

    let writes = github.writes().len();
    kb(&repo, &github, &token, ["github", "apply-rulesets", "--active"]).code(0);
    kb(&repo, &github, &token, ["github", "apply-rulesets"]).code(0);
    assert_eq!(
        github.writes().len(),
        writes,
        "what is so already costs no write, and what holds is not let go"
    );
    github.finish();
}

#[test]
fn the_doctor_names_what_does_not_hold() {
    let github = FakeGitHub::with_kb_apps();
    let admin = github.person("ada", Role::Admin);
    let keys = [
        ("KB_ADMIN_TOKEN", admin.as_str()),
        ("KB_PROPOSER_KEY", keys::PROPOSER),
        ("KB_REVIEWER_KEY", keys::REVIEWER),
        ("KB_MERGER_KEY", keys::MERGER),
    ];
    let repo = repo();
    let bare = kb(&repo, &github, &keys, ["github", "doctor", "--format", "json"]).code(1).json();
    let failed = lines(&bare, "fail");
    for expected in ["rules main", "ruleset kb main-writer", "environment kb-merger"] {
        assert!(failed.iter().any(|one| one == expected), "no `{expected}` in {failed:?}");
    }
    assert!(lines(&bare, "ok").iter().any(|one| one == "app reviewer (kb-reviewer)"), "{bare}");

    repo.kb(["github", "init", "--owner", "@ada"]).code(0);
    kb(&repo, &github, &keys, ["github", "apply-rulesets", "--active"]).code(0);
    github.commit("acme/base", "main", &[(".github/CODEOWNERS", Some("* @ada\n"))], "owners");
    environments(&github);
    let well = kb(&repo, &github, &keys, ["github", "doctor"]).code(0);
    assert!(well.stdout.contains("are as they must be"), "{}", well.stdout);

    // An app that got more than its role needs, and an owner whom nobody knows.
    {
        let mut world = github.world();
        let reviewer = world.apps.iter_mut().find(|app| app.id == 102).expect("the reviewer");
        reviewer.grants.insert("contents".to_owned(), "write".to_owned());
    }
    github.commit("acme/base", "main", &[(".github/CODEOWNERS", Some("* @nobody\n"))], "owners");
    let ill = kb(&repo, &github, &keys, ["github", "doctor"]).code(1);
    assert!(ill.stdout.contains("may do more than its role needs: contents: write"), "{}", ill.stdout);
    assert!(ill.stdout.contains("Unknown owner"), "{}", ill.stdout);
    github.finish();
}

#[test]
fn the_doctor_says_what_it_may_not_see() {
    let github = FakeGitHub::with_kb_apps();
    let admin = github.person("ada", Role::Admin);
    let repo = repo();
    repo.kb(["github", "init"]).code(0);
    kb(&repo, &github, &[("KB_ADMIN_TOKEN", &admin)], ["github", "apply-rulesets", "--active"]).code(0);
    let key = [("KB_MERGER_KEY", keys::MERGER)];
    let seen = kb(&repo, &github, &key, ["github", "doctor", "--format", "json"]).json();
    let unseen = lines(&seen, "unseen");
    for expected in ["app proposer", "ruleset kb main-writer", "environment kb-merger"] {
        assert!(unseen.iter().any(|one| one == expected), "no `{expected}` in {unseen:?}");
    }
    kb(&repo, &github, &[], ["github", "doctor"]).code(2).says("KB_ADMIN_TOKEN");
    kb(&repo, &github, &key, ["github", "apply-rulesets"]).code(0);
    github.finish();
}

#[test]
fn a_plain_repository_has_no_settings_on_github() {
    let repo = TestRepo::initialised();
    repo.kb(["github", "doctor"]).code(2).says("not on GitHub");
}

fn environments(github: &FakeGitHub) {
    let mut world = github.world();
    let at = world.repo_at("acme/base").expect("the repository");
    for (id, name) in (9_000..).zip(kb::ops::github::ENVIRONMENTS) {
        let body = json!({"deployment_branch_policy": {"protected_branches": false, "custom_branch_policies": true}});
        let created = world.clock.now();
        let environment = crate::github::repo::Environment { id, name: name.to_owned(), body, created };
        world.repos[at].environments.push(environment);
    }
}

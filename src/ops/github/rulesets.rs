//! The rulesets: who may move which ref, and what must hold before main moves. They are the bodies of GitHub's own requests.

use serde_json::{Value, json};

use crate::config::{ForgeConfig, ForgeRole};

/// The app under which GitHub's own workflows report checks.
const ACTIONS: u64 = 15_368;

/// The roles of people by which GitHub knows them: write, maintain, admin.
const PEOPLE: [u64; 3] = [4, 2, 5];

/// The environments that hold the secrets of the workflows, each for the gate's branch alone.
pub const ENVIRONMENTS: [&str; 5] =
    ["kb-proposer-model", "kb-proposer-app", "kb-reviewer-model", "kb-reviewer-app", "kb-merger"];

/// The apps that the rulesets name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Apps {
    /// Who reports the review.
    pub reviewer: u64,
    /// Who alone moves main.
    pub merger: u64,
}

impl Apps {
    /// Those that `kb.toml` names; `None` where it does not name both.
    pub fn of(config: &ForgeConfig) -> Option<Apps> {
        let id = |role| config.app(role).map(|app| app.id);
        Some(Apps { reviewer: id(ForgeRole::Reviewer)?, merger: id(ForgeRole::Merger)? })
    }
}

/// The rulesets for the gate's branch `branch`: name of the file, and body. Each adds to the others, so who may pass one by is
/// held by the rest.
pub fn rulesets(branch: &str, apps: Apps) -> Vec<(&'static str, Value)> {
    let main = format!("refs/heads/{branch}");
    let people: Vec<Value> = PEOPLE.iter().map(|role| actor("RepositoryRole", *role)).collect();
    vec![
        (
            "main-writer",
            json!({
                "name": "kb main-writer", "target": "branch", "enforcement": "active",
                "bypass_actors": [actor("Integration", apps.merger)],
                "conditions": refs(&[&main], &[]),
                "rules": [{"type": "creation"}, {"type": "update"}, {"type": "deletion"}],
            }),
        ),
        (
            "main-quality",
            json!({
                "name": "kb main-quality", "target": "branch", "enforcement": "active",
                "bypass_actors": [],
                "conditions": refs(&[&main], &[]),
                "rules": [
                    {"type": "pull_request", "parameters": {
                        "dismiss_stale_reviews_on_push": true, "require_code_owner_review": true,
                        "require_last_push_approval": false, "required_approving_review_count": 0,
                        "required_review_thread_resolution": true,
                    }},
                    {"type": "required_status_checks", "parameters": {
                        // The gate looks at the base itself; else each merge would ask for every review again.
                        "strict_required_status_checks_policy": false,
                        "required_status_checks": [
                            {"context": "kb/check", "integration_id": ACTIONS},
                            {"context": "kb/review", "integration_id": apps.reviewer},
                            {"context": "kb/merge-guard", "integration_id": apps.merger},
                        ],
                    }},
                    {"type": "non_fast_forward"},
                    {"type": "deletion"},
                ],
            }),
        ),
        (
            "branches",
            json!({
                "name": "kb branches", "target": "branch", "enforcement": "active",
                "bypass_actors": people,
                "conditions": refs(&["~ALL"], &[&main, "refs/heads/kb/**/*", "refs/heads/gh-readonly-queue/**/*"]),
                "rules": [{"type": "creation"}, {"type": "update"}, {"type": "deletion"}],
            }),
        ),
        (
            "ledger",
            json!({
                "name": "kb ledger", "target": "branch", "enforcement": "active",
                "bypass_actors": [],
                "conditions": refs(&["refs/heads/kb/ledger"], &[]),
                "rules": [{"type": "non_fast_forward"}, {"type": "deletion"}],
            }),
        ),
        (
            "tags",
            json!({
                "name": "kb tags", "target": "tag", "enforcement": "active",
                "bypass_actors": people,
                "conditions": refs(&["~ALL"], &[]),
                "rules": [{"type": "creation"}, {"type": "update"}, {"type": "deletion"}],
            }),
        ),
    ]
}

fn actor(kind: &str, id: u64) -> Value {
    json!({ "actor_id": id, "actor_type": kind, "bypass_mode": "always" })
}

fn refs(include: &[&str], exclude: &[&str]) -> Value {
    json!({ "ref_name": { "include": include, "exclude": exclude } })
}

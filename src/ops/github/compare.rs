//! A ruleset as it shall be beside one as it is: what is lacking, and one that has it all. Nothing is asked here.

use serde_json::{Map, Value, json};

/// What `there` lacks of `wanted`, a sentence each. Rules that others added are their own affair; somebody more who may pass the
/// rules by is not.
pub(super) fn lacking(wanted: &Value, there: &Value) -> Vec<String> {
    let mut lacking = Vec::new();
    if there["target"].as_str().unwrap_or("branch") != wanted["target"] {
        lacking.push("it is about another kind of ref".to_owned());
    }
    for list in ["include", "exclude"] {
        if names(there, list) != names(wanted, list) {
            lacking.push(format!("the refs that it {list}s are others"));
        }
    }
    for rule in list(&wanted["rules"]) {
        let kind = rule["type"].as_str().unwrap_or_default();
        match find(there, kind) {
            None => lacking.push(format!("the rule {kind} is missing")),
            Some(found) => weaker(kind, &rule["parameters"], &found["parameters"], &mut lacking),
        }
    }
    if let Some(actors) = there["bypass_actors"].as_array() {
        let wanted = list(&wanted["bypass_actors"]);
        for actor in actors.iter().filter(|actor| !wanted.iter().any(|one| same_actor(one, actor))) {
            lacking.push(format!("{} may pass it by", name(actor)));
        }
        for actor in wanted.iter().filter(|one| !actors.iter().any(|actor| same_actor(one, actor))) {
            lacking.push(format!("{} may not pass it by", name(actor)));
        }
    }
    lacking
}

/// `there` with everything that `wanted` asks for. Rules, checks and parameters that others added stay, as the forge replaces what
/// it is given as a whole; who may pass the rules by is as `wanted` says.
pub(super) fn brought(wanted: &Value, there: &Value, enforcement: &str) -> Value {
    let mut rules: Vec<Value> = list(&there["rules"]).to_vec();
    for rule in list(&wanted["rules"]) {
        match rules.iter_mut().find(|one| one["type"] == rule["type"]) {
            Some(known) => merge_parameters(known, rule),
            None => rules.push(rule.clone()),
        }
    }
    json!({
        "name": wanted["name"], "target": wanted["target"], "enforcement": enforcement,
        "bypass_actors": wanted["bypass_actors"], "conditions": wanted["conditions"], "rules": rules,
    })
}

fn weaker(kind: &str, wanted: &Value, there: &Value, lacking: &mut Vec<String>) {
    for (key, value) in wanted.as_object().into_iter().flatten() {
        let is_held = match value {
            Value::Bool(true) => there[key] == true,
            // A switch that is off is one that may be on, but for what is asked of GitHub beside kb's own rules.
            Value::Bool(false) => true,
            Value::Number(least) => there[key].as_u64() >= least.as_u64(),
            Value::Array(checks) => {
                for check in checks.iter().filter(|check| !list(&there[key]).contains(check)) {
                    let by = check["integration_id"].as_u64().unwrap_or_default();
                    let name = check["context"].as_str().unwrap_or_default();
                    lacking.push(format!("the check {name} of the app {by} is not required"));
                }
                true
            }
            other => there[key] == *other,
        };
        if !is_held {
            lacking.push(format!("{kind}: {key} is not {value}"));
        }
    }
}

fn merge_parameters(known: &mut Value, wanted: &Value) {
    for (key, value) in wanted["parameters"].as_object().into_iter().flatten() {
        if !known["parameters"].is_object() {
            known["parameters"] = Value::Object(Map::new());
        }
        let there = &mut known["parameters"][key];
        let is_strict_enough = match value {
            Value::Number(least) => there.as_u64() >= least.as_u64(),
            Value::Bool(false) => there.is_boolean(),
            _ => false,
        };
        match (value.as_array(), there.as_array_mut()) {
            (Some(checks), Some(others)) => {
                // The same check of any other app, or of none, would let others report it.
                others.retain(|other| !checks.iter().any(|check| check["context"] == other["context"]));
                others.extend(checks.iter().cloned());
            }
            _ if is_strict_enough => {}
            _ => *there = value.clone(),
        }
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The patterns of a list of refs, in an order of their own.
fn names<'v>(ruleset: &'v Value, included: &str) -> Vec<&'v str> {
    let patterns = list(&ruleset["conditions"]["ref_name"][included]);
    let mut names: Vec<&str> = patterns.iter().filter_map(Value::as_str).collect();
    names.sort_unstable();
    names
}

fn find<'v>(ruleset: &'v Value, kind: &str) -> Option<&'v Value> {
    list(&ruleset["rules"]).iter().find(|rule| rule["type"] == kind)
}

fn same_actor(one: &Value, other: &Value) -> bool {
    one["actor_id"] == other["actor_id"] && one["actor_type"] == other["actor_type"]
}

fn name(actor: &Value) -> String {
    let id = actor["actor_id"].as_u64().map(|id| format!(" {id}")).unwrap_or_default();
    let kind = match actor["actor_type"].as_str() {
        Some("Integration") => "the app",
        Some("RepositoryRole") => "the role",
        Some("Team") => "the team",
        Some("User") => "the user",
        Some("OrganizationAdmin") => "an owner of the organisation",
        Some("DeployKey") => "a deploy key",
        _ => "an actor",
    };
    format!("{kind}{id}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::github::{Apps, rulesets};

    fn quality() -> Value {
        let all = rulesets("main", Apps { reviewer: 102, merger: 103 });
        all.into_iter().find(|(name, _)| *name == "main-quality").map(|(_, body)| body).unwrap()
    }

    #[test]
    fn what_is_as_it_shall_be_lacks_nothing() {
        for (name, body) in rulesets("main", Apps { reviewer: 102, merger: 103 }) {
            assert_eq!(lacking(&body, &body), Vec::<String>::new(), "{name}");
            assert_eq!(brought(&body, &body, "active"), body, "{name}");
        }
    }

    #[test]
    fn every_weakness_is_named_and_mended() {
        let wanted = quality();
        let mut there = wanted.clone();
        there["bypass_actors"] =
            json!([{"actor_id": 5, "actor_type": "RepositoryRole", "bypass_mode": "always"}]);
        there["rules"] = json!([
            {"type": "pull_request", "parameters": {"required_review_thread_resolution": false,
                "dismiss_stale_reviews_on_push": true, "require_code_owner_review": true,
                "require_last_push_approval": true, "required_approving_review_count": 2}},
            // Anybody may report this one.
            {"type": "required_status_checks", "parameters": {"strict_required_status_checks_policy": true,
                "required_status_checks": [{"context": "kb/review"}, {"context": "build", "integration_id": 15368}]}},
            {"type": "required_signatures"},
        ]);
        let told = lacking(&wanted, &there);
        for part in [
            "pull_request: required_review_thread_resolution is not true",
            "the check kb/review of the app 102 is not required",
            "the rule non_fast_forward is missing",
            "the role 5 may pass it by",
        ] {
            assert!(told.iter().any(|one| one == part), "no `{part}` in {told:?}");
        }
        let mended = brought(&wanted, &there, "active");
        assert_eq!(lacking(&wanted, &mended), Vec::<String>::new());
        assert_eq!(mended["rules"][2]["type"], "required_signatures", "what others added stays");
        assert_eq!(mended["rules"][0]["parameters"]["required_approving_review_count"], 2);
        assert_eq!(mended["rules"][0]["parameters"]["require_last_push_approval"], true);
        let checks = &mended["rules"][1]["parameters"]["required_status_checks"];
        assert_eq!(checks.as_array().map(Vec::len), Some(4), "{checks}");
    }
}

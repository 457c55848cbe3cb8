//! Checks of a commit: the last of each name and app, reported as a check run; by an account that is no app, as a status.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::ask::{Ask, encoded};
use super::client::{array, member};
use super::credential::Credential;
use super::shapes::{RunShape, StatusShape};
use super::wire::Method;
use super::{GitHub, Reply, is_same_text};
use crate::digest::CommitId;
use crate::port::{Check, CheckConclusion, ForgeFault, NewCheck};

/// How many characters of a status's description GitHub keeps.
const DESCRIPTION: usize = 140;

impl GitHub {
    pub(super) fn list_checks(&self, head: &CommitId) -> Result<Vec<Check>, ForgeFault> {
        let mut last: BTreeMap<(String, Option<u64>), RunShape> = BTreeMap::new();
        for run in self.runs(head, "")? {
            let app = run.app.as_ref().and_then(|app| app.id);
            let key = (run.name.clone().unwrap_or_default(), app);
            // The ids of runs grow.
            if last.get(&key).is_none_or(|known| known.id < run.id) {
                last.insert(key, run);
            }
        }
        let mut checks: Vec<Check> = last
            .into_iter()
            .map(|((name, app), run)| Check {
                name,
                app,
                conclusion: conclusion(run.status.as_deref(), run.conclusion.as_deref()),
                external_id: run.external_id.unwrap_or_default(),
                text: run.output.and_then(|output| output.text).unwrap_or_default(),
            })
            .collect();
        if let Credential::Token(_) = self.client.credential {
            for status in self.statuses(head)? {
                let name = status.context.unwrap_or_default();
                let state = status.state.as_deref();
                let conclusion =
                    state.filter(|state| *state != "pending").map(|state| concluded(Some(state)));
                let is_new = !checks.iter().any(|check| check.name == name && check.app.is_none());
                if is_new {
                    let (external_id, text) = (String::new(), String::new());
                    checks.push(Check { name, app: None, conclusion, external_id, text });
                }
            }
        }
        Ok(checks)
    }

    fn runs(&self, head: &CommitId, query: &str) -> Result<Vec<RunShape>, ForgeFault> {
        let doing = format!("listing the checks of {}", head.short());
        let below = format!("/commits/{}/check-runs?filter=latest{query}&per_page=100", head.as_str());
        self.client.pages(self.client.repository(&below), &doing, &member::<RunShape>("check_runs"))
    }

    /// The statuses of a commit, newest first.
    fn statuses(&self, head: &CommitId) -> Result<Vec<StatusShape>, ForgeFault> {
        let doing = format!("listing the statuses of {}", head.short());
        let below = format!("/commits/{}/statuses?per_page=100", head.as_str());
        self.client.pages(self.client.repository(&below), &doing, &array::<StatusShape>)
    }

    /// The last run of this app with the name of `check`.
    fn own_run(&self, check: &NewCheck<'_>) -> Result<Option<RunShape>, ForgeFault> {
        let own = self.me()?;
        let runs = self.runs(check.head, &format!("&check_name={}", encoded(check.name)))?;
        let is_own = |run: &RunShape| {
            let Some(app) = &run.app else { return false };
            // The token of one of GitHub's own runs is an app's, and does not say of which.
            let bot = app.slug.as_ref().map(|slug| format!("{slug}[bot]"));
            let is_by_me = (own.app.is_some() && app.id == own.app) || bot.as_ref() == Some(&own.login);
            run.name.as_deref() == Some(check.name) && is_by_me
        };
        Ok(runs.into_iter().filter(is_own).max_by_key(|run| run.id))
    }

    pub(super) fn report_check(&self, check: &NewCheck<'_>) -> Result<(), ForgeFault> {
        let doing = format!("reporting the check {} of {}", check.name, check.head.short());
        let mut output = json!({ "title": check.title, "summary": check.summary });
        if !check.text.is_empty() {
            output["text"] = json!(check.text);
        }
        let mut body = json!({
            "name": check.name, "status": "completed", "conclusion": name_of(check.conclusion),
            "external_id": check.external_id, "output": output,
        });
        if let Some(run) = self.own_run(check)? {
            if says(&run, check) {
                return Ok(());
            }
            let path = self.client.repository(&format!("/check-runs/{}", run.id));
            return self.client.repeat(&Ask::with(Method::Patch, path, Some(body), &doing)).map(drop);
        }
        body["head_sha"] = json!(check.head.as_str());
        let ask = Ask::with(Method::Post, self.client.repository("/check-runs"), Some(body), &doing);
        let found = || Ok(self.own_run(check)?.filter(|run| says(run, check)).map(drop));
        match self.client.create(&ask, &|reply: &Reply| reply.read::<Value>().map(drop), &found) {
            // Only apps report check runs; what stands for them is as good where rules ask for it by name.
            Err(ForgeFault::Forbidden { .. }) if matches!(self.client.credential, Credential::Token(_)) => {
                self.report_status(check, &doing)
            }
            reported => reported,
        }
    }

    fn report_status(&self, check: &NewCheck<'_>, doing: &str) -> Result<(), ForgeFault> {
        let state = match check.conclusion {
            CheckConclusion::Success | CheckConclusion::Neutral => "success",
            CheckConclusion::Failure => "failure",
            CheckConclusion::ActionRequired => "error",
        };
        let description: String = check.title.chars().take(DESCRIPTION).collect();
        let found = || {
            let last = self
                .statuses(check.head)?
                .into_iter()
                .find(|status| status.context.as_deref() == Some(check.name));
            let says = |status: &StatusShape| {
                status.state.as_deref() == Some(state)
                    && status.description.as_deref().unwrap_or_default() == description
            };
            let Some(last) = last.filter(says) else { return Ok(None) };
            let by = last.creator.map(|user| user.login).unwrap_or_default();
            Ok(self.is_me(&by)?.then_some(()))
        };
        if found()?.is_some() {
            return Ok(());
        }
        let body = json!({ "state": state, "context": check.name, "description": description });
        let path = self.client.repository(&format!("/statuses/{}", check.head.as_str()));
        self.client.create(&Ask::with(Method::Post, path, Some(body), doing), &|_| Ok(()), &found)
    }
}

/// Whether `run` says what `check` does.
fn says(run: &RunShape, check: &NewCheck<'_>) -> bool {
    let output = run.output.as_ref();
    let text = |of: Option<&String>, wanted: &str| is_same_text(of.map_or("", String::as_str), wanted);
    conclusion(run.status.as_deref(), run.conclusion.as_deref()) == Some(check.conclusion)
        && run.external_id.as_deref().unwrap_or_default() == check.external_id
        && text(output.and_then(|output| output.title.as_ref()), check.title)
        && text(output.and_then(|output| output.summary.as_ref()), check.summary)
        && text(output.and_then(|output| output.text.as_ref()), check.text)
}

fn name_of(conclusion: CheckConclusion) -> &'static str {
    match conclusion {
        CheckConclusion::Success => "success",
        CheckConclusion::Failure => "failure",
        CheckConclusion::Neutral => "neutral",
        CheckConclusion::ActionRequired => "action_required",
    }
}

fn conclusion(status: Option<&str>, said: Option<&str>) -> Option<CheckConclusion> {
    (status.is_none_or(|status| status == "completed") && said.is_some()).then(|| concluded(said))
}

/// What is not known to be good is not.
fn concluded(said: Option<&str>) -> CheckConclusion {
    match said {
        Some("success") => CheckConclusion::Success,
        Some("neutral" | "skipped") => CheckConclusion::Neutral,
        Some("action_required") => CheckConclusion::ActionRequired,
        _ => CheckConclusion::Failure,
    }
}

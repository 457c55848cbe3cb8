//! `kb github apply-rulesets`: brings the rulesets and labels of GitHub to what the files say. First they only watch; `--active`
//! lets them bite.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use thiserror::Error;

use super::compare::{brought, lacking};
use super::{Apps, LABELS, rulesets};
use crate::ops::Workspace;
use crate::path::{RepoPath, RepoPathError};
use crate::port::{FilesError, ForgeFault, ForgeLabel, ForgeSettings};

/// The folder of the rulesets.
const FOLDER: &str = ".github/rulesets";

/// Says why it stopped. What was changed before stays; the next run goes on.
#[derive(Debug, Error)]
pub enum ApplyError {
    /// The forge does not do it.
    #[error(transparent)]
    Forge(#[from] ForgeFault),
    /// A file could not be read.
    #[error(transparent)]
    Files(#[from] FilesError),
    /// A path cannot be one.
    #[error(transparent)]
    Path(#[from] RepoPathError),
    /// A file says no ruleset.
    #[error("{path} is no ruleset: {message}")]
    NoRuleset {
        /// The file.
        path: String,
        /// What is wrong.
        message: String,
    },
    /// There is nothing to go by.
    #[error("no app is named to move main: without one the rulesets would shut everybody out")]
    NoApps,
}

/// How to bring them.
#[derive(Clone, Copy, Debug, Default)]
pub struct ApplyOptions {
    /// Whether they hold from now on, rather than only being watched.
    pub active: bool,
    /// Show only.
    pub dry_run: bool,
}

/// What was done with a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Step {
    /// It is new.
    Created,
    /// It was changed.
    Changed,
    /// It was so already.
    Same,
}

/// One ruleset or label.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Applied {
    /// Its name.
    pub name: String,
    /// What was done, or with `dry_run` would be.
    pub step: Step,
    /// For a ruleset: whether it holds (`active`), is watched (`evaluate`), or sleeps (`disabled`).
    pub enforcement: Option<String>,
    /// What it lacked.
    pub lacked: Vec<String>,
}

/// The outcome.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ApplyReport {
    /// The repository.
    pub place: String,
    /// The rulesets.
    pub rulesets: Vec<Applied>,
    /// The labels.
    pub labels: Vec<Applied>,
    /// Whether any ruleset does not hold yet.
    pub waiting: bool,
}

/// The rulesets that shall hold: those of the files where there are some, else those that `kb github init` would write.
pub(super) fn wanted(workspace: &Workspace<'_>) -> Result<Vec<Value>, ApplyError> {
    let folder = RepoPath::new(FOLDER)?;
    let names = workspace.files.list(&folder)?;
    let mut wanted = Vec::new();
    for name in names.iter().filter(|name| name.ends_with(".json")) {
        let path = folder.join(name)?;
        let Some(bytes) = workspace.files.read(&path)? else { continue };
        let failed = |message: String| ApplyError::NoRuleset { path: path.to_string(), message };
        let body: Value = serde_json::from_slice(&bytes).map_err(|error| failed(error.to_string()))?;
        if body["name"].as_str().is_none_or(str::is_empty) || !body["rules"].is_array() {
            return Err(failed("it has no `name`, or no `rules`".to_owned()));
        }
        wanted.push(body);
    }
    if wanted.is_empty() {
        let apps = Apps::of(&workspace.config.forge).ok_or(ApplyError::NoApps)?;
        wanted = rulesets(&workspace.config.gate.branch, apps).into_iter().map(|(_, body)| body).collect();
    }
    Ok(wanted)
}

/// Brings rulesets and labels to what they shall be. What is so already costs no write.
pub fn apply(
    workspace: &Workspace<'_>,
    forge: &dyn ForgeSettings,
    options: &ApplyOptions,
) -> Result<ApplyReport, ApplyError> {
    let wanted = wanted(workspace)?;
    let there = forge.rulesets()?;
    let mut report = ApplyReport {
        place: forge.place().to_owned(),
        rulesets: Vec::new(),
        labels: Vec::new(),
        waiting: false,
    };
    for wanted in &wanted {
        let known = there.iter().find(|one| one.body["name"] == wanted["name"]);
        let now = known.map(|one| one.body["enforcement"].as_str().unwrap_or("disabled"));
        // What holds already is not let go.
        let enforcement = match (options.active, now) {
            (true, _) | (_, Some("active")) => "active",
            _ => "evaluate",
        };
        let lacked = known.map(|known| lacking(wanted, &known.body)).unwrap_or_default();
        let is_set = now == Some(enforcement) || (!options.active && now == Some("disabled"));
        let step = match known {
            None => Step::Created,
            Some(_) if lacked.is_empty() && is_set => Step::Same,
            Some(_) => Step::Changed,
        };
        let mut set = if step == Step::Same { now.unwrap_or(enforcement) } else { enforcement };
        if step != Step::Same && !options.dry_run {
            let body = match known {
                Some(known) => brought(wanted, &known.body, enforcement),
                None => with_enforcement(wanted, enforcement),
            };
            set = put(forge, known.map(|known| known.id), &body, enforcement)?;
        }
        report.waiting |= set != "active";
        report.rulesets.push(Applied {
            name: wanted["name"].as_str().unwrap_or_default().to_owned(),
            step,
            enforcement: Some(set.to_owned()),
            lacked,
        });
    }
    let labels = forge.labels()?;
    for label in LABELS {
        let is_there = labels.iter().any(|known| known.name.eq_ignore_ascii_case(label.name));
        if !is_there && !options.dry_run {
            forge.make_label(&ForgeLabel {
                name: label.name.to_owned(),
                color: label.color.to_owned(),
                description: label.description.to_owned(),
            })?;
        }
        let step = if is_there { Step::Same } else { Step::Created };
        let name = label.name.to_owned();
        report.labels.push(Applied { name, step, enforcement: None, lacked: Vec::new() });
    }
    Ok(report)
}

/// Writes a ruleset; where the plan knows no watching, it sleeps until it is made to hold.
fn put<'e>(
    forge: &dyn ForgeSettings,
    id: Option<u64>,
    body: &Value,
    enforcement: &'e str,
) -> Result<&'e str, ForgeFault> {
    match forge.put_ruleset(id, body) {
        Err(ForgeFault::Invalid { .. }) if enforcement == "evaluate" => {
            forge.put_ruleset(id, &with_enforcement(body, "disabled"))?;
            Ok("disabled")
        }
        written => written.map(|()| enforcement),
    }
}

fn with_enforcement(body: &Value, enforcement: &str) -> Value {
    let mut body = body.clone();
    body["enforcement"] = Value::from(enforcement);
    body
}

//! `kb github doctor`: compares what GitHub enforces with what kb relies on, one line a thing. It changes nothing, and what it may
//! not see it says.

use schemars::JsonSchema;
use serde::Serialize;

use super::apply::{ApplyError, wanted};
use super::compare::lacking;
use super::{Apps, ENVIRONMENTS, LABELS, written};
use crate::config::ForgeRole;
use crate::ops::Workspace;
use crate::path::RepoPath;
use crate::port::{ForgeAppFacts, ForgeFault, ForgeSettings};

/// How a thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// As it must be.
    Ok,
    /// This account may not see it: unknown is not well.
    Unseen,
    /// Works, but worth a look.
    Warn,
    /// What kb relies on does not hold.
    Fail,
}

/// What a line is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// The repository.
    Repository,
    /// An app and its role.
    App,
    /// A ruleset.
    Ruleset,
    /// The rules that hold for the gate's branch.
    Rules,
    /// An environment.
    Environment,
    /// CODEOWNERS.
    Codeowners,
    /// The labels.
    Labels,
    /// The files of `kb github init`.
    Files,
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Seen {
    /// What it is about.
    pub part: Part,
    /// Its name.
    pub name: String,
    /// How it is.
    pub standing: Standing,
    /// What was seen, one line.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

/// Everything that was looked at.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GithubReport {
    /// The repository.
    pub place: String,
    /// In the order of looking.
    pub seen: Vec<Seen>,
}

/// What is known of a role's app.
#[derive(Clone, Debug)]
pub struct RoleSight {
    /// The role.
    pub role: ForgeRole,
    /// What its app must be able to do, and no more.
    pub needs: &'static [(&'static str, &'static str)],
    /// What the app says of itself; `None` where its key is not here.
    pub facts: Option<Result<ForgeAppFacts, ForgeFault>>,
}

impl GithubReport {
    /// The worst that was seen.
    pub fn worst(&self) -> Standing {
        self.seen.iter().map(|seen| seen.standing).max().unwrap_or(Standing::Ok)
    }

    fn note(
        &mut self,
        part: Part,
        name: &str,
        standing: Standing,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let help: String = help.into();
        let help = (!help.is_empty()).then_some(help);
        self.seen.push(Seen { part, name: name.to_owned(), standing, message: message.into(), help });
    }

    /// A thing that could not be looked at.
    fn fault(&mut self, part: Part, name: &str, fault: &ForgeFault) {
        let (standing, help) = match fault {
            ForgeFault::Forbidden { .. } | ForgeFault::NotFound { .. } | ForgeFault::NoCredential { .. } => {
                (Standing::Unseen, "ask again with the token of an administrator in KB_ADMIN_TOKEN")
            }
            _ => (Standing::Unseen, "run it again"),
        };
        self.note(part, name, standing, fault.to_string(), help);
    }
}

/// Looks at everything.
pub fn doctor(
    workspace: &Workspace<'_>,
    forge: &dyn ForgeSettings,
    roles: &[RoleSight],
) -> Result<GithubReport, ApplyError> {
    let mut report = GithubReport { place: forge.place().to_owned(), seen: Vec::new() };
    let branch = &workspace.config.gate.branch;
    files(workspace, &mut report)?;
    match forge.default_branch() {
        Ok(default) if default == *branch => {
            report.note(Part::Repository, &default, Standing::Ok, "the default branch is the gate's", "");
        }
        // Workflows with secrets run as the default branch has them.
        Ok(default) => report.note(
            Part::Repository,
            &default,
            Standing::Fail,
            format!("the default branch is not `{branch}`, which the gate moves"),
            "make them one: the workflows that hold secrets are those of the default branch",
        ),
        Err(fault) => {
            let message = format!("nothing of it can be seen: {fault}");
            report.note(Part::Repository, branch, Standing::Fail, message, "set KB_ADMIN_TOKEN or GH_TOKEN");
            return Ok(report);
        }
    }
    for role in roles {
        app(workspace, role, &mut report);
    }
    rules(workspace, forge, &mut report)?;
    environments(forge, &mut report);
    match forge.codeowners_errors(branch) {
        Ok(Some(errors)) if errors.is_empty() => {
            report.note(Part::Codeowners, "CODEOWNERS", Standing::Ok, "names people that GitHub knows", "");
        }
        Ok(Some(errors)) => {
            let help = "a line with an error has no owner: mend it on the gate's branch";
            report.note(Part::Codeowners, "CODEOWNERS", Standing::Fail, errors.join("; "), help);
        }
        Ok(None) => {
            let help = "`kb github init --owner @ORG/TEAM` writes it";
            let message = "there is none: nobody must look at changes of workflows and kb.toml";
            report.note(Part::Codeowners, "CODEOWNERS", Standing::Warn, message, help);
        }
        Err(fault) => report.fault(Part::Codeowners, "CODEOWNERS", &fault),
    }
    match forge.labels() {
        Ok(labels) => {
            let is_there = |name: &str| labels.iter().any(|label| label.name.eq_ignore_ascii_case(name));
            let missing: Vec<&str> =
                LABELS.iter().map(|label| label.name).filter(|name| !is_there(name)).collect();
            if missing.is_empty() {
                report.note(Part::Labels, "labels", Standing::Ok, "all of kb's are there", "");
            } else {
                let message = format!("missing: {}", missing.join(", "));
                let help = "`kb github apply-rulesets` makes them";
                report.note(Part::Labels, "labels", Standing::Warn, message, help);
            }
        }
        Err(fault) => report.fault(Part::Labels, "labels", &fault),
    }
    Ok(report)
}

fn files(workspace: &Workspace<'_>, report: &mut GithubReport) -> Result<(), ApplyError> {
    let (mut missing, mut differing) = (Vec::new(), Vec::new());
    for file in written(&workspace.config.gate.branch, Apps::of(&workspace.config.forge), None) {
        match workspace.files.read(&RepoPath::new(&file.path)?)? {
            None => missing.push(file.path),
            Some(bytes) if bytes != file.text.as_bytes() => differing.push(file.path),
            Some(_) => {}
        }
    }
    if missing.is_empty() && differing.is_empty() {
        report.note(Part::Files, "files", Standing::Ok, "all are as `kb github init` writes them", "");
    }
    if !missing.is_empty() {
        let message = format!("missing: {}", missing.join(", "));
        report.note(Part::Files, "files", Standing::Warn, message, "`kb github init` writes them");
    }
    if !differing.is_empty() {
        let message = format!("edited, or of another version: {}", differing.join(", "));
        let help = "`kb github init --force --dry-run` shows what differs";
        report.note(Part::Files, "files", Standing::Warn, message, help);
    }
    Ok(())
}

fn app(workspace: &Workspace<'_>, sight: &RoleSight, report: &mut GithubReport) {
    let role = sight.role.as_str();
    let Some(app) = workspace.config.forge.app(sight.role) else {
        let help = format!("name it in [forge.apps.{role}] of kb.toml; until then one account is all roles");
        return report.note(Part::App, role, Standing::Warn, "has no app of its own", help);
    };
    let facts = match &sight.facts {
        None => {
            let message = format!("the app {}: {} is not set here", app.id, app.key_env);
            let help = "with its key the app says what it may do";
            return report.note(Part::App, role, Standing::Unseen, message, help);
        }
        Some(Err(fault)) => {
            let help = "the id, the key and the installation belong to one app";
            return report.note(Part::App, role, Standing::Fail, fault.to_string(), help);
        }
        Some(Ok(facts)) => facts,
    };
    let name = format!("{role} ({})", facts.slug);
    let rank = |level: &str| ["none", "read", "write", "admin"].iter().position(|one| *one == level);
    let needed = |permission: &str| {
        sight.needs.iter().find(|(known, _)| *known == permission).map_or("none", |(_, level)| *level)
    };
    let held = |permission: &str| facts.permissions.get(permission).map_or("none", String::as_str);
    let lacking: Vec<String> = sight
        .needs
        .iter()
        .filter(|(permission, level)| rank(held(permission)) < rank(level))
        .map(|(permission, level)| format!("{permission}: {level}"))
        .collect();
    let excess: Vec<String> = facts
        .permissions
        .iter()
        // A queue is the merger's, where there is one.
        .filter(|(permission, _)| sight.role != ForgeRole::Merger || *permission != "merge_queues")
        .filter(|(permission, level)| rank(level).is_none_or(|level| Some(level) > rank(needed(permission))))
        .map(|(permission, level)| format!("{permission}: {level}"))
        .collect();
    if !lacking.is_empty() {
        let message = format!("lacks {}", lacking.join(", "));
        report.note(Part::App, &name, Standing::Fail, message, "give it these in the app's settings");
    }
    if !excess.is_empty() {
        let message = format!("may do more than its role needs: {}", excess.join(", "));
        let help = "take it away in the app's settings: a key that leaks can do all that its app can";
        report.note(Part::App, &name, Standing::Fail, message, help);
    }
    if lacking.is_empty() && excess.is_empty() {
        report.note(Part::App, &name, Standing::Ok, "may do what its role needs, and no more", "");
    }
}

fn rules(
    workspace: &Workspace<'_>,
    forge: &dyn ForgeSettings,
    report: &mut GithubReport,
) -> Result<(), ApplyError> {
    const HELP: &str = "`kb github apply-rulesets` brings it there";
    let branch = &workspace.config.gate.branch;
    match forge.rules_of(branch) {
        Ok(rules) => {
            let missing: Vec<&str> = ["update", "pull_request", "required_status_checks", "non_fast_forward"]
                .into_iter()
                .filter(|kind| !rules.iter().any(|rule| rule == kind))
                .collect();
            if missing.is_empty() {
                let message = "only the gate moves it, with pull request and checks";
                report.note(Part::Rules, branch, Standing::Ok, message, "");
            } else {
                let message = format!("nothing holds there of {}", missing.join(", "));
                let help = "`kb github apply-rulesets`, and when checks have reported once, with --active";
                report.note(Part::Rules, branch, Standing::Fail, message, help);
            }
            if rules.iter().any(|rule| rule == "merge_queue") {
                let message = "has a merge queue, which waits for checks on merges of its own; kb reports them on heads alone";
                let help = "take the queue off: the gate merges one at a time, and judges the merge itself";
                report.note(Part::Rules, branch, Standing::Fail, message, help);
            }
        }
        Err(fault) => report.fault(Part::Rules, branch, &fault),
    }
    let wanted = match wanted(workspace) {
        Ok(wanted) => wanted,
        Err(error @ (ApplyError::NoApps | ApplyError::NoRuleset { .. })) => {
            let help = "`kb github init` writes them once [forge.apps] of kb.toml names the apps";
            report.note(Part::Ruleset, "rulesets", Standing::Fail, error.to_string(), help);
            return Ok(());
        }
        Err(error) => return Err(error),
    };
    let there = match forge.rulesets() {
        Ok(there) => there,
        Err(fault) => {
            report.fault(Part::Ruleset, "rulesets", &fault);
            return Ok(());
        }
    };
    for wanted in &wanted {
        let name = wanted["name"].as_str().unwrap_or_default();
        let Some(found) = there.iter().find(|one| one.body["name"] == wanted["name"]) else {
            report.note(Part::Ruleset, name, Standing::Fail, "is not there", HELP);
            continue;
        };
        let lacking = lacking(wanted, &found.body);
        let enforcement = found.body["enforcement"].as_str().unwrap_or("disabled");
        let sees_all = found.body["bypass_actors"].is_array();
        if !lacking.is_empty() {
            report.note(Part::Ruleset, name, Standing::Fail, lacking.join("; "), HELP);
        } else if enforcement != "active" {
            let message = format!("does not hold: it is on `{enforcement}`");
            let help = "`kb github apply-rulesets --active`, when every required check has reported once";
            report.note(Part::Ruleset, name, Standing::Fail, message, help);
        } else if sees_all {
            report.note(Part::Ruleset, name, Standing::Ok, "holds, and nobody else may pass it by", "");
        }
        if !sees_all {
            let message = "who may pass it by is shown to administrators only";
            let help = "ask again with the token of an administrator in KB_ADMIN_TOKEN";
            report.note(Part::Ruleset, name, Standing::Unseen, message, help);
        }
    }
    Ok(())
}

fn environments(forge: &dyn ForgeSettings, report: &mut GithubReport) {
    const HELP: &str =
        "Settings, Environments: restrict it to the gate's branch and put the role's secrets there";
    for name in ENVIRONMENTS {
        match forge.environment(name) {
            Ok(Some(environment)) if environment.is_for_some_branches => {
                report.note(Part::Environment, name, Standing::Ok, "is for chosen branches only", "");
            }
            Ok(Some(_)) => {
                let message = "every branch gets at its secrets, also one that rewrites the workflow";
                report.note(Part::Environment, name, Standing::Fail, message, HELP);
            }
            Ok(None) => report.note(Part::Environment, name, Standing::Fail, "is not there", HELP),
            Err(fault) => report.fault(Part::Environment, name, &fault),
        }
    }
}

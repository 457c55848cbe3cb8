//! The settings of the repository behind `port::ForgeSettings`: rulesets, what apps may do, environments, CODEOWNERS, labels.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

use super::ask::{Ask, Asker, encoded};
use super::client::array;
use super::credential::Credential;
use super::wire::Method;
use super::{GitHub, Reply};
use crate::port::{ForgeAppFacts, ForgeEnvironment, ForgeFault, ForgeLabel, ForgeRuleset, ForgeSettings};

#[derive(Deserialize)]
struct RepositoryShape {
    default_branch: String,
}

#[derive(Deserialize)]
struct RulesetShape {
    id: u64,
    name: Option<String>,
    source_type: Option<String>,
}

#[derive(Deserialize)]
struct RuleShape {
    #[serde(rename = "type")]
    kind: String,
}

#[derive(Deserialize)]
struct AppShape {
    id: u64,
    slug: Option<String>,
    permissions: Option<BTreeMap<String, Value>>,
}

#[derive(Deserialize)]
struct EnvironmentShape {
    deployment_branch_policy: Option<Value>,
}

#[derive(Deserialize)]
struct OwnersShape {
    errors: Vec<OwnersFault>,
}

#[derive(Deserialize)]
struct OwnersFault {
    line: Option<u64>,
    path: Option<String>,
    kind: Option<String>,
    source: Option<String>,
}

#[derive(Deserialize)]
struct LabelShape {
    name: Option<String>,
    color: Option<String>,
    description: Option<String>,
}

impl GitHub {
    fn list_rulesets(&self) -> Result<Vec<RulesetShape>, ForgeFault> {
        // Those of an organisation are not the repository's to change.
        let path = self.client.repository("/rulesets?includes_parents=false&per_page=100");
        let listed = self.client.pages(path, "listing rulesets", &array::<RulesetShape>)?;
        let own = |ruleset: &RulesetShape| ruleset.source_type.as_deref() != Some("Organization");
        Ok(listed.into_iter().filter(own).collect())
    }
}

/// What is not there is no fault.
fn if_any<T>(found: Result<T, ForgeFault>) -> Result<Option<T>, ForgeFault> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(ForgeFault::NotFound { .. }) => Ok(None),
        Err(fault) => Err(fault),
    }
}

impl ForgeSettings for GitHub {
    fn place(&self) -> &str {
        &self.place
    }

    fn default_branch(&self) -> Result<String, ForgeFault> {
        let doing = "looking for the default branch";
        Ok(self.client.get::<RepositoryShape>(self.client.repository(""), doing)?.default_branch)
    }

    fn rulesets(&self) -> Result<Vec<ForgeRuleset>, ForgeFault> {
        let mut rulesets = Vec::new();
        for RulesetShape { id, .. } in self.list_rulesets()? {
            let path = self.client.repository(&format!("/rulesets/{id}"));
            // One that was removed meanwhile is none.
            if let Some(body) = if_any(self.client.get(path, "reading a ruleset"))? {
                rulesets.push(ForgeRuleset { id, body });
            }
        }
        Ok(rulesets)
    }

    fn put_ruleset(&self, id: Option<u64>, body: &Value) -> Result<(), ForgeFault> {
        let doing = format!("writing the ruleset {}", body["name"].as_str().unwrap_or_default());
        if let Some(id) = id {
            let path = self.client.repository(&format!("/rulesets/{id}"));
            return self.client.repeat(&Ask::with(Method::Put, path, Some(body.clone()), &doing)).map(drop);
        }
        let path = self.client.repository("/rulesets");
        let ask = Ask::with(Method::Post, path, Some(body.clone()), &doing);
        let found = || {
            let named = |one: &RulesetShape| one.name.as_deref() == body["name"].as_str();
            Ok(self.list_rulesets()?.iter().any(named).then_some(()))
        };
        self.client.create(&ask, &|_| Ok(()), &found)
    }

    fn rules_of(&self, branch: &str) -> Result<Vec<String>, ForgeFault> {
        let path = self.client.repository(&format!("/rules/branches/{}?per_page=100", encoded(branch)));
        let rules = self.client.pages(path, "listing the rules of a branch", &array::<RuleShape>)?;
        Ok(rules.into_iter().map(|rule| rule.kind).collect())
    }

    fn app(&self) -> Result<Option<ForgeAppFacts>, ForgeFault> {
        match &self.client.credential {
            Credential::App { .. } => {}
            Credential::Token(_) | Credential::Reading(_) => return Ok(None),
            Credential::Missing(_) => {
                return match self.client.credential.fault(self.client.role) {
                    Some(fault) => Err(fault),
                    None => Ok(None),
                };
            }
        }
        let doing = "asking what the app may do";
        let ask = Ask { asker: Asker::App, ..Ask::get(self.client.path("/app"), doing) };
        let app: AppShape = self.client.repeat_as(&ask, &Reply::read)?;
        let level = |(name, level): (String, Value)| Some((name, level.as_str()?.to_owned()));
        Ok(Some(ForgeAppFacts {
            id: app.id,
            slug: app.slug.unwrap_or_default(),
            permissions: app.permissions.unwrap_or_default().into_iter().filter_map(level).collect(),
        }))
    }

    fn environment(&self, name: &str) -> Result<Option<ForgeEnvironment>, ForgeFault> {
        let doing = format!("looking at the environment {name}");
        let path = self.client.repository(&format!("/environments/{}", encoded(name)));
        let found: Option<EnvironmentShape> = if_any(self.client.get(path, &doing))?;
        Ok(found.map(|found| ForgeEnvironment {
            is_for_some_branches: found.deployment_branch_policy.is_some_and(|policy| policy.is_object()),
        }))
    }

    fn codeowners_errors(&self, branch: &str) -> Result<Option<Vec<String>>, ForgeFault> {
        let path = self.client.repository(&format!("/codeowners/errors?ref={}", encoded(branch)));
        let found: Option<OwnersShape> = if_any(self.client.get(path, "looking at CODEOWNERS"))?;
        let told = |fault: OwnersFault| {
            let path = fault.path.unwrap_or_else(|| "CODEOWNERS".to_owned());
            let line = fault.line.map(|line| format!(":{line}")).unwrap_or_default();
            let kind = fault.kind.unwrap_or_else(|| "an error".to_owned());
            let source = fault.source.unwrap_or_default();
            super::super::shown(&format!("{path}{line}: {kind}: {}", source.trim()))
        };
        Ok(found.map(|found| found.errors.into_iter().map(told).collect()))
    }

    fn labels(&self) -> Result<Vec<ForgeLabel>, ForgeFault> {
        let path = self.client.repository("/labels?per_page=100");
        let labels = self.client.pages(path, "listing labels", &array::<LabelShape>)?;
        let label = |label: LabelShape| ForgeLabel {
            name: label.name.unwrap_or_default(),
            color: label.color.unwrap_or_default(),
            description: label.description.unwrap_or_default(),
        };
        Ok(labels.into_iter().map(label).collect())
    }

    fn make_label(&self, label: &ForgeLabel) -> Result<(), ForgeFault> {
        let doing = format!("making the label {}", label.name);
        let body = json!({ "name": label.name, "color": label.color, "description": label.description });
        let ask = Ask::with(Method::Post, self.client.repository("/labels"), Some(body), &doing);
        let found = || {
            let is_it = |one: &ForgeLabel| one.name.eq_ignore_ascii_case(&label.name);
            Ok(self.labels()?.iter().any(is_it).then_some(()))
        };
        self.client.create(&ask, &|_| Ok(()), &found)
    }
}

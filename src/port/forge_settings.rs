//! How a forge's repository is set up: what its rules enforce, and what its accounts may do. Pull requests are `port::Forge`.

use std::collections::BTreeMap;

use serde_json::Value;

use super::ForgeFault;

/// A ruleset of the repository.
#[derive(Clone, Debug, PartialEq)]
pub struct ForgeRuleset {
    /// The forge's id of it.
    pub id: u64,
    /// The whole of it, as the forge tells it; who may pass it by is left out for who may not change it.
    pub body: Value,
}

/// An app, as it says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForgeAppFacts {
    /// Its id.
    pub id: u64,
    /// Its name in addresses.
    pub slug: String,
    /// What it may do: permission and level.
    pub permissions: BTreeMap<String, String>,
}

/// An environment, which holds secrets for workflows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForgeEnvironment {
    /// Whether only some branches get at its secrets.
    pub is_for_some_branches: bool,
}

/// A label of the repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForgeLabel {
    /// Its name.
    pub name: String,
    /// Its colour, six hexadecimal digits.
    pub color: String,
    /// What it means.
    pub description: String,
}

/// The settings of one repository, seen and changed as one account.
pub trait ForgeSettings {
    /// The host and the repository, as people name it.
    fn place(&self) -> &str;

    /// The branch that new clones begin with.
    fn default_branch(&self) -> Result<String, ForgeFault>;

    /// The rulesets of the repository itself, each as a whole.
    fn rulesets(&self) -> Result<Vec<ForgeRuleset>, ForgeFault>;

    /// Makes a ruleset, or gives the one `id` this body. One of the same name is never made twice.
    fn put_ruleset(&self, id: Option<u64>, body: &Value) -> Result<(), ForgeFault>;

    /// The types of the rules that hold for a branch now, wherever they come from.
    fn rules_of(&self, branch: &str) -> Result<Vec<String>, ForgeFault>;

    /// The app that acts; `None` for a person.
    fn app(&self) -> Result<Option<ForgeAppFacts>, ForgeFault>;

    /// An environment; `None` where there is none of that name.
    fn environment(&self, name: &str) -> Result<Option<ForgeEnvironment>, ForgeFault>;

    /// What is wrong in CODEOWNERS of a branch, one line each; `None` where there is no such file.
    fn codeowners_errors(&self, branch: &str) -> Result<Option<Vec<String>>, ForgeFault>;

    /// The labels of the repository.
    fn labels(&self) -> Result<Vec<ForgeLabel>, ForgeFault>;

    /// Makes a label; one of the same name stays as it is.
    fn make_label(&self, label: &ForgeLabel) -> Result<(), ForgeFault>;
}

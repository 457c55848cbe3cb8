//! The files that `kb github init` writes, as data.

use serde_json::{Value, json};

use super::labels::LABELS;
use super::rulesets::{Apps, rulesets};

/// A file of the repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenFile {
    /// Where it lies.
    pub path: String,
    /// What it says.
    pub text: String,
}

macro_rules! templates {
    ($($path:literal $template:literal)*) => { [$(($path, include_str!(concat!("templates/", $template)))),*] };
}

const TEMPLATES: [(&str, &str); 19] = templates! {
    ".github/workflows/kb-check.yml" "workflows/kb-check.yml"
    ".github/workflows/kb-lint.yml" "workflows/kb-lint.yml"
    ".github/workflows/kb-merge.yml" "workflows/kb-merge.yml"
    ".github/workflows/kb-propose.yml" "workflows/kb-propose.yml"
    ".github/workflows/kb-publish.yml" "workflows/kb-publish.yml"
    ".github/workflows/kb-reorganise.yml" "workflows/kb-reorganise.yml"
    ".github/workflows/kb-review.yml" "workflows/kb-review.yml"
    "ci/lint-workflows" "scripts/lint-workflows"
    "ci/workflow/check" "scripts/check"
    "ci/workflow/install" "scripts/install"
    "ci/workflow/lib" "scripts/lib"
    "ci/workflow/merge" "scripts/merge"
    "ci/workflow/post" "scripts/post"
    "ci/workflow/propose" "scripts/propose"
    "ci/workflow/publish" "scripts/publish"
    "ci/workflow/reorganise" "scripts/reorganise"
    "ci/workflow/review" "scripts/review"
    "ci/workflow/summaries" "scripts/summaries"
    "ci/workflow/sync" "scripts/sync"
};

/// The files for the gate's branch `branch`. Rulesets need the apps, CODEOWNERS an owner; without them they are left out.
pub fn written(branch: &str, apps: Option<Apps>, owner: Option<&str>) -> Vec<WrittenFile> {
    let file = |path: &str, text: String| WrittenFile { path: path.to_owned(), text };
    let fill = |text: &str| text.replace("@BRANCH@", branch).replace("@VERSION@", env!("CARGO_PKG_VERSION"));
    let mut files: Vec<WrittenFile> =
        TEMPLATES.iter().map(|(path, template)| file(path, fill(template))).collect();
    files.push(file(".github/kb-labels.json", pretty(&json!(LABELS))));
    if let Some(owner) = owner {
        let text = include_str!("templates/CODEOWNERS").replace("@OWNER@", owner);
        files.push(file(".github/CODEOWNERS", text));
    }
    for (name, body) in apps.map(|apps| rulesets(branch, apps)).unwrap_or_default() {
        files.push(file(&format!(".github/rulesets/{name}.json"), pretty(&body)));
    }
    files.sort_by(|one, other| one.path.cmp(&other.path));
    files
}

fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}

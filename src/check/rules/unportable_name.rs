//! File names that another system cannot hold.

use std::collections::HashMap;

use crate::check::{Index, Rule, Run, Sink};
use crate::config::Level;
use crate::path::RepoPath;
use crate::vault::fold_name;

pub(super) static RULE: Rule = Rule {
    name: "unportable-name",
    summary: "a file name that Windows or macOS cannot hold",
    base: Level::Warning,
    plain: Level::Warning,
    document: include_str!("unportable_name.md"),
    run: Run::Vault(run),
};

fn run(index: &Index<'_>, sink: &mut Sink) {
    let mut folded: HashMap<String, &RepoPath> = HashMap::new();
    for path in index.catalogue.files().iter().map(|file| &file.path) {
        if let Some(reason) = path.unportable() {
            let finding = sink.file(path.as_str(), format!("not every system can hold this name: {reason}"));
            finding.help = Some(format!("rename it to `{}`", path.made_portable()));
        }
        let name = fold_name(path.as_str()).into_owned();
        if let Some(other) = folded.insert(name, path) {
            let what = if path.as_str().to_lowercase() == other.as_str().to_lowercase() {
                "in upper and lower case"
            } else {
                "in how its accents are written"
            };
            let message = format!("differs from `{other}` {what} only");
            let finding = sink.file(path.as_str(), message);
            finding.help = Some("macOS and Windows keep only one of the two; rename one".to_owned());
        }
    }
}

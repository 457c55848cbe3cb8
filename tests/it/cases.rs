//! Reads a case of `tests/fixtures/cases`: a folder that users of similar tools had trouble with, and what is right of
//! it, a line an expectation. A line that is not understood, and is not said to be tested elsewhere, fails.

mod expectation;
mod found;

use std::path::{Path, PathBuf};

use kb::note::Note;
use kb::path::RepoPath;
use kb::vault::{File, Layout, Vault};
use serde_json::Value;

use crate::TestRepo;

/// A case, read and checked.
pub struct Case {
    /// A plain folder with its files.
    pub repo: TestRepo,
    /// The same files, read.
    pub vault: Vault,
    findings: Vec<Value>,
}

/// The files of the case `id`, ordered.
fn fixture(id: &str) -> Vec<(String, Vec<u8>)> {
    fn walk(root: &Path, folder: &Path, found: &mut Vec<(String, Vec<u8>)>) {
        for entry in std::fs::read_dir(folder).expect("a folder of the case") {
            let path: PathBuf = entry.expect("an entry").path();
            if path.is_dir() {
                walk(root, &path, found);
            } else {
                let name = path.strip_prefix(root).expect("below").to_str().expect("a name").to_owned();
                found.push((name, std::fs::read(&path).expect("a file of the case")));
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/cases").join(id).join("vault");
    let mut found = Vec::new();
    walk(&root, &root, &mut found);
    found.sort();
    found
}

/// A vault of a plain folder with these files, in this order.
pub fn vault(files: &[(String, Vec<u8>)]) -> Vault {
    let file = |(path, bytes): &(String, Vec<u8>)| File {
        path: RepoPath::new(path.as_str()).expect("a path"),
        bytes: Some(bytes.clone()),
    };
    let mut layout: Layout = kb::config::Config::default().layout().expect("the default layout");
    layout.knowledge = None;
    Vault::build(layout, files.iter().map(file).collect(), Vec::new())
}

impl Case {
    /// The case with `files` in place of a fixture.
    pub fn of(files: &[(String, Vec<u8>)]) -> Case {
        let repo = TestRepo::plain();
        files.iter().for_each(|(path, bytes)| repo.write(path, bytes));
        let mut case = Case { repo, vault: vault(files), findings: Vec::new() };
        case.check();
        case
    }

    /// The case `id` of the fixtures, with every expectation met but those that start with one of `elsewhere`.
    pub fn met(id: &str, elsewhere: &[&str]) -> Case {
        let case = Case::of(&fixture(id));
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/cases").join(id);
        let text = std::fs::read_to_string(root.join("expected.txt")).expect("the expectations");
        let (_, lines) = text.split_once("\n---\n").expect("a header");
        let mut left: Vec<&str> = elsewhere.to_vec();
        for line in lines.lines().filter(|line| !line.is_empty()) {
            if let Some(index) = left.iter().position(|start| line.starts_with(start)) {
                left.remove(index);
            } else {
                case.expect(line);
            }
        }
        assert!(left.is_empty(), "{id} expects nothing of {left:?}");
        for note in case.vault.notes() {
            for link in &note.links {
                let raw = &note.text[link.span.clone()];
                assert!(raw.starts_with(['[', '!', '<']) && raw.ends_with([']', ')', '>']), "{raw}");
            }
        }
        case
    }

    /// Checks the folder again.
    pub fn check(&mut self) {
        let report = self.repo.kb(["check", "--format", "json"]).json();
        self.findings = report["findings"].as_array().expect("findings").clone();
    }

    /// The note at `path`.
    pub fn note(&self, path: &str) -> &Note {
        self.vault.note(path).unwrap_or_else(|| panic!("no note {path}"))
    }

    /// The findings of `rule` in the file at `path`, as "line:column message".
    pub fn found(&self, path: &str, rule: &str) -> Vec<String> {
        let wanted = |finding: &&Value| finding["path"] == path && finding["rule"] == rule;
        let told = |finding: &Value| {
            format!(
                "{}:{} {}",
                finding["line"],
                finding["column"],
                finding["message"].as_str().unwrap_or_default()
            )
        };
        self.findings.iter().filter(wanted).map(told).collect()
    }

    /// The paths of the notes that `kb search` finds, ordered.
    pub fn search(&self, query: &str) -> Vec<String> {
        let mut paths = self.ranked(query);
        paths.sort();
        paths
    }

    /// The paths of the notes that `kb search` finds, best first.
    pub fn ranked(&self, query: &str) -> Vec<String> {
        let answer = self.repo.kb(["search", "--format", "json", "--", query]).code(0).json();
        let results = answer["results"].as_array().expect("results");
        let mut paths: Vec<String> = Vec::new();
        for result in results {
            let path = result["path"].as_str().expect("a path").to_owned();
            if !paths.contains(&path) {
                paths.push(path);
            }
        }
        paths
    }
}

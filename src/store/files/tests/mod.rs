//! The working tree on a real disk: what is taken in, what is refused, what a crash leaves.

mod walking;
mod writing;

use std::os::unix::fs::symlink;
use std::path::Path;

use tempfile::TempDir;

use super::Tree;
use crate::config::Config;
use crate::path::RepoPath;
use crate::port::Files as _;
use crate::vault::{Layout, Limits};

const LIMITS: Limits = Limits { note: 1_000, evidence: 2_000 };

/// A root to work in, with a folder beside it.
fn sandbox(files: &[(&str, &str)]) -> (TempDir, Tree) {
    let temp = tempfile::tempdir().unwrap();
    let root = temp.path().join("root");
    std::fs::create_dir_all(temp.path().join("outside")).unwrap();
    std::fs::create_dir(&root).unwrap();
    for (path, text) in files {
        write(&root, path, text);
    }
    let tree = Tree::open(&root).unwrap();
    (temp, tree)
}

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

fn path(text: &str) -> RepoPath {
    RepoPath::new(text).unwrap()
}

/// The whole root is knowledge.
fn whole() -> Layout {
    Layout { knowledge: None, ..Config::default().layout().unwrap() }
}

/// The paths that are taken in, and the rules and paths of what is odd.
fn walked(tree: &Tree, layout: &Layout) -> (Vec<String>, Vec<String>) {
    let (files, odd) = tree.walk(layout, LIMITS).unwrap();
    let files = files.into_iter().map(|file| file.path.to_string()).collect();
    (files, odd.into_iter().map(|odd| format!("{} {}", odd.rule, odd.path)).collect())
}

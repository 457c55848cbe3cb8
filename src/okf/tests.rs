mod conforming;
mod exporting;
mod importing;
mod round_trip;

use super::*;
use crate::path::RepoPath;
use crate::vault::{File, Layout, Vault};

fn path(text: &str) -> RepoPath {
    RepoPath::new(text).expect("a path")
}

fn file(at: &str, text: &str) -> BundleFile {
    BundleFile { path: path(at), shown: at.to_owned(), bytes: text.into() }
}

/// A vault of `files`, and one evidence item with the label `secret` and one without.
fn vault(files: &[(&str, &str)]) -> Vault {
    let mut all: Vec<File> =
        files.iter().map(|(at, text)| File { path: path(at), bytes: Some((*text).into()) }).collect();
    for (id, more) in [(OPEN, ""), (CLOSED, "labels: [secret]\n")] {
        let folder = format!("evidence/2026/11/{id}");
        let source = "one\nfull refund within seven days\nthree\n";
        let sha256 = crate::digest::Sha256Hex::of(source.as_bytes());
        let meta = format!(
            "id: {id}\nkind: call\ntitle: Call of {id}\ncaptured_at: 2026-11-30T10:00:00Z\nsha256: {sha256}\n\
             media_type: text/markdown\nsource: source.md\n{more}"
        );
        all.push(File { path: path(&format!("{folder}/meta.yaml")), bytes: Some(meta.into()) });
        all.push(File { path: path(&format!("{folder}/source.md")), bytes: Some(source.into()) });
    }
    let layout = Layout { knowledge: Some(path("knowledge")), evidence: path("evidence") };
    let vault = Vault::build(layout, all, Vec::new());
    assert_eq!(vault.evidence_count(), 2, "{:?}", vault.oddities());
    vault
}

const OPEN: &str = "2026-11-30-call-3f9a2c";
const CLOSED: &str = "2026-11-30-call-aaaaaa";

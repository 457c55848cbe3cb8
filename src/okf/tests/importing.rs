//! What a note made of a bundle's file says, and what it does not.

use std::collections::BTreeSet;

use super::{file, path, vault};
use crate::caller::Label;
use crate::okf::Importer;

#[test]
fn trust_is_taken_out_and_the_note_stands_as_unconfirmed() {
    let vault = vault(&[]);
    let text = "---\ntype: Metric\nverified: { by: human:ann, at: 2026-06-25T09:00:00Z }\nsources:\n  - id: a\n    resource: x\n\
                standing: \"certain\"\nlabels: [theirs]\n---\nSee [other](/deep/other.md#top), [gone](/gone.md).\n";
    let importer = Importer {
        vault: &vault,
        into: Some(path("knowledge/acme")),
        labels: BTreeSet::from([Label("ours".into())]),
        files: BTreeSet::from([path("a.md"), path("deep/other.md")]),
    };
    let note = importer.note(&file("a.md", text)).expect("a note");
    assert_eq!(note.dropped, ["sources", "verified"]);
    assert_eq!(
        note.text,
        "---\ntype: Metric\nstanding: unconfirmed\nlabels: [\"ours\", \"theirs\"]\n---\nSee [other](deep/other.md#top), [gone](/gone.md).\n"
    );
    assert_eq!(importer.target(&path("deep/other.md")), path("knowledge/acme/deep/other.md"));
}

#[test]
fn what_cannot_be_a_note_says_why() {
    let vault = vault(&[]);
    let importer = Importer { vault: &vault, into: None, labels: BTreeSet::new(), files: BTreeSet::new() };
    let mut bad = file("a.md", "");
    bad.bytes = b"---\ntype: A\n---\n\xff".to_vec();
    assert_eq!(importer.note(&bad).expect_err("no note"), "it is not UTF-8 (byte 16)");
    let broken = importer.note(&file("a.md", "---\ntype: [\n---\n"));
    assert_eq!(broken.expect_err("no note"), "its front matter does not parse");
}

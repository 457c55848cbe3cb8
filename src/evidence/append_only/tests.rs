use super::*;
use crate::digest::BlobId;

fn entry(path: &str, blob: &str, kind: TreeEntryKind) -> TreeEntry {
    TreeEntry { path: path.as_bytes().to_vec(), blob: BlobId(blob.to_owned()), kind }
}

fn file(path: &str, blob: &str) -> TreeEntry {
    entry(path, blob, TreeEntryKind::File)
}

#[track_caller]
fn check(parents: &[&[TreeEntry]], head: &[TreeEntry], expected: &[(&str, Fault)]) {
    let evidence = RepoPath::new("evidence").expect("a path");
    let found = violations(&evidence, parents, head);
    let found: Vec<_> = found.iter().map(|v| (v.path.as_str(), v.fault.clone())).collect();
    assert_eq!(found, expected);
}

#[test]
fn additions_pass_and_changes_fail() {
    let base = [file("evidence/1.md", "a"), file("kb.toml", "k")];
    check(&[&base], &[file("evidence/1.md", "a"), file("evidence/2.md", "b")], &[]);
    // Old bytes as a prefix do not help: a blob is the same or it is not.
    check(&[&base], &[file("evidence/1.md", "a+")], &[("evidence/1.md", Fault::Changed)]);
    check(&[&base], &[], &[("evidence/1.md", Fault::Removed)]);
    // What lies elsewhere, and folders that only begin alike, are nobody's business here.
    check(&[&base], &[file("evidence/1.md", "a"), file("evidence-old/1.md", "x")], &[]);
    check(&[], &[file("evidence/1.md", "a")], &[]);
}

#[test]
fn rename_replace_mode_and_type() {
    let base = [file("evidence/1.md", "a")];
    let to = |path: &str| Fault::Renamed { to: path.to_owned() };
    check(&[&base], &[file("evidence/9.md", "a")], &[("evidence/1.md", to("evidence/9.md"))]);
    check(&[&base], &[file("evidence/9.md", "b")], &[("evidence/1.md", Fault::Removed)]);
    check(&[&base], &[file("old.md", "a")], &[("evidence/1.md", Fault::Removed)]);
    check(
        &[&base],
        &[entry("evidence/1.md", "l", TreeEntryKind::Symlink)],
        &[("evidence/1.md", Fault::TypeChanged)],
    );
    check(
        &[&base],
        &[entry("evidence/1.md", "a", TreeEntryKind::Executable)],
        &[("evidence/1.md", Fault::ModeChanged)],
    );
    check(
        &[&base],
        &[file("evidence/1.MD", "a")],
        &[("evidence/1.md", Fault::CaseRenamed { to: "evidence/1.MD".to_owned() })],
    );
    check(
        &[&base],
        &[file("evidence/1.MD", "b"), file("evidence/1.md", "a")],
        &[("evidence/1.MD", Fault::CaseCollision { with: "evidence/1.md".to_owned() })],
    );
    let linked = [file("evidence/1.md", "a"), entry("evidence/2.md", "l", TreeEntryKind::Symlink)];
    check(&[&base], &linked, &[("evidence/2.md", Fault::NotAFile)]);
}

#[test]
fn a_mode_change_warns_and_everything_else_is_an_error() {
    let violation = |fault| Violation { path: "evidence/1.md".to_owned(), fault };
    assert_eq!(violation(Fault::ModeChanged).severity(), Severity::Warning);
    assert_eq!(violation(Fault::TypeChanged).severity(), Severity::Error);
    assert_eq!(violation(Fault::Changed).severity(), Severity::Error);
}

#[test]
fn an_item_is_complete_when_it_is_added() {
    let folder = "evidence/2026/11/2026-11-30-call-3f9a2c";
    let base = [file(&format!("{folder}/meta.yaml"), "m"), file(&format!("{folder}/source.md"), "s")];
    let mut head = base.to_vec();
    head.push(file("evidence/2026/11/2026-11-30-call-3f9a2c1/source.md", "s"));
    check(&[&base], &head, &[]);
    head.push(file(&format!("{folder}/text.md"), "t"));
    check(&[&base], &head, &[("evidence/2026/11/2026-11-30-call-3f9a2c/text.md", Fault::AddedToItem)]);
}

#[test]
fn a_merge_keeps_the_evidence_of_both_sides() {
    let (ours, theirs) = ([file("evidence/log.md", "x")], [file("evidence/log.md", "y")]);
    check(&[&ours, &theirs], &[file("evidence/log.md", "x")], &[("evidence/log.md", Fault::Changed)]);
    let theirs = [file("evidence/2.md", "y")];
    check(&[&ours, &theirs], &[file("evidence/2.md", "y"), file("evidence/log.md", "x")], &[]);
    check(&[&ours, &theirs], &[file("evidence/log.md", "x")], &[("evidence/2.md", Fault::Removed)]);
}

#[test]
fn paths_that_are_not_utf8_are_compared_as_bytes() {
    let odd = |last: u8| TreeEntry {
        path: [b"evidence/".as_slice(), &[last]].concat(),
        blob: BlobId("a".to_owned()),
        kind: TreeEntryKind::File,
    };
    check(&[&[odd(0xe9)]], &[odd(0xe9)], &[]);
    check(
        &[&[odd(0xe9)]],
        &[odd(0xe8)],
        &[("evidence/\u{fffd}", Fault::Renamed { to: "evidence/\u{fffd}".to_owned() })],
    );
}

//! Walking and reading.

use super::*;
use crate::port::FilesError;

#[test]
fn knowledge_and_evidence_are_taken_in_and_nothing_else() {
    let (_temp, tree) = sandbox(&[
        ("README.md", "outside both"),
        ("knowledge/a.md", "a"),
        ("knowledge/.abstract", "derived"),
        ("knowledge/picture.png", "png"),
        ("knowledge/.obsidian/plugin.md", "another program's"),
        ("evidence/2026/11/x/meta.yaml", "id: x"),
        (".kb/index/a.md", "state"),
        (".git/a.md", "git"),
    ]);
    let layout = Config::default().layout().unwrap();
    let (files, odd) = walked(&tree, &layout);
    assert_eq!(
        files,
        ["evidence/2026/11/x/meta.yaml", "knowledge/.abstract", "knowledge/a.md", "knowledge/picture.png"]
    );
    assert_eq!(odd, Vec::<String>::new());
    let (files, _) = tree.walk(&layout, LIMITS).unwrap();
    let bytes = |name: &str| files.iter().find(|file| file.path.as_str() == name).unwrap().bytes.clone();
    assert_eq!(bytes("knowledge/a.md"), Some(b"a".to_vec()));
    assert_eq!(bytes("evidence/2026/11/x/meta.yaml"), Some(b"id: x".to_vec()));
    assert_eq!(bytes("knowledge/picture.png"), None, "an attachment is known by its name");
    let (files, _) = walked(&tree, &whole());
    assert_eq!(files.iter().filter(|file| file.starts_with('.')).count(), 0, "{files:?}");
    assert!(files.contains(&"README.md".to_owned()));
}

#[test]
fn links_end_where_they_lead_and_every_file_counts_once() {
    let (_temp, tree) = sandbox(&[("a/one.md", "one"), ("x/two.md", "two")]);
    let root = tree.root();
    std::fs::create_dir(root.join("z")).unwrap();
    for (target, link) in
        [("..", "a/up"), ("../z", "x/y"), ("../x", "z/w"), ("loop.md", "loop.md"), ("a/one.md", "alias.md")]
    {
        symlink(target, root.join(link)).unwrap();
    }
    let (files, odd) = walked(&tree, &whole());
    assert_eq!(files, ["a/one.md", "alias.md", "x/two.md"]);
    assert_eq!(odd, ["unreadable loop.md"]);
    let (files, _) = tree.walk(&whole(), LIMITS).unwrap();
    let alias = files.iter().find(|file| file.path.as_str() == "alias.md").unwrap();
    assert_eq!(alias.bytes, None, "the note is a/one.md; the alias only exists");
    assert_eq!(tree.read(&path("alias.md")).unwrap(), Some(b"one".to_vec()));
}

#[test]
fn what_lies_behind_a_link_out_of_the_root_is_not_read() {
    let (temp, tree) = sandbox(&[("in/a.md", "ok"), (".git/config", "secret"), (".kb/keys/gate", "secret")]);
    write(temp.path(), "outside/secret.txt", "SECRET-CANARY");
    for (target, link) in [
        ("../outside/secret.txt", "leak.md"),
        ("../outside", "dir"),
        (".git/config", "config.md"),
        (".kb/keys/gate", "key.md"),
        ("nowhere.md", "dangling.md"),
    ] {
        symlink(target, tree.root().join(link)).unwrap();
    }
    for leak in ["leak.md", "dir/secret.txt", "config.md", "key.md"] {
        assert!(matches!(tree.read(&path(leak)), Err(FilesError::Outside { .. })), "{leak}");
    }
    assert_eq!(tree.read(&path("dangling.md")).unwrap(), None);
    assert_eq!(tree.read(&path("in")).unwrap(), None, "a folder is no file");
    assert_eq!(tree.read(&path("in/a.md/below")).unwrap(), None);
    let (files, odd) = walked(&tree, &whole());
    assert_eq!(files, ["in/a.md"]);
    assert_eq!(
        odd,
        [
            "symlink-outside config.md",
            "unreadable dangling.md",
            "symlink-outside dir",
            "symlink-outside key.md",
            "symlink-outside leak.md"
        ]
    );
}

#[test]
fn names_of_any_bytes_are_met_and_only_those_not_utf8_are_left_out() {
    use std::os::unix::ffi::OsStrExt as _;
    let (_temp, tree) =
        sandbox(&[("café/á.md", "1"), ("new\nline.md", "2"), ("-rf.md", "4"), ("tab\there.md", "5")]);
    let bad = std::ffi::OsStr::from_bytes(b"bad\xff.md");
    std::fs::write(tree.root().join(bad), "3").unwrap();
    let (files, odd) = walked(&tree, &whole());
    assert_eq!(files, ["-rf.md", "café/á.md", "new\nline.md", "tab\there.md"]);
    assert_eq!(odd, ["path-not-utf8 bad\u{fffd}.md"]);
}

#[test]
fn too_large_a_note_is_read_up_to_the_limit_and_evidence_not_at_all() {
    let (_temp, tree) = sandbox(&[
        ("knowledge/large.md", &"x".repeat(1_001)),
        ("knowledge/full.md", &"x".repeat(1_000)),
        ("evidence/2026/11/x/source.txt", &"x".repeat(2_001)),
    ]);
    let layout = Config::default().layout().unwrap();
    let (files, odd) = tree.walk(&layout, LIMITS).unwrap();
    let sizes: Vec<Option<usize>> = files.iter().map(|file| file.bytes.as_ref().map(Vec::len)).collect();
    assert_eq!(sizes, [None, Some(1_000), Some(1_000)]);
    let rules: Vec<&str> = odd.iter().map(|odd| odd.rule).collect();
    assert_eq!(rules, ["file-too-large", "file-too-large"]);
    assert!(odd[1].message.contains("max_bytes (1000)"), "{}", odd[1].message);
}

#[test]
fn other_repositories_below_are_not_entered() {
    let (_temp, tree) = sandbox(&[
        ("a.md", "a"),
        ("clone/.git/HEAD", "ref: x"),
        ("clone/b.md", "b"),
        ("vendor/.git", "gitdir: ../.git/modules/vendor"),
        ("vendor/s.md", "s"),
        ("bare/HEAD", "ref: x"),
        ("bare/objects/x", ""),
        ("bare/refs/x", ""),
        ("bare/hooks/README.md", "r"),
    ]);
    assert_eq!(walked(&tree, &whole()).0, ["a.md"]);
}

#[test]
fn what_is_no_file_does_not_hang_the_walk() {
    let (_temp, tree) = sandbox(&[("a.md", "a")]);
    let made = std::process::Command::new("mkfifo").arg(tree.root().join("pipe.md")).status().unwrap();
    assert!(made.success());
    let (files, odd) = walked(&tree, &whole());
    assert_eq!(files, ["a.md"]);
    assert_eq!(odd, ["unreadable pipe.md"]);
}

#[test]
fn a_folder_is_listed_by_name() {
    let (_temp, tree) = sandbox(&[("evidence/b/x", ""), ("evidence/a", ""), ("evidence/.hidden", "")]);
    assert_eq!(tree.list(&path("evidence")).unwrap(), [".hidden", "a", "b"]);
    assert_eq!(tree.list(&path("none")).unwrap(), Vec::<String>::new());
    assert!(tree.has_folder(&path("evidence/b")) && !tree.has_folder(&path("evidence/a")));
}

//! Writing.

use std::os::unix::fs::PermissionsExt as _;

use super::*;
use crate::change::{ChangeError, ChangeSet};
use crate::port::FilesError;
use crate::store::files::Stage;

/// The files below the root, without those of `.kb`.
fn present(tree: &Tree) -> Vec<String> {
    walked(tree, &whole()).0
}

#[test]
fn changes_are_applied_with_every_pre_image_checked_first() {
    let (_temp, tree) = sandbox(&[("a.md", "a"), ("old/gone.md", "g"), ("swap", "file"), ("run.sh", "1")]);
    std::fs::set_permissions(tree.root().join("run.sh"), std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut changes = ChangeSet::new();
    changes.edit(path("a.md"), b"a", b"b".to_vec());
    changes.edit(path("run.sh"), b"1", b"2".to_vec());
    changes.remove(path("old/gone.md"), b"g");
    changes.remove(path("swap"), b"file");
    changes.create(path("swap/now-a-folder.md"), b"s".to_vec());
    changes.create(path("new/deep/n.md"), b"n".to_vec());
    tree.apply(&changes).unwrap();
    assert_eq!(present(&tree), ["a.md", "new/deep/n.md", "run.sh", "swap/now-a-folder.md"]);
    assert_eq!(tree.read(&path("a.md")).unwrap(), Some(b"b".to_vec()));
    assert!(!tree.root().join("old").exists());
    let mode = tree.root().join("run.sh").metadata().unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o755, "the run bit stays");
    assert_eq!(Stage::left_over(tree.root()), Vec::<std::path::PathBuf>::new());

    let mut stale = ChangeSet::new();
    stale.create(path("z.md"), b"z".to_vec());
    stale.edit(path("a.md"), b"a", b"c".to_vec());
    assert!(matches!(tree.apply(&stale), Err(FilesError::Change(ChangeError::PreImage { .. }))));
    assert_eq!(tree.read(&path("z.md")).unwrap(), None, "all or nothing");
}

#[test]
fn nothing_is_written_behind_a_link_out_of_the_root() {
    let (temp, tree) = sandbox(&[("in/a.md", "ok")]);
    symlink("../outside", tree.root().join("dir")).unwrap();
    symlink("in/a.md", tree.root().join("alias.md")).unwrap();
    symlink("../outside/new.md", tree.root().join("dangling.md")).unwrap();
    symlink("../outside/none", tree.root().join("later")).unwrap();
    for target in ["dir/new.md", "dir/deep/new.md", "dangling.md", "later/new.md"] {
        let mut changes = ChangeSet::new();
        changes.create(path(target), b"x".to_vec());
        assert!(matches!(tree.apply(&changes), Err(FilesError::Outside { .. })), "{target}");
        let folder = tree.create_folder(&path(target), &[("source.txt", b"x".as_slice())]);
        assert!(matches!(folder, Err(FilesError::Outside { .. })), "{target}");
    }
    assert_eq!(std::fs::read_dir(temp.path().join("outside")).unwrap().count(), 0);
    let mut changes = ChangeSet::new();
    changes.edit(path("alias.md"), b"ok", b"x".to_vec());
    assert!(tree.apply(&changes).is_err(), "a link is not replaced by a file");
    assert_eq!(tree.read(&path("in/a.md")).unwrap(), Some(b"ok".to_vec()));
}

#[test]
fn a_name_that_some_system_cannot_hold_is_not_made() {
    let (_temp, tree) = sandbox(&[("why?.md", "there already")]);
    let mut changes = ChangeSet::new();
    changes.create(path("ok/CON.md"), b"x".to_vec());
    assert!(matches!(tree.apply(&changes), Err(FilesError::Unportable { .. })));
    let folder = tree.create_folder(&path("a"), &[("Chapter 1: Intro.md", b"x".as_slice())]);
    assert!(matches!(folder, Err(FilesError::Unportable { .. })));
    let mut changes = ChangeSet::new();
    changes.edit(path("why?.md"), b"there already", b"may change".to_vec());
    tree.apply(&changes).unwrap();
    assert_eq!(present(&tree), ["why?.md"]);
}

#[test]
fn a_folder_appears_whole_or_not_at_all() {
    let (_temp, tree) = sandbox(&[("taken/x", "x")]);
    let files = [("source.md", b"words".as_slice()), ("meta.yaml", b"id: x".as_slice())];
    tree.create_folder(&path("evidence/2026/11/x"), &files).unwrap();
    assert_eq!(present(&tree), ["evidence/2026/11/x/meta.yaml", "evidence/2026/11/x/source.md", "taken/x"]);
    for taken in ["evidence/2026/11/x", "taken", "taken/x"] {
        let result = tree.create_folder(&path(taken), &files);
        assert!(matches!(result, Err(FilesError::Change(ChangeError::Exists { .. }))), "{taken}");
    }
    assert!(tree.create_folder(&path("taken/x/below"), &files).is_err());
    assert_eq!(tree.list(&path(".kb/tmp")).unwrap(), Vec::<String>::new());
}

#[test]
fn what_a_dead_process_left_is_cleaned_and_what_a_living_one_uses_is_not() {
    let (_temp, tree) = sandbox(&[]);
    let alive = Stage::new(tree.root()).unwrap();
    write(tree.root(), ".kb/tmp/dead/lock", "");
    write(tree.root(), ".kb/tmp/dead/1", "half a file");
    assert_eq!(Stage::left_over(tree.root()), [tree.root().join(".kb/tmp/dead")]);
    tree.create_folder(&path("a"), &[("b", b"c".as_slice())]).unwrap();
    assert_eq!(Stage::left_over(tree.root()), Vec::<std::path::PathBuf>::new());
    assert_eq!(tree.list(&path(".kb/tmp")).unwrap().len(), 1);
    drop(alive);
    assert_eq!(tree.list(&path(".kb/tmp")).unwrap(), Vec::<String>::new());
}

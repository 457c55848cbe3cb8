//! Tests of counting lines in patches, and of where comments go.

use super::super::FilePatch;
use super::*;

// PR-01
const OUTSIDE: &str = "--- a/n.md\n+++ b/n.md\n@@ -10,3 +10,4 @@\n ten\n+eleven new\n twelve\n thirteen\n";

#[test]
fn a_comment_outside_of_the_diff_is_moved_or_goes_to_the_summary() {
    let hunks = Hunks::read(OUTSIDE.as_bytes());
    assert_eq!(hunks.commentable("n.md", DiffSide::Right), [10, 11, 12, 13]);
    assert_eq!(hunks.commentable("n.md", DiffSide::Left), [10, 11, 12]);
    let at = |line| hunks.place("n.md", DiffSide::Right, line..=line, None);
    assert_eq!(at(10), CommentPlace::Lines { start: None, line: 10, moved: false });
    assert_eq!(at(13), CommentPlace::Lines { start: None, line: 13, moved: false });
    assert_eq!(at(9), CommentPlace::Lines { start: None, line: 10, moved: true });
    assert_eq!(at(14), CommentPlace::Lines { start: None, line: 13, moved: true });
    assert_eq!(at(200), CommentPlace::Summary);
    assert_eq!(hunks.place("other.md", DiffSide::Right, 1..=1, None), CommentPlace::Summary);
}

// PR-02
#[test]
fn lines_are_counted_by_the_headers_whatever_they_look_like() {
    let old = "a\nb\n---\nc\nd\ne\nf\ng\nh\ni\nj\nk";
    let new = "a\nB\n---\n+++ x\nc\nd\ne\nf\ng\nh\nj\nk2\n";
    let patch = FilePatch {
        old_path: Some("n.md"),
        new_path: Some("n.md"),
        old: old.as_bytes(),
        new: new.as_bytes(),
    };
    let text = patch.unified();
    assert!(text.contains("++++ x") && text.contains("\\ No newline"), "{text}");
    let hunks = Hunks::read(text.as_bytes());
    let at = |side, line, text| hunks.place("n.md", side, line..=line, Some(text));
    let exactly = |line| CommentPlace::Lines { start: None, line, moved: false };
    assert_eq!(at(DiffSide::Right, 4, "+++ x"), exactly(4));
    assert_eq!(at(DiffSide::Right, 12, "k2"), exactly(12));
    assert_eq!(at(DiffSide::Left, 10, "i"), exactly(10));
    assert_eq!(at(DiffSide::Right, 12, "k"), CommentPlace::Summary, "another line than is quoted");
    let marker = hunks.commentable("n.md", DiffSide::Left).last().copied();
    assert_eq!(marker, Some(12), "the marker of the missing line end has no number");
}

#[test]
fn a_range_stays_within_its_hunk() {
    let patch = "diff --git a/n.md b/n.md\n--- a/n.md\n+++ b/n.md\n@@ -1 +1,2 @@\n one\n+two\n@@ -20,2 +21,2 @@\n-x\n+y\n z\n";
    let hunks = Hunks::read(patch.as_bytes());
    let at = |lines| hunks.place("n.md", DiffSide::Right, lines, None);
    assert_eq!(at(1..=2), CommentPlace::Lines { start: Some(1), line: 2, moved: false });
    assert_eq!(at(2..=22), CommentPlace::Lines { start: Some(21), line: 22, moved: false });
    assert_eq!(hunks.commentable("n.md", DiffSide::Right), [1, 2, 21, 22]);
}

#[test]
fn files_are_found_by_the_name_that_they_have_now() {
    let patch = "diff --git a/old.md b/new.md\nsimilarity index 100%\nrename from old.md\nrename to new.md\n\
                 diff --git a/pic.png b/pic.png\nBinary files a/pic.png and b/pic.png differ\n\
                 diff --git \"a/\\303\\274 \\\"q\\\".md\" \"b/\\303\\274 \\\"q\\\".md\"\n\
                 --- \"a/\\303\\274 \\\"q\\\".md\"\n+++ \"b/\\303\\274 \\\"q\\\".md\"\n@@ -0,0 +1 @@\n+x\n\
                 diff --git a/a b/c.md b/a b/c.md\ndeleted file mode 100644\n--- a/a b/c.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-gone\n";
    let hunks = Hunks::read(patch.as_bytes());
    let at = |path: &str, side| hunks.place(path, side, 1..=1, None);
    assert_eq!(at("new.md", DiffSide::Right), CommentPlace::File, "nothing of it is shown");
    assert_eq!(at("pic.png", DiffSide::Right), CommentPlace::File);
    let first = CommentPlace::Lines { start: None, line: 1, moved: false };
    assert_eq!(at("ü \"q\".md", DiffSide::Right), first);
    assert_eq!(at("a b/c.md", DiffSide::Left), first);
    assert_eq!(at("a b/c.md", DiffSide::Right), CommentPlace::File);
    assert!(!hunks.touches("old.md"));
}

#[test]
fn what_is_no_patch_has_no_lines() {
    for text in [
        "",
        "@@ -1 +1 @@\n x\n",
        "--- a/x\n@@ nonsense @@\n+x\n",
        "diff --git a b\n@@ -1,9 +1,9 @@\n x\nbroken\n+y\n",
    ] {
        let hunks = Hunks::read(text.as_bytes());
        assert!(hunks.commentable("x", DiffSide::Right).len() <= 1, "{text}");
    }
}

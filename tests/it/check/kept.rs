//! What a check keeps for the next: it saves work and changes no answer.

use crate::TestRepo;

/// The findings of a check that may use what was kept, and of one that may not.
fn both(repo: &TestRepo) -> (String, String) {
    let kept = repo.kb(["check", "--format", "json"]).stdout;
    for path in repo.files().into_iter().filter(|path| path.starts_with(".kb/cache/")) {
        repo.remove(&path);
    }
    (kept, repo.kb(["check", "--format", "json"]).stdout)
}

fn settle() {
    // Files that are older than this when they are first seen are kept.
    std::thread::sleep(std::time::Duration::from_millis(40));
}

#[test]
fn every_change_is_seen() {
    let repo = TestRepo::initialised();
    for name in ["a", "b", "c"] {
        repo.write(&format!("knowledge/{name}.md"), "---\ntype: Note\n---\n# Title\n\n[[a]] [[b#Title]]\n");
    }
    settle();
    let (kept, fresh) = both(&repo);
    assert_eq!(kept, fresh);
    let changes: [&dyn Fn(); 6] = [
        &|| repo.write("knowledge/a.md", "---\ntype: Note\n---\n# Other\n\n[[nowhere]]\n"),
        // The same length, at once.
        &|| repo.write("knowledge/b.md", "---\ntype: Note\n---\n# Eltit\n\n[[a]] [[b#Title]]\n"),
        &|| repo.remove("knowledge/a.md"),
        &|| repo.write("knowledge/d.md", "---\ntype: Note\naliases: [a]\n---\n# D\n"),
        &|| repo.write("kb.toml", "[check.rules]\nbroken-link = \"warning\"\n"),
        &|| repo.write("knowledge/b.md", "---\ntype: Note\n---\n# Title\n\nClaimed.\n"),
    ];
    for change in changes {
        change();
        let (kept, fresh) = both(&repo);
        assert_eq!(kept, fresh);
        settle();
        assert_eq!(repo.kb(["check", "--format", "json"]).stdout, fresh);
    }
}

#[test]
fn what_is_kept_and_damaged_is_read_anew() {
    let repo = TestRepo::initialised();
    repo.write("knowledge/a.md", "---\ntype: Note\n---\n# A\n\n[[b]]\n");
    repo.write("knowledge/b.md", "---\ntype: Note\n---\n# B\n");
    settle();
    let first = repo.kb(["check", "--format", "json"]).stdout;
    let kept = std::fs::read(repo.path(".kb/cache/check")).expect("something was kept");
    for damaged in [&b""[..], b"kb", &kept[..kept.len() / 2], &[0xff; 64]] {
        std::fs::write(repo.path(".kb/cache/check"), damaged).expect("written");
        assert_eq!(repo.kb(["check", "--format", "json"]).stdout, first);
    }
}

#[test]
fn a_plain_folder_stays_as_it_is() {
    let repo = TestRepo::plain();
    repo.write("a.md", "# A\n\n[[b]]\n");
    repo.write("b.md", "# B\n");
    settle();
    repo.kb(["check"]).code(0);
    assert_eq!(repo.files(), ["a.md", "b.md"]);
}

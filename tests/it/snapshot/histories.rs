//! Whatever happens to a repository, an incremental build gives what a full one gives, and no ghost stays (I6).

use std::fs;

use kb::caller::{Caller, Label, Tenant};
use kb::port::IndexStore as _;
use kb::store::index::IndexFolder;
use proptest::prelude::*;

use crate::test_repo::TestRepo;

/// Something that happens between two builds.
#[derive(Clone, Debug)]
enum Step {
    Write(usize, String),
    Relabel(usize),
    Retenant(usize, usize),
    Rename(usize, usize),
    Delete(usize),
    Branch,
    Merge,
    Revert,
    Rewrite,
    Build,
}

fn step() -> impl Strategy<Value = Step> {
    let name = || 0..5_usize;
    let text = prop::collection::vec(prop::sample::select(vec!["alpha", "beta", "gamma-3", "épsilon"]), 1..6);
    prop_oneof![
        4 => (name(), text).prop_map(|(at, words)| Step::Write(at, words.join(" "))),
        2 => name().prop_map(Step::Relabel),
        3 => (name(), 0..3_usize).prop_map(|(at, to)| Step::Retenant(at, to)),
        2 => (name(), name()).prop_map(|(from, to)| Step::Rename(from, to)),
        2 => name().prop_map(Step::Delete),
        1 => Just(Step::Branch),
        1 => Just(Step::Merge),
        1 => Just(Step::Revert),
        1 => Just(Step::Rewrite),
        3 => Just(Step::Build),
    ]
}

/// Names that a file system may take for one, or not take at all.
const TENANTS: [&str; 3] = ["acme", "ACME", "../é / x"];

fn path(at: usize) -> String {
    ["knowledge/a.md", "knowledge/b.md", "knowledge/c/d.md", "knowledge/é.md", "knowledge/c/e f.md"][at]
        .to_owned()
}

/// Runs git; whether it succeeded does not matter, a history may refuse what was asked of it.
fn try_git(repo: &TestRepo, arguments: &[&str]) -> bool {
    repo.run(repo.command("git").args(arguments), b"").status == 0
}

fn take(repo: &TestRepo, step: &Step) {
    match step {
        Step::Write(at, text) => {
            repo.write(&path(*at), format!("---\ntype: Note\n---\n# N\n\n{text}.\n\n## M\n\n- {text}\n"));
        }
        Step::Relabel(at) if repo.exists(&path(*at)) => {
            repo.write(&path(*at), format!("---\nlabels: [board]\n---\n{}", repo.read(&path(*at))));
        }
        Step::Retenant(at, to) if repo.exists(&path(*at)) => {
            repo.write(&path(*at), format!("---\ntenant: {}\n---\n# N\n\nalpha {to}.\n", TENANTS[*to]));
        }
        Step::Rename(from, to) if repo.exists(&path(*from)) && from != to => {
            let text = repo.read(&path(*from));
            repo.remove(&path(*from));
            repo.write(&path(*to), text);
        }
        Step::Delete(at) if repo.exists(&path(*at)) => repo.remove(&path(*at)),
        Step::Branch => {
            repo.commit_all("before a branch");
            try_git(repo, &["branch", "--force", "side"]);
            repo.write("knowledge/side.md", "a side note\n");
            repo.commit_all("aside");
        }
        Step::Merge => {
            let merged = try_git(repo, &["merge", "--quiet", "--no-edit", "-X", "ours", "side"]);
            let _ = merged || try_git(repo, &["merge", "--abort"]);
        }
        Step::Revert => {
            let reverted = try_git(repo, &["revert", "--no-edit", "HEAD"]);
            let _ = reverted || try_git(repo, &["revert", "--abort"]);
        }
        // The commit that was indexed goes away altogether.
        Step::Rewrite => {
            try_git(repo, &["commit", "--quiet", "--amend", "--allow-empty", "--message", "rewritten"]);
            try_git(repo, &["reflog", "expire", "--expire=now", "--all"]);
            try_git(repo, &["gc", "--quiet", "--prune=now"]);
        }
        _ => {}
    }
    repo.commit_all("step");
}

fn dump(repo: &TestRepo) -> Vec<String> {
    let index =
        IndexFolder::new(&repo.path(".kb")).open(&Caller::owner()).expect("readable").expect("an index");
    let mut lines = index.dump().expect("a dump");
    lines.push(format!("{} notes", index.stamp().notes));
    lines
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_history_of_builds_equals_one_build(steps in prop::collection::vec(step(), 2..10)) {
        let repo = TestRepo::new().file("knowledge/a.md", "# A\n\nalpha\n").file(".gitignore", ".kb/\n").commit("start");
        repo.kb(["build"]).code(0);
        for step in &steps {
            take(&repo, step);
            if matches!(step, Step::Build | Step::Rewrite) {
                repo.kb(["build"]).code(0);
            }
        }
        repo.kb(["build"]).code(0);
        let incremental = dump(&repo);
        fs::rename(repo.path(".kb/index"), repo.path(".kb/before")).expect("put aside");
        repo.kb(["build"]).code(0);
        prop_assert_eq!(&incremental, &dump(&repo));

        for tenant in [None, Some(TENANTS[0]), Some(TENANTS[1]), Some(TENANTS[2])] {
            let reader = Caller::new(tenant.map(|name| Tenant(name.to_owned())), [Label("finance".to_owned())]);
            let index = IndexFolder::new(&repo.path(".kb")).open(&reader).expect("readable").expect("an index");
            let view = index.view(&reader).expect("a view");
            for at in 0..5 {
                let note = kb::path::RepoPath::new(path(at)).expect("a path");
                let text = if repo.exists(&path(at)) { repo.read(&path(at)) } else { "labels: [board]".to_owned() };
                let is_own = !text.contains("\ntenant: ")
                    || tenant.is_some_and(|name| text.contains(&format!("\ntenant: {name}\n")));
                let is_open = is_own && !text.contains("labels: [board]");
                prop_assert_eq!(!view.pieces(&note).expect("pieces").is_empty(), is_open, "{}", path(at));
            }
        }
    }
}

#[test]
fn a_switch_to_another_branch_and_back_is_followed() {
    let repo = TestRepo::new().file("knowledge/a.md", "alpha\n").file(".gitignore", ".kb/\n").commit("one");
    repo.kb(["build"]).code(0);
    let first = dump(&repo);
    repo.git(["switch", "--quiet", "--create", "side"]);
    repo.git(["mv", "knowledge/a.md", "knowledge/b.md"]);
    repo.commit_all("renamed");
    repo.kb(["build", "--rev", "side"]).code(0);
    assert_ne!(dump(&repo), first);
    repo.kb(["build", "--rev", "main"]).code(0);
    assert_eq!(dump(&repo), first);
}

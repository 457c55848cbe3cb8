//! The index follows history: after any sequence of commits, renames, rewrites and branches, bringing it up to date
//! step by step gives what building it anew gives (I6).

use proptest::prelude::*;
use serde_json::Value;

use crate::TestRepo;

/// One thing that happens to a repository.
#[derive(Clone, Debug)]
enum Step {
    Write(&'static str, Vec<&'static str>, &'static str),
    Rename(&'static str, &'static str),
    Delete(&'static str),
    Amend(&'static str, Vec<&'static str>),
    Reset,
    /// Commits on another branch, indexes that, and comes back.
    Aside(&'static str, Vec<&'static str>),
    Merge(&'static str, Vec<&'static str>),
}

const NAMES: [&str; 6] = ["a", "b", "B", "c/d", "é", "ü ber"];
const FRONTS: [&str; 4] = ["type: Note", "labels: [board]", "status: deprecated", "valid_until: 2020-01-01"];

fn name() -> impl Strategy<Value = &'static str> {
    prop::sample::select(NAMES.to_vec())
}

fn words() -> impl Strategy<Value = Vec<&'static str>> {
    prop::collection::vec(prop::sample::select(vec!["alpha", "beta", "gamma", "omega-3", "Épsilon"]), 1..8)
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (name(), words(), prop::sample::select(FRONTS.to_vec())).prop_map(|(n, w, f)| Step::Write(n, w, f)),
        2 => (name(), name()).prop_map(|(from, to)| Step::Rename(from, to)),
        2 => name().prop_map(Step::Delete),
        1 => (name(), words()).prop_map(|(n, w)| Step::Amend(n, w)),
        1 => Just(Step::Reset),
        1 => (name(), words()).prop_map(|(n, w)| Step::Aside(n, w)),
        1 => (name(), words()).prop_map(|(n, w)| Step::Merge(n, w)),
    ]
}

fn path(name: &str) -> String {
    format!("knowledge/{name}.md")
}

fn write(repo: &TestRepo, name: &str, words: &[&str], front: &str) {
    repo.write(&path(name), format!("---\n{front}\n---\n# Note\n\n{}.\n", words.join(" ")));
}

fn apply(repo: &TestRepo, step: &Step) {
    match step {
        Step::Write(name, words, front) => {
            write(repo, name, words, front);
            repo.commit_all("write");
        }
        Step::Rename(from, to) if repo.exists(&path(from)) && !repo.exists(&path(to)) => {
            repo.write(&path(to), repo.read(&path(from)));
            repo.remove(&path(from));
            repo.commit_all("rename");
        }
        Step::Delete(name) if repo.exists(&path(name)) => {
            repo.remove(&path(name));
            repo.commit_all("delete");
        }
        Step::Rename(..) | Step::Delete(_) => {}
        Step::Amend(name, words) => {
            write(repo, name, words, FRONTS[0]);
            repo.git(["add", "--all"]);
            repo.git(["commit", "--quiet", "--amend", "--message", "rewritten"]);
            repo.git(["reflog", "expire", "--expire=now", "--all"]);
            repo.git(["gc", "--quiet", "--prune=now"]);
        }
        Step::Reset => {
            if repo.git(["rev-list", "--count", "--first-parent", "HEAD"]).trim() != "1" {
                repo.git(["reset", "--quiet", "--hard", "HEAD~1"]);
            }
        }
        Step::Aside(name, words) => {
            repo.git(["switch", "--quiet", "--force-create", "side"]);
            write(repo, name, words, FRONTS[0]);
            repo.commit_all("aside");
            repo.kb(["build", "--rev", "side"]).code(0);
            repo.git(["switch", "--quiet", "main"]);
        }
        Step::Merge(name, words) => {
            repo.git(["switch", "--quiet", "--force-create", "other"]);
            write(repo, name, words, FRONTS[1]);
            repo.commit_all("other");
            repo.git(["switch", "--quiet", "main"]);
            repo.git(["merge", "--quiet", "--no-ff", "--message", "merge", "other"]);
        }
    }
}

/// What a set of queries gives, scores included, for the owner and for a caller who sees less.
fn answers(repo: &TestRepo) -> Vec<Value> {
    let mut answers = Vec::new();
    for query in ["alpha beta", "omega-3 épsilon gamma alpha"] {
        for caller in [&["--include-deprecated"][..], &["--label", "public"]] {
            let mut command = repo.kb_command();
            command.args(["search", query, "--format", "json"]).args(caller);
            answers.push(repo.run(&mut command, b"").code(0).json());
        }
    }
    answers
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn step_by_step_gives_what_building_anew_gives(steps in prop::collection::vec(step(), 2..9)) {
        let repo = TestRepo::new();
        write(&repo, "a", &["alpha", "beta"], FRONTS[0]);
        let repo = repo.commit("first").with(["build"]);
        for step in &steps {
            apply(&repo, step);
            repo.kb(["build"]).code(0);
        }
        let stepwise = answers(&repo);
        repo.kb(["build", "--full"]).code(0);
        let full = answers(&repo);
        std::fs::remove_dir_all(repo.path(".kb/index")).expect("removed");
        repo.kb(["build"]).code(0);
        let anew = answers(&repo);
        prop_assert_eq!(&stepwise, &full);
        prop_assert_eq!(&stepwise, &anew);
    }
}

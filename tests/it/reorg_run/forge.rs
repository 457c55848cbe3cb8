//! On GitHub: pull requests that name their part, and one dashboard issue that is kept up to date.

use super::base;
use crate::pulls::stage::Stage;

/// The stage, with the notes of the base on main.
fn stage() -> Stage {
    let notes = base::faulty();
    let is_wanted = |path: &&String| path.starts_with("knowledge/") || path.starts_with("evidence/");
    Stage::with(|repo| {
        for path in notes.files().iter().filter(is_wanted) {
            repo.write(path, notes.read(path));
        }
    })
}

/// The text of the one issue that is open, or was.
fn dashboard(stage: &Stage) -> (bool, String) {
    let issues = stage.github.issues("acme/base");
    let [issue] = issues.as_slice() else { panic!("{} issues", issues.len()) };
    (issue.closed.is_none(), issue.body.clone().unwrap_or_default())
}

#[test]
fn parts_are_pull_requests_and_the_dashboard_ticks_them_off() {
    let stage = stage();
    stage.proposer.kb(["reorg", "run"]).code(0);
    let pulls = stage.github.pulls("acme/base");
    assert!(pulls.len() >= 2, "{}", pulls.len());
    assert!(pulls.iter().all(|pull| pull.head_ref.starts_with("kb/reorg/r-")), "a branch for each part");
    let body = pulls[0].body.clone().unwrap_or_default();
    assert!(body.contains("**Part** `") && body.contains("of the reorganisation `r-"), "{body}");
    assert!(pulls.iter().any(|pull| pull.title.starts_with("billing: ")), "{}", pulls[0].title);
    let (is_open, before) = dashboard(&stage);
    assert!(is_open && before.contains("- [ ] `billing`") && before.contains(", #"), "{before}");
    // Again, and nothing is written twice.
    let writes = stage.github.writes().len();
    stage.proposer.kb(["reorg", "run"]).code(0);
    let again: Vec<String> =
        stage.github.writes().into_iter().skip(writes).map(|seen| seen.operation).collect();
    assert!(again.iter().all(|operation| operation.contains("access-token")), "{again:?}");
    // Each role does what is its own.
    for pull in &pulls {
        let number = pull.number.to_string();
        stage.reviewer.kb(["review", "--pr", &number, "--post"]).code(0).prints("approved");
    }
    // Parts that write the same entry page go one after the other: the later one is made and reviewed again.
    let merger = stage.merger.repo.root();
    let mut last = String::new();
    for _ in 0..pulls.len() {
        stage.merger.kb(["merge", "--run"]);
        stage.proposer.repo.git(["pull", "--quiet", merger.to_str().expect("UTF-8"), "main"]);
        last = stage.proposer.kb(["reorg", "run"]).stdout;
        if last.contains("ended") {
            break;
        }
        stage.reviewer.repo.git(["pull", "--quiet", merger.to_str().expect("UTF-8"), "main"]);
        for pull in stage.github.pulls("acme/base").iter().filter(|pull| pull.merged.is_none()) {
            let number = pull.number.to_string();
            stage.reviewer.kb(["review", "--pr", &number, "--post"]).code(0);
        }
    }
    assert!(last.contains("ended"), "{last}");
    let (is_open, after) = dashboard(&stage);
    assert!(!is_open && after.contains("- [x] `billing`") && after.contains("Ended at"), "{after}");
}

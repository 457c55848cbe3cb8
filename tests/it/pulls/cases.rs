//! Failures that users of other tools reported of pull requests, those that take the whole program to show.
//!
//! | case | test |
//! | --- | --- |
//! | PR-01, PR-02 | `src/text/hunks/tests.rs` |
//! | PR-04 | `src/pull/tests.rs`, `src/forge/github/tests/threads.rs` |
//! | PR-05 | here, `src/forge/github/tests/summary.rs`, `pulls/whole.rs` |
//! | PR-07 | `review/kept.rs`, `src/forge/github/tests/pulls.rs` |
//! | PR-08 | `workflow_scripts.rs` |
//! | PR-10 | `src/forge/github/limit.rs`, `src/forge/github/tests/limits.rs` |
//! | PR-11 | here, `server/working.rs` |

use super::stage::Stage;
use crate::test_repo::TestRepo;

/// PR-05: the same head twice, then an equal tree by force, then a real change.
#[test]
fn one_summary_and_one_comment_a_finding_whatever_is_pushed() {
    let stage = Stage::new();
    let id = stage.proposes_by_hand(
        "Refunds above 900 EUR need the approval of a team lead.",
        "L2",
        "need the approval of a team lead",
    );
    let review = || stage.reviewer.kb(["review", "--pr", "1", "--post"]);
    let said = || {
        let pull = stage.github.pull("acme/base", 1);
        let findings = pull.comments.iter().filter(|comment| comment.thread == comment.id).count();
        (findings, stage.github.comments("acme/base", 1).len(), pull.reviews.len())
    };
    review().code(1);
    assert_eq!(said(), (1, 1, 1));
    let writes = stage.github.writes().len();
    review().code(1);
    assert_eq!(stage.github.writes().len(), writes, "the same head again costs no write");
    // An equal tree: nothing that the review rests on changed, and the head has its own review all the same.
    let repo = &stage.proposer.repo;
    let branch = format!("kb/proposal/{id}");
    let tree = repo.git(["rev-parse", &format!("{branch}^{{tree}}")]);
    let again = repo.git(["commit-tree", tree.trim(), "-p", &format!("{branch}^"), "-m", "the same, again"]);
    let admin = stage.github.person("eve", crate::github::token::Role::Admin);
    let url = stage.github.git_url("acme/base").replace("http://", &format!("http://eve:{admin}@"));
    repo.git(["push", "--quiet", "--force", &url, &format!("{}:refs/heads/{branch}", again.trim())]);
    review().code(1);
    assert_eq!(said(), (1, 1, 2), "said once, one summary, one review a head");
}

/// PR-11: names that programs take for options, pathspecs or times, and a report that would be written through a link.
#[cfg(unix)]
#[test]
fn names_that_a_pull_request_chooses_are_names() {
    let repo = TestRepo::new();
    let odd = ["-n.md", "--output=x.md", "a:b.md", ":(top)x.md"];
    for name in odd {
        repo.write(name, "A line.\n");
    }
    std::os::unix::fs::symlink("../secret", repo.path("kb-report.json")).expect("a link");
    repo.commit_all("odd");
    let secret = repo.root().with_file_name("secret");
    let checked = repo.kb(["check", "--rev", "HEAD", "--format", "json"]).json();
    assert_eq!(checked["examined"]["notes"], odd.len(), "{checked}");
    for name in odd {
        let why = repo.kb(["why", "--format", "json", "--", name]).code(0);
        assert!(why.stdout.contains("unreviewed"), "{}", why.whole());
        repo.kb(["links", "--", name]).code(0);
    }
    repo.kb(["check", "--write-baseline", "kb-report.json"]).code(3).says("symbolic link");
    assert!(!secret.exists(), "nothing is written through a link");
}

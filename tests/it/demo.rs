//! `kb demo`, as a user sees it.

use crate::TestRepo;

#[test]
fn the_demo_tells_the_whole_loop() {
    let repo = TestRepo::plain();
    let run = repo.kb(["demo", "--dir", "try"]).code(0);
    for line in [
        "$ kb init",
        "$ kb propose",
        "-- The refund window is 14 days from delivery.",
        "+- The refund window is now 30 days from delivery, no longer 14 days.",
        "- Disputed: The gateway timeout of checkout-api is 60 seconds.",
        "the claim says `5000 EUR need`",
        "error[evidence-changed]",
        "That was the whole loop.",
    ] {
        assert!(run.stdout.contains(line), "no `{line}` in\n{}\n{}", run.stdout, run.stderr);
    }
    assert!(repo.exists("try/shop/kb.toml"), "the repository stays");
}

#[test]
fn the_demo_needs_no_name_from_git() {
    let repo = TestRepo::plain();
    std::fs::write(repo.path("../home/.gitconfig"), "").expect("an empty git config");
    repo.kb(["demo", "--dir", "try"]).code(0);
}

#[test]
fn the_demo_touches_no_folder_that_holds_something() {
    let repo = TestRepo::plain().file("try/mine.txt", "mine\n");
    repo.kb(["demo", "--dir", "try"]).code(2).says("try is not empty");
    assert_eq!(repo.files(), ["try/mine.txt"]);
}

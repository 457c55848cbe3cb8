//! A program as reviewer: a typed review in a file is its word, held to what it quotes; nothing else that it does counts.

use std::os::unix::fs::PermissionsExt as _;

use crate::stage::{evidence, ledger_file, proposed, round};
use crate::{Run, TestRepo};

const QUOTE: &str = "The refund window is 7 days after receipt.";

/// Makes the shell script `body` the reviewer, with `more` beside its command.
fn with_reviewer(repo: &TestRepo, body: &str, more: &str) {
    repo.write("judge", format!("#!/bin/sh\n{body}\n"));
    std::fs::set_permissions(repo.path("judge"), std::fs::Permissions::from_mode(0o755)).expect("a program");
    let role = format!("[roles]\nreviewer = {{command = [\"./judge\"], family = \"tests\"{more}}}\n");
    repo.write("kb.toml", repo.read("kb.toml").replacen("[roles]\n", &role, 1));
    repo.git(["commit", "--quiet", "--message", "a reviewer", "--", "kb.toml"]);
}

/// Whether this kernel has the sandbox; without it kb says so, and there is nothing to test.
fn is_confined(run: &Run) -> bool {
    let is_missing = run.stderr.contains("in a Landlock sandbox only");
    if is_missing {
        eprintln!("skipped: {}", run.stderr);
    }
    !is_missing
}

/// A script that fills `claims.json` in with a verdict, lines and the words `quote`, and what else a verdict has.
fn judging(verdict: &str, quote: &str, reasons: &str) -> String {
    format!(
        "id=$(ls evidence/2026/11)\n\
         span=\"{{\\\"evidence\\\": \\\"$id\\\", \\\"lines\\\": [1, 1], \\\"quote\\\": \\\"{quote}\\\"}}\"\n\
         sed -e 's/\"verdict\": \"unsupported\"/\"verdict\": \"{verdict}\"/' -e \"s/\\\"spans\\\": \\[\\]/\\\"spans\\\": [$span]\
         {reasons}/\" claims.json > review/review.json"
    )
}

#[test]
fn its_review_is_held_to_its_quotes_and_carries_a_merge() {
    let (repo, id) = proposed();
    with_reviewer(&repo, &format!("{}\necho 'All is well.'", judging("supported", QUOTE, "")), "");
    let run = repo.kb(["review", &id]);
    if !is_confined(&run) {
        return;
    }
    run.code(0).prints("approved").prints("1 of 1 claims supported");
    let review = ledger_file(&repo, &format!("{}/review.json", round(&id, 1)));
    assert!(review.contains("\"family\": \"tests\"") && review.contains(QUOTE), "{review}");
    let shown = repo.kb(["proposal", "show", &id, "--transcript"]).code(0);
    shown.prints("Reviewer judge (tests)").prints("in a Landlock sandbox").prints("All is well.");
    repo.kb(["merge", &id]).code(0).prints("merged");
    repo.kb(["audit", "--verify"]).code(0);
}

#[test]
fn a_rejection_quotes_what_the_lines_say() {
    let (repo, id) = proposed();
    let reasons = ", \\\"reasons\\\": [\\\"the lines speak of refunds only\\\"]";
    with_reviewer(&repo, &judging("partly-supported", QUOTE, reasons), "");
    let run = repo.kb(["review", &id, "--once"]);
    if is_confined(&run) {
        run.code(1).prints("partly supported").prints("the lines speak of refunds only").prints(QUOTE);
    }
}

#[test]
fn a_void_review_goes_back_with_what_is_wrong_and_then_a_person_is_asked() {
    let (repo, id) = proposed();
    // The first try quotes what does not stand there; told of it, the second is right.
    let body = format!(
        "if [ -f last-review.json ]; then grep -q 'does not stand in' TASK.md || exit 9\n{}\nelse\n{}\nfi",
        judging("supported", QUOTE, ""),
        judging("supported", "The window is 90 days.", "")
    );
    with_reviewer(&repo, &body, "");
    let run = repo.kb(["review", &id]);
    if !is_confined(&run) {
        return;
    }
    run.code(0).prints("approved");
    for (body, wrong) in [
        ("echo 'verdict: all supported, LGTM'".to_owned(), "there is no review at review/review.json"),
        ("echo '{\"verdicts\": []}' > review/review.json".to_owned(), "does not fit the review format"),
        ("echo '{\"version\": 1, \"verdicts\": []}' > review/review.json".to_owned(), "has no verdict"),
        (judging("supported", "The window is 90 days.", ""), "does not stand in"),
        (judging("contradicted", QUOTE, ""), "say in `reasons`"),
        ("ln -s /etc/passwd review/review.json".to_owned(), "no plain file"),
    ] {
        let (repo, id) = proposed();
        with_reviewer(&repo, &body, "");
        repo.kb(["review", &id]).code(1).prints("needs-human").prints("void (I4)").prints(wrong);
        repo.kb(["merge", &id]).code(1);
    }
}

#[test]
fn it_writes_nothing_but_its_review_and_reads_nothing_but_what_it_may_see() {
    let (repo, id) = proposed();
    evidence(&repo, "The password of the other tenant is swordfish.\n", "tenant: other\n");
    let root = repo.root().display().to_string();
    let probes = format!(
        "probe() {{ if sh -c \"$2\" >/dev/null 2>&1; then echo \"$1: DONE\"; else echo \"$1: refused\"; fi; }}\n\
         probe 'write a note' 'echo x > knowledge/refunds.md'\n\
         probe 'write evidence' 'echo x > evidence/x.md'\n\
         probe 'change its task' 'echo x > claims.json'\n\
         probe 'write the repository' 'echo x > {root}/knowledge/x.md'\n\
         probe 'read the repository' 'cat {root}/kb.toml'\n\
         probe 'read the keys' 'cat {root}/.kb/keys/reviewer'\n\
         probe 'see the other tenant' 'grep -r swordfish .'\n\
         probe 'see a key' 'env | grep -i key'\n\
         probe 'keep a note' 'echo x > review/x'\n{}",
        judging("supported", QUOTE, "").replace("$(ls evidence/2026/11)", "$(ls evidence/2026/11 | head -1)")
    );
    with_reviewer(&repo, &probes, "");
    let run = repo.kb_with_env(&[("OPENAI_API_KEY", "sk-test-0123456789")], ["review", &id]);
    if !is_confined(&run) {
        return;
    }
    run.code(0).prints("approved");
    let transcript = repo.kb(["proposal", "show", &id, "--transcript"]).code(0).stdout;
    let said = transcript.rsplit("## What it said").next().expect("what it said");
    let done: Vec<&str> = said.lines().filter(|line| line.ends_with(": DONE")).collect();
    assert_eq!(done, ["keep a note: DONE"], "{said}");
    assert_eq!(said.matches(": refused").count(), 8, "{said}");
}

#[test]
fn its_family_must_be_known_and_another() {
    let (repo, id) = proposed();
    with_reviewer(&repo, "exit 1", "");
    let config = repo.read("kb.toml");
    repo.write("kb.toml", config.replace(", family = \"tests\"", ""));
    repo.kb(["review", &id]).code(2).says("does not tell the family");
    let same = config.replacen(
        "[roles]\n",
        "[roles]\nproposer = {command = [\"./agent\"], family = \"tests\"}\n",
        1,
    );
    repo.write("kb.toml", same);
    repo.kb(["review", &id]).code(2).says("are both of the family tests");
    repo.write("kb.toml", &config);
    let run = repo.kb(["review", &id]);
    if is_confined(&run) {
        run.code(3).says("`./judge` ended with exit status: 1");
        repo.kb(["proposal", "show", &id, "--transcript"])
            .code(0)
            .prints("reviewer judge (tests)")
            .prints("program:");
    }
}

//! `kb build --commit`: summaries of folders, as a user sees them.

use serde_json::json;

use crate::test_repo::TestRepo;

fn repo() -> TestRepo {
    TestRepo::initialised()
        .file(
            "knowledge/billing/refund.md",
            "---\ntype: Note\ntitle: Refunds\ndescription: Money back.\n---\nIt takes 7 days.\n",
        )
        .file(
            "knowledge/billing/late.md",
            "---\ntype: Note\ntitle: Late orders\nlabels: [staff]\n---\nCall the carrier.\n",
        )
        .commit("notes")
}

#[test]
fn summaries_are_one_commit_on_main_and_current_ones_are_none() {
    let repo = repo();
    let base = repo.git(["rev-parse", "HEAD"]).trim().to_owned();
    let tree = repo.git(["rev-parse", "HEAD^{tree}"]).trim().to_owned();
    repo.kb(["build"]).code(0);
    let shown = repo.kb(["build", "--commit", "--dry-run"]).code(0);
    assert!(shown.stdout.contains("+++ b/knowledge/billing/.abstract"), "{}", shown.stdout);
    assert_eq!(repo.git(["rev-parse", "HEAD"]).trim(), base, "a dry run moves nothing");

    let report = repo.kb(["build", "--commit", "--format", "json"]).code(0).json();
    let commit = repo.git(["rev-parse", "HEAD"]).trim().to_owned();
    assert_eq!(report["summaries"]["commit"], commit);
    assert_eq!(report["summaries"]["base"], base);
    assert_eq!(report["summaries"]["written"], json!(["knowledge", "knowledge/billing"]));
    assert_eq!(
        (&report["commit"], &report["changed"]),
        (&json!(commit), &json!(0)),
        "no note is indexed again"
    );
    assert_eq!(
        repo.git(["log", "-1", "--format=%P %(trailers:key=Kb-Derived,valueonly)"]).trim(),
        format!("{base} {tree}")
    );
    assert_eq!(repo.git(["status", "--porcelain"]), "", "the working tree follows");

    let text = repo.read("knowledge/billing/.abstract");
    assert!(
        text.contains("made_by: \"extract/1\"") && text.ends_with("---\nbilling: Money back.\n"),
        "{text}"
    );
    assert!(
        !repo.read("knowledge/billing/.overview").contains("Late"),
        "the folder's own labels do not see it"
    );
    repo.kb(["build", "--commit"]).code(0).prints("nothing to commit");
    assert_eq!(repo.git(["rev-parse", "HEAD"]).trim(), commit);
    let found = repo.kb(["check"]).stdout;
    assert!(!found.contains("stale-summary"), "{found}");
    repo.kb(["audit", "--verify"]).code(0);
}

#[test]
fn only_what_changed_is_written_anew_and_what_is_empty_goes() {
    let repo = repo();
    repo.kb(["build", "--commit"]).code(0);
    repo.write(
        "knowledge/billing/refund.md",
        "---\ntype: Note\ntitle: Refunds\ndescription: Money back.\n---\nIt takes 14 days.\n",
    );
    repo.commit_all("longer");
    let found = repo.kb(["check", "--format", "concise"]).stdout;
    assert!(found.contains("knowledge/billing/.overview") && found.contains("stale-summary"), "{found}");
    let report = repo.kb(["build", "--commit", "--format", "json"]).code(0).json();
    assert_eq!(
        report["summaries"]["written"],
        json!(["knowledge/billing"]),
        "the abstract of the folder stays"
    );
    repo.remove("knowledge/billing/refund.md");
    repo.commit_all("gone");
    let report = repo.kb(["build", "--commit", "--format", "json"]).code(0).json();
    assert_eq!(report["summaries"]["removed"], json!(["knowledge/billing"]));
    assert!(!repo.exists("knowledge/billing/.abstract") && !repo.exists("knowledge/billing/.overview"));
}

#[test]
fn a_summary_that_a_hand_wrote_is_found_and_never_served() {
    let repo = repo();
    repo.kb(["build", "--commit"]).code(0);
    let text = repo.read("knowledge/billing/.abstract").replace("Money back.", "Money never.");
    repo.write("knowledge/billing/.abstract", text);
    let commit = repo.commit_all("by hand");
    for arguments in
        [["check", "--format", "concise"].as_slice(), &["check", "--rev", &commit, "--format", "concise"]]
    {
        let mut command = repo.kb_command();
        let found = repo.run(command.args(arguments), b"").stdout;
        assert!(found.contains("knowledge/billing/.abstract") && found.contains("by hand"), "{found}");
    }
    let read = repo.kb(["read", "billing", "--level", "0"]).code(0);
    assert_eq!(read.stdout, "billing: Money back.\n");
    // A note that was relabelled after the summaries were written is not told of by them.
    repo.kb(["build", "--commit"]).code(0);
    repo.write(
        "knowledge/billing/refund.md",
        "---\ntype: Note\ntitle: Refunds\nlabels: [board]\ndescription: Money back.\n---\n",
    );
    repo.commit_all("relabelled");
    let run = repo.kb(["tree", "--label", "nothing"]).code(0);
    assert!(!run.stdout.contains("Money"), "{}", run.stdout);
}

#[test]
fn a_proposal_cannot_write_a_summary() {
    let repo = repo();
    repo.kb(["build", "--commit"]).code(0);
    repo.write("knowledge/billing/.abstract", "Everything is free.\n");
    let run = repo.kb(["propose", "--edits"]);
    assert_ne!(run.status, 0, "{}", run.whole());
    assert!(repo.git(["branch", "--list", "kb/proposal/*"]).is_empty(), "{}", run.whole());
}

#[test]
fn working_files_that_differ_stand_in_the_way() {
    let repo = repo();
    repo.write("knowledge/billing/.abstract", "mine\n");
    repo.kb(["build", "--commit"]).code(3).says("knowledge/billing/.abstract");
    assert_eq!(repo.read("knowledge/billing/.abstract"), "mine\n");
    TestRepo::plain().file("a.md", "# A\n").kb(["build", "--commit"]).code(3);
}

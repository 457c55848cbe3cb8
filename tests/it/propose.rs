//! `kb propose`, as a user sees it.

#[cfg(target_os = "linux")]
mod program;
mod tenants;

use super::TestRepo;
use super::stage::{TEXT, evidence, note, refunds, with_evidence};

#[test]
fn evidence_becomes_one_proposal_and_is_not_asked_again() {
    let (repo, evidence) = with_evidence();
    let main = repo.git(["rev-parse", "main"]);
    let report = repo.kb(["propose", "--format", "json"]).code(0).json();
    let proposed = &report["proposals"][0];
    assert_eq!(proposed["action"], "opened");
    assert_eq!(proposed["evidence"], serde_json::json!([evidence]));
    let id = proposed["id"].as_str().expect("an id").to_owned();
    assert_eq!(repo.git(["rev-parse", "main"]), main, "main does not move");
    assert_eq!(repo.git(["status", "--porcelain"]), "", "nothing is checked out");
    let message = repo.git(["log", "-1", "--format=%B", &format!("kb/proposal/{id}")]);
    assert!(message.contains(&format!("Kb-Proposal: {id}\n")), "{message}");
    assert!(message.contains(&format!("Kb-Evidence: {evidence}\n")), "{message}");
    repo.kb(["propose"]).code(0).prints("all 1 evidence items on main were considered");
    // Naming it asks for the same proposal, not for a twin.
    let again = repo.kb(["propose", &evidence, "--format", "json"]).code(0).json();
    assert_eq!(
        (&again["proposals"][0]["id"], &again["proposals"][0]["action"]),
        (&id.into(), &"unchanged".into())
    );
}

#[test]
fn a_dry_run_writes_nothing() {
    let (repo, _) = with_evidence();
    let objects = repo.git(["count-objects"]);
    repo.kb(["propose", "--dry-run"]).code(0).prints("would open").prints("+++ b/knowledge/");
    assert_eq!(repo.git(["branch", "--list", "kb/*"]), "");
    assert_eq!(repo.git(["count-objects"]), objects);
}

#[test]
fn talk_is_recorded_as_considered() {
    let repo = TestRepo::initialised();
    let id = evidence(&repo, "Hello!\nHow are you?\nThanks, bye.\n", "");
    let report = repo.kb(["propose", "--format", "json"]).code(0).json();
    assert_eq!(report["proposals"][0]["action"], "nothing", "{report}");
    repo.kb(["propose"]).code(0).prints("were considered");
    assert_eq!(repo.git(["branch", "--list", "kb/proposal/*"]), "");
    repo.kb(["proposal", "list"]).code(0).prints("No proposal is under way");
    repo.kb(["proposal", "list", "--all"]).code(0).prints("nothing");
    assert!(repo.git(["ls-tree", "-r", "--name-only", "kb/ledger"]).contains(&format!("considered/{id}/")));
}

#[test]
fn tenants_and_labels_never_share_a_proposal() {
    let repo = TestRepo::initialised();
    let acme = evidence(&repo, "The limit of Acme is 500 euros.\n", "tenant: acme\n");
    let open = evidence(&repo, "The refund window is 7 days.\n", "");
    let finance = evidence(&repo, "The budget is 900 euros.\n", "labels: [finance]\n");
    let report = repo.kb(["propose", "--format", "json"]).code(0).json();
    let groups: Vec<_> = report["proposals"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|proposed| proposed["evidence"].clone())
        .collect();
    assert_eq!(groups.len(), 3, "{report}");
    for id in [acme, open, finance] {
        assert!(groups.contains(&serde_json::json!([id])), "{id} in {groups:?}");
    }
}

#[test]
fn evidence_that_is_not_on_main_is_named_with_what_to_do() {
    let repo = TestRepo::initialised();
    repo.kb(["propose"]).code(0).prints("No evidence on main yet").prints("kb add FILE --commit");
    repo.write("call.md", TEXT);
    repo.kb(["add", "call.md"]).code(0);
    repo.kb(["propose"]).code(0).prints("not committed on main yet").prints("kb add --commit");
    let folder = repo.files().into_iter().find(|path| path.ends_with("meta.yaml")).expect("an item");
    let id = folder.rsplit('/').nth(1).expect("a folder").to_owned();
    repo.kb(["propose", &id]).code(2).says("is not committed on `main` yet");
    repo.kb(["propose", "2026-11-30-call-ffffff"]).code(2).says("no evidence");
    repo.kb(["propose", "nonsense"]).code(2).says("neither an evidence id nor a proposal id");
}

#[test]
fn edits_are_a_proposal_of_the_person() {
    let (repo, evidence) = with_evidence();
    repo.kb(["propose", "--edits"]).code(0).prints("No note differs from main");
    repo.write("knowledge/refunds.md", refunds(&evidence));
    let report =
        repo.kb(["propose", "--edits", "--title", "Refunds, at last", "--format", "json"]).code(0).json();
    let proposed = &report["proposals"][0];
    assert_eq!(proposed["title"], "Refunds, at last");
    assert_eq!(proposed["evidence"], serde_json::json!([evidence]), "what its claims cite");
    assert!(repo.exists("knowledge/refunds.md"), "the edit stays in the working tree");
    repo.kb(["propose", "--edits"]).code(0).prints("unchanged").prints("is open already");
    // The evidence itself was not considered by a person's edit.
    repo.kb(["propose", "--dry-run"]).code(0).prints("would open");
    repo.kb(["review"]).code(0).prints("approved");
    repo.kb(["merge"]).code(0).prints("merged");
    assert_eq!(repo.git(["status", "--porcelain"]), "", "the edit is part of main");
}

#[test]
fn what_the_check_refuses_is_not_proposed() {
    let (repo, evidence) = with_evidence();
    repo.write("knowledge/refunds.md", note("Refunds", "It is 7 days.", &evidence, 9, "It is 7 days."));
    repo.kb(["propose", "--edits"]).code(1).prints("check-failed").prints("knowledge/refunds.md:");
    assert_eq!(repo.git(["branch", "--list", "kb/*"]), "");
}

#[test]
fn nothing_to_work_against_says_what_to_do() {
    TestRepo::new().kb(["propose"]).code(3).says("there is no branch `main` with a commit");
    TestRepo::plain().kb(["propose"]).code(3).says("kb init");
    let repo = TestRepo::initialised();
    repo.git(["branch", "--move", "main", "trunk"]);
    repo.kb(["propose"]).code(3).says("[gate] branch");
}

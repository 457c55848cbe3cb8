//! `kb why`, as a user sees it.

use serde_json::Value;

use super::TestRepo;
use super::stage::{
    approved, commit_on, evidence, note, propose, refunds, round, with_evidence, write_ledger,
};

fn merged() -> (TestRepo, String) {
    let (repo, id) = approved();
    repo.kb(["merge"]).code(0);
    (repo, id)
}

#[track_caller]
fn why(repo: &TestRepo, place: &str) -> Value {
    repo.kb(["why", place, "--format", "json"]).code(0).json()
}

#[track_caller]
fn unknown(repo: &TestRepo, place: &str, words: &str) -> Value {
    let told = why(repo, place);
    let reason = told["unknown"].as_str().unwrap_or_else(|| panic!("nothing is unknown: {told}"));
    assert!(reason.contains(words), "{words} in {reason}");
    for key in ["proposal", "proposer", "reviewer", "verdict", "approved_by", "decision"] {
        assert_eq!(told[key], Value::Null, "{key}: {told}");
    }
    told
}

#[test]
fn a_merged_claim_tells_everything() {
    let (repo, id) = merged();
    let told = why(&repo, "knowledge/refunds.md:8");
    assert_eq!(told["claim"], "The refund window is 7 days after receipt.");
    assert_eq!(told["evidence"][0]["lines"], serde_json::json!([1, 1]));
    assert_eq!(told["evidence"][0]["quote"], "The refund window is 7 days after receipt.");
    assert_eq!(told["proposal"], id.as_str());
    assert_eq!(told["proposer"], "Ada Tester <ada@example.org> (person)");
    assert!(told["reviewer"].as_str().expect("a reviewer").starts_with("auditor "), "{told}");
    assert_eq!(told["verdict"], "supported");
    assert_eq!(told["commit"], repo.git(["rev-parse", "main"]).trim());
    assert_eq!(told["unknown"], Value::Null);
    let message = repo.git(["log", "-1", "--format=%B", "main"]);
    assert!(
        message.contains(&format!("Kb-Decision: {}", told["decision"].as_str().expect("a hash"))),
        "{message}"
    );
    for place in ["refunds:8", "refunds.md#L8", "knowledge/refunds.md:8:3", "knowledge/refunds.md:10"] {
        assert_eq!(why(&repo, place)["proposal"], id.as_str(), "{place}");
    }
    let all = why(&repo, "refunds");
    assert_eq!(all["claims"].as_array().expect("claims").len(), 1);
    repo.kb(["why", "refunds:8"]).code(0).prints("proposal").prints("supported");
}

#[test]
fn lines_without_a_claim_and_places_that_are_not() {
    let (repo, _) = merged();
    assert_eq!(why(&repo, "refunds:6")["claim"], Value::Null, "a heading claims nothing");
    repo.kb(["why", "refunds:99"]).code(2).says("has 11 lines");
    repo.kb(["why", "nowhere.md:1"]).code(2).says("there is no note `nowhere.md`");
    repo.kb(["why", "../outside.md:1"]).code(2);
    repo.kb(["why", "refunds:0"]).code(2);
}

/// A neighbour in the same paragraph changes the line, not the claim.
#[test]
fn a_claim_keeps_its_origin_when_its_line_changes() {
    let (repo, id) = merged();
    let text = repo.read("knowledge/refunds.md").replace("[^1]\n\n", "[^1] By hand: ask support first.\n\n");
    repo.write("knowledge/refunds.md", text);
    repo.commit_all("a sentence more");
    let told = why(&repo, "refunds:8");
    assert_eq!(told["proposal"], id.as_str(), "{told}");
    let hand_made = &told["also"][0]["unknown"];
    assert!(
        hand_made.as_str().is_some_and(|reason| reason.contains("unreviewed, written by Ada Tester")),
        "{told}"
    );
}

#[test]
fn a_claim_keeps_its_origin_when_its_note_moves() {
    let (repo, id) = merged();
    repo.git(["mv", "knowledge/refunds.md", "knowledge/money-back.md"]);
    repo.commit_all("moved");
    assert_eq!(why(&repo, "money-back:8")["proposal"], id.as_str());
}

#[test]
fn an_edit_by_hand_is_unreviewed_and_names_its_author() {
    let (repo, evidence) = with_evidence();
    repo.write("knowledge/refunds.md", refunds(&evidence));
    let told = unknown(&repo, "refunds:8", "not committed");
    assert_eq!(told["commit"], Value::Null);
    let commit = repo.commit_all("by hand");
    let told = unknown(&repo, "refunds:8", "unreviewed, written by Ada Tester <ada@example.org>");
    assert_eq!(told["commit"], commit.as_str());
    repo.write("knowledge/refunds.md", repo.read("knowledge/refunds.md").replace("7 days", "8 days"));
    unknown(&repo, "refunds:8", "not committed");
}

/// Trailers are believed by nobody: the decision in the ledger must be there and hold.
#[test]
fn a_decision_that_does_not_hold_is_not_told() {
    let (repo, id) = merged();
    write_ledger(&repo, &format!("{}/decision.json", round(&id, 1)), b"{}");
    unknown(&repo, "refunds:8", "does not hold");
    repo.git(["branch", "--quiet", "-D", "kb/ledger"]);
    unknown(&repo, "refunds:8", "which the ledger does not have");
}

#[test]
fn a_claim_of_a_branch_is_not_part_of_main() {
    let (repo, evidence) = with_evidence();
    repo.git(["switch", "--quiet", "--create", "draft"]);
    repo.write("knowledge/refunds.md", refunds(&evidence));
    repo.commit_all("a draft");
    unknown(&repo, "refunds:8", "not part of main");
}

/// What a caller may not see is not there (I7).
#[test]
fn callers_see_their_own() {
    let repo = TestRepo::initialised();
    let words = "The limit of Acme is 500 euros.";
    let acme = evidence(&repo, &format!("{words}\n"), "tenant: acme\n");
    let text =
        note("Limit", words, &acme, 1, words).replacen("type: Policy", "type: Policy\ntenant: acme", 1);
    propose(&repo, "knowledge/limit.md", &text);
    repo.kb(["review"]).code(0);
    repo.kb(["merge"]).code(0);
    repo.kb(["why", "limit:9", "--tenant", "acme"]).code(0).prints("500 euros");
    let hidden = repo.kb(["why", "limit:9", "--tenant", "other"]).code(2).stderr;
    let absent = repo.kb(["why", "nothing:9", "--tenant", "other"]).code(2).stderr;
    assert_eq!(hidden.replace("limit", "nothing"), absent);
    // A public note over evidence that the caller may not see: the claim, and nothing of the evidence.
    let secret = evidence(&repo, "The margin is 40 percent.\n", "labels: [board]\n");
    repo.write(
        "knowledge/margin.md",
        note("Margin", "The margin is 40 percent.", &secret, 1, "The margin is 40 percent."),
    );
    repo.commit_all("by hand");
    assert_eq!(
        repo.kb(["why", "margin:8", "--label", "staff", "--format", "json"]).code(0).json()["evidence"],
        serde_json::json!([])
    );
    assert_eq!(why(&repo, "margin:8")["evidence"][0]["id"], secret.as_str());
}

/// A shallow clone never names a commit at its boundary as the author (GI-01).
#[test]
fn a_shallow_clone_says_where_it_ends() {
    let (repo, _) = merged();
    repo.write("README.md", "more\n");
    repo.commit_all("later");
    let clone = repo.root().with_file_name("shallow");
    let clone = clone.to_str().expect("UTF-8");
    let source = format!("file://{}", repo.root().display());
    repo.git(["clone", "--quiet", "--depth", "1", &source, clone]);
    let told = repo.kb(["-C", clone, "why", "refunds:8", "--format", "json"]).code(0).json();
    assert_eq!(told["commit"], Value::Null, "{told}");
    assert!(told["unknown"].as_str().expect("a reason").contains("shallow"), "{told}");
}

/// A rewrite under another name does not inherit the old note's history (GI-04).
#[test]
fn a_rewritten_note_is_not_the_old_one() {
    let (repo, _) = merged();
    repo.remove("knowledge/refunds.md");
    repo.write("knowledge/returns.md", "---\ntype: Policy\n---\n# Returns\n\nEverything is different now.\n");
    let commit = repo.commit_all("rewritten");
    let told = unknown(&repo, "returns:6", "unreviewed, written by Ada Tester");
    assert_eq!(told["commit"], commit.as_str());
}

/// A line that only a merge brought belongs to the merge (GI-05).
#[test]
fn a_line_written_in_a_merge_belongs_to_it() {
    let repo = TestRepo::initialised();
    repo.write("knowledge/n.md", "# N\n\nBase holds.\n");
    repo.commit_all("base");
    repo.git(["branch", "side"]);
    commit_on(&repo, "side", |folder| {
        std::fs::write(folder.join("knowledge/n.md"), "# N\n\nSide holds.\n").expect("a file");
    });
    repo.write("knowledge/n.md", "# N\n\nMain holds.\n");
    repo.commit_all("main");
    repo.git(["merge", "--quiet", "--no-commit", "-s", "ours", "side"]);
    repo.write("knowledge/n.md", "# N\n\nWritten in merge.\n");
    repo.git(["commit", "--quiet", "--all", "-m", "merge"]);
    assert_eq!(unknown(&repo, "n:3", "unreviewed")["commit"], repo.git(["rev-parse", "main"]).trim());
}

/// Worktrees answer as the main tree does; a detached HEAD answers too (GI-11, GI-14).
#[test]
fn worktrees_and_detached_heads_answer() {
    let (repo, id) = merged();
    let folder = repo.root().with_file_name("wt");
    let folder = folder.to_str().expect("UTF-8");
    repo.git(["worktree", "add", "--quiet", folder, "-b", "side"]);
    let told = repo.kb(["-C", folder, "why", "refunds:8", "--format", "json"]).code(0).json();
    assert_eq!(told["proposal"], id.as_str());
    repo.git(["switch", "--quiet", "--detach", "HEAD"]);
    assert_eq!(why(&repo, "refunds:8")["proposal"], id.as_str());
}

#[test]
fn no_history_is_unknown_and_no_error() {
    let plain = TestRepo::plain().file("a.md", "# A\n\nIt holds.\n");
    unknown(&plain, "a.md:3", "not in a git repository");
    let empty = TestRepo::new().file("a.md", "# A\n\nIt holds.\n");
    unknown(&empty, "a.md:3", "no commit yet");
}

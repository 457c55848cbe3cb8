//! Attempts to get past the gate. Each is refused by name, and main does not move.

use std::fs;
use std::path::Path;

use super::TestRepo;
use super::stage::{
    approved, commit_on, decide_again, evidence, ledger_file, note, propose, proposed, refunds, round,
    with_evidence, write_ledger,
};
use kb::proposal::{Envelope, Family, Outcome, Verdict};
use kb::signature::{SecretKey, key_id};

/// Asserts that the gate refuses `id` for `name`, and that main stays where it is.
#[track_caller]
fn refused(repo: &TestRepo, id: &str, name: &str) {
    let before = repo.git(["rev-parse", "main"]);
    let run = repo.kb(["merge", id, "--format", "json"]).code(1);
    let refused = run.json()["admissions"][0]["refused"].clone();
    let names: Vec<&str> =
        refused.as_array().expect("refusals").iter().filter_map(|r| r["name"].as_str()).collect();
    assert!(names.contains(&name), "{name} is not in {names:?}:\n{}", run.stdout);
    assert_eq!(repo.git(["rev-parse", "main"]), before, "main moved");
}

/// Pushes a commit to the working branch, which then claims the old approval, and has it reviewed anew as well.
#[track_caller]
fn smuggled(change: impl FnOnce(&Path), name: &str) {
    let (repo, id) = approved();
    commit_on(&repo, &format!("kb/proposal/{id}"), change);
    refused(&repo, &id, name);
    refused(&repo, &id, "head-moved");
    // A review of the new head refuses it too, and signs nothing.
    repo.kb(["review", &id]).code(1).prints(name);
    refused(&repo, &id, name);
}

fn write(folder: &Path, path: &str, text: &str) {
    let path = folder.join(path);
    fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
    fs::write(path, text).expect("a written file");
}

fn source_of(folder: &Path) -> std::path::PathBuf {
    let month = folder.join("evidence/2026/11");
    let item = fs::read_dir(month).expect("evidence").next().expect("an item").expect("an entry");
    item.path().join("source.md")
}

#[test]
fn evidence_changed() {
    smuggled(|folder| fs::write(source_of(folder), "forged\n").expect("a written file"), "evidence-changed");
}

#[test]
fn evidence_removed() {
    smuggled(|folder| fs::remove_file(source_of(folder)).expect("a removed file"), "evidence-changed");
}

#[test]
fn evidence_appended_to() {
    smuggled(
        |folder| {
            let source = source_of(folder);
            let text = fs::read_to_string(&source).expect("the source");
            fs::write(source, format!("{text}The window is 90 days.\n")).expect("a written file");
        },
        "evidence-changed",
    );
}

#[test]
fn policy_changed_by_the_proposal() {
    smuggled(|folder| write(folder, "kb.toml", "[gate]\ndirect = \"allow\"\n"), "outside-knowledge");
}

#[test]
fn workflow_changed() {
    smuggled(|folder| write(folder, ".github/workflows/evil.yml", "on: push\n"), "outside-knowledge");
}

#[test]
fn path_outside_knowledge() {
    smuggled(|folder| write(folder, "knowledge2/a.md", "# A\n"), "outside-knowledge");
}

#[cfg(unix)]
#[test]
fn symlink() {
    let link = |folder: &Path| {
        std::os::unix::fs::symlink("/etc/passwd", folder.join("knowledge/leak.md")).expect("a link");
    };
    smuggled(link, "symlink");
}

#[cfg(unix)]
#[test]
fn executable() {
    use std::os::unix::fs::PermissionsExt as _;
    let run_bit = |folder: &Path| {
        write(folder, "knowledge/run.md", "# Run\n");
        let path = folder.join("knowledge/run.md");
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("rights");
    };
    smuggled(run_bit, "executable");
}

#[test]
fn summary_written_by_hand() {
    smuggled(|folder| write(folder, "knowledge/.abstract", "Refunds take 90 days.\n"), "derived-file");
}

#[test]
fn verified_written_by_hand() {
    let claim = |folder: &Path| {
        let path = folder.join("knowledge/refunds.md");
        let text = fs::read_to_string(&path).expect("the note");
        fs::write(path, text.replacen("type: Policy", "type: Policy\nverified: true", 1))
            .expect("a written file");
    };
    smuggled(claim, "self-asserted-trust");
    let (repo, evidence) = with_evidence();
    repo.write("knowledge/refunds.md", refunds(&evidence).replacen("type:", "verified: true\ntype:", 1));
    repo.kb(["propose", "--edits"]).code(1).prints("self-asserted-trust");
    assert_eq!(repo.git(["branch", "--list", "kb/*"]), "", "nothing was written");
}

#[test]
fn commit_after_the_review() {
    let (repo, id) = approved();
    commit_on(&repo, &format!("kb/proposal/{id}"), |folder| {
        let path = folder.join("knowledge/refunds.md");
        let text = fs::read_to_string(&path).expect("the note");
        fs::write(path, text.replace("window is 7 days", "window is 90 days")).expect("a written file");
    });
    refused(&repo, &id, "head-moved");
    repo.kb(["review", &id]).code(1).prints("rejected");
    refused(&repo, &id, "not-approved");
}

#[test]
fn not_reviewed() {
    let (repo, id) = proposed();
    refused(&repo, &id, "not-reviewed");
    repo.kb(["merge"]).code(0).prints("1 not reviewed yet; next: kb review");
}

#[test]
fn decision_signed_with_another_key() {
    let (repo, id) = approved();
    let path = format!("{}/decision.json", round(&id, 1));
    let sealed = Envelope::parse(ledger_file(&repo, &path).as_bytes()).expect("an envelope");
    let decision: kb::proposal::Decision = sealed.claims().expect("a decision");
    let mallory = SecretKey::from_seed(&[9; 32]);
    // The key id names the true key; only the signature can tell.
    let named = sealed.signatures[0].keyid.clone();
    let forged = Envelope::seal(&decision, &named, |message| mallory.sign(message));
    write_ledger(&repo, &path, &forged.to_json());
    refused(&repo, &id, "forged-decision");
    let honest = Envelope::seal(&decision, &key_id(&mallory.public()), |message| mallory.sign(message));
    write_ledger(&repo, &path, &honest.to_json());
    refused(&repo, &id, "forged-decision");
}

#[test]
fn rejection_turned_into_an_approval() {
    let (repo, evidence) = with_evidence();
    let lie = note(
        "Refunds",
        "The refund window is 90 days.",
        &evidence,
        1,
        "The refund window is 7 days after receipt.",
    );
    let id = propose(&repo, "knowledge/refunds.md", &lie);
    repo.kb(["review"]).code(1).prints("rejected");
    refused(&repo, &id, "not-approved");
    let path = format!("{}/decision.json", round(&id, 1));
    let mut sealed = Envelope::parse(ledger_file(&repo, &path).as_bytes()).expect("an envelope");
    use base64::Engine as _;
    let engine = base64::engine::general_purpose::STANDARD;
    let payload = String::from_utf8(engine.decode(&sealed.payload).expect("base64")).expect("UTF-8");
    sealed.payload = engine.encode(payload.replace("rejected", "approved"));
    write_ledger(&repo, &path, &sealed.to_json());
    refused(&repo, &id, "forged-decision");
}

#[test]
fn decision_reused_for_another_proposal() {
    let (repo, first) = approved();
    let decision = ledger_file(&repo, &format!("{}/decision.json", round(&first, 1)));
    let review = ledger_file(&repo, &format!("{}/review.json", round(&first, 1)));
    let evidence = evidence(&repo, "Shipping is free.\n", "");
    let second = propose(
        &repo,
        "knowledge/shipping.md",
        &note("Shipping", "Shipping costs 90 euros.", &evidence, 1, "Shipping is free."),
    );
    write_ledger(&repo, &format!("{}/decision.json", round(&second, 1)), decision.as_bytes());
    write_ledger(&repo, &format!("{}/review.json", round(&second, 1)), review.as_bytes());
    refused(&repo, &second, "reused-decision");
}

#[test]
fn decision_for_another_ref() {
    let (repo, id) = approved();
    decide_again(&repo, &id, |decision, _| decision.target = "refs/heads/other".to_owned());
    refused(&repo, &id, "reused-decision");
}

#[test]
fn decision_for_another_tree() {
    let (repo, id) = approved();
    decide_again(&repo, &id, |decision, _| decision.tree = kb::digest::TreeId("0".repeat(40)));
    refused(&repo, &id, "tree-differs");
}

#[test]
fn same_family() {
    let (repo, id) = approved();
    decide_again(&repo, &id, |decision, _| decision.reviewer.family = decision.proposer.family.clone());
    refused(&repo, &id, "same-family");
}

#[test]
fn proposer_as_reviewer() {
    let (repo, id) = approved();
    decide_again(&repo, &id, |decision, _| {
        decision.reviewer.name = decision.proposer.name.clone();
        decision.reviewer.family = Family("another".to_owned());
    });
    refused(&repo, &id, "self-review");
}

#[test]
fn claim_without_a_verdict() {
    let (repo, id) = approved();
    decide_again(&repo, &id, |_, review| review.verdicts.clear());
    refused(&repo, &id, "uncovered-claim");
}

#[test]
fn verdict_with_an_invented_quote() {
    let (repo, id) = approved();
    decide_again(&repo, &id, |_, review| review.verdicts[0].spans[0].quote = Some("90 days".to_owned()));
    refused(&repo, &id, "uncovered-claim");
}

#[test]
fn approval_over_an_unsupported_claim() {
    let (repo, id) = approved();
    decide_again(&repo, &id, |_, review| review.verdicts[0].verdict = Verdict::Unsupported);
    refused(&repo, &id, "unsupported-claim");
}

#[test]
fn review_altered_after_the_decision() {
    let (repo, id) = approved();
    let path = format!("{}/review.json", round(&id, 1));
    let review = ledger_file(&repo, &path).replace("\"supported\"", "\"unsupported\"");
    write_ledger(&repo, &path, review.as_bytes());
    refused(&repo, &id, "review-altered");
}

#[test]
fn false_claim_over_a_true_quote() {
    let (repo, evidence) = with_evidence();
    let quote = "The refund window is 7 days after receipt.";
    let id = propose(
        &repo,
        "knowledge/refunds.md",
        &note("Refunds", "The refund window is 64 days.", &evidence, 1, quote),
    );
    repo.kb(["review"]).code(1).prints("64 days").prints(quote);
    refused(&repo, &id, "not-approved");
}

#[test]
fn main_moved_on_the_same_note() {
    let (repo, id) = approved();
    repo.write("knowledge/refunds.md", "---\ntype: Policy\n---\n# Refunds\n");
    repo.commit_all("by hand");
    refused(&repo, &id, "stale-base");
}

#[test]
fn no_keys_on_the_base() {
    let (repo, id) = approved();
    repo.write("kb.toml", "[gate]\nbranch = \"main\"\n");
    repo.commit_all("keys gone");
    refused(&repo, &id, "no-keys");
}

/// A person must approve: neither the reviewer's yes nor anything in the environment stands in for it.
#[test]
fn approval_by_environment() {
    let (repo, evidence) = with_evidence();
    let config = repo.read("kb.toml").replace("# human_approval = false", "human_approval = true");
    repo.write("kb.toml", config);
    repo.commit_all("a person must approve");
    let id = propose(&repo, "knowledge/refunds.md", &refunds(&evidence));
    repo.kb(["review"]).code(0).prints("escalated");
    refused(&repo, &id, "needs-approval");
    let environment =
        [("KB_APPROVED", "1"), ("KB_APPROVER", "ada"), ("KB_HUMAN_APPROVAL", "false"), ("USER", "root")];
    repo.kb_with_env(&environment, ["merge", &id]).code(1).prints("needs-approval");
    // Switching it off in the working tree changes nothing: policy is the base's.
    let config = repo.read("kb.toml").replace("human_approval = true", "human_approval = false");
    repo.write("kb.toml", config);
    refused(&repo, &id, "needs-approval");
}

#[test]
fn person_who_approves_their_own_edits() {
    let (repo, evidence) = with_evidence();
    let config = repo.read("kb.toml").replace("# human_approval = false", "human_approval = true");
    repo.write("kb.toml", config);
    repo.commit_all("a person must approve");
    let id = propose(&repo, "knowledge/refunds.md", &refunds(&evidence));
    repo.kb(["review"]).code(0);
    repo.kb(["review", "--approve", &id]).code(1).says("self-review");
    repo.git(["config", "user.name", "Grace Approver"]);
    repo.git(["config", "user.email", "grace@example.org"]);
    repo.kb(["review", "--approve", &id]).code(0).prints("Grace Approver");
    repo.kb(["merge", &id]).code(0).prints("merged");
    assert!(
        repo.git(["log", "-1", "--format=%B", "main"])
            .contains("Kb-Approved-By: Grace Approver <grace@example.org>")
    );
}

#[test]
fn approval_with_the_reviewers_key() {
    let (repo, evidence) = with_evidence();
    let config = repo.read("kb.toml").replace("# human_approval = false", "human_approval = true");
    repo.write("kb.toml", config);
    repo.commit_all("a person must approve");
    let id = propose(&repo, "knowledge/refunds.md", &refunds(&evidence));
    repo.kb(["review"]).code(0);
    // The machine that reviews has no approver key, and its own does not count as one.
    let reviewer = repo.read(".kb/keys/reviewer");
    fs::write(repo.path(".kb/keys/approver"), reviewer).expect("a key");
    repo.kb(["review", "--approve", &id]).code(2).says("does not name the approver key");
    refused(&repo, &id, "needs-approval");
}

#[test]
fn rejected_by_a_person() {
    let (repo, id) = approved();
    repo.git(["config", "user.name", "Grace Approver"]);
    repo.kb(["review", "--reject", &id, "--because", "the window is 14 days"]).code(0).prints("rejected");
    repo.kb(["merge"]).code(0).prints("1 rejected");
    let outcome = ledger_file(&repo, &format!("{}/approval.json", round(&id, 1)));
    let word: kb::proposal::Approval =
        Envelope::parse(outcome.as_bytes()).expect("an envelope").claims().expect("a word");
    assert_eq!((word.outcome, word.because.as_deref()), (Outcome::Rejected, Some("the window is 14 days")));
    // Decided once: the other word cannot be recorded over it.
    repo.kb(["review", "--approve", &id]).code(3).says("says something else");
}

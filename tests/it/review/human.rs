//! What a person decides: `kb review --human`, the risk tiers of `[gate.risk]`, trials within a family, transcripts.

use crate::TestRepo;
use crate::stage::{ledger_file, note, propose, proposed, refunds, round, with_evidence, write_ledger};

const QUOTE: &str = "The refund window is 7 days after receipt.";

/// Adds `lines` to a table of `kb.toml` on main, as a person would.
fn configure(repo: &TestRepo, table: &str, lines: &str) {
    let config = repo.read("kb.toml");
    let header = format!("\n[{table}]\n");
    let config = match config.contains(&header) {
        true => config.replacen(&header, &format!("{header}{lines}\n"), 1),
        false => format!("{config}\n{header}{lines}\n"),
    };
    repo.write("kb.toml", config);
    repo.git(["commit", "--quiet", "--message", "policy", "--", "kb.toml"]);
}

/// A proposal that the reviewer rejects though a person may see it otherwise.
fn rejected() -> (TestRepo, String) {
    let (repo, evidence) = with_evidence();
    let words = "Money comes back for a week after receipt.";
    let id = propose(&repo, "knowledge/refunds.md", &note("Refunds", words, &evidence, 1, QUOTE));
    repo.kb(["review", "--once"]).code(1).prints("rejected");
    // Who proposed it may not approve it.
    repo.git(["config", "user.name", "Bea Reviewer"]);
    repo.git(["config", "user.email", "bea@example.org"]);
    (repo, id)
}

#[test]
fn a_person_who_judges_every_claim_sets_a_rejection_aside() {
    let (repo, id) = rejected();
    repo.kb(["review", "--approve", &id]).code(1).says("not-approved");
    repo.kb(["review", &id, "--human"])
        .code(2)
        .says("have no verdict yet: knowledge/refunds.md:8 \"Money comes back")
        .says("--verdict supported");
    repo.kb(["review", &id, "--human", "--verdict", "knowledge/refunds.md:9=supported"])
        .code(2)
        .says("changes no claim at `knowledge/refunds.md:9`; it changes knowledge/refunds.md:8");
    let word =
        repo.kb(["review", &id, "--human", "--verdict", "supported", "--format", "json"]).code(0).json();
    assert_eq!(word["state"], "approved");
    assert_eq!(word["review"]["reviewer"]["family"], "person");
    assert_eq!(word["review"]["verdicts"][0]["verdict"], "supported");
    let kept = ledger_file(&repo, &format!("{}/human.json", round(&id, 1)));
    assert!(kept.contains("Bea Reviewer <bea@example.org>"), "{kept}");
    repo.kb(["proposal", "show", &id]).code(0).prints("Reviewed by Bea Reviewer <bea@example.org> (person)");
    repo.kb(["merge", &id]).code(0).prints("merged").prints("approved by Bea Reviewer");
    repo.kb(["audit", "--verify"]).code(0);
}

#[test]
fn a_persons_verdict_against_a_claim_rejects_it_and_says_why() {
    let (repo, id) = proposed();
    repo.kb(["review"]).code(0);
    repo.git(["config", "user.name", "Bea Reviewer"]);
    repo.kb([
        "review",
        &id,
        "--human",
        "--verdict",
        "knowledge/refunds.md:8=contradicted",
        "--because",
        "it is 14 days",
    ])
    .code(1)
    .prints("rejected");
    repo.kb(["merge", &id]).code(1).prints("rejected-by-person");
    repo.kb(["proposal", "show", &id]).code(0).prints("contradicted").prints("it is 14 days");
}

#[test]
fn a_persons_review_altered_afterwards_is_refused() {
    let (repo, id) = rejected();
    repo.kb(["review", &id, "--human", "--verdict", "supported"]).code(0);
    let path = format!("{}/human.json", round(&id, 1));
    let kept = ledger_file(&repo, &path).replace("Money comes back", "Money never comes back");
    write_ledger(&repo, &path, kept.as_bytes());
    repo.kb(["merge", &id]).code(1).prints("review-altered");
}

#[test]
fn who_proposed_it_cannot_be_its_judge() {
    let (repo, id) = proposed();
    repo.kb(["review"]).code(0);
    repo.kb(["review", &id, "--human", "--verdict", "supported"]).code(1).says("self-review");
}

/// A base with the true note merged, and a person other than the one who proposes.
fn merged() -> (TestRepo, String) {
    let (repo, evidence) = with_evidence();
    propose(&repo, "knowledge/refunds.md", &refunds(&evidence));
    repo.kb(["review"]).code(0);
    repo.kb(["merge"]).code(0);
    (repo, evidence)
}

#[test]
fn words_of_the_evidence_pass_on_the_reviewers_word_and_others_need_a_person() {
    let (repo, evidence) = with_evidence();
    configure(&repo, "gate.risk", "person = [\"deletion\", \"labels\", \"contradiction\", \"paraphrase\"]");
    let exact = propose(&repo, "knowledge/refunds.md", &refunds(&evidence));
    repo.kb(["review", &exact]).code(0).prints("approved");
    repo.kb(["merge", &exact]).code(0).prints("merged");
    let words = "The window of a refund is 7 days after receipt.";
    let id = propose(&repo, "knowledge/window.md", &note("Window", words, &evidence, 1, QUOTE));
    repo.kb(["review", &id]).code(0).prints("escalated").prints("a person approves (paraphrase)");
    repo.kb(["proposal", "show", &id]).code(0).prints("a person approves (paraphrase)");
    repo.kb(["merge", &id]).code(1).prints("needs-person").prints("knowledge/window.md#L8 (paraphrase");
    repo.git(["config", "user.name", "Bea Reviewer"]);
    repo.kb(["review", "--approve", &id]).code(0);
    repo.kb(["merge", &id]).code(0).prints("merged");
}

#[test]
fn the_gate_asks_for_a_person_by_the_policy_that_main_has_now() {
    let (repo, _) = merged();
    let text =
        repo.read("knowledge/refunds.md").replace("type: Policy\n", "type: Policy\nlabels: [finance]\n");
    let id = propose(&repo, "knowledge/refunds.md", &text);
    repo.kb(["review", &id]).code(0).prints("approved");
    configure(&repo, "gate.risk", "person = [\"labels\"]");
    repo.kb(["merge", &id])
        .code(1)
        .prints("needs-person")
        .prints("who may read it changes from [] to [finance]");
}

#[test]
fn many_notes_need_a_person() {
    let (repo, evidence) = with_evidence();
    configure(&repo, "gate.risk", "notes = 1");
    repo.write("knowledge/refunds.md", refunds(&evidence));
    let other =
        note("Answers", "Support answers within 24 hours.", &evidence, 2, "Support answers within 24 hours.");
    let id = propose(&repo, "knowledge/answers.md", &other);
    repo.kb(["review", &id])
        .code(0)
        .prints("escalated")
        .prints("2 notes change, 1 may on the reviewer's word");
    repo.kb(["merge", &id]).code(1).prints("2 notes change");
}

#[test]
fn a_family_that_would_judge_itself_is_refused_before_anybody_is_asked() {
    let (repo, id) = proposed();
    let config = repo.read("kb.toml");
    let roles = "[roles]\nproposer = {command = [\"claude\", \"-p\"]}\nreviewer = \"judge\"\n";
    let model = "\n[models.judge]\nprovider = \"anthropic\"\nmodel = \"claude-opus-4-5\"\napi_key_env = \"ANTHROPIC_API_KEY\"\n";
    repo.write("kb.toml", config.replacen("[roles]\n", roles, 1) + model);
    repo.kb(["review", &id]).code(2).says("(I3)").says("--allow-same-family");
    // What it would cost can be asked without a key.
    repo.kb(["review", &id, "--estimate"]).code(0).prints("judge: about 4 calls").prints("does not say");
}

#[test]
fn transcripts_show_what_hides_and_hide_what_is_secret() {
    let (repo, id) = proposed();
    repo.kb(["review"]).code(0);
    let path = format!("{}/proposer.md", round(&id, 1));
    let token = format!("ghp_{}", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");
    write_ledger(&repo, &path, format!("# Refunds\n\nRead\u{200b} it \u{1b}[8m with {token}.\n").as_bytes());
    let run = repo.kb(["proposal", "show", &id, "--transcript"]).code(0);
    run.prints("Round 1: Proposer")
        .prints("Read<U+200B> it <U+001B>[8m with [redacted:github-token].")
        .prints("Round 1: Reviewer");
}

#[test]
fn a_proposal_that_main_and_a_person_changed_keeps_both_sides() {
    let (repo, id) = proposed();
    repo.kb(["review"]).code(0);
    // A person writes the same note on main meanwhile.
    repo.write(
        "knowledge/refunds.md",
        "---\ntype: Policy\ntitle: Refunds\ndescription: By hand.\n---\n# Refunds\n",
    );
    repo.git(["add", "knowledge"]);
    repo.git(["commit", "--quiet", "--message", "by hand"]);
    let run = repo.kb(["merge", &id, "--format", "json"]).code(1).json();
    assert_eq!(run["admissions"][0]["refused"][0]["name"], "stale-base", "{run}");
    assert!(
        run["admissions"][0]["refused"][0]["message"]
            .as_str()
            .is_some_and(|m| m.contains("knowledge/refunds.md"))
    );
    assert!(repo.git(["show", "main:knowledge/refunds.md"]).contains("By hand."));
    assert!(!repo.git(["show", "main:knowledge/refunds.md"]).contains("<<<<"));
    assert!(repo.git(["show", &format!("kb/proposal/{id}:knowledge/refunds.md")]).contains("7 days"));
}

#[test]
fn an_estimate_asks_nobody_and_rules_cost_nothing() {
    let (repo, _) = with_evidence();
    repo.kb(["propose", "--estimate"]).code(0).prints("rules: asks no model, 0.0000 of money");
    let report = repo.kb(["propose", "--estimate", "--format", "json"]).code(0).json();
    assert_eq!((report["tokens"].as_u64(), report["money"].as_f64()), (Some(0), Some(0.0)), "{report}");
    assert_eq!(repo.git(["branch", "--list", "kb/*"]), "", "nothing was written");
    let model = "\n[models.writer]\nprovider = \"openai\"\nmodel = \"gpt-5\"\napi_key_env = \"OPENAI_API_KEY\"\n\
                 prices = {input = 2.0, output = 10.0}\n";
    let config = repo.read("kb.toml");
    repo.write("kb.toml", config.replacen("[roles]\n", "[roles]\nproposer = \"writer\"\n", 1) + model);
    let report = repo.kb(["propose", "--estimate", "--format", "json"]).code(0).json();
    assert!(report["money"].as_f64().is_some_and(|money| money > 0.0), "{report}");
    assert_eq!(report["proposals"][0]["agents"][0]["agent"], "writer");
    assert_eq!(report["budget"]["tokens"], 2_000_000);
}
